// @ts-check
// Open Forces: how large the battlefield is, where armies begin, and what of it the service is told.

import { nameFor } from "./modes.js";
import { standOf, standsOf, zoneFor } from "./formation.js";
import { thingCalled } from "./terrain.js";
import { boxOf, cornersOf, moved, put } from "../../../web/assets/make/shapes.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{
 *   width: number, height: number, snap: number, keeps: boolean, zones: any[], stands: any, left?: any[],
 * }} Field
 *   `keeps`: the game keeps positions; `left`: where it does not, the obstacles that are not sent meanwhile;
 *   `zones`: where each army begins; `stands`: where groups were put, by their ids
 * @typedef {import("../../../web/assets/make/common.js").Form & {options?: any}} Form
 */

const [WIDTH, HEIGHT] = [12000, 9000];
/** Room around what another program has put on a battlefield. */
const MARGIN = 1000;

/** The unit in which the players measure. @param {Form} form @returns {string} */
export const unitOf = (form) => form.options?.unit_of_length || "cm";

/** An empty battlefield for so many armies. @param {number} armies @returns {Field} */
export const newField = (armies, width = WIDTH, height = HEIGHT) => ({
  width, height, snap: 100, keeps: true, stands: {},
  zones: [...Array(armies).keys()].map((n) => zoneFor(n, width, height)),
});

/**
 * The battlefield of a setup that was not drawn here, moved so that all lies on it.
 * @param {any} setup @returns {Field}
 */
export function fieldOf({ armies, obstacles, placement, battlefield, zones }) {
  const groups = armies.flatMap((/** @type {any} */ army) => army.groups);
  const placed = groups.filter((/** @type {any} */ group) => group.positions.length);
  const places = [...placed.flatMap((/** @type {any} */ group) => group.positions), ...obstacles.flatMap(cornersOf)];
  const keeps = placement === "in-turn" || placed.length > 0;
  const { left, bottom, right, top } = places.length ? boxOf(places) : { left: MARGIN, bottom: MARGIN, right: 0, top: 0 };
  const by = battlefield ? { x: -battlefield.at.x, y: -battlefield.at.y } : { x: MARGIN - left, y: MARGIN - bottom };
  for (const thing of obstacles) put(thing, moved(cornersOf(thing), by));
  const size = battlefield ? [battlefield.width, battlefield.height]
    : [Math.max(WIDTH, right + by.x + MARGIN), Math.max(HEIGHT, top + by.y + MARGIN)];
  const field = newField(armies.length, ...size);
  field.zones = field.zones.map((own, n) => {
    const { at, width: w, height: h } = zones[n] || {};
    return at ? { x: at.x + by.x, y: at.y + by.y, w, h } : own;
  });
  for (const { id, positions } of placed) field.stands[id] = standOf(moved(positions, by));
  return { ...field, keeps };
}

/** The battlefield and its zones, each of which lies on it, as the service takes them. @param {Field} field */
function ground({ width, height, zones }) {
  const within = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ all) => {
    const fits = Math.min(Math.round(length), all);
    return [Math.max(0, Math.min(Math.round(from), all - fits)), fits];
  };
  return {
    battlefield: { at: { x: 0, y: 0 }, width, height },
    zones: zones.map((zone) => {
      const [[x, w], [y, h]] = [within(zone.x, zone.w, width), within(zone.y, zone.h, height)];
      return { at: { x, y }, width: w, height: h };
    }),
  };
}

/** The setup as the service takes it: with positions, or without a battlefield. @param {any} made */
export function sent({ drawing, ...setup }) {
  const isDrawn = drawing.keeps && setup.placement === "setup";
  const groups = setup.armies.flatMap((/** @type {any} */ army) => army.groups);
  const armies = setup.armies.map((/** @type {any} */ army, /** @type {number} */ n) => {
    const stands = isDrawn ? standsOf({ ...setup, drawing }, n) : new Map();
    const placed = (/** @type {any} */ group) => ({
      ...group, name: group.name || nameFor(group, groups, setup.cards), positions: stands.get(group.id) || [],
    });
    return { ...army, groups: army.groups.map(placed) };
  });
  const obstacles = setup.obstacles.map((/** @type {any} */ thing) =>
    ({ ...thing, name: thing.kind ? thing.name : thingCalled(thing, setup.obstacles) }));
  if (drawing.keeps) return { ...setup, armies, obstacles, ...ground(drawing) };
  return { ...setup, armies, obstacles: [], placement: "setup", battlefield: null, zones: [] };
}
