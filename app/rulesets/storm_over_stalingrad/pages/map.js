// @ts-check
// Storm Over Stalingrad: a map as data: areas with their outlines, kinds of units, and what the service is told.

import { calledBy, t } from "../../../web/assets/text.js";
import { cellOf, haveBorder } from "./borders.js";
import { isMap, listed } from "../../../web/assets/make/common.js";
import { freeId } from "../../../web/assets/make/reading.js";
import { middleOf, moved } from "../../../web/assets/make/shapes.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{key: string, name: string | null, side: string, firepower: number, defense_fresh: number,
 *   defense_spent: number, division: string | null, independent: boolean, movement: number | null}} Kind units
 *   that are alike
 * @typedef {{width: number, height: number, outlines: Record<string, Point[]>, trace: Point[], kinds: Kind[],
 *   kindOf: Record<string, string>}} Drawing `trace`: the corners of the area that is being drawn
 * @typedef {import("../../../web/assets/make/common.js").Form} Form
 */

export const SIDES = ["soviet", "german"];
export const [WIDTH, HEIGHT] = [10000, 7000];
/** What kinds and units have in common. */
const VALUES = ["side", "firepower", "defense_fresh", "defense_spent", "division", "independent", "movement"];
export const MOST_AREAS = 32;
/** More than the service takes, and few enough to be drawn. */
const MOST = 500;
const LONGEST_STEM = 50;
const [LEAST, HIGHEST] = [1000, 40000];

/** @param {string} key @param {string} side @returns {Kind} */
export const newKind = (key, side) => ({
  key, name: null, side, firepower: 3, defense_fresh: 7, defense_spent: 6, division: null, independent: false,
  movement: null,
});

/** A map with nothing on it, and a kind of unit for each side. */
export const emptyMap = () => ({
  areas: /** @type {any[]} */ ([]), sides: ["german", "soviet"], arrivals: [], withdrawals: [], objectives: null,
  cards: [], hand_sizes: [],
  drawing: {
    width: WIDTH, height: HEIGHT, outlines: {}, trace: [], kindOf: {},
    kinds: SIDES.map((side, n) => newKind(`kind-${n + 1}`, side)),
  },
});

/** All units of a map, those to come too. @param {any} setup @returns {any[]} */
export const unitsOf = ({ areas, arrivals }) =>
  [...areas.flatMap((/** @type {any} */ area) => area.units), ...arrivals.map((/** @type {any} */ each) => each.unit)];

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A letter for an area that nobody has named: texts say “area B”. @param {any[]} areas @returns {string} */
export const freeLetter = (areas) => [...LETTERS, ...LETTERS.map((letter) => letter + letter)]
  .find((letter) => !areas.some(({ name }) => name === letter)) || "?";

/** What an area is called. @param {any} area */
export const called = calledBy;

/**
 * A new area within these corners, beside those with which it has a border in common.
 * @param {any} setup @param {Point[]} corners @param {string} name
 */
export function addArea(setup, corners, name) {
  const { areas, drawing: { outlines } } = setup;
  const id = freeId("area", areas);
  const adjacent = areas.filter((/** @type {any} */ area) => haveBorder(corners, outlines[area.id]));
  outlines[id] = corners;
  areas.push({
    id, terrain_defense: 1, controller: "soviet", adjacent: adjacent.map((/** @type {any} */ area) => area.id),
    units: [], ferry: false, name,
  });
  return id;
}

/** Takes an area away, with all that names it. @param {any} setup @param {string} id */
export function removeArea(setup, id) {
  setup.areas = setup.areas.filter((/** @type {any} */ area) => area.id !== id);
  for (const area of setup.areas) area.adjacent = area.adjacent.filter((/** @type {string} */ other) => other !== id);
  setup.arrivals = setup.arrivals.filter((/** @type {any} */ arrival) => arrival.area !== id);
  for (const arrival of setup.arrivals) {
    arrival.or_areas = listed(arrival.or_areas).filter((/** @type {string} */ other) => other !== id);
  }
  if (setup.objectives) makeObjective(setup, id, false);
  forgetUnits(setup);
  delete setup.drawing.outlines[id];
}

