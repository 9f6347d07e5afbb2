// @ts-check
// X-Wing: each ship of a squad at each of another, with what players mostly have then.

import { post } from "../../../web/assets/api.js";
import { readPilots } from "./cards.js";
import { asDecimal, asPercent, calledBy, t, word } from "../../../web/assets/text.js";

/** @typedef {import("../../../web/assets/matrix.js").Thing} Thing */

export const hint = t("xw.matrix");
export const range = t("xw.range");
export const ranges = [1, 2, 3];

const setting = (/** @type {"attacker" | "defender"} */ role, /** @type {string} */ name, /** @type {boolean} */ on) =>
  ({ key: `${role}/${name}`, label: `${t(`role.${role}`)}: ${name === "lock" ? t("xw.lock") : word("token", name)}`, on });

export const settings = [
  setting("attacker", "focus", true), setting("attacker", "lock", false), setting("defender", "focus", true), setting("defender", "evade", false),
];

/** The ships of a squad. @param {any} place */
async function shipsOf({ ships, xws }) {
  if (ships?.length) return ships;
  const read = await post("/v1/rulesets/x-wing/squads", { xws });
  await readPilots(xws);
  return read.ships;
}

/** @type {import("../../../web/assets/matrix.js").Module["sideOf"]} */
export async function sideOf(place) {
  const things = (await shipsOf(place)).map((/** @type {any} */ { name, ship, weapons }) => ({
    name: name || calledBy(ship), hint: "", sent: ship, weapon: weapons.find((/** @type {any} */ each) => !each.upgrade),
  }));
  return { attackers: things, defenders: things };
}

/** A ship with the tokens that are set for its role. @param {any} ship @param {"attacker" | "defender"} role @param {string[]} names @param {(key: string) => boolean} on */
const withTokens = (ship, role, names, on) => ({ ...ship, tokens: { ...ship.tokens, ...Object.fromEntries(names.map((name) => [name, on(`${role}/${name}`) ? 1 : 0])) } });

/** @type {import("../../../web/assets/matrix.js").Module["request"]} */
export function request(attackers, defenders, on) {
  const locks = on("attacker/lock") ? defenders.map(({ sent }) => sent.id) : [];
  return {
    attackers: attackers.map(({ sent }) => ({ ...withTokens(sent, "attacker", ["focus"], on), locks })),
    defenders: defenders.map(({ sent }) => withTokens(sent, "defender", ["focus", "evade"], on)),
    ranges,
  };
}

/** @type {import("../../../web/assets/matrix.js").Module["situation"]} */
export function situation(example, from, to, cell, sent) {
  const [attacker, defender] = [structuredClone(sent.attackers[cell.attacker]), structuredClone(sent.defenders[cell.defender])];
  const own = attacker.id === defender.id ? `${attacker.id}-2` : attacker.id;
  const plain = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, typeof value === "boolean" ? false : Array.isArray(value) ? [] : null]));
  return {
    ...plain, defender, attack_range: cell.range, weapon: from.weapon, defender_in_arcs: [from.weapon?.arc ?? "front"],
    attacker: { ...attacker, id: own, locks: attacker.locks.includes(defender.id) ? [defender.id] : [] },
  };
}

/** @type {import("../../../web/assets/matrix.js").Module["figures"]} */
export function figures({ chances, means }) {
  return { share: chances.destroyed.decimal, large: asPercent(chances.destroyed.decimal), small: asDecimal(means.damage.decimal) };
}
