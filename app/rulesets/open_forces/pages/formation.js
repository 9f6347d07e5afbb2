// @ts-check
// Where the groups of an army stand: side by side in its zone, until somebody puts them elsewhere.

/** @typedef {{x: number, y: number}} Point @typedef {{x: number, y: number, w: number, h: number}} Zone */
/** @typedef {Point & {places: Point[]}} Stand where the first unit of a group stands, and the others from there */

const [GAP, LINE] = [200, 100];
/** How deep a zone is, as a part of the battlefield. */
const DEEP = 5;

/**
 * The zone in which an army begins: the first below, the second above, the others at the sides.
 * @param {number} n @param {number} width @param {number} height @returns {Zone}
 */
export function zoneFor(n, width, height) {
  const deep = Math.round(height / DEEP / 100) * 100;
  if (n < 2) return { x: 0, y: n ? height - deep : 0, w: width, h: deep };
  const side = Math.round((height - 2 * deep) / 3);
  return { x: n % 2 ? width - deep : 0, y: deep + Math.floor((n - 2) / 2) * side, w: deep, h: side };
}

/**
 * Units base to base in two rows, or in one of a few, from their lower left corner on.
 * @param {number} units @param {number} base @returns {Point[]}
 */
function block(units, base) {
  const row = Math.max(1, Math.ceil(Math.sqrt(units * 2)));
  const place = (/** @type {number} */ n) => base * (1 + 2 * n);
  return [...Array(units).keys()].map((n) => ({ x: place(n % row), y: place(Math.floor(n / row)) }));
}

/** The radius of the bases of a group. @param {any} setup @param {any} group @returns {number} */
export const baseOf = ({ cards }, { card }) => cards.find((/** @type {any} */ each) => each.id === card)?.base || 100;

/** Where units stand, as it is kept. @param {Point[]} positions @returns {Stand} */
export function standOf(positions) {
  const [{ x, y }] = positions;
  return { x, y, places: positions.map((at) => ({ x: at.x - x, y: at.y - y })) };
}

/** @param {Point[]} places @param {Point} by */
const shifted = (places, by) => places.map((at) => ({ x: at.x + by.x, y: at.y + by.y }));

/**
 * Where the units of each group of an army stand, by its id.
 * @param {any} setup @param {number} n the place of the army @returns {Map<string, Point[]>}
 */
export function standsOf(setup, n) {
  const { stands, zones } = setup.drawing;
  const zone = zones[n];
  let [x, y, high] = [zone.x, zone.y, 0];
  const placed = (/** @type {any} */ group) => {
    const stand = stands[group.id];
    if (stand?.places.length === group.units) return shifted(stand.places, stand);
    const base = baseOf(setup, group);
    const places = block(group.units, base);
    if (stand) return shifted(places, { x: stand.x - base, y: stand.y - base });
    const wide = Math.max(0, ...places.map((at) => at.x)) + base;
    if (x > zone.x && x + wide > zone.x + zone.w) [x, y, high] = [zone.x, y + high + LINE, 0];
    const found = shifted(places, { x, y });
    [x, high] = [x + wide + GAP, Math.max(high, Math.max(0, ...places.map((at) => at.y)) + base)];
    return found;
  };
  return new Map(setup.armies[n].groups.map((/** @type {any} */ group) => [group.id, placed(group)]));
}
