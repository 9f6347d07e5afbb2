// @ts-check
// A table as a text, for spreadsheets: copied out, and pasted in with a sentence for all that cannot be taken.

import { button, fold } from "../controls.js";
import { el, say } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("./cells.js").Column} Column @typedef {import("./reading.js").Read} Read */

const MOST_TOLD = 10;
/** How many of the words that can stand in a column are listed. */
const MOST_CHOICES = 20;

/** @param {Column} column @param {any} row */
const shown = (column, row) => (column.isOn ? String(Number(column.isOn(row))) : column.show(row));

/** What stands in a table. @param {Column[]} columns @param {any[]} rows */
function asText(columns, rows) {
  const lines = rows.map((row) => columns.map((column) => shown(column, row).replace(/[\t\n]/g, " ")));
  return [columns.map(({ name }) => name), ...lines].map((line) => line.join("\t")).join("\n");
}

/** The sign between the cells of a text: the one that stands most often in its first line. @param {string} text */
function signOf(text) {
  const [line] = text.split("\n");
  const count = (/** @type {string} */ sign) => line.split(sign).length;
  return ["\t", ";", ","].reduce((one, other) => (count(other) > count(one) ? other : one));
}

/** @param {Column} column @param {string} text @returns {Read} */
function readCell(column, text) {
  if (text.startsWith("=")) return { fault: t("sheet.formula", { typed: text }) };
  if (column.isOn) return { value: !/^(0|n|no|nein|non|нет|false)?$/i.test(text) };
  const { options } = column;
  if (!options) return column.read ? column.read(text) : { value: text };
  const found = options.find((each) => each.text.toLowerCase() === text.toLowerCase()) || (text ? null : options[0]);
  if (found) return { value: found.value };
  return { fault: t("sheet.unknown", { typed: text, known: options.map((each) => each.text).join(", ") }) };
}

/** The cells of each line; one in quotes may have signs, line breaks, and quotes that stand twice. @param {string} text @param {string} sign */
function cellsOf(text, sign) {
  /** @type {string[][]} */
  const lines = [[]];
  const cell = new RegExp(`[ ]*(?:"((?:[^"]|"")*)"[ ]*(?=${sign}|\\r?\\n|$)|([^${sign}\\n]*))(${sign}|\\r?\\n|$)`, "y");
  while (cell.lastIndex < text.length) {
    const [, quoted, bare = "", end] = /** @type {RegExpExecArray} */ (cell.exec(text));
    lines[lines.length - 1].push((quoted === undefined ? bare : quoted.replaceAll('""', '"').replace(/\s+/g, " ")).trim());
    if (end && end !== sign) lines.push([]);
  }
  return lines;
}

/** The rows of a text, without the line that names the columns. @param {Column[]} columns @param {string} text */
function linesOf(columns, text) {
  const sign = signOf(text);
  const lines = cellsOf(text, sign).filter((line) => line.some(Boolean));
  const isHead = (/** @type {string} */ each, /** @type {number} */ n) =>
    each.toLowerCase() === columns[n]?.name.toLowerCase();
  return lines[0]?.every(isHead) || hasWordsForNumbers(columns, lines[0] || []) ? lines.slice(1) : lines;
}

/** Whether a line has words where others have numbers: it names the columns in its own way. @param {Column[]} columns @param {string[]} line */
function hasWordsForNumbers(columns, line) {
  const cells = line.filter((each, n) => columns[n]?.kind && each);
  return cells.length > 1 && !cells.some((each) => /^=|\d/.test(each));
}

/**
 * Reads rows; what is wrong is told with its row and column.
 * @param {Column[]} columns @param {string[][]} lines @param {() => any} begin makes a row
 * @returns {{rows: any[], wrong: string[]}}
 */
function rowsOf(columns, lines, begin) {
  /** @type {string[]} */
  const wrong = [];
  const rows = lines.map((line, n) => {
    const row = begin();
    for (const [place, column] of columns.entries()) {
      const read = readCell(column, line[place] ?? "");
      const where = { row: n + 1, column: column.full || column.name };
      const fault = "fault" in read ? read.fault : column.kind && read.note; // no number becomes another one unseen
      if (fault || !("value" in read)) wrong.push(t("sheet.wrong", { ...where, fault: fault || "" }));
      else column.set(row, read.value);
    }
    return row;
  });
  return { rows, wrong };
}

/**
 * What was pasted and could not be taken, by the key of its field.
 * @type {Map<string, {text: string, wrong: string[]}>}
 */
const refused = new Map();

/** All of a field is chosen, so that what is pasted takes its place. @param {any} event */
const whole = ({ target }) => target.select();

/** What can stand in a column that is chosen from words. @param {Column} column */
const choices = ({ name, options }) => options && el("li", {}, `${name}: `,
  options.slice(0, MOST_CHOICES).map(({ text }) => text).join(" · "), options.length > MOST_CHOICES && " …");

/**
 * A table as a text to copy and to paste.
 * @param {{key: string, columns: Column[], text: string, take: (text: string) => string[], changed: () => void,
 *   refresh: () => void}} of `take`: takes the text over, or says what is wrong with it and takes nothing
 */
function spreadsheet(of) {
  const found = refused.get(of.key);
  const id = `${of.key.replaceAll("/", "-")}-text`;
  const text = { id, "data-key": `${of.key}/text`, rows: 6, spellcheck: "false", wrap: "off", onfocus: whole };
  const place = el("textarea", text, found?.text ?? of.text);
  const take = () => {
    const wrong = of.take(place.value);
    refused.delete(of.key);
    if (!wrong.length) return of.changed();
    refused.set(of.key, { text: place.value, wrong });
    say(wrong[0]);
    return of.refresh();
  };
  const columns = of.columns.map(({ name }) => name).join(" · ");
  const words = of.columns.map(choices).filter(Boolean);
  const more = (found?.wrong.length || 0) - MOST_TOLD;
  return fold(of.key, t("sheet.title"), el("label", { class: "hint", for: id }, t("sheet.hint", { columns })), place,
    words.length > 0 && el("ul", { class: "hint" }, words),
    found && el("div", { class: "refused" }, found.wrong.slice(0, MOST_TOLD).map((line) => el("p", {}, line)),
      more > 0 && el("p", {}, t("sheet.more", { count: more }))),
    el("div", {}, button({ key: `${of.key}/take`, kind: "secondary", text: t("sheet.take"), do: take })));
}

/**
 * The rows of a table as a text; `put` takes them over where nothing is wrong.
 * @param {{key: string, columns: Column[], rows: any[], begin: () => any, put: (rows: any[]) => void,
 *   form: {changed: () => void, refresh: () => void}}} of
 */
export function sheet({ key, columns, rows, begin, put, form: { changed, refresh } }) {
  const take = (/** @type {string} */ text) => {
    const { rows: read, wrong } = rowsOf(columns, linesOf(columns, text), begin);
    if (!read.length) return [t("sheet.nothing")];
    if (!wrong.length) put(read);
    return wrong;
  };
  return spreadsheet({ key, columns, text: asText(columns, rows), take, changed, refresh });
}
