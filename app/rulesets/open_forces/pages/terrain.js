// @ts-check
// Open Forces: what stands on the battlefield, as things of its drawing.

import { svg } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";
import { groupCalled } from "./armies.js";
import { baseOf, standOf, standsOf } from "./formation.js";
import { asLength } from "../../../web/assets/make/reading.js";
import { boxOf, cornersOf, holdShape, middleOf, moved, rectangle, resize, wayOf } from "../../../web/assets/make/shapes.js";

/**
 * @typedef {import("./battlefield.js").Form} Form @typedef {import("../../../web/assets/make/canvas.js").Thing} Thing
 * @typedef {import("../../../web/assets/make/canvas.js").Scale} Scale @typedef {{x: number, y: number}} Point
 */

/** The least side of a zone. */
const LEAST = 100;

/** What an obstacle is called. @param {any} thing @param {any[]} all the obstacles among which it is */
export const thingCalled = (thing, all) => thing.name || thing.kind || t("of.obstacle", { n: all.indexOf(thing) + 1 });

/** A place as one says it. @param {Point} place */
const told = ({ x, y }) => t("field.place", { x: asLength(x), y: asLength(y) });

/** What stands on an obstacle. @param {any} thing */
const wordsOf = (thing) => `${thing.name || thing.kind || ""} ${thing.def ? `+${thing.def}` : ""}`.trim();

/** @param {Scale} scale @param {any} thing */
function drawnObstacle(scale, thing) {
  const places = cornersOf(thing);
  const [[x1, y1], [x2, y2] = []] = places.map((place) => scale.at(place));
  const r = scale.length(thing.radius);
  const [x, y] = scale.at(middleOf(places));
  const points = places.map((place) => scale.at(place).join(",")).join(" ");
  const shape = places.length > 2 ? svg("polygon", { points, "stroke-width": Math.max(r * 2, 2) })
    : places.length > 1 ? svg("line", { class: "wall", x1, y1, x2, y2, "stroke-width": Math.max(r * 2, 4) })
      : svg("circle", { cx: x1, cy: y1, r });
  return [shape, svg("text", { x, y: y + 7 }, wordsOf(thing))];
}

/** @param {Form} form @param {Scale} scale @param {any} thing @returns {Thing} */
function obstacle({ setup }, scale, thing) {
  const ground = setup.drawing;
  const edge = () => [{ x: thing.at.x + thing.radius, y: thing.at.y }];
  return {
    key: thing.id, name: t("field.thing", { name: thingCalled(thing, setup.obstacles), place: told(thing.at) }),
    kind: `obstacle ${thing.blocks_sight ? "high" : "low"}`, draw: () => drawnObstacle(scale, thing),
    corners: () => (thing.corners.length ? cornersOf(thing) : edge()), middle: () => middleOf(cornersOf(thing)),
    hold: (corner) => holdShape(thing, corner, ground), resize: (by) => resize(thing, by, ground),
    remove: () => { setup.obstacles.splice(setup.obstacles.indexOf(thing), 1); },
  };
}

/** @param {any} zone @returns {[Point, Point]} */
const endsOf = ({ x, y, w, h }) => [{ x, y }, { x: x + w, y: y + h }];

/** Takes a zone, or one of its corners. @param {any} zone @param {number | null} corner @param {any} ground */
function holdZone(zone, corner, ground) {
  const [at, ...corners] = rectangle(...endsOf(zone));
  const shape = { at, corners, radius: 0 };
  const move = holdShape(shape, corner, ground);
  return (/** @type {Point} */ by) => {
    move(by);
    const { left, right, bottom, top } = boxOf(cornersOf(shape));
    Object.assign(zone, { x: left, y: bottom, w: Math.max(right - left, LEAST), h: Math.max(top - bottom, LEAST) });
  };
}

/**
 * The zone in which an army begins.
 * @param {Form} form @param {Scale} scale @param {any} zone @param {number} n @returns {Thing}
 */
