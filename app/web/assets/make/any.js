// @ts-check
// A rulebook without a form of its own: the setup as text, with its faults beside.

import { el } from "../dom.js";
import { t } from "../text.js";
import { isMap } from "./common.js";

/** What is typed, while it is no JSON. @type {string | null} */
let text = null;

/** Places in the setup are told as JSON pointers. */
export const isText = true;

/** The first setup that the rulebook offers. @param {any} details */
export const begin = (details) => structuredClone(Object.values(details.game?.setups || {})[0] ?? {});

/** Any object may be a setup. @param {any} found */
export function read(found) {
  if (!isMap(found)) throw new TypeError("no setup");
  text = null;
  return found;
}

/** Why a text is no JSON, with its line where the browser tells it. @param {any} failure @param {string} typed */
function wrong(failure, typed) {
  const place = /position (\d+)/.exec(failure.message);
  const line = place ? typed.slice(0, Number(place[1])).split("\n").length : /line (\d+)/.exec(failure.message)?.[1];
  return line ? t("make.no_json_at", { line }) : t("make.no_json");
}

/** @param {import("./common.js").Form} form */
export function draw(form) {
  const note = el("p", { class: "fault", role: "status" });
  const take = (/** @type {string} */ typed) => {
    text = typed;
    try {
      const found = JSON.parse(typed);
      if (!isMap(found)) throw new TypeError("no object");
      form.setup = found;
      note.textContent = "";
      form.typed();
    } catch (failure) {
      note.textContent = wrong(failure, typed);
    }
  };
  const area = el("textarea", {
    class: "as-text", rows: 18, spellcheck: "false", "data-key": "setup", "aria-label": t("make.as_text"),
    oninput: (/** @type {any} */ event) => take(event.target.value),
  }, text ?? JSON.stringify(form.setup, null, 1));
  return [el("p", { class: "hint" }, t("make.as_text")), area, note];
}
