// @ts-check
// The kinds of cards of Castle Rampage as columns of a table, and what a card begins with.

import { latin } from "./latin.js";
import { t } from "../../../web/assets/text.js";
import { EFFECTS, PLAYED, effectColumns } from "./card-effects.js";
import { isMap, listed } from "../../../web/assets/make/common.js";
import { name, names, whole } from "../../../web/assets/make/reading.js";

/** @typedef {import("../../../web/assets/make/cells.js").Column} Column */

/** What a card is called. @param {any} card @param {number} [n] */
export const called = (card, n = 0) => String(card.name || card.card || n + 1);

/**
 * A card whose members the table can rely on, whoever has made it; what is wrong in it stays, and the service says so.
 * @param {any} card
 */
export const shaped = (card) => ({
  ...card, units: listed(card.units).filter((each) => typeof each === "string"),
  when_destroyed: isMap(card.when_destroyed) ? card.when_destroyed : { effect: EFFECTS[0] },
  when_played: listed(card.when_played).filter((each) => isMap(each) && PLAYED.includes(each.effect)),
});

/** An id that no card has yet, from a name: ids are ASCII. @param {any[]} cards @param {string} wanted */
function freeCard(cards, wanted) {
  const known = new Set(cards.map(({ card }) => card));
  const begin = latin(wanted).slice(0, 90) || "card";
  let id = begin;
  for (let n = 2; known.has(id); n += 1) id = `${begin} ${n}`;
  return id;
}

/**
 * A card more, or a copy of one, with an id of its own.
 * @param {any[]} cards @param {number} gate @param {number} castle @param {any} [like]
 */
export function newCard(cards, gate, castle, like) {
  const pair = { gate_defense: gate, castle_defense: castle };
  const begin = like ? structuredClone(like) : shaped({ name: null, copies: 1, ...pair });
  const id = freeCard(cards, begin.name || begin.card || `${gate}-${castle}`);
  return { ...begin, card: id };
}

/**
 * A column of whole numbers.
 * @param {string} id @param {number} least @param {number} most @param {boolean} [empty] @returns {Column}
 */
const numbers = (id, least, most, empty) => ({
  id, name: t(`card.${id}`), full: t(`card.${id}`), kind: "numeric", show: (row) => String(row[id] ?? ""),
  read: whole(least, most, empty), set: (row, value) => { row[id] = value; },
});

/** @param {string} id @returns {Column} */
const ticks = (id) => ({
  id, name: t(`card.${id}`), full: t(`card.${id}`), show: () => "", isOn: (row) => Boolean(row[id]),
  set: (row, on) => { row[id] = on; },
});

/** The column of names: whose id follows, while the card has no other one. @returns {Column} */
const named = () => ({
  id: "name", name: t("card.name"), show: (row) => called(row), read: name,
  set: (row, value) => { row.name = value; },
});

/** @returns {Column} */
const units = () => ({
  id: "units", name: t("card.units"), show: (row) => row.units.join(", "), read: names,
  set: (row, value) => { row.units = value.map(latin).filter(Boolean); },
});

/** What stands in the table; the rest of a card stands below it. @returns {Column[]} */
export const columns = () => [
  named(), numbers("copies", 1, 118), numbers("gate_defense", 0, 99), numbers("castle_defense", 0, 99),
  numbers("attack", 1, 99, true), { ...numbers("cost", 0, 9, true), set: (row, value) => { row.cost = value || 0; } },
];

/** @param {string} id @param {Partial<Column>} of @returns {Column} */
function scheme(id, of) {
  const member = id.slice("scheme_".length);
  return {
    id, name: t(`card.${id}`), show: (row) => String(row.scheme?.[member] ?? ""), ...of,
    set: (row, value) => {
      if (isGiven(value)) row.scheme = { attack: 1, units: [], ...row.scheme, [member]: value };
    },
  };
}

/** Whether a cell has anything in it. @param {any} value */
const isGiven = (value) => value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0);

/** What stands in a spreadsheet: all of a card. @returns {Column[]} */
export const sheetColumns = () => [
  ...columns(), units(), ...["bypasses_gate", "survives_repel", "permanent", "purple"].map(ticks),
  ...effectColumns(), ticks("at_random"),
  scheme("scheme_attack", { read: whole(1, 99, true) }),
  scheme("scheme_units", { show: (row) => listed(row.scheme?.units).join(", "), read: names }),
  scheme("scheme_bonus", { read: name }),
  scheme("scheme_bonus_attack", { read: whole(0, 99, true) }),
];
