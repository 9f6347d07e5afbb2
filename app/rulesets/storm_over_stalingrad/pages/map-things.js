// @ts-check
// Storm Over Stalingrad: the areas of a map as things of its drawing, with their units and the ways between them.

import { svg } from "../../../web/assets/dom.js";
import { t, word } from "../../../web/assets/text.js";
import { far, snappedTo } from "./borders.js";
import { areBeside, called } from "./map.js";
import { middleOf, moved, resize, wayOf } from "../../../web/assets/make/shapes.js";

/**
 * @typedef {import("./map.js").Form} Form @typedef {import("../../../web/assets/make/canvas.js").Thing} Thing
 * @typedef {import("../../../web/assets/make/canvas.js").Scale} Scale @typedef {{x: number, y: number}} Point
 */

const [COUNTER, ROW] = [26, 5];
const wide = matchMedia("(min-width: 600px)");

/** How near a finger or a mouse has to come to a corner, on the ground. */
export const reach = () => (wide.matches ? 220 : 450);

/** The counters of the units of an area, below its name. @param {any[]} units @param {[number, number]} middle */
function counters(units, [x, y]) {
  const row = Math.min(ROW, units.length);
  return units.map((unit, n) => svg("rect", {
    class: `counter-of ${unit.side} ${unit.state}`, rx: 4, width: COUNTER - 4, height: COUNTER - 4,
    x: x + (n % ROW) * COUNTER - (row * COUNTER) / 2, y: y + 12 + Math.floor(n / ROW) * COUNTER,
  }));
}

/** @param {Form} form @param {Scale} scale @param {any} area */
function drawnArea({ setup }, scale, area) {
  const corners = setup.drawing.outlines[area.id];
  const [x, y] = scale.at(middleOf(corners));
  const isWanted = setup.objectives?.areas.includes(area.id);
  const terrain = svg("tspan", { class: "terrain" }, ` ▲${area.terrain_defense}${area.ferry ? " ≈" : ""}`);
  const points = corners.map((/** @type {Point} */ corner) => scale.at(corner).join(",")).join(" ");
  const name = svg("text", { class: "cell-name", x, y }, `${isWanted ? "★ " : ""}${called(area)}`, terrain);
  return [svg("polygon", { points }), name, ...counters(area.units, [x, y])];
}

/**
 * Takes an area, or one of its corners with those of other areas that lie there too.
 * @param {any} setup @param {string} id @param {number | null} corner
 */
function hold({ drawing }, id, corner) {
  const { outlines } = drawing;
  const before = structuredClone(outlines);
  const own = before[id];
  if (corner === null) {
    return (/** @type {Point} */ by) => { outlines[id] = moved(own, wayOf(by, own, { ...drawing, snap: 0 })); };
  }
  const from = own[corner];
  const ids = Object.keys(before).filter((other) => other !== id);
  const others = ids.map((other) => before[other].filter(isApart(from)));
  return (/** @type {Point} */ by) => {
    const way = wayOf(by, [from], { ...drawing, snap: 0 });
    const to = snappedTo({ x: from.x + way.x, y: from.y + way.y }, others.filter((each) => each.length > 2), reach());
    for (const [each, corners] of Object.entries(before)) {
      outlines[each] = corners.map((/** @type {Point} */ place) => (isApart(from)(place) ? place : to));
    }
  };
}

/** @param {Point} from */
const isApart = (from) => (/** @type {Point} */ place) => far(place, from) > 0;

/**
 * An area.
 * @param {Form} form @param {Scale} scale @param {any} area
 * @param {{isFree: boolean, remove: () => void}} of whether it may be moved @returns {Thing}
 */
function areaThing(form, scale, area, { isFree, remove }) {
  const { setup } = form;
  const { outlines } = setup.drawing;
  const grow = (/** @type {number} */ by) => {
    const [at, ...corners] = outlines[area.id];
    const shape = { at, corners, radius: 0 };
    resize(shape, by, { ...setup.drawing, snap: 0 });
    outlines[area.id] = [shape.at, ...shape.corners];
  };
  const name = t("map.area_told", {
    name: called(area), terrain: area.terrain_defense, side: word("side", area.controller), count: area.units.length,
  });
  return {
    key: area.id, name, kind: `cell ${area.controller}`, draw: () => drawnArea(form, scale, area),
    corners: () => outlines[area.id], middle: () => middleOf(outlines[area.id]), remove,
    ...(isFree ? { hold: (/** @type {number | null} */ corner) => hold(setup, area.id, corner), resize: grow } : {}),
  };
}

/**
 * All areas.
 * @param {Form} form @param {Scale} scale @param {boolean} isFree @param {(id: string) => void} remove
 * @returns {Thing[]}
 */
export const areaThings = (form, scale, isFree, remove) => form.setup.areas.map((/** @type {any} */ area) =>
  areaThing(form, scale, area, { isFree, remove: () => remove(area.id) }));

/** The ways between areas that are beside each other. @param {any} setup @param {Scale} scale */
export function ways({ areas, drawing: { outlines } }, scale) {
  const from = (/** @type {any} */ one, /** @type {number} */ n) => areas.slice(n + 1)
    .filter((/** @type {any} */ other) => areBeside(one, other)).map((/** @type {any} */ other) => [one, other]);
  return svg("g", { class: "ways-of" }, areas.flatMap(from).map((/** @type {any[]} */ pair) => {
    const [[x1, y1], [x2, y2]] = pair.map(({ id }) => scale.at(middleOf(outlines[id])));
    return svg("line", { x1, y1, x2, y2 });
  }));
}

/** The corners of the area that is being drawn. @param {any} setup @param {Scale} scale */
export function traced({ drawing: { trace } }, scale) {
  const places = trace.map((/** @type {Point} */ corner) => scale.at(corner));
  const points = places.map((/** @type {[number, number]} */ place) => place.join(",")).join(" ");
  return svg("g", { class: "trace" }, svg("polyline", { points }),
    places.map((/** @type {[number, number]} */ [cx, cy], /** @type {number} */ n) =>
      svg("circle", { cx, cy, r: n ? 7 : 13 })));
}
