// @ts-check
// What moved from one board to the next goes there before one's eyes, cards turn, dice fall; where pieces came from, and what fell, stays marked until the next move.

import { svg } from "./dom.js";
import { die, isCard } from "./draw.js";

const MS = 300;
/** Places nearer than this are the same one, in the lengths of a picture. */
const NEAR = 1;
/** A counter that moves by less than so many of its widths makes room for another one. */
const ASIDE = 2.5;

/** How much room a die has, in pixels of the screen, how large it is drawn there, how many stand in a row, and how many are drawn at most. */
const [DIE, DRAWN, ROW, MOST_DICE] = [26, 24, 6, 18];

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
  /** @param {(seat: number | null) => string} painter the color of a seat */
  constructor(painter) {
    this.painter = painter;
    /** @type {Animation[]} */
    this.running = [];
    /** What is marked of the last move, and on which table. @type {Marks & {table: string}} */
    this.last = { table: "", ways: [], fallen: [], gone: new Map() };
    addEventListener("pointerdown", () => { for (const each of this.running.splice(0)) each.finish(); });
  }

  /** A picture stands in place of another one. @param {SVGSVGElement | null} field @param {Seen | null} before @param {boolean} [isPlayed] what moved is seen to go there */
  show(field, before, isPlayed = true) {
    const now = seenOn(field);
    if (!field || !now) return;
    const marks = before?.table === now.table && this.change(field, before, now);
    if (!isPlayed) for (const each of this.running.splice(0)) each.finish();
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

  /** Draws a line from what attacked to what it attacked, with the dice of it, above the pieces. @param {SVGSVGElement | null} field @param {import("./actions.js").Shot | null} shot */
  aims(field, shot) {
    for (const each of field?.querySelectorAll(".shot, .dice-here") || []) each.remove();
    if (!field || !shot) return;
    const [from, to] = [shot.from, shot.to].map((item) => this.placeOf(field, item));
    if (!from || !to) return;
    const line = svg("path", { class: "shot", d: `M${from.x} ${from.y}L${to.x} ${to.y}`, pathLength: 1, "aria-hidden": "true" });
    const dice = this.dice(field, from, to, shot.dice);
    field.append(line, ...dice ? [dice] : []);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.running.push(line.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], { duration: MS }));
    if (dice) this.running.push(dice.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MS, delay: MS, fill: "backwards" }));
  }

  /** The dice of an attack, at the middle of its line; none where they are too many to be counted. @param {SVGSVGElement} field @param {Point} from @param {Point} to @param {import("./actions.js").Shot["dice"]} all */
  dice(field, from, to, all) {
    const thrown = all.filter(({ face }) => !isCard(face));
    const pixel = 1 / (field.getScreenCTM()?.a || 1);
    if (!thrown.length || thrown.length > MOST_DICE) return null;
    const [size, columns] = [DIE * pixel, Math.min(ROW, thrown.length)];
    const [left, top] = [(from.x + to.x - columns * size) / 2, (from.y + to.y - Math.ceil(thrown.length / ROW) * size) / 2];
    return svg("g", { class: "dice-here", "aria-hidden": "true" }, thrown.map(({ face, seat }, place) => {
      const [x, y] = [left + (place % ROW) * size, top + Math.floor(place / ROW) * size];
      const drawn = die(face, this.painter(seat));
      return svg("g", { class: drawn.getAttribute("class"), transform: `translate(${x} ${y}) scale(${(pixel * DRAWN) / 24})` }, [...drawn.childNodes]);
    }));
  }

  /** The cards that lie face up, stack by stack; null in a stack without one that lies face down. @param {Element} host of a board without a picture */
  faces(host) {
    return [...host.querySelectorAll(".stack")].map((stack) => (stack.querySelector(".back") ? [...stack.querySelectorAll(".card:not(.back)")].map((card) => card.textContent) : null));
  }

  /** Turns over the cards that lay face down before. @param {Element} host @param {((string | null)[] | null)[]} before */
  turn(host, before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    [...host.querySelectorAll(".stack")].forEach((stack, n) => {
      const known = before[n];
      for (const card of known ? stack.querySelectorAll(".card:not(.back)") : []) {
        const place = known?.indexOf(card.textContent) ?? -1;
        if (place >= 0) known?.splice(place, 1);
        else this.running.push(card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: MS, easing: "ease-out" }));
      }
    });
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
    field.querySelector(".last-move")?.remove();
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
