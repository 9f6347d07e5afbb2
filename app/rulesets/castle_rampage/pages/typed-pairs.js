// @ts-check
// Pairs of values of Castle Rampage's cards, typed or pasted from a spreadsheet: what is wrong is told with its line.

import { button } from "../../../web/assets/controls.js";
import { el, say } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";

/** @typedef {{name: string | null, gate: number, castle: number}} Pair @typedef {{typed: string, wrong: string[]}} Draft */

/** The highest value of a card. */
const MOST = 99;
const MOST_TOLD = 10;
/** How much of a line is told that has no pair. */
const LONGEST = 40;
/** Between two values: a bar of any kind. */
const BAR = /(\d)\s*[/:|–-]\s*(?=\d)/g;

/** @param {string} cell */
const isNumber = (cell) => /^\d+$/.test(cell);

/** What a line says: its pairs, and what of it is none. @param {string} line @returns {{pairs: Pair[], wrong: string[]}} */
function inLine(line) {
  const barred = line.replace(BAR, "$1/");
  const cells = barred.split(/[\t;,]/).map((cell) => cell.trim()).filter(Boolean);
  const values = cells.length > 1 ? cells : barred.trim().split(/\s+/);
  const isNamed = values.length === 3 && !/\d/.test(values[0]);
  const [name, rest] = isNamed ? [values[0], values.slice(1)] : [null, values];
  if (rest.length === 2 && rest.every(isNumber)) return within([{ name, gate: Number(rest[0]), castle: Number(rest[1]) }]);
  if (!barred.includes("/")) return { pairs: [], wrong: [t("cr.no_pair", { typed: values.join(" ").slice(0, LONGEST) })] };
  const each = values.flatMap((cell) => cell.split(/\s+/));
  const isPair = (/** @type {string} */ one) => /^\d+\/\d+$/.test(one);
  const wrong = each.filter((one) => !isPair(one));
  if (wrong.length) return { pairs: [], wrong: [...new Set(wrong)].map((typed) => t("cr.no_pair", { typed })) };
  return within(each.map((one) => one.split("/").map(Number)).map(([gate, castle]) => ({ name: null, gate, castle })));
}

/** @param {Pair[]} pairs */
function within(pairs) {
  const above = pairs.flatMap(({ gate, castle }) => [gate, castle]).filter((value) => value > MOST);
  return { pairs, wrong: above.map((typed) => t("control.at_most", { typed, limit: MOST })) };
}

/** The pairs in a text; what is wrong is told with its line, where there are several. @param {string} text */
export function pairsIn(text) {
  const all = text.split(/\r?\n/).filter((line) => line.trim());
  const lines = all.length > 1 && !/\d/.test(all[0]) ? all.slice(1) : all; // a line of words names the columns
  const read = lines.map(inLine);
  const told = read.flatMap(({ wrong }, n) => wrong.map((fault) =>
    (all.length > 1 ? t("cr.in_line", { n: n + 1 + all.length - lines.length, fault }) : fault)));
  return { pairs: read.flatMap(({ pairs }) => pairs), wrong: told };
}

/**
 * A field for pairs.
 * @param {string} key @param {Draft} draft what stands there, which the caller keeps
 * @param {{take: (pairs: Pair[]) => void, again: () => void, room?: number, otherwise?: string}} of
 *   `take`: all of them, none of which is wrong; `room`: for how many cards there is room; `otherwise`: where else to put it
 */
export function typedPairs(key, draft, { take, again, room = Infinity, otherwise }) {
  const id = `${key.replaceAll("/", "-")}-pairs`;
  const keep = (/** @type {any} */ event) => { draft.typed = event.target.value; };
  const read = () => {
    const { pairs, wrong } = pairsIn(draft.typed);
    if (!wrong.length && pairs.length > room) wrong.push(t("cr.no_room", { count: pairs.length, room }));
    if (!wrong.length && !pairs.length) wrong.push(t("sheet.nothing"));
    draft.wrong = wrong;
    if (wrong.length) {
      say(wrong[0]);
      return again();
    }
    draft.typed = "";
    return take(pairs);
  };
  const more = draft.wrong.length - MOST_TOLD;
  return el("div", { class: "field line pairs-typed" }, el("label", { for: id }, t("cr.type_pairs")),
    el("textarea", { id, "data-key": `${key}/pairs`, rows: 2, spellcheck: "false", placeholder: "3/4, 5/2", oninput: keep,
      "aria-invalid": draft.wrong.length ? "true" : null, "aria-describedby": draft.wrong.length ? `${id}-why` : null }, draft.typed),
    draft.wrong.length > 0 && el("div", { class: "refused", id: `${id}-why` }, draft.wrong.slice(0, MOST_TOLD).map((line) => el("p", {}, line)),
      more > 0 && el("p", {}, t("sheet.more", { count: more })), otherwise && el("p", {}, otherwise)),
    button({ key: `${key}/pairs/take`, kind: "secondary", text: t("cr.take_pairs"), do: read }));
}