function zoneOf({ setup }, scale, zone, n) {
  const draw = () => {
    const [x, y] = scale.at({ x: zone.x, y: zone.y + zone.h });
    const [width, height] = [scale.length(zone.w), scale.length(zone.h)];
    const text = t("army.army", { n: n + 1 });
    const label = svg("text", { x: x + width - (text.length * LETTER) / 2, y: y + 24 }, text); // groups fill the rest
    return [svg("rect", { x, y, width, height }), label];
  };
  const grown = (/** @type {number} */ side, /** @type {number} */ by) => Math.max(LEAST, side + by);
  return {
    key: `zone-${n}`, name: t("field.thing", { name: t("field.zone", { n: n + 1 }), place: told(zone) }),
    kind: `zone seat-${n + 1}`, draw, corners: () => rectangle(...endsOf(zone)),
    middle: () => middleOf(endsOf(zone)),
    hold: (corner) => holdZone(zone, corner, setup.drawing),
    resize: (by) => { Object.assign(zone, { w: grown(zone.w, by), h: grown(zone.h, by) }); },
  };
}

/** @typedef {{text: string, x: number, y: number}} Label */
/** How wide a letter is, and how high a line, on a phone. */
const [LETTER, LINE] = [15, 28];

/**
 * How much lower a name stands so that it is on no other; it is added to them.
 * @param {Label} label @param {Label[]} labels the others, the highest first
 */
function below({ text, x, y }, labels) {
  let line = y;
  for (const other of labels) {
    const isBeside = Math.abs(x - other.x) >= (text.length + other.text.length) * LETTER / 2;
    if (!isBeside && Math.abs(line - other.y) < LINE) line = other.y + LINE;
  }
  labels.push({ text, x, y: line });
  labels.sort((one, other) => one.y - other.y);
  return line - y;
}

/**
 * A group where it stands.
 * @param {Form} form @param {Scale} scale @param {any} group @param {Point[]} stands @param {number} seat
 * @param {Label[]} labels the names that stand there already
 * @returns {Thing}
 */
function groupThing({ setup }, scale, group, stands, seat, labels) {
  let places = stands;
  const r = Math.max(scale.length(baseOf(setup, group)), 5);
  const labelAt = () => {
    const { left, right, bottom } = boxOf(places);
    const [x, y] = scale.at({ x: (left + right) / 2, y: bottom });
    return { text: groupCalled(setup, group), x, y: y + r + 22 };
  };
  const lower = below(labelAt(), labels);
  const draw = () => {
    const { text, x, y } = labelAt();
    const dots = places.map((place) => scale.at(place));
    return [...dots.map(([cx, cy]) => svg("circle", { class: "unit", cx, cy, r })), svg("text", { x, y: y + lower }, text)];
  };
  const hold = () => (/** @type {Point} */ by) => {
    places = moved(stands, wayOf(by, stands, setup.drawing));
    setup.drawing.stands[group.id] = standOf(places);
  };
  const name = t("field.thing", { name: groupCalled(setup, group), place: told(stands[0]) });
  return { key: group.id, name, kind: `group seat-${seat}`, draw, hold };
}

/**
 * The groups of an army.
 * @param {Form} form @param {Scale} scale @param {number} n the place of the army @param {Label[]} labels @returns {Thing[]}
 */
function groupsOf(form, scale, n, labels) {
  const stands = standsOf(form.setup, n);
  const standing = form.setup.armies[n].groups.filter((/** @type {any} */ { id }) => stands.get(id)?.length);
  return standing.map((/** @type {any} */ group) => groupThing(form, scale, group, stands.get(group.id) || [], n + 1, labels));
}

/** All that stands on the battlefield. @param {Form} form @param {Scale} scale @returns {Thing[]} */
export function thingsOf(form, scale) {
  const { armies, drawing, obstacles, placement } = form.setup;
  /** @type {Label[]} */
  const labels = obstacles.map((/** @type {any} */ thing) => {
    const [x, y] = scale.at(middleOf(cornersOf(thing)));
    return { text: wordsOf(thing), x, y: y + 7 };
  }).sort((/** @type {Label} */ one, /** @type {Label} */ other) => one.y - other.y);
  return [
    ...drawing.zones.map((/** @type {any} */ zone, /** @type {number} */ n) => zoneOf(form, scale, zone, n)),
    ...obstacles.map((/** @type {any} */ thing) => obstacle(form, scale, thing)),
    ...(placement === "setup" ? [...armies.keys()].flatMap((n) => groupsOf(form, scale, n, labels)) : []),
  ];
}
