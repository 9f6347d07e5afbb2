// @ts-check
// The spare link of a seat: kept elsewhere, it brings its player back on the day this phone dies. A line offers it from the first turn on.

import { button } from "./controls.js";
import { at, el, keyed, redraw, say } from "./dom.js";
import { shownLink, spareLink } from "./invite.js";
import { showRefusal } from "./refusal.js";
import { hold } from "./store.js";
import { parts, t } from "./text.js";

/** @typedef {import("./store.js").Held} Held */

/**
 * Offers it in a line where a player has a turn, until there is one or the player wants none; who taps it reads what it is.
 * @param {boolean | null} isTurn the player of this phone alone is asked; null: the table is closed @param {string} id of the session @param {Held} held
 */
export function offerSpare(isTurn, id, held) {
  if (isTurn === null) redraw(at("spare"));
  if (!isTurn || held.spare || held.one || at("spare").childElementCount) return;
  redraw(at("spare"), el("p", { class: "hint" }, parts("spare.line", { open: button({ key: "spare-open", kind: "as-link", text: t("spare.open"), do: () => explain(id, held) }) })));
}

/** Says what it is for, before it is made. @param {string} id @param {Held} held */
function explain(id, held) {
  redraw(at("spare"), section(
    button({ key: "spare-make", kind: "secondary", text: t("spare.make"), do: () => void makeSpare(id, held) }),
    button({ key: "spare-no", text: t("spare.no"), do: () => { keep(id, held, "no"); redraw(at("spare")); } })));
  keyed(at("spare"), "spare-make").focus();
}

/** Makes it and shows it; one that was made before ends. @param {string} id @param {Held} held */
export async function makeSpare(id, held) {
  const [seat, token] = Object.entries(held.seats)[0];
  try {
    const link = await spareLink({ id, seat: Number(seat), token });
    keep(id, held, "made");
    const send = navigator.share && button({ key: "spare-send", kind: "secondary", text: t("spare.send"), do: () => void navigator.share({ url: link }).catch(() => null) });
    redraw(at("spare"), section(shownLink(link), send, button({ key: "spare-done", text: t("spare.done"), do: () => redraw(at("spare")) })));
    at("spare").scrollIntoView({ block: "nearest" });
    await navigator.clipboard?.writeText(link).then(() => say(t("try.copied")), () => null);
  } catch (failure) {
    showRefusal(failure);
  }
}

/** @param {string} id @param {Held} held @param {"made" | "no"} spare */
function keep(id, held, spare) {
  held.spare = spare;
  hold(id, held);
}

/** @param {...any} inside */
const section = (...inside) => el("section", { class: "invite alone", "aria-label": t("spare.title") },
  el("div", {}, el("h2", {}, t("spare.title")), el("p", { class: "hint" }, t("spare.hint")), el("div", { class: "row" }, inside)));
