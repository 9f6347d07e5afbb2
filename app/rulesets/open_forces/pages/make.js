// @ts-check
// A game of Open Forces of one's own: data cards, armies and a battlefield.

import { t } from "../../../web/assets/text.js";
import { armies } from "./armies.js";
import { fieldOf, newField, sent } from "./battlefield.js";
import { isMap, listed } from "../../../web/assets/make/common.js";
import { dataCards } from "./data-cards.js";
import { battlefield } from "./field.js";
import { newCard, newGroup, newMode } from "./modes.js";
import { held, historyOf } from "../../../web/assets/make/undo.js";

export { sent };

/** More than the service takes, and few enough to be drawn. */
const MOST_UNITS = 1000;
const [FARTHEST, WIDEST] = [1_000_000, 3_000_000];

const undoing = historyOf();

/** One card, a group of it on each side, and an empty battlefield. */
export function begin() {
  const first = newCard([], t("army.unit_type", { n: 1 }));
  /** @type {any} */
  const setup = { cards: [first], armies: [], obstacles: [], objective: null, placement: "in-turn" };
  for (const n of [0, 1]) setup.armies.push({ groups: [newGroup(setup, n, first.id, null)], team: null });
  return { ...setup, drawing: newField(2) };
}

/** A setup of which nothing is missing that is drawn. Raises TypeError where it is none. @param {any} found */
export function read(found) {
  if (!isMap(found)) throw new TypeError("no setup");
  const setup = {
    objective: null, placement: "setup", ...found, battlefield: rectangle(found.battlefield), zones: listed(found.zones).map(rectangle), cards: maps(found.cards).map(card),
    armies: maps(found.armies).map(army), obstacles: maps(found.drawing?.left ?? found.obstacles).map(obstacle),
  };
  if (!setup.cards.length || !setup.armies.length) throw new TypeError("no armies");
  return { ...setup, drawing: isField(found.drawing, setup.armies.length) ? found.drawing : fieldOf(setup) };
}

/** @param {any} value @returns {any[]} */
const maps = (value) => listed(value).filter(isMap);
/** @param {any} value */
const coordinate = (value) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.round(value) || 0));
/** @param {any} value */
const place = (value) => ({ x: coordinate(value?.x), y: coordinate(value?.y) });
/** @param {any} found */
const mode = (found) => ({
  ...newMode(), rng: null, atk: null, ...found, may_shoot_over: listed(found.may_shoot_over),
});
/** @param {any} found */
function card(found) {
  const modes = maps(found.modes).map(mode);
  return {
    ...newCard([], null), ...found, id: String(found.id), may_cross: listed(found.may_cross),
    modes: modes.length ? modes : [newMode()],
  };
}
/** @param {any} found */
const army = (found) => ({ team: null, ...found, groups: maps(found.groups).map(group) });
/** @param {any} found */
const group = (found) => ({
  unit_ids: [], mode: 1, name: null, ...found, id: String(found.id), card: String(found.card),
  units: Math.min(Math.max(Math.trunc(found.units) || 0, 0), MOST_UNITS),
  positions: listed(found.positions).map(place),
});
/** @param {any} found */
const obstacle = (found) => ({
  name: null, kind: null, blocks_sight: true, def: 0, ...found, id: String(found.id), at: place(found.at),
  radius: coordinate(found.radius), corners: listed(found.corners).map(place), crossed_by: listed(found.crossed_by),
});

/** @param {any} value @param {string[]} names */
const hasNumbers = (value, names) => isMap(value) && names.every((name) => Number.isFinite(value[name]));
/** @param {any} stand */
const isStand = (stand) => hasNumbers(stand, ["x", "y"])
  && listed(stand.places).every((/** @type {any} */ each) => hasNumbers(each, ["x", "y"])) && stand.places;
/** @param {any} zone */
const isZone = (zone) => hasNumbers(zone, ["x", "y", "w", "h"]);

/** A part of the plane; null where there is none. @param {any} found */
const rectangle = (found) => (hasNumbers(found, ["width", "height"]) && Math.min(found.width, found.height) > 0
  ? { at: place(found.at), width: coordinate(found.width), height: coordinate(found.height) } : null);

/** Whether a battlefield was drawn here, for so many armies. @param {any} found @param {number} armies */
const isField = (found, armies) => hasNumbers(found, ["width", "height", "snap"])
  && Math.min(found.width, found.height) > 0 && Math.max(found.width, found.height) <= WIDEST
  && isMap(found.stands) && Object.values(found.stands).every(isStand)
  && listed(found.zones).length === armies && found.zones.every(isZone);

/** @param {import("./battlefield.js").Form} page */
export function draw(page) {
  const form = held(page);
  const tools = (/** @type {string} */ place) => undoing(form, place);
  return [tools("undo"), dataCards(form), armies(form), battlefield(form, tools("undo-drawing"))];
}
