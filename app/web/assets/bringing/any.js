// @ts-check
// A rulebook without a form of its own: the list of a seat as text.

import { el } from "../dom.js";
import { isMap } from "../make/common.js";
import { t } from "../text.js";

/** @type {import("./list-form.js").Module["begin"]} */
export const begin = () => ({ list: null, text: "" });

/** @type {import("./list-form.js").Module["listsIn"]} */
export const listsIn = (found) => [isMap(found) ? found : null];

/** @type {import("./list-form.js").Module["put"]} */
export const put = (setup, _n, list) => Object.assign(setup, { list, text: JSON.stringify(list, null, 1) });

/** @type {import("./list-form.js").Module["listAt"]} */
export const listAt = ({ list }) => list;

/** @type {import("./list-form.js").Module["placeOf"]} */
export const placeOf = (pointer) => pointer;

/** The object in a text; null where it is none. @param {string} typed */
function objectIn(typed) {
  try {
    return listsIn(JSON.parse(typed), {})[0];
  } catch {
    return null;
  }
}

/** @type {import("./list-form.js").Module["draw"]} */
export function draw({ setup, changed }) {
  const take = (/** @type {any} */ { target: { value } }) => {
    Object.assign(setup, { list: objectIn(value), text: value });
    changed();
  };
  return [
    el("textarea", {
      class: "as-text", rows: 12, spellcheck: "false", "data-key": "list", "aria-label": t("bring.as_text"),
      onchange: take,
    }, setup.text),
    setup.text && !setup.list && el("p", { class: "fault", role: "status" }, t("make.no_json")),
    el("p", { class: "hint" }, t("bring.as_text")),
  ];
}

/** @type {import("./list-form.js").Module["called"]} */
export const called = (list) => String(list.name || Object.keys(list).join(", "));

/** @type {import("./list-form.js").Module["told"]} */
export const told = (list) => el("li", {}, el("code", {}, JSON.stringify(list)));

/** @type {import("./list-form.js").Module["cardName"]} */
export const cardName = (id) => id;

/** @type {import("./list-form.js").Module["kept"]} */
export const kept = (list) => list;
