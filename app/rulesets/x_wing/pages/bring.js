// @ts-check
// X-Wing: the squad that a seat brings, as the form of squads makes it.

import { pilotName, readNames, readPilots, readUpgrades, shipName, upgradeName } from "./cards.js";
import { el } from "../../../web/assets/dom.js";
import { isMap } from "../../../web/assets/make/common.js";
import { begin as squads, nameOf, read, squadPart } from "./make.js";
import { t } from "../../../web/assets/text.js";

/** A squad as a list; null where it has no ship. @param {any} squad */
function listOf({ xws, ships }) {
  if (ships?.length) return { ships };
  return xws?.pilots.length ? { xws } : null;
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["begin"]} */
export const begin = () => squads();

/** @type {import("../../../web/assets/bringing/list-form.js").Module["listsIn"]} */
export function listsIn(found) {
  const isList = isMap(found?.xws) || Array.isArray(found?.ships);
  return read(isList ? { squads: [found] } : found).squads.map(listOf);
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["put"]} */
export function put(setup, n, list) {
  setup.squads[n] = list;
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["listAt"]} */
export const listAt = ({ squads: all }, n) => listOf(all[n]);

/** @type {import("../../../web/assets/bringing/list-form.js").Module["placeOf"]} */
export const placeOf = (pointer, n) => pointer.replace(/^\/list/, `/setup/squads/${n}`);

/** @type {import("../../../web/assets/bringing/list-form.js").Module["draw"]} */
export const draw = (form, n, limits) => squadPart(form, form.setup.squads[n], n, limits);

/** @type {import("../../../web/assets/bringing/list-form.js").Module["called"]} */
export function called({ xws, ships }) {
  const all = ships?.length ? ships : xws.pilots;
  const points = all.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + (each.points || 0), 0);
  const count = t("bring.ships", { count: all.length });
  return [xws?.name, count, points > 0 && t("xw.points_of", { count: points })].filter(Boolean).join(" · ");
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["told"]} */
export function told({ xws, ships }, again) {
  if (ships?.length) return ships.map((/** @type {any} */ each) => el("li", {}, el("bdi", {}, nameOf(each))));
  void readNames(xws).then((isNew) => isNew && again());
  return xws.pilots.map((/** @type {any} */ { id, ship, points, upgrades }) => {
    const cards = Object.values(upgrades || {}).flat().map(upgradeName);
    const rest = [shipName(ship || ""), ...cards, points && t("xw.points_of", { count: points })].filter(Boolean);
    return el("li", {}, el("bdi", {}, pilotName(id)), el("span", { class: "hint" }, ` ${rest.join(" · ")}`));
  });
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["cardName"]} */
export const cardName = (id) => (upgradeName(id) === id ? pilotName(id) : upgradeName(id));

/** Reads what cards are called, and says whether there is anything new. @param {string[]} ids */
export async function learn(ids) {
  const isNew = await readUpgrades();
  const others = ids.filter((id) => upgradeName(id) === id).map((id) => ({ id }));
  return (await readPilots({ pilots: others })) || isNew;
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["kept"]} */
export function kept(list) {
  const setup = squads();
  put(setup, 0, list);
  return setup;
}
