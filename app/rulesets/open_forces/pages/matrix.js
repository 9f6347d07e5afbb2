// @ts-check
// Open Forces: each group of an army in each of its modes at each group of another.

import { asDecimal, asPercent, calledBy, inWords, t } from "../../../web/assets/text.js";

export const hint = t("of.matrix");
export const range = "";
/** @type {number[]} */
export const ranges = [];
/** @type {import("../../../web/assets/matrix.js").Module["settings"]} */
export const settings = [];

/** @type {import("../../../web/assets/matrix.js").Module["sideOf"]} */
export async function sideOf({ groups }, { cards }) {
  /** @type {{group: any, modes: any[], name: string}[]} */
  const all = groups.map((/** @type {any} */ group) => {
    const card = cards.find((/** @type {any} */ each) => each.id === group.card);
    return { group, modes: card?.modes ?? [], name: group.name || (card ? calledBy(card) : inWords(group.id)) };
  });
  const called = (/** @type {any} */ mode) => mode.name || String(mode.mode);
  return {
    attackers: all.flatMap(({ group, modes, name }) => modes.filter((/** @type {any} */ mode) => mode.atk !== null).map((/** @type {any} */ mode) => ({
      name: `${name} × ${group.units}`, hint: called(mode),
      sent: { units: group.units, mode: { atk: mode.atk, atk_base: mode.atk_base, spl: mode.spl, rng: mode.rng } },
    }))),
    defenders: all.map(({ group, modes, name }) => {
      const mode = modes.find((/** @type {any} */ each) => each.mode === group.mode) ?? modes[0];
      return { name: `${name} × ${group.units}`, hint: called(mode), sent: { units: group.units, mode: { def: mode.def } } };
    }),
  };
}

/** @type {import("../../../web/assets/matrix.js").Module["request"]} */
export const request = (attackers, defenders) => ({ attackers: attackers.map(({ sent }) => sent), defenders: defenders.map(({ sent }) => sent) });

/** @type {import("../../../web/assets/matrix.js").Module["situation"]} */
export const situation = (example, from, to) => ({
  ...example, cover: [], distances: [], distance: null, visible: null, line_of_sight: true,
  attacker: { ...structuredClone(from.sent), unit_ids: [] }, defender: { ...structuredClone(to.sent), unit_ids: [] },
});

/** @type {import("../../../web/assets/matrix.js").Module["figures"]} */
export function figures({ chances, means }, { sent }) {
  return { share: means.kills.decimal / sent.units, large: asDecimal(means.kills.decimal), small: asPercent(chances.destroyed.decimal) };
}
