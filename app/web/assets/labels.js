// @ts-check
// Names on a picture: each at least so large that it can be read, in a place of its own, or left out until it is touched.

/** Pixels of the smallest and of the largest letters. */
const [LEAST, MOST] = [11, 17];
/** How high a line is, and how far its middle is above its base line, in heights of letters. */
const [LINE, MIDDLE] = [1.2, 0.34];

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in the lengths of the picture */
/** @typedef {{x: number, y: number}} Place the middle of a line of text */

/** @param {Box} one @param {Box} other */
const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
/** @param {Box} part @param {Box} whole */
const isWithin = (part, whole) => part.left >= whole.left && part.right <= whole.right && part.top >= whole.top && part.bottom <= whole.bottom;

/** @param {SVGGraphicsElement} shape @param {number} [rim] @returns {Box} */
function boxOf(shape, rim = 0) {
  const { x, y, width, height } = shape.getBBox();
  return { left: x - rim, top: y - rim, right: x + width + rim, bottom: y + height + rim };
}

/** The box where the group of a shape is moved to. @param {Box} box @param {SVGGraphicsElement} shape @returns {Box} */
function moved({ left, top, right, bottom }, shape) {
  const { e = 0, f = 0 } = /** @type {any} */ (shape.parentElement).transform?.baseVal.consolidate()?.matrix || {};
  return { left: left + e, top: top + f, right: right + e, bottom: bottom + f };
}

/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => ({ left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)), right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)) });

/** A wall, which may be turned, as small boxes along it. @param {SVGGraphicsElement} wall @param {DOMMatrix} toField @returns {Box[]} */
function along(wall, toField) {
  const matrix = toField.multiply(/** @type {DOMMatrix} */ (wall.getScreenCTM()));
  const { x, y, width, height } = wall.getBBox();
  const isUpright = height > width;
  const half = Math.max(4, (isUpright ? width : height) / 2);
  const count = Math.max(1, Math.min(60, Math.ceil((isUpright ? height : width) / (half * 2))));
  return [...Array(count + 1).keys()].map((n) => {
    const share = n / count;
    const at = new DOMPoint(x + width * (isUpright ? 0.5 : share), y + height * (isUpright ? share : 0.5)).matrixTransform(matrix);
    return { left: at.x - half, right: at.x + half, top: at.y - half, bottom: at.y + half };
  });
}

/** Places around a thing, the best first: below it, above, beside. @param {Box} box @param {number} wide @param {number} high @returns {Place[]} */
function beside({ left, top, right, bottom }, wide, high) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [above, below] = [top - high / 2, bottom + high / 2];
  const rows = [below, above].flatMap((row) => [x, left + wide / 2, right - wide / 2].map((at) => ({ x: at, y: row })));
  const sides = [right + wide / 2, left - wide / 2].map((at) => ({ x: at, y }));
  const far = [below + high, above - high].map((row) => ({ x, y: row }));
  return [...rows, ...sides, ...far];
}

/** Places in an area, those near the first one first. @param {SVGGeometryElement} area @param {Place} first @param {number} wide @param {number} high */
function* inside(area, first, wide, high) {
  const box = boxOf(area);
  const point = new DOMPoint();
  const isIn = (/** @type {Place} */ { x, y }) => [-1, 0, 1].every((side) => [-1, 1].every((end) => area.isPointInFill(Object.assign(point, { x: x + (side * wide) / 2, y: y + (end * high) / 2 }))));
  const all = [first];
  for (let y = box.top + high / 2; y < box.bottom; y += high / 2)
    for (let x = box.left + wide / 2; x <= box.right - wide / 2; x += Math.max(6, wide / 4)) all.push({ x, y });
  const far = (/** @type {Place} */ { x, y }) => Math.hypot(x - first.x, y - first.y);
  for (const place of all.sort((one, other) => far(one) - far(other))) if (isIn(place)) yield place;
}

/** The names of a picture, those that matter most first. */
const KINDS = [".group.held > text", ".group.marked > text", ".distance", ".cell > text", ".group > text", ".obstacle > text", "text"];
const THINGS = ".unit, .piece > rect";
const WALLS = ".obstacle .wall, .walls line";
/** Where on its line a distance may stand. */
const ON_LINE = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
/** How much of a counter its values may take, so that they stand below the sign of its unit. */
const MOST_BESIDE_SIGN = 0.4;
/** How far the signs of an area reach below their middle, and how high their numbers are. */
const [BELOW, NUMBER] = [16, 20];

/** Where a name stands as the service has drawn it. @param {SVGTextElement} text @returns {Place} */
function drawnAt(text) {
  const { dataset } = text;
  dataset.x ??= text.getAttribute("x") || "0";
  dataset.y ??= text.getAttribute("y") || "0";
  return { x: Number(dataset.x), y: Number(dataset.y) };
}

/** A name with its size, which is at least what can be read. */
class Label {
  /** @param {SVGTextElement} text @param {number} pixels of a length of the picture */
  constructor(text, pixels) {
    this.text = text;
    text.dataset.size ??= String(parseFloat(getComputedStyle(text).fontSize));
    this.least = LEAST / pixels;
    this.size = Math.min(MOST, Math.max(LEAST, Number(text.dataset.size) * pixels)) / pixels;
    this.high = this.size * LINE;
    text.style.fontSize = `${this.size}px`;
    /** The middle of the line as it is drawn. */
    const { x, y } = drawnAt(text);
    this.drawn = { x, y: y - this.size * MIDDLE };
    this.thing = /** @type {SVGGElement} */ (/** @type {unknown} */ (text.parentElement));
  }

  measure() {
    this.wide = this.text.getComputedTextLength();
  }

  /** @param {Place} at @returns {Box} */
  boxAt({ x, y }) {
    const { wide = 0, high } = this;
    return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
  }

