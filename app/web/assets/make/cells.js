// @ts-check
// Fields and tables to type in: what cannot be taken stays where it was typed, with a sentence about it.

import { button } from "../controls.js";
import { el, say } from "../dom.js";
import { t } from "../text.js";
import { typedNumber, whole } from "./reading.js";

/** @typedef {import("./reading.js").Read} Read */

/**
 * @typedef {{key: string, label: string, value: string, read: (text: string) => Read, set: (value: any) => void,
 *   changed: () => void, list?: string[], kind?: string, isOffer?: boolean}} Typed
 *   `list`: what is often typed there; `isOffer`: what stands there only stands in, so that typing replaces it; `kind`: "decimal" or "numeric", for the keys that a phone shows;
 *   `changed`: what was typed has been read
 */

/**
 * What was said about a field, by its key: a fault with what was typed, or a note.
 * @type {Map<string, {text: string | null, told: string}>}
 */
const told = new Map();

/** Forgets what was said: something else stands there now. */
export const forgetTold = () => told.clear();

/** @param {Typed} of @param {string} text */
function take(of, text) {
  const read = of.read(text.trim());
  told.delete(of.key);
  if ("fault" in read) told.set(of.key, { text, told: read.fault });
  else {
    if (read.note) told.set(of.key, { text: null, told: read.note });
    of.set(read.value);
  }
  const line = told.get(of.key)?.told;
  if (line) say(line);
  of.changed();
}

let made = 0;

/** @param {Typed} of @param {Record<string, any>} named */
function input(of, named) {
  const id = `t${(made += 1)}`;
  const found = told.get(of.key);
  const field = el("input", {
    type: "text", id, "data-key": of.key, value: found?.text ?? of.value, autocomplete: "off", inputmode: of.kind,
    "aria-invalid": found?.text ? "true" : null, "aria-describedby": found ? `${id}n` : null, ...named,
    list: of.list && `${id}l`, onchange: (/** @type {any} */ event) => take(of, event.target.value),
  });
  const list = of.list && el("datalist", { id: `${id}l` }, of.list.map((value) => el("option", { value })));
  return { id, parts: [field, list, found && el("span", { class: "hint warning", id: `${id}n` }, found.told)] };
}

/** A field with its name before it. @param {Typed} of */
export function typed(of) {
  const whole = of.isOffer && { onfocus: (/** @type {any} */ event) => event.target.select() };
  const { id, parts } = input(of, whole || {});
  return el("div", { class: `field line ${of.kind ? "short" : ""}` }, el("label", { for: id }, of.label), parts);
}

/**
 * @typedef {{id: string, name: string, full?: string, kind?: string, show: (row: any) => string,
 *   read?: (text: string) => Read, options?: {value: any, text: string}[], isOn?: (row: any) => boolean,
 *   list?: string[], set: (row: any, value: any) => void}} Column
 *   a column is typed (`read`), chosen from `options`, or a box to tick (`isOn`)
 */

/** @param {Column} column @param {any} row @param {string} key @param {string} label @param {() => void} changed */
function cell(column, row, key, label, changed) {
  const set = (/** @type {any} */ value) => column.set(row, value);
  const named = { "data-key": key, "aria-label": label };
  if (column.isOn) {
    const tick = (/** @type {any} */ event) => { set(event.target.checked); changed(); };
    return el("input", { type: "checkbox", ...named, checked: column.isOn(row), onchange: tick });
  }
  if (column.options) {
    const { options } = column;
    const choose = (/** @type {any} */ event) => { set(options[event.target.selectedIndex].value); changed(); };
    return el("select", { ...named, onchange: choose },
      options.map(({ text }) => el("option", { selected: text === column.show(row) }, text)));
  }
  const { show, list, kind, read = (/** @type {string} */ text) => ({ value: text }) } = column;
  return input({ key, label, value: show(row), read, set, changed, list, kind }, { "aria-label": label }).parts;
}

/**
 * A table to type in.
 * @param {{key: string, caption: string, columns: Column[], rows: any[], called: (row: any, n: number) => string,
 *   changed: () => void, copy?: (n: number) => void, remove?: (n: number) => void,
 *   wrong?: (n: number, called: (below: string) => string) => any[]}} of
 *   `wrong`: what is wrong in a row; `called` says which cell it is about
 */
export function table(of) {
  const head = of.columns.map((column) => el("th", { scope: "col" }, el("abbr", { title: column.full }, column.name)));
  const rows = of.rows.map((row, n) => {
    const called = of.called(row, n);
    const key = `${of.key}/${n}`;
    const cells = of.columns.map((column) => {
      const label = t("table.cell", { column: column.full || column.name, row: called });
      const kind = column.kind || (column.isOn ? "tick" : "wide");
      return el("td", { class: kind }, cell(column, row, `${key}/${column.id}`, label, of.changed));
    });
    const copy = { key: `${key}/copy`, text: "+", name: t("table.copy", { row: called }), do: () => of.copy?.(n) };
    const away = { key: `${key}/away`, text: "×", name: t("table.away", { row: called }), do: () => of.remove?.(n) };
    const at = (/** @type {string} */ below) => {
      const column = of.columns.find(({ id }) => below.split("/")[1] === id);
      return column ? t("table.cell", { column: column.full || column.name, row: called }) : called;
    };
    const wrong = of.wrong?.(n, at) || [];
    return [el("tr", {}, cells, el("td", { class: "tools" }, of.copy && button(copy), of.remove && button(away))),
      wrong.length > 0 && el("tr", { class: "wrong" }, el("td", { colspan: of.columns.length + 1 }, wrong))];
  });
  return el("div", { class: "sheet-table" }, el("table", {}, el("caption", { class: "unseen" }, of.caption),
    el("thead", {}, el("tr", {}, head, el("td"))), el("tbody", {}, rows)));
}

/**
 * A column of whole numbers.
 * @param {string} id @param {string} name @param {string} full @param {number} least @param {number} most
 * @param {boolean} [empty] @returns {Column}
 */
export const numbers = (id, name, full, least, most, empty) => ({
  id, name, full, kind: "numeric", show: (row) => typedNumber(row[id]), read: whole(least, most, empty),
  set: (row, value) => { row[id] = value; },
});