/** Units that are gone leave nobody behind who is to leave. @param {any} setup */
export function forgetUnits(setup) {
  const left = new Set(unitsOf(setup).map(({ id }) => id));
  setup.withdrawals = setup.withdrawals.filter((/** @type {any} */ { unit }) => left.has(unit));
}

/** @param {any} setup @param {string} id @param {boolean} on */
export function makeObjective(setup, id, on) {
  const wanted = setup.objectives;
  wanted.areas = wanted.areas.filter((/** @type {string} */ other) => other !== id);
  if (on) wanted.areas.push(id);
  wanted.needed = Math.max(1, Math.min(wanted.needed, wanted.areas.length));
  if (!wanted.areas.length) setup.objectives = null;
}

/** Whether two areas are beside each other; one that names the other is enough. @param {any} one @param {any} other */
export const areBeside = (one, other) => one.adjacent.includes(other.id) || other.adjacent.includes(one.id);

/** Makes two areas neighbors, or none any more. @param {any} one @param {any} other */
export function joinOrPart(one, other) {
  const isBeside = areBeside(one, other);
  for (const [area, next] of [[one, other], [other, one]]) {
    area.adjacent = area.adjacent.filter((/** @type {string} */ id) => id !== next.id);
  }
  if (!isBeside) one.adjacent.push(other.id);
}

/** A unit of a kind, with an id of its own. @param {any} setup @param {Kind} kind */
export function newUnit(setup, kind) {
  const unit = { id: freeId(kind.side, unitsOf(setup)), state: "fresh" };
  become(setup, unit, kind);
  return unit;
}

/** A unit more in an area, which its side controls where it stands alone. @param {any} setup @param {any} area @param {Kind} kind */
export function putUnit(setup, area, kind) {
  if (!area.units.length) area.controller = kind.side;
  area.units.push(newUnit(setup, kind));
}

/** Makes a unit one of a kind. @param {any} setup @param {any} unit @param {Kind} kind */
export function become(setup, unit, kind) {
  setup.drawing.kindOf[unit.id] = kind.key;
  const n = unit.id.split("-").pop();
  const name = kind.name && `${[...kind.name].slice(0, LONGEST_STEM).join("")} ${n}`;
  Object.assign(unit, valuesOf(kind), { name: name || t(`map.unit_${kind.side}`, { n }) });
}

/** @param {any} of */
const valuesOf = (of) => Object.fromEntries(VALUES.map((name) => [name, of[name]]));

/** The kind of a unit; nothing where it is gone. @param {any} setup @param {any} unit @returns {Kind | undefined} */
export const kindFor = ({ drawing: { kinds, kindOf } }, { id }) =>
  kinds.find((/** @type {Kind} */ { key }) => key === kindOf[id]);

/** Units are what their kind says now. @param {any} setup */
export function followKinds(setup) {
  for (const unit of unitsOf(setup)) {
    const kind = kindFor(setup, unit);
    if (kind) become(setup, unit, kind);
  }
}

/** Whether nothing is drawn yet. @param {any} made */
export const isEmpty = ({ areas }) => (areas.length === 1 ? t("map.one_area") : !areas.length);

/** The setup as the service takes it: of the outlines it has the middles, by which boards are drawn. @param {any} made */
export const sent = ({ drawing, ...setup }) => ({
  ...setup, areas: setup.areas.map((/** @type {any} */ area) => ({ ...area, middle: shareOf(area.id, drawing) })),
});

/** The middle of an area as a share of the map, in thousandths. @param {string} id @param {Drawing} drawing */
function shareOf(id, { width, height, outlines }) {
  const { x, y } = middleOf(outlines[id]);
  const share = (/** @type {number} */ way, /** @type {number} */ whole) =>
    Math.max(0, Math.min(1000, Math.round((way / whole) * 1000)));
  return { x: share(x, width), y: share(height - y, height) };
}

