// @ts-check
// Open Forces: two groups as figures, and what stands between them.

import { button, fold, stepper, toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { figures } from "../../../web/assets/draw.js";
import { t } from "../../../web/assets/text.js";
import { fields, side } from "../../../web/assets/forms/common.js";

export const measures = ["kills"];

/** Whether nothing is left to attack. @param {any} outcome */
export const isOver = (outcome) => outcome.after.defender.units === 0;

/** What is asked of a table. @param {any} of */
export const question = ({ attacker, defender }) => t("of.question", { attackers: attacker.units, defenders: defender.units });

/** No more units touch a cover, or are seen, than the target group has left. @param {any} situation */
function fit(situation) {
  const { defender } = situation;
  for (const cover of situation.cover) cover.touching = Math.min(cover.touching, defender.units);
  situation.visible = null;
  if (situation.distances.length !== defender.units) situation.distances = [];
}

/** @param {import("../../../web/assets/forms/common.js").Form} form */
export function show(form) {
  const { attacker, defender } = form.situation;
  const table = form.situation;
  /** @param {any} of @param {string} name @param {(value: any) => void} [more] */
  const set = (of, name, more) => (/** @type {any} */ value) => {
    of[name] = value;
    more?.(value);
    form.changed();
  };
  const units = (/** @type {any} */ group, /** @type {string} */ role) => stepper({
    key: `${role}/units`, label: t("of.units"), value: group.units, min: 1, max: 100,
    set: set(group, "units", () => { group.unit_ids = []; fit(table); }),
  });
  return [
    side("attacker", t("role.attacker"),
      figures(attacker.units, "attacker", t("of.figures", { count: attacker.units })),
      fields(units(attacker, "attacker"),
        stepper({ key: "atk", label: "ATK", value: attacker.mode.atk, min: -20, max: 20, set: set(attacker.mode, "atk") }))),
    side("defender", t("role.defender"),
      figures(defender.units, "defender", t("of.figures", { count: defender.units })),
      fields(units(defender, "defender"),
        stepper({ key: "def", label: "DEF", value: defender.mode.def, min: -20, max: 20, set: set(defender.mode, "def") })),
      table.cover.map((/** @type {any} */ cover, /** @type {number} */ place) => fields(
        stepper({ key: `cover${place}/def`, label: t("of.cover"), value: cover.def, min: 0, max: 20, set: set(cover, "def") }),
        stepper({ key: `cover${place}/touching`, label: t("of.touching"), value: cover.touching, min: 0, max: defender.units, set: set(cover, "touching") }),
        button({ key: `cover${place}/away`, text: "×", kind: "quiet away", name: t("of.no_cover"), do: () => { table.cover.splice(place, 1); form.changed(); } }))),
      table.cover.length < 4 && button({ key: "cover", text: t("of.add_cover"), do: () => { table.cover.push({ def: 1, touching: Math.ceil(defender.units / 2) }); form.changed(); } })),
    fold("of/more", t("of.more"),
      stepper({ key: "spl", label: t("of.splash"), value: attacker.mode.spl, max: 20, set: set(attacker.mode, "spl") }),
      stepper({ key: "base", label: t("of.base"), value: attacker.mode.atk_base, min: -20, max: 20, empty: true, set: set(attacker.mode, "atk_base") }),
      stepper({ key: "rng", label: t("of.range"), value: attacker.mode.rng, max: 200, empty: true, set: set(attacker.mode, "rng") }),
      stepper({ key: "distance", label: t("of.distance"), value: table.distance, max: 500, empty: true, set: set(table, "distance") }),
      toggle({ key: "sight", label: t("of.sight"), on: table.line_of_sight, set: set(table, "line_of_sight") }),
      el("p", { class: "hint" }, t("of.hint"))),
  ];
}
