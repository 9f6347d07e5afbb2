// @ts-check
// Shapes on the ground, in hundredths: one corner is round, two are a wall, more an area.

/** @typedef {{x: number, y: number}} Point @typedef {{at: Point, radius: number, corners: Point[]}} Shape */

/** @param {number} value @param {number} step 0: wherever it is */
export const snapped = (value, step) => (step ? Math.round(value / step) * step : Math.round(value));

/** @param {Shape} shape @returns {Point[]} */
export const cornersOf = (shape) => [shape.at, ...shape.corners];

/** Gives a shape other corners. @param {Shape} shape @param {Point[]} places */
export function put(shape, [at, ...corners]) {
  Object.assign(shape, { at, corners });
}

/** The box in which corners lie. @param {Point[]} places */
export function boxOf(places) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** The middle of what corners enclose. @param {Point[]} places @returns {Point} */
export function middleOf(places) {
  const { left, right, bottom, top } = boxOf(places);
  return { x: (left + right) / 2, y: (bottom + top) / 2 };
}

/** Whether four corners are a rectangle whose sides lie along the grid. @param {Point[]} places */
export function isRectangle(places) {
  const count = (/** @type {"x" | "y"} */ way) => new Set(places.map((place) => place[way])).size;
  const isAlong = places.every((place, n) => {
    const next = places[(n + 1) % places.length];
    return (place.x === next.x) !== (place.y === next.y);
  });
  return places.length === 4 && count("x") === 2 && count("y") === 2 && isAlong;
}

/** A rectangle between two corners. @param {Point} one @param {Point} other @returns {Point[]} */
export const rectangle = (one, other) => [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }];

/**
 * A way that keeps a box on the ground.
 * @param {Point} by @param {Point[]} places @param {Ground} ground @returns {Point}
 */
function kept(by, places, { width, height }) {
  const { left, right, bottom, top } = boxOf(places);
  return { x: Math.max(-left, Math.min(width - right, by.x)), y: Math.max(-bottom, Math.min(height - top, by.y)) };
}

/** @typedef {{width: number, height: number, snap: number}} Ground how large it is, and to which lengths all snaps */

/**
 * A way after which a place stands on the grid, on the ground.
 * @param {Point} by @param {Point[]} places @param {Ground} ground
 */
export function wayOf(by, places, ground) {
  const [{ x, y }] = places;
  return kept({ x: snapped(x + by.x, ground.snap) - x, y: snapped(y + by.y, ground.snap) - y }, places, ground);
}

/**
 * Takes a shape, or one of its corners; what is returned moves it.
 * @param {Shape} shape @param {number | null} corner @param {Ground} ground
 */
export function holdShape(shape, corner, ground) {
  const before = cornersOf(shape).map((place) => ({ ...place }));
  const { radius } = shape;
  return (/** @type {Point} */ by) => {
    if (corner === null) return put(shape, moved(before, wayOf(by, before, ground)));
    if (before.length > 1) return put(shape, pulled(before, corner, by, ground));
    shape.radius = Math.max(ground.snap, 10, snapped(radius + by.x, ground.snap));
    return undefined;
  };
}

/** @param {Point[]} places @param {Point} by @returns {Point[]} */
export const moved = (places, by) => places.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));

/**
 * Corners after one of them was pulled; a rectangle stays one.
 * @param {Point[]} before @param {number} corner @param {Point} by @param {Ground} ground
 */
function pulled(before, corner, by, ground) {
  const from = before[corner];
  const way = wayOf(by, [from], ground);
  const to = { x: from.x + way.x, y: from.y + way.y };
  if (!isRectangle(before)) return before.map((place, n) => (n === corner ? to : place));
  return before.map((place) => ({ x: place.x === from.x ? to.x : place.x, y: place.y === from.y ? to.y : place.y }));
}

/** Makes a shape larger, or smaller. @param {Shape} shape @param {number} by @param {Ground} ground */
export function resize(shape, by, ground) {
  const places = cornersOf(shape);
  if (places.length < 3) { shape.radius = Math.max(10, shape.radius + by); return; }
  const { left, right, bottom, top } = boxOf(places);
  const [wide, high] = [Math.max(right - left, 1), Math.max(top - bottom, 1)];
  if (wide + by < 100 || high + by < 100 || right + by > ground.width || top + by > ground.height) return;
  const grown = (/** @type {number} */ way, /** @type {number} */ size) => Math.round((way * (size + by)) / size);
  put(shape, places.map(({ x, y }) => ({ x: left + grown(x - left, wide), y: bottom + grown(y - bottom, high) })));
}

/**
 * The ways in which a shape can begin, in the middle of the ground.
 * @param {string} form @param {Point} middle @returns {Shape}
 */
export function begun(form, { x, y }) {
  const corner = (/** @type {number} */ right, /** @type {number} */ up) => ({ x: x + right, y: y + up });
  if (form === "wall") return { at: corner(-1000, 0), radius: 50, corners: [corner(1000, 0)] };
  if (form === "round") return { at: { x, y }, radius: 600, corners: [] };
  const places = form === "rectangle" ? rectangle(corner(-800, -500), corner(800, 500))
    : [corner(-1000, -300), corner(-300, -800), corner(900, -500), corner(1000, 300), corner(200, 800)];
  return { at: places[0], radius: 0, corners: places.slice(1) };
}

/** Puts a shape elsewhere. @param {Shape} shape @param {Point} place of its first corner */
export function moveTo(shape, { x, y }) {
  put(shape, moved(cornersOf(shape), { x: x - shape.at.x, y: y - shape.at.y }));
}

/** An area with one more corner, in the middle of its longest side. @param {Shape} shape */
export function addCorner(shape) {
  const places = cornersOf(shape);
  const far = (/** @type {number} */ n) => {
    const [one, other] = [places[n], places[(n + 1) % places.length]];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  const n = places.reduce((best, _, next) => (far(next) > far(best) ? next : best), 0);
  const [one, other] = [places[n], places[(n + 1) % places.length]];
  places.splice(n + 1, 0, { x: Math.round((one.x + other.x) / 2), y: Math.round((one.y + other.y) / 2) });
  put(shape, places);
}

/** @param {Shape} shape @param {number} n the corner that goes */
export function removeCorner(shape, n) {
  put(shape, cornersOf(shape).filter((_, place) => place !== n));
}
