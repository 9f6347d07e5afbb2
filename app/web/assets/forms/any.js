// @ts-check
// A rulebook that has no form of its own: a field for each value of its example.

import { button, fold } from "../controls.js";
import { el } from "../dom.js";
import { described } from "./described.js";

/** @type {string[]} */
export const measures = [];

/** @param {import("./common.js").Form} form */
export function show(form) {
  return [el("div", { class: "fields" }, part(form, form.situation, ""))];
}

/** @type {Record<string, import("./described.js").Field["kind"]>} */
const KINDS = { number: "number", boolean: "yes-no", string: "text" };

/** @param {string} name */
const plain = (name) => name.replaceAll("_", " ");

/** @param {import("./common.js").Form} form @param {any} of @param {string} path @returns {any} */
function part(form, of, path) {
  return Object.entries(of).map(([name, value]) => {
    const key = `${path}/${name}`;
    const label = form.details.labels.fields[name] || plain(name);
    const kind = KINDS[typeof value];
    if (kind) return described(of, [{ key, at: name, label, kind, min: -99, max: 999 }], form.changed);
    if (Array.isArray(value)) {
      return fold(key, label, part(form, value, key),
        value.length > 0 && button({ key: `${key}+`, text: "+", do: () => { value.push(structuredClone(value[value.length - 1])); form.changed(); } }),
        value.length > 0 && button({ key: `${key}-`, text: "−", do: () => { value.pop(); form.changed(); } }));
    }
    return value && typeof value === "object" ? el("fieldset", { class: "nested" }, el("legend", {}, label), part(form, value, key)) : null;
  });
}
