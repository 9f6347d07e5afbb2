// @ts-check
// The effects of cards in the words of the service, each with its number or the stack that it is about.

import { t, word } from "../../../web/assets/text.js";
import { whole } from "../../../web/assets/make/reading.js";

/** @typedef {import("../../../web/assets/make/cells.js").Column} Column */

/** The effects of a card that an attack destroys, as the service names them. */
export const EFFECTS = [
  "none", "end-attack", "destroy-attack-card", "change-remaining-attack", "destroy-top-of", "attacker-discards-hand",
  "defender-draws", "defender-takes-card", "look-at-hand", "draw", "discard-permanent",
];
/** The effects of a card that is played. */
export const PLAYED = ["draw", "look-at-hand", "destroy-top-of", "discard-permanent"];
/** Those with a number. */
export const COUNTED = ["change-remaining-attack", "attacker-discards-hand", "defender-draws", "draw"];

/** @typedef {{value: {effect: string, amount?: number, structure?: string}, text: string}} Way */

/** The ways in which an effect can be chosen: one about a stack is one for each stack. @param {string[]} effects */
export const ways = (effects) => effects.flatMap(/** @returns {Way[]} */ (effect) => {
  if (effect !== "destroy-top-of") {
    return [{ value: { effect, ...(COUNTED.includes(effect) ? { amount: 1 } : {}) }, text: word("effect", effect) }];
  }
  return ["gate", "castle"].map((structure) =>
    ({ value: { effect, structure }, text: t(`effect.top-of-${structure}`) }));
});

/** The way that an effect is; none where it is unknown. @param {string[]} effects @param {any} effect */
export const effectOf = (effects, effect) => ways(effects).find(({ value }) =>
  value.effect === effect?.effect && (value.structure ?? null) === (effect.structure ?? null));

/**
 * The columns of an effect and of its number.
 * @param {string} id @param {string[]} effects @param {(row: any) => any} get
 * @param {(row: any, effect: any) => void} put
 * @returns {Column[]}
 */
function pair(id, effects, get, put) {
  const nothing = { value: null, text: "–" };
  return [
    {
      id, name: t(`card.${id}`), options: [nothing, ...ways(effects)],
      show: (row) => effectOf(effects, get(row))?.text ?? "–", set: (row, value) => put(row, value),
    },
    {
      id: `${id}_amount`, name: t("card.amount"), full: `${t(`card.${id}`)}: ${t("card.amount")}`, kind: "numeric",
      show: (row) => String(get(row)?.amount ?? ""), read: whole(-99, 99, true),
      set: (row, value) => { if (value !== null && get(row)) get(row).amount = value; },
    },
  ];
}

/** Columns for what happens when a card is played, its first effect, and when it is destroyed. */
export const effectColumns = () => [
  ...pair("when_played", PLAYED, (row) => row.when_played[0], (row, effect) => {
    row.when_played.splice(0, 1, ...(effect ? [{ ...effect }] : []));
  }),
  ...pair("when_destroyed", EFFECTS.slice(1), ({ when_destroyed: now }) => (now.effect === "none" ? null : now),
    (row, effect) => { row.when_destroyed = effect ? { ...effect } : { effect: "none" }; }),
];