/** @param {any} value @returns {any[]} */
const maps = (value) => listed(value).filter(isMap).slice(0, MOST);

/** A map that somebody else has written, or that was kept. Raises TypeError where it is none. @param {any} found */
export function read(found) {
  if (!isMap(found) || !Array.isArray(found.areas)) throw new TypeError("no map");
  const area = (/** @type {any} */ each) => ({
    terrain_defense: 0, controller: "soviet", ferry: false, name: null, ...each, id: String(each.id),
    adjacent: listed(each.adjacent), units: maps(each.units),
  });
  const setup = {
    sides: ["german", "soviet"], ...found, areas: maps(found.areas).map(area), cards: maps(found.cards),
    arrivals: maps(found.arrivals).filter(({ unit }) => isMap(unit)), withdrawals: maps(found.withdrawals),
    hand_sizes: listed(found.hand_sizes), objectives: objectivesOf(found.objectives),
  };
  return { ...setup, drawing: drawingOf(setup, isMap(found.drawing) ? found.drawing : {}) };
}

/** @param {any} found */
const objectivesOf = (found) =>
  (isMap(found) && listed(found.areas).length ? { side: "soviet", needed: 1, ...found } : null);

/**
 * The drawing of a map: its own as far as it is one, and a cell for each area that nobody has drawn.
 * @param {any} setup @param {any} found @returns {Drawing}
 */
function drawingOf(setup, found) {
  const ground = { width: WIDTH, height: found.height > LEAST && found.height < HIGHEST ? found.height : HEIGHT };
  const isOutline = (/** @type {any} */ each) => listed(each).length > 2 && each.every(isPlace);
  const { areas } = setup;
  const cell = (/** @type {any} */ { middle }, /** @type {number} */ n) => {
    const own = cellOf(n, areas.length, ground);
    if (!isPlace(middle)) return own;
    const from = middleOf(own);
    return moved(own, { x: Math.round(middle.x * ground.width / 1000 - from.x),
      y: Math.round((1 - middle.y / 1000) * ground.height - from.y) });
  };
  const corners = (/** @type {any} */ area, /** @type {number} */ n) =>
    [area.id, isOutline(found.outlines?.[area.id]) ? found.outlines[area.id] : cell(area, n)];
  return {
    ...ground, trace: listed(found.trace).filter(isPlace), ...kindsOf(setup, found),
    outlines: Object.fromEntries(areas.map(corners)),
  };
}

/** @param {any} place */
const isPlace = (place) => Number.isFinite(place?.x) && Number.isFinite(place?.y);

/**
 * The kinds of units: those that were drawn with, and one for all units that are alike.
 * @param {any} setup @param {any} found
 */
function kindsOf(setup, found) {
  /** @type {Kind[]} */
  const kinds = maps(found.kinds).map((kind) =>
    ({ ...newKind(freeKey([]), "soviet"), ...kind, name: typeof kind.name === "string" ? kind.name : null }));
  /** @type {Record<string, string>} */
  const kindOf = {};
  for (const unit of unitsOf(setup)) {
    const values = valuesOf({ division: null, independent: false, movement: null, ...unit });
    const isLike = (/** @type {Kind} */ kind) => JSON.stringify(valuesOf(kind)) === JSON.stringify(values);
    const known = kinds.find(({ key }) => key === found.kindOf?.[unit.id]) || kinds.find(isLike);
    const kind = known || { ...newKind(freeKey(kinds), unit.side), ...values, name: stem(calledBy(unit)) };
    if (!known) kinds.push(kind);
    kindOf[unit.id] = kind.key;
  }
  return { kinds: kinds.length ? kinds : emptyMap().drawing.kinds, kindOf };
}

/** @param {Kind[]} kinds */
export const freeKey = (kinds) => freeId("kind", kinds.map(({ key }) => ({ id: key })));

/** A name without the number at its end. @param {any} name */
const stem = (name) => String(name).replace(/[\s-]*\d+$/, "") || String(name);
