// @ts-check
// The cards that lie before the first turn of a siege: one tap for each on its printed values, or all typed; in one move.

import { button } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { byValues, pairButtons } from "./card-pairs.js";
import { laidBefore } from "./laid-before.js";
import { typedPairs } from "./typed-pairs.js";
import { named } from "./latin.js";
import { t } from "../../../web/assets/text.js";

/** @typedef {{structure: string, card: any}} Laid */

/**
 * How many cards still fit into each structure of a seat.
 * @param {any} board @param {number} seat
 * @returns {Record<string, number>}
 */
export const roomIn = (board, seat) => Object.fromEntries(["gate", "castle"].map((name) =>
  [name, board[name] - board.players[seat - 1][name].length]));

/** How many cards still fit into a structure. @param {{laid: Laid[]}} draft @param {Record<string, number>} room @param {string} name */
const leftIn = ({ laid }, room, name) => room[name] - laid.filter(({ structure }) => structure === name).length;

/**
 * Puts a card to those that were tapped; the next one goes where there is room.
 * @param {{structure: string, laid: Laid[]}} draft @param {Record<string, number>} room @param {any} card
 */
export function putCard(draft, room, card) {
  const { structure } = draft;
  if (leftIn(draft, room, structure) <= 0) return; // what does not fit is said below
  draft.laid.push({ structure, card });
  if (leftIn(draft, room, structure) <= 0) draft.structure = Object.keys(room).find((name) => leftIn(draft, room, name) > 0) || structure;
}

/**
 * Puts the cards anew that were tapped before it was known how many fit: each where it was, while there is room.
 * @param {{structure: string, laid: Laid[]}} draft @param {Record<string, number>} room
 */
export function putAnew(draft, room) {
  const { structure: next } = draft;
  for (const { structure, card } of draft.laid.splice(0)) {
    if (leftIn(draft, room, structure) > 0) draft.structure = structure;
    putCard(draft, room, card);
  }
  if (leftIn(draft, room, next) > 0) draft.structure = next;
}

/**
 * Cards to tap and those that were tapped; `draft.structure` goes on to the next one that has room.
 * @param {{structure: string, laid: Laid[], pairs?: {typed: string, wrong: string[]}}} draft @param {Record<string, number>} room
 * @param {{again: () => void, send: () => void, who: import("./laid-before.js").Who, other: any}} of
 *   `other`: the fields of a card that is not tapped
 */
export function tappedCards(draft, room, { again, send, who, other }) {
  const count = draft.laid.length;
  const put = (/** @type {any} */ card) => putCard(draft, room, card);
  const of = (/** @type {number} */ gate, /** @type {number} */ castle, /** @type {string} */ typed = "") => {
    const values = { gate_defense: gate, castle_defense: castle };
    return { ...named(typed, byValues(values)), ...values };
  };
  const take = (/** @type {any} */ card) => { put(card); again(); };
  draft.pairs ??= { typed: "", wrong: [] };
  const all = Object.keys(room).reduce((sum, name) => sum + Math.max(0, leftIn(draft, room, name)), 0);
  const typed = typedPairs("lay", draft.pairs, { again, ...(Object.keys(room).length ? { room: all } : {}), take: (pairs) => {
    for (const { name, gate, castle } of pairs) put(of(gate, castle, name || ""));
    again();
  } });
  const back = (/** @type {number} */ n) => { draft.laid.splice(n, 1); again(); };
  return [
    el("p", { class: "hint" }, t("cr.tap_cards")), pairButtons("lay", null, (gate, castle) => take(of(gate, castle))),
    laidBefore(who, null, { take, again }), typed, other,
    Object.keys(room).length > 0 && all === 0 && el("p", { class: "hint warning", role: "status" }, t("cr.no_place")),
    count > 0 && el("div", { class: "upgrades" }, draft.laid.map(({ structure, card }, n) => {
      const text = `${t(`cr.${structure}`)} ${card.name || card.card}`;
      const name = t("cr.take_back", { card: text });
      return button({ key: `laid/${n}`, kind: "quiet chip", text: `${text} ×`, name, do: () => back(n) });
    })),
    count > 0 && button({ key: "lay/all", kind: "primary", text: t("cr.lay_all", { count }), do: send }),
  ];
}
