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

/** A wall as small boxes along it. @param {SVGLineElement} line @returns {Box[]} */
function along(line) {
  const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((name) => Number(line.getAttribute(name)));
  const half = (Number(line.getAttribute("stroke-width")) || 8) / 2;
  const count = Math.max(1, Math.min(60, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / (half * 2 + 4))));
  return [...Array(count + 1).keys()].map((n) => {
    const [x, y] = [x1 + ((x2 - x1) * n) / count, y1 + ((y2 - y1) * n) / count];
    return { left: x - half, right: x + half, top: y - half, bottom: y + half };
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

/** Places in an area, those near the first one first. @param {SVGGeometryElement} area @param {Place} first @param {number} wide @param {number} high @returns {Place[]} */
function inside(area, first, wide, high) {
  const box = boxOf(area);
  const point = new DOMPoint();
  const isIn = (/** @type {Place} */ { x, y }) => [-1, 0, 1].every((side) => [-1, 1].every((end) => area.isPointInFill(Object.assign(point, { x: x + (side * wide) / 2, y: y + (end * high) / 2 }))));
  const all = [first];
  for (let y = box.top + high / 2; y < box.bottom; y += high / 2)
    for (let x = box.left + wide / 2; x <= box.right - wide / 2; x += Math.max(6, wide / 6)) all.push({ x, y });
  const far = (/** @type {Place} */ { x, y }) => Math.hypot(x - first.x, y - first.y);
  return all.sort((one, other) => far(one) - far(other)).filter(isIn);
}

/** The names of a picture, those that matter most first. */
const KINDS = [".group.held > text", ".group.marked > text", ".distance", ".cell > text", ".group > text", ".obstacle > text", "text"];
const THINGS = ".unit, .piece > rect";

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

  /** Where it may stand, the best place first. @returns {Place[]} */
  get places() {
    const { thing, drawn, wide = 0, high, size } = this;
    const shapes = (/** @type {string} */ kinds) => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (thing.querySelectorAll(kinds))];
    if (thing.matches(".cell")) return inside(/** @type {any} */ (thing.querySelector("polygon")), drawn, wide, high);
    if (thing.matches(".group")) return beside(around(shapes(".unit").map((unit) => boxOf(unit, size / 4))), wide, high);
    if (thing.matches(".obstacle")) return [drawn, ...beside(around(shapes("circle, line, polygon, rect").map((shape) => boxOf(shape))), wide, high)];
    return [drawn];
  }

  /** Puts it there; without a place it is left out, until its thing is touched. @param {Place | undefined} at */
  put(at) {
    const { x, y } = at || this.places[0] || this.drawn;
    this.text.classList.toggle("left-out", !at);
    this.text.setAttribute("x", x.toFixed(1));
    this.text.setAttribute("y", (y + this.size * MIDDLE).toFixed(1));
  }

  /** Puts the values and the name of a counter into it: the name below it where there is no room. */
  putOnCounter() {
    const { width, height } = /** @type {SVGRectElement} */ (this.thing.querySelector("rect")).getBBox();
    const { wide = 0, high, drawn } = this;
    const isName = this.text.matches(".piece-name");
    const hasRoom = wide < width && high < height * (isName ? 0.45 : 1);
    this.put(hasRoom ? drawn : undefined);
    if (isName && !hasRoom) this.text.setAttribute("y", (height + high).toFixed(1));
    const values = this.thing.querySelector(".piece-values");
    if (isName && !hasRoom && values) values.setAttribute("y", (height / 2 + parseFloat(/** @type {SVGTextElement} */ (values).style.fontSize) * MIDDLE).toFixed(1));
  }
}

/** Gives each name of a picture its size and its place. @param {SVGSVGElement} field */
export function placeLabels(field) {
  const pixels = field.getScreenCTM()?.a;
  if (!pixels) return;
  const { x, y, width, height } = field.viewBox.baseVal;
  const shown = { left: x, top: y, right: x + width, bottom: y + height };
  /** @type {SVGTextElement[]} */
  const texts = KINDS.flatMap((kind) => [...field.querySelectorAll(kind)]).map((text) => /** @type {SVGTextElement} */ (text));
  const labels = [...new Set(texts)].map((text) => new Label(text, pixels));
  for (const label of labels) label.measure(); // after all sizes are set: one layout for all
  const taken = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (field.querySelectorAll(THINGS))].map((thing) => moved(boxOf(thing), thing));
  for (const wall of /** @type {NodeListOf<SVGLineElement>} */ (field.querySelectorAll("line.wall, .walls line"))) taken.push(...along(wall));
  for (const label of labels) {
    if (label.thing.matches(".piece")) {
      label.putOnCounter();
      continue;
    }
    const at = label.places.find((place) => {
      const box = moved(label.boxAt(place), label.text);
      return isWithin(box, shown) && !taken.some((other) => meet(box, other));
    });
    label.put(at);
    if (at) taken.push(moved(label.boxAt(at), label.text));
  }
}
