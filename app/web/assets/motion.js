// @ts-check
// What moved from one board to the next goes there before one's eyes; where it came from, and what fell, stays marked until the next move.

import { svg } from "./dom.js";

const MS = 300;
/** Places nearer than this are the same one, in the lengths of a picture. */
const NEAR = 1;
/** A counter that moves by less than so many of its widths makes room for another one. */
const ASIDE = 2.5;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, places: Point[], isToScale: boolean}} Standing `places`: of each unit, or of a counter; `isToScale`: they are those of a battlefield */
/** @typedef {{table: string, items: Map<string, Standing>}} Seen how each piece stands, in the lengths of a table */
/** @typedef {{ways: [Point, Point][], fallen: (Point & {width: number})[], gone: Map<string, Point>}} Marks `gone`: where pieces stood that are gone */

/** The pieces of a picture that somebody moves: areas of a map never do. @param {SVGSVGElement} field */
const pieces = (field) => /** @type {SVGGraphicsElement[]} */ ([...field.querySelectorAll("[data-item]:not(.cell)")]);

/**
 * The lengths of the table that a picture shows: the game's own where it says how large it draws them, else its own.
 * @param {SVGSVGElement} field
 */
function lengthsOf({ dataset: { left, top, per, whole } }) {
  const [x0, y0, by] = per ? [Number(left), Number(top), Number(per)] : [0, 0, 1];
  const down = per ? -1 : 1; // a battlefield has its y to the north
  return {
    table: per ? "" : whole || "", by,
    of: (/** @type {Point} */ { x, y }) => ({ x: x0 + x / by, y: y0 + (down * y) / by }),
    drawn: (/** @type {Point} */ { x, y }) => ({ x: (x - x0) * by, y: down * (y - y0) * by }),
  };
}

/** Where pieces stand. @param {SVGSVGElement | null} field @returns {Seen | null} null where no picture is shown now */
export function seenOn(field) {
  const root = field?.getBoundingClientRect().width ? field.getScreenCTM()?.inverse() : null;
  if (!field || !root) return null;
  const lengths = lengthsOf(field);
  const middle = (/** @type {SVGGraphicsElement} */ each) => {
    const { x, y, width, height } = each.getBBox();
    return lengths.of(new DOMPoint(x + width / 2, y + height / 2).matrixTransform(root.multiply(/** @type {DOMMatrix} */ (each.getScreenCTM()))));
  };
  const standing = (/** @type {SVGGraphicsElement} */ piece) => {
    const units = /** @type {SVGGraphicsElement[]} */ ([...piece.querySelectorAll(".unit")]);
    const all = units.length ? units : [piece];
    return { width: all[0].getBBox().width / lengths.by, places: all.map(middle), isToScale: units.length > 0 };
  };
  return { table: lengths.table, items: new Map(pieces(field).map((piece) => [piece.dataset.item || "", standing(piece)])) };
}

/** Shows moves on the boards of one place. */
export class Motion {
  constructor() {
    /** @type {Animation[]} */
    this.running = [];
    /** What is marked of the last move, and on which table. @type {Marks & {table: string}} */
    this.last = { table: "", ways: [], fallen: [], gone: new Map() };
    addEventListener("pointerdown", () => { for (const each of this.running.splice(0)) each.finish(); });
  }

  /** A picture stands in place of another one. @param {SVGSVGElement | null} field @param {Seen | null} before */
  show(field, before) {
    const now = seenOn(field);
    if (!field || !now) return;
    const marks = before?.table === now.table && this.change(field, before, now);
    if (marks) this.last = { table: now.table, ...marks };
    if (this.last.table === now.table) this.draw(field);
  }

  /** Lets what moved go there. @param {SVGSVGElement} field @param {Seen} before @param {Seen} now @returns {Marks | null} null where nothing moved or fell */
  change(field, before, now) {
    const { by, drawn } = lengthsOf(field);
    this.running = []; // those on the picture before are over, and would keep it
    /** @type {Marks} */
    const { ways, fallen, gone } = { ways: [], fallen: [], gone: new Map() };
    const apart = (/** @type {Point} */ one, /** @type {Point} */ other) => Math.hypot(one.x - other.x, one.y - other.y) * by;
    for (const [item, { width, places: was, isToScale }] of before.items) {
      const is = now.items.get(item)?.places || [];
      if (is.length < was.length) fallen.push(...was.filter((one) => !is.some((other) => apart(one, other) < NEAR)).map((one) => ({ ...one, width })));
      if (!is.length) gone.set(item, middleOf(was));
      if (is.length !== was.length || apart(was[0], is[0]) < NEAR) continue;
      if (isToScale || apart(was[0], is[0]) > ASIDE * width * by) ways.push([middleOf(was), middleOf(is)]);
      const [from, to] = [drawn(was[0]), drawn(is[0])];
      this.go(pieces(field).find((piece) => piece.dataset.item === item), from.x - to.x, from.y - to.y);
    }
    return ways.length || fallen.length ? { ways, fallen, gone } : null;
  }

  /** A piece comes from so far away. @param {SVGGraphicsElement | undefined} piece @param {number} x @param {number} y */
  go(piece, x, y) {
    if (!piece || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.running.push(piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: MS, easing: "ease-in-out" }));
  }

  /** Draws a line from what attacked to what it attacked, above the pieces. @param {SVGSVGElement | null} field @param {[string, string] | null} shot their ids */
  aims(field, shot) {
    field?.querySelector(".shot")?.remove();
    if (!field || !shot) return;
    const [from, to] = shot.map((item) => this.placeOf(field, item));
    if (!from || !to) return;
    const line = svg("path", { class: "shot", d: `M${from.x} ${from.y}L${to.x} ${to.y}`, pathLength: 1, "aria-hidden": "true" });
    field.append(line);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.running.push(line.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], { duration: MS }));
  }

  /** Where something stands on a picture, or stood before it fell. @param {SVGSVGElement} field @param {string} item @returns {Point | null} */
  placeOf(field, item) {
    const area = /** @type {SVGGraphicsElement | null} */ (field.querySelector(`.cell[data-item="${CSS.escape(item)}"] polygon`))?.getBBox();
    if (area) return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const stands = seenOn(field)?.items.get(item);
    const place = stands ? middleOf(stands.places) : this.last.gone.get(item);
    return place ? lengthsOf(field).drawn(place) : null;
  }

  /** Marks the last move, below the pieces. @param {SVGSVGElement} field */
  draw(field) {
    const { by, drawn } = lengthsOf(field);
    const trail = (/** @type {[Point, Point]} */ way) => svg("path", { class: "trail", d: way.map(drawn).map(({ x, y }, n) => `${n ? "L" : "M"}${x} ${y}`).join("") });
    const cross = (/** @type {Point & {width: number}} */ { width, ...point }) => {
      const [{ x, y }, half] = [drawn(point), (width * by) / 3];
      return svg("path", { class: "fallen-here", d: `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}` });
    };
    const marks = svg("g", { class: "last-move", "aria-hidden": "true" }, this.last.ways.map(trail), this.last.fallen.map(cross));
    const first = pieces(field)[0];
    if (first) first.before(marks);
    else field.append(marks);
  }
}

/** @param {Point[]} points */
function middleOf(points) {
  const mean = (/** @type {"x" | "y"} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return { x: mean("x"), y: mean("y") };
}
