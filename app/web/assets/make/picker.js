// @ts-check
// Something is picked by a part of its name: what fits stands below as buttons, for the thumb and for the keyboard.

import { el, redraw, say } from "../dom.js";
import { t } from "../text.js";

/**
 * @typedef {{text: string, hint?: string, value: any, told?: string}} Found
 *   `told`: what is said above it where it is not called as it was typed; it is taken only by itself, not by Enter
 */

/** Milliseconds after the last letter before it is looked for. */
const PAUSE = 200;
/**
 * What was found for what was typed, by key: it stays while the form around is drawn again.
 * @type {Map<string, {part: string, all: Found[]}>}
 */
const kept = new Map();
/** How the list below a field is shown again, by the field. @type {WeakMap<Element, () => void>} */
const shows = new WeakMap();
let timer = 0;

/** Shows something to pick from before anything is typed. @param {string} key @param {Found[]} all */
export const offer = (key, all) => void kept.set(key, { part: "", all });

/**
 * @param {{key: string, label: string, find: (part: string) => Promise<Found[]>, take: (value: any) => void}} of
 *   `find`: what fits a part of a name, the best first
 */
export function picker({ key, label, find, take }) {
  const list = el("ul", { class: "found", "aria-label": label });
  /** The field as it stands on the page now: what is around it may have been drawn again. @returns {any} */
  const field = () => document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const chosen = (/** @type {Found} */ one) => {
    kept.delete(key);
    input.value = "";
    show();
    take(one.value);
    field()?.focus();
  };
  const show = () => {
    const { part = "", all = [] } = kept.get(key) || {};
    const shown = all.map((one, place) => el("li", {}, el("button", {
      type: "button", "data-key": `${key}/${place}`, onclick: () => chosen(one),
    }, one.text, one.hint && el("span", { class: "hint" }, ` ${one.hint}`))));
    const told = part && (all.length ? all[0].told : t("make.not_found", { part }));
    redraw(list, told && el("li", { class: "hint" }, told), shown);
  };
  const look = async (/** @type {string} */ part) => {
    if (part.length < 2) kept.delete(key);
    else kept.set(key, { part, all: await find(part) });
    const now = field();
    if (now?.value.trim() !== part) return; // somebody types on
    shows.get(now)?.();
    const found = kept.get(key)?.all;
    if (found) say(found.length ? found[0].told || t("make.found", { count: found.length }) : t("make.not_found", { part }));
  };
  const input = el("input", {
    type: "text", "data-key": key, "aria-label": label, placeholder: label, maxlength: 60, autocomplete: "off",
    oninput: () => { clearTimeout(timer); timer = window.setTimeout(() => void look(input.value.trim()), PAUSE); },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const first = kept.get(key)?.all[0];
      if (event.key === "Enter" && first) {
        event.preventDefault();
        if (!first.told) chosen(first);
      }
      if (event.key === "Escape") { input.value = ""; void look(""); }
    },
  });
  input.value = kept.get(key)?.part || "";
  shows.set(input, show);
  show();
  return el("div", { class: "picker" }, input, list);
}
