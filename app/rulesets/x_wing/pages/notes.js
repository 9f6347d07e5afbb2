// @ts-check
// What the service remarks on a squad and does not refuse, each at the ship or the squad that it is about.

import { el } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";

/** @typedef {import("../../../web/assets/make/common.js").Form} Form */

/** What the players apply themselves: told once for all ships, so it stands below the form only. */
const FOR_ALL = "card-by-hand";

/** @param {string} text */
const noted = (text) => el("p", { class: "hint noted" }, el("span", { "aria-hidden": "true" }, "△ "), text);

/** The notes at a place of a squad, and below it where `isDeep`. @param {Form} form @param {string} place @param {boolean} isDeep */
function notesAt({ answer }, place, isDeep) {
  const all = /** @type {any[]} */ (answer?.notes || []).filter(({ code }) => code !== FOR_ALL);
  return all.filter(({ pointer }) => pointer === place || (isDeep && pointer.startsWith(`${place}/`))).map(({ text }) => noted(text));
}

/** What is remarked on a squad as a whole. @param {Form} form @param {number} n */
export function squadNotes(form, n) {
  const { xws } = form.setup.squads[n];
  const limit = form.options?.squad_limit;
  const points = pointsOf(xws);
  return [
    ...notesAt(form, `/setup/squads/${n}`, false),
    limit && points > limit && noted(t("xw.over_limit", { points, limit })),
  ];
}

/** What the ships of a list are worth, as far as it says so. @param {any} xws */
export const pointsOf = (xws) =>
  (xws?.pilots || []).reduce((/** @type {number} */ all, /** @type {any} */ each) => all + (each.points || 0), 0);

/**
 * What is remarked on a ship of a list; nothing while the service has not seen the list as it is now.
 * @param {Form} form @param {number} n @param {number} place
 */
export function shipNotes(form, n, place) {
  const now = form.setup.squads[n].xws?.pilots[place];
  const seen = form.answer?.setup?.squads[n]?.xws?.pilots[place];
  if (seen?.id !== now?.id) return [];
  return ["ships", "xws/pilots"].flatMap((of) => notesAt(form, `/setup/squads/${n}/${of}/${place}`, true));
}
