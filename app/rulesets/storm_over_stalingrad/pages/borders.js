// @ts-check
// Borders of areas: corners snap to those of others, and areas with a border in common are beside each other.

/** @typedef {{x: number, y: number}} Point */

/** How far corners may be from a border and still be on it. */
const NEAR = 60;

/** @param {Point} one @param {Point} other */
export const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * The place on a straight side that is nearest to another.
 * @param {Point} place @param {Point} one @param {Point} other @returns {Point}
 */
function nearestOn(place, one, other) {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const along = ((place.x - one.x) * dx + (place.y - one.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.max(0, Math.min(1, along));
  return { x: Math.round(one.x + share * dx), y: Math.round(one.y + share * dy) };
}

/**
 * The place on the border of an area that is nearest to another.
 * @param {Point} place @param {Point[]} corners @returns {Point}
 */
function onBorder(place, corners) {
  const places = corners.map((corner, n) => nearestOn(place, corner, corners[(n + 1) % corners.length]));
  return nearest(place, places);
}

/** The nearest of several places. @param {Point} place @param {Point[]} places @returns {Point} */
export const nearest = (place, places) =>
  places.reduce((one, other) => (far(place, other) < far(place, one) ? other : one));

/**
 * A place, moved to a corner or else a border of another area where one is near.
 * @param {Point} place @param {Point[][]} areas @param {number} reach @returns {Point}
 */
export function snappedTo(place, areas, reach) {
  const corners = areas.flat();
  const whole = { x: Math.round(place.x), y: Math.round(place.y) };
  if (!corners.length) return whole;
  const corner = nearest(whole, corners);
  if (far(whole, corner) <= reach) return { ...corner };
  const border = nearest(whole, areas.map((each) => onBorder(whole, each)));
  return far(whole, border) <= reach / 2 ? border : whole;
}

/**
 * Whether two areas have a piece of border in common, not only a corner.
 * @param {Point[]} one @param {Point[]} other
 */
export function haveBorder(one, other) {
  const met = [[one, other], [other, one]].flatMap(([corners, area]) =>
    corners.filter((corner) => far(corner, onBorder(corner, area)) <= NEAR));
  return met.some((place) => far(place, met[0]) > 2 * NEAR);
}

/**
 * Corners of areas that nobody has drawn: a cell of a grid for each.
 * @param {number} n @param {number} count @param {{width: number, height: number}} ground @returns {Point[]}
 */
export function cellOf(n, count, { width, height }) {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const [wide, high] = [width / columns, height / rows];
  const [left, top] = [(n % columns) * wide, height - Math.floor(n / columns) * high];
  const corner = (/** @type {number} */ right, /** @type {number} */ down) => ({
    x: Math.round(left + wide * right), y: Math.round(top - high * down),
  });
  return [corner(0.06, 0.06), corner(0.94, 0.06), corner(0.94, 0.94), corner(0.06, 0.94)];
}
