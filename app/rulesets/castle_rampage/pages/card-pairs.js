// @ts-check
// The pairs of values that are printed on cards of Castle Rampage, as buttons: whoever holds a card taps its pair.

import { el, svg } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";

/** Defense at the gate and in the castle. @type {[number, number][]} */
export const PAIRS = [[1, 1], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [4, 2], [4, 4], [6, 6]];

/** What a card is called that nobody has named: its values. @param {{gate_defense: number, castle_defense: number}} card */
export const byValues = ({ gate_defense: gate, castle_defense: castle }) => `${gate}/${castle}`;

const mark = (/** @type {string} */ path) =>
  svg("svg", { class: "mark", viewBox: "0 0 11 12", "aria-hidden": "true" }, svg("path", { d: path }));
export const gateMark = () => mark("M1 11.5V5.5a4.5 4.5 0 0 1 9 0v6z");
export const towerMark = () => mark("M1 11.5V1h2v2h1.5V1h2v2H8V1h2v10.5z");

/**
 * A button for each pair.
 * @param {string} key
 * @param {{gate_defense: number, castle_defense: number} | null} card whose pair is pressed; null: none is
 * @param {(gate: number, castle: number) => void} take
 */
export const pairButtons = (key, card, take) => el("div", {
  class: "pairs-printed", role: "group", "aria-label": t("cr.pairs"),
}, PAIRS.map(([gate, castle]) => el("button", {
  type: "button", class: "pair-printed", "data-key": `${key}/${gate}-${castle}`,
  "aria-label": t("cr.pair", { gate, castle }),
  "aria-pressed": card && String(card.gate_defense === gate && card.castle_defense === castle),
  onclick: () => take(gate, castle),
}, el("span", {}, gateMark(), gate), el("span", {}, towerMark(), castle))));