  /** The line of which it says how long it is. @returns {SVGGeometryElement | undefined} */
  get line() {
    const field = /** @type {SVGSVGElement} */ (this.text.ownerSVGElement);
    const n = [...field.querySelectorAll(".distance")].indexOf(this.text);
    return n < 0 ? undefined : /** @type {any} */ (field.querySelectorAll(".aim:not([data-sight=none])")[n]);
  }

  /** Where it may stand, the best place first. @returns {Iterable<Place>} */
  get places() {
    const { line } = this;
    if (line) return ON_LINE.map((share) => line.getPointAtLength(line.getTotalLength() * share));
    const { thing, drawn, wide = 0, high, size } = this;
    const shapes = (/** @type {string} */ kinds) => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (thing.querySelectorAll(kinds))];
    if (thing.matches(".cell")) return inside(/** @type {any} */ (thing.querySelector("polygon")), drawn, wide, high);
    if (thing.matches(".group")) return beside(around(shapes(".unit").map((unit) => boxOf(unit, size / 4))), wide, high);
    if (thing.matches(".obstacle")) return [drawn, ...beside(around(shapes("circle, line, polygon, rect").map((shape) => boxOf(shape))), wide, high)];
    return [drawn];
  }

  /** The best place that is free. @param {(at: Place) => boolean} isFree */
  find(isFree) {
    for (const place of this.places) if (isFree(place)) return place;
    return undefined;
  }

  /** Puts it there; without a place it is left out, until its thing is touched. @param {Place | undefined} at */
  put(at) {
    const { x, y } = at || this.drawn;
    this.text.classList.toggle("left-out", !at);
    this.text.setAttribute("x", x.toFixed(1));
    this.text.setAttribute("y", (y + this.size * MIDDLE).toFixed(1));
  }

  /** Puts the values or the name of a counter into it, smaller where it is too wide; a name without room stands below it. */
  putOnCounter() {
    const { width, height } = /** @type {SVGRectElement} */ (this.thing.querySelector("rect")).getBBox();
    const { wide = 0, high, size, drawn } = this;
    const isName = this.text.matches(".piece-name");
    const fitting = Math.max(this.least, size * Math.min(1, width / (wide * 1.04 || 1)));
    const hasRoom = (wide * fitting) / size < width && (high * fitting) / size < height * (isName ? 0.45 : 1);
    if (hasRoom) this.text.style.fontSize = `${fitting}px`;
    const isSmall = high > height * MOST_BESIDE_SIGN; // then there is no room for the sign of the unit
    if (!isName) this.thing.classList.toggle("small", isSmall);
    this.put(hasRoom ? (isSmall && !isName ? { x: drawn.x, y: height / 2 } : drawn) : undefined);
    if (isName && !hasRoom) this.text.setAttribute("y", (height + high).toFixed(1));
  }
}

/** Makes the signs of an area so large that their numbers can be read; they grow upwards. @param {SVGGElement} signs @param {number} pixels @returns {Box} */
function enlarge(signs, pixels) {
  const { dataset } = signs;
  dataset.drawn ??= signs.getAttribute("transform") || "translate(0 0)";
  const times = Math.max(1, LEAST / (NUMBER * pixels));
  const [x, y] = (dataset.drawn.match(/-?[\d.]+/g) || [0, 0]).map(Number);
  const top = y - (times - 1) * BELOW;
  signs.setAttribute("transform", `translate(${x} ${top}) scale(${times})`);
  const box = signs.getBBox();
  return { left: x + box.x * times, right: x + (box.x + box.width) * times, top: top + box.y * times, bottom: top + (box.y + box.height) * times };
}

/** Gives each name of a picture its size and its place. @param {SVGSVGElement} field */
function placeLabels(field) {
  const pixels = field.getClientRects().length && field.getScreenCTM()?.a;
  if (!pixels) return; // it is not shown
  const { x, y, width, height } = field.viewBox.baseVal;
  const shown = { left: x, top: y, right: x + width, bottom: y + height };
  /** @type {SVGTextElement[]} */
  const texts = KINDS.flatMap((kind) => [...field.querySelectorAll(kind)]).filter((text) => !text.closest(".signs")).map((text) => /** @type {SVGTextElement} */ (text));
  const labels = [...new Set(texts)].map((text) => new Label(text, pixels));
  for (const label of labels) label.measure(); // after all sizes are set: one layout for all
  const taken = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (field.querySelectorAll(THINGS))].map((thing) => moved(boxOf(thing), thing));
  const toField = /** @type {DOMMatrix} */ (field.getScreenCTM()).inverse();
  for (const wall of /** @type {NodeListOf<SVGGraphicsElement>} */ (field.querySelectorAll(WALLS))) taken.push(...along(wall, toField));
  for (const signs of /** @type {NodeListOf<SVGGElement>} */ (field.querySelectorAll(".signs"))) taken.push(enlarge(signs, pixels));
  for (const label of labels) {
    if (label.thing.matches(".piece")) {
      label.putOnCounter();
      continue;
    }
    const at = label.find((place) => {
      const box = moved(label.boxAt(place), label.text);
      return isWithin(box, shown) && !taken.some((other) => meet(box, other));
    });
    label.put(at);
    if (at) taken.push(moved(label.boxAt(at), label.text));
  }
}

/** Places the names of the picture in an element, now and whenever its size changes. @param {Element} host @returns {() => void} places them again */
export function keepPlaced(host) {
  let frame = 0;
  const place = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const field = /** @type {SVGSVGElement | null} */ (host.querySelector(".battle:not(.drawing)"));
      if (field) placeLabels(field);
    });
  };
  new ResizeObserver(place).observe(host);
  place();
  return place;
}
