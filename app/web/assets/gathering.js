// @ts-check
// A table that was just opened shows code and link until the others are there, or its player starts without waiting.

import { button } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { hold } from "./store.js";
import { t } from "./text.js";

const MISSING = "#invite > [data-seat]";
const page = document.body.classList;

/** Whether the page shows code and link, and not the table. */
export const isGathering = () => page.contains("gathering");

/**
 * Makes room for the links of places that nobody has taken, in place of the table; goes on by itself when the last is taken.
 * @param {string} id of the session @param {import("./store.js").Held} held @param {any[]} others the seats that are played elsewhere
 * @param {() => void} over the table comes into sight
 * @returns {any[]} the places whose links are to be shown: those of a table that was opened here
 */
export function gather(id, held, others, over) {
  const missing = held.opened ? others.filter(({ unclaimed }) => unclaimed) : [];
  if (!missing.length) return [];
  const row = el("div", { class: "row", id: "gathering" });
  const show = () => {
    page.toggle("gathering", !held.begun);
    page.toggle("begun", Boolean(held.begun));
    redraw(row, held.begun
      ? [el("span", { class: "hint" }, t("gather.missing")), button({ key: "show-code", text: t("gather.show"), do: () => turn(false) })]
      : button({ key: "begin", kind: "secondary", text: t("gather.begin"), do: () => turn(true) }));
  };
  const turn = (/** @type {boolean} */ begun) => {
    held.begun = begun;
    hold(id, held);
    show();
    if (begun) over();
  };
  at("invite").after(row);
  show();
  const watch = new MutationObserver(() => {
    if (document.querySelector(MISSING)) return;
    watch.disconnect();
    row.remove();
    const hadTable = !isGathering();
    page.remove("gathering", "begun");
    if (!hadTable) over();
  });
  watch.observe(at("invite"), { childList: true });
  return missing;
}
