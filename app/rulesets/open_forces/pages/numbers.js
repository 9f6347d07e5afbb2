// @ts-check
// Open Forces: the numbers beside the drawing, of the thing that is chosen on it.

import { button, fold, toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";
import { groupCalled } from "./armies.js";
import { unitOf } from "./battlefield.js";
import { typed } from "../../../web/assets/make/cells.js";
import { standOf, standsOf } from "./formation.js";
import { asLength, freeId, length, name, names, whole } from "../../../web/assets/make/reading.js";
import { addCorner, boxOf, cornersOf, isRectangle, moveTo, put, rectangle, removeCorner } from "../../../web/assets/make/shapes.js";
import { thingCalled } from "./terrain.js";

/** @typedef {import("./battlefield.js").Form} Form @typedef {{x: number, y: number}} Point */
/** @typedef {(key: string | null) => void} Choose chooses something on the drawing, or nothing */

const MOST_CORNERS = 21;
const LONGEST = 100000;

/**
 * A length to type.
 * @param {Form} form @param {string} key @param {string} label @param {number} value
 * @param {(value: number) => void} set
 */
export function lengthOf(form, key, label, value, set, least = 0, most = LONGEST) {
  const told = `${label} (${unitOf(form)})`;
  const read = length(least, most);
  return typed({ key, label: told, value: asLength(value), read, set, changed: form.changed, kind: "decimal" });
}

/**
 * Both lengths of a place.
 * @param {Form} form @param {string} key @param {Point} place @param {(place: Point) => void} set
 */
const placeOf = (form, key, { x, y }, set) => [
  lengthOf(form, `${key}/x`, "X", x, (value) => set({ x: value, y })),
  lengthOf(form, `${key}/y`, "Y", y, (value) => set({ x, y: value })),
];

/**
 * The size of an obstacle: a radius, a thickness, or how wide and how high it is.
 * @param {Form} form @param {string} key @param {any} thing
 */
function sizeOf(form, key, thing) {
  const places = cornersOf(thing);
  const radius = (/** @type {number} */ value) => { thing.radius = Math.round(value); };
  if (places.length === 1) return lengthOf(form, `${key}/radius`, t("field.radius"), thing.radius, radius);
  const thickness = (/** @type {number} */ value) => radius(value / 2);
  if (places.length === 2) return lengthOf(form, `${key}/radius`, t("field.thickness"), thing.radius * 2, thickness);
  if (!isRectangle(places)) return null;
  const { left, right, bottom, top } = boxOf(places);
  const become = (/** @type {number} */ w, /** @type {number} */ h) =>
    put(thing, rectangle({ x: left, y: bottom }, { x: left + w, y: bottom + h }));
  const [wide, high] = [right - left, top - bottom];
  return [lengthOf(form, `${key}/w`, t("field.width"), wide, (w) => become(w, high), 10),
    lengthOf(form, `${key}/h`, t("field.height"), high, (h) => become(wide, h), 10)];
}

/** @param {Form} form @param {string} key @param {any} thing */
function cornerFields(form, key, thing) {
  const places = cornersOf(thing);
  if (places.length < 3) return null;
  const change = (/** @type {() => void} */ done) => () => { done(); form.changed(); };
  const rows = places.map((place, n) => {
    const own = `${key}/corner${n}`;
    const set = (/** @type {Point} */ to) => put(thing, places.map((each, m) => (m === n ? to : each)));
    const away = change(() => removeCorner(thing, n));
    const less = { key: `${own}/away`, text: "×", name: t("field.no_corner", { n: n + 1 }), do: away };
    return el("div", { class: "row" }, el("span", { class: "hint" }, String(n + 1)), placeOf(form, own, place, set),
      places.length > 3 && button(less));
  });
  const more = { key: `${key}/corner`, text: t("field.add_corner"), do: change(() => addCorner(thing)) };
  return fold("field/corners", t("field.corners"), rows, places.length < MOST_CORNERS && button(more));
}

/** @param {Form} form @param {string} key @param {any} thing */
function obstacleValues({ changed }, key, thing) {
  const field = (/** @type {string} */ member, /** @type {any} */ of) => typed({
    key: `${key}/${member}`, label: t(`field.${member}`), changed, set: (value) => { thing[member] = value; }, ...of,
  });
  const sees = (/** @type {boolean} */ on) => { thing.blocks_sight = on; changed(); };
  return [field("name", { value: thing.name || "", read: name, label: t("army.card_name") }),
    field("kind", { value: thing.kind || "", read: name, list: t("field.kinds").split(", ") }),
    field("def", { value: String(thing.def).replace("-", "−"), read: whole(-20, 20), kind: "numeric" }),
    toggle({ key: `${key}/sight`, label: t("field.blocks_sight"), on: thing.blocks_sight, set: sees }),
    field("crossed_by", { value: thing.crossed_by.join(", "), read: names })];
}

/** @param {Form} form @param {any} thing @param {Choose} choose */
function obstacleTools({ setup, changed }, thing, choose) {
  const { obstacles } = setup;
  const copy = () => {
    const own = { ...structuredClone(thing), id: freeId("obstacle", obstacles) };
    moveTo(own, { x: own.at.x + 300, y: own.at.y - 300 });
    obstacles.push(own);
    choose(own.id);
    changed();
  };
  const remove = () => { obstacles.splice(obstacles.indexOf(thing), 1); choose(null); changed(); };
  return el("div", { class: "row" }, button({ key: "thing/copy", text: t("field.copy"), do: copy }),
    button({ key: "thing/away", text: t("field.remove"), do: remove }));
}

/** @param {Form} form @param {number} n @param {Choose} choose */
function obstacleFields(form, n, choose) {
  const thing = form.setup.obstacles[n];
  const key = `thing/${thing.id}`;
  const values = el("div", { class: "fields" }, obstacleValues(form, key, thing),
    placeOf(form, key, thing.at, (place) => moveTo(thing, place)), sizeOf(form, key, thing));
  return [el("h3", {}, thingCalled(thing, form.setup.obstacles)), form.faults(`/obstacles/${n}`), values, cornerFields(form, key, thing),
    obstacleTools(form, thing, choose)];
}

/** @param {Form} form @param {number} n */
function zoneFields(form, n) {
  const zone = form.setup.drawing.zones[n];
  const side = (/** @type {"w" | "h"} */ member, /** @type {string} */ label) =>
    lengthOf(form, `zone/${n}/${member}`, label, zone[member], (value) => { zone[member] = value; }, 100);
  return [el("h3", {}, t("field.zone", { n: n + 1 })), el("p", { class: "hint" }, t("field.zone_hint")),
    el("div", { class: "fields" }, placeOf(form, `zone/${n}`, zone, (place) => Object.assign(zone, place)),
      side("w", t("field.width")), side("h", t("field.height")))];
}

/** @param {Form} form @param {any} group @param {number} n the place of its army */
function groupFields(form, group, n) {
  const { stands } = form.setup.drawing;
  const places = standsOf(form.setup, n).get(group.id) || [];
  const move = (/** @type {Point} */ place) => { stands[group.id] = { ...standOf(places), ...place }; };
  const back = () => { delete stands[group.id]; form.changed(); };
  const key = `group/${group.id}`;
  const lineUp = { key: `${key}/back`, text: t("field.line_up"), do: back };
  return [el("h3", {}, groupCalled(form.setup, group)),
    el("div", { class: "fields" }, places[0] && placeOf(form, key, places[0], move)),
    stands[group.id] && el("div", { class: "row" }, button(lineUp))];
}

/** The fields of what is chosen. @param {Form} form @param {string | null} chosen @param {Choose} choose */
export function fieldsOf(form, chosen, choose) {
  const { armies, obstacles, drawing } = form.setup;
  const isChosen = (/** @type {any} */ each) => each.id === chosen;
  const thing = obstacles.findIndex(isChosen);
  if (thing >= 0) return obstacleFields(form, thing, choose);
  const zone = drawing.zones.findIndex((/** @type {any} */ _, /** @type {number} */ n) => `zone-${n}` === chosen);
  if (zone >= 0) return zoneFields(form, zone);
  const army = armies.findIndex((/** @type {any} */ each) => each.groups.some(isChosen));
  if (army < 0) return [el("p", { class: "hint" }, t("field.hint"))];
  return groupFields(form, armies[army].groups.find(isChosen), army);
}
