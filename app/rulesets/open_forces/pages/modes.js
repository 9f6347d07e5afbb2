// @ts-check
// Open Forces: the modes of data cards as columns of a table, and what new cards and groups begin with.

import { calledBy, t } from "../../../web/assets/text.js";
import { numbers } from "../../../web/assets/make/cells.js";
import { freeId, name, typedNumber, whole } from "../../../web/assets/make/reading.js";

/** @typedef {import("../../../web/assets/make/cells.js").Column} Column */

/**
 * Attack values: one, or two with a stroke between them, the second of which is for each unit.
 * @param {string} text
 */
function readAttack(text) {
  const parts = text.split("/").map((part) => whole(-20, 20, true)(part.trim()));
  const fault = parts.find((part) => "fault" in part);
  if (fault) return fault;
  const values = parts.map((part) => /** @type {any} */ (part).value);
  return { value: values.length > 1 ? values.slice(0, 2) : [null, values[0]] };
}

/** @returns {Column} */
const attack = () => ({
  id: "atk", name: "ATK", full: t("army.atk"), kind: "numeric", read: readAttack,
  show: (row) => (row.atk_base === null ? "" : `${typedNumber(row.atk_base)} / `) + typedNumber(row.atk),
  set: (row, [base, atk]) => Object.assign(row, { atk_base: base, atk }),
});

/** @returns {Column[]} */
export const modeColumns = () => [
  numbers("mode", t("army.mode_short"), t("army.mode"), 1, 6),
  numbers("spd", "SPD", t("army.spd"), 0, 100000),
  numbers("def", "DEF", t("army.def"), -20, 20),
  attack(),
  { ...numbers("spl", "SPL", t("army.spl"), 0, 100, true), show: (row) => (row.spl ? String(row.spl) : ""),
    set: (row, value) => { row.spl = value || 0; } },
  numbers("rng", "RNG", t("army.rng"), 0, 100000, true),
  { id: "sight", name: t("army.sight_short"), full: t("army.sight"), show: () => "",
    isOn: (row) => row.needs_line_of_sight, set: (row, on) => { row.needs_line_of_sight = on; } },
  { id: "name", name: t("army.mode_name_short"), full: t("army.mode_name"), show: (row) => row.name || "", read: name,
    set: (row, value) => { row.name = value; } },
];

export const newMode = () => ({
  mode: 1, spd: 10, def: 0, atk: 1, atk_base: null, spl: 0, rng: 30, needs_line_of_sight: true, may_shoot_over: [], name: null,
});

/** @param {any[]} cards @param {string | null} name */
export const newCard = (cards, name) => ({
  id: freeId("card", cards), name, unit_kind: null, size_class: 1, army_value: 1, max_group_size: 100, base: 100,
  may_cross: [], modes: [newMode()],
});

/** The first digit that no mode of a card has. @param {any} card */
export const freeDigit = (card) =>
  [1, 2, 3, 4, 5, 6].find((digit) => !card.modes.some((/** @type {any} */ mode) => mode.mode === digit)) || 6;

/** @param {any} setup @param {number} n the place of its army @param {string} card @param {string | null} name */
export function newGroup(setup, n, card, name) {
  const all = setup.armies.flatMap((/** @type {any} */ army) => army.groups);
  return { id: freeId("abcdefgh"[n], all), card, units: 5, unit_ids: [], mode: 1, positions: [], name };
}

/** Groups whose card is gone get the first one that is left. @param {any} setup */
export function keepGroups({ armies, cards }) {
  for (const group of armies.flatMap((/** @type {any} */ army) => army.groups)) {
    if (!cards.some((/** @type {any} */ { id }) => id === group.card)) group.card = cards[0].id;
  }
}

/** What a card is called. @param {any} card */
export const called = calledBy;

/**
 * What a group is called whose player has given it no name: as its card, with a number where there are several.
 * @param {any} group @param {any[]} groups @param {any[]} cards
 */
export function nameFor(group, groups, cards) {
  const card = cards.find(({ id }) => id === group.card);
  const alike = groups.filter((each) => each.card === group.card);
  return card ? `${called(card).slice(0, 56)}${alike.length > 1 ? ` ${alike.indexOf(group) + 1}` : ""}` : null;
}
