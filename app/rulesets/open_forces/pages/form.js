// @ts-check
// Open Forces: two groups as figures, and what stands between them.

import { button, fold } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { figures } from "../../../web/assets/draw.js";
import { t } from "../../../web/assets/text.js";
import { fields, side } from "../../../web/assets/forms/common.js";
import { described } from "../../../web/assets/forms/described.js";

export const measures = ["kills"];

/** What falls on average comes before the chances. */
export const average = "kills";

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
export function show({ situation: table, changed }) {
  const { attacker, defender } = table;
  const parts = (/** @type {any} */ of, /** @type {import("../../../web/assets/forms/described.js").Field[]} */ ...all) => described(of, all, changed);
  const units = (/** @type {any} */ group, /** @type {string} */ role) => parts(group, {
    key: `${role}/units`, label: t("of.units"), min: 1, max: 100, then: () => { group.unit_ids = []; fit(table); },
  });
  return [
    side("attacker", t("role.attacker"),
      figures(attacker.units, "attacker", t("of.figures", { count: attacker.units })),
      fields(units(attacker, "attacker"), parts(attacker.mode, { key: "atk", label: "ATK", min: -20, max: 20 }))),
    side("defender", t("role.defender"),
      figures(defender.units, "defender", t("of.figures", { count: defender.units })),
      fields(units(defender, "defender"), parts(defender.mode, { key: "def", label: "DEF", min: -20, max: 20 })),
      table.cover.map((/** @type {any} */ cover, /** @type {number} */ place) => fields(
        parts(cover,
          { key: `cover${place}/def`, label: t("of.cover"), max: 20 },
          { key: `cover${place}/touching`, label: t("of.touching"), max: defender.units }),
        button({ key: `cover${place}/away`, text: "×", kind: "quiet away", name: t("of.no_cover"), do: () => { table.cover.splice(place, 1); changed(); } }))),
      table.cover.length < 4 && button({ key: "cover", text: t("of.add_cover"), do: () => { table.cover.push({ def: 1, touching: Math.ceil(defender.units / 2) }); changed(); } })),
    fold("of/more", t("of.more"),
      parts(attacker.mode,
        { key: "spl", label: t("of.splash"), max: 20 },
        { key: "base", at: "atk_base", label: t("of.base"), min: -20, max: 20, empty: true },
        { key: "rng", label: t("of.range"), max: 200, empty: true }),
      parts(table,
        { key: "distance", label: t("of.distance"), max: 500, empty: true },
        { key: "sight", at: "line_of_sight", kind: "yes-no", label: t("of.sight") }),
      el("p", { class: "hint" }, t("of.hint"))),
  ];
}
