// @ts-check
// A drawing that is changed by finger, mouse and keys: things on it are selected, moved, made larger, taken away.

import { svg } from "../dom.js";

export const WIDTH = 1000;
/** How far a finger goes before what it holds moves. */
const STILL = 5;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** How far an arrow key with Shift goes, in steps. */
const LEAP = 5;
/** The dot of a corner, and how far from it a finger still meets it. */
const [DOT, REACH] = [9, 24];

/** @typedef {{x: number, y: number}} Point */

/** Where places of the ground stand in the picture; `y` grows upwards on the ground. */
export class Scale {
  /** @param {number} width of the ground @param {number} height */
  constructor(width, height) {
    this.per = WIDTH / width;
    this.top = height;
    this.height = height * this.per;
  }

  /** @param {number} length */
  length(length) {
    return Math.round(length * this.per * 10) / 10;
  }

  /** @param {Point} place @returns {[number, number]} */
  at({ x, y }) {
    return [this.length(x), this.length(this.top - y)];
  }

  /** The place on the ground. @param {{x: number, y: number}} picture @returns {Point} */
  place({ x, y }) {
    return { x: x / this.per, y: this.top - y / this.per };
  }
}

/**
 * @typedef {{
 *   key: string, name: string, kind: string, draw: () => SVGElement[], corners?: () => Point[], middle?: () => Point,
 *   hold?: (corner: number | null) => (by: Point) => void, resize?: (by: number) => void, remove?: () => void,
 * }} Thing something on a drawing; `hold`: takes it, or one of its corners, and moves it by a way from where it was
 * @typedef {{
 *   scale: Scale, label: string, ground: any[], things: Thing[], chosen: string | null, step: number,
 *   choose: (key: string | null) => void, changed: () => void, tapped?: (place: Point) => void,
 *   act?: (key: string) => void, over?: any[],
 * }} Drawing `tapped`: a place is tapped, not what lies there; `act`: a tool does something to what is
 *   tapped; `over`: what is drawn over all
 */

/** A thing, with the dots of its corners where it is chosen. @param {Drawing} of @param {Thing} thing */
function drawn(of, thing) {
  const corners = (thing.key === of.chosen && thing.hold && thing.corners?.()) || [];
  const dots = corners.map((corner) => {
    const [cx, cy] = of.scale.at(corner);
    const reach = svg("circle", { class: "reach", cx, cy, r: REACH });
    return svg("g", { class: "handle" }, reach, svg("circle", { cx, cy, r: DOT }));
  });
  return [...thing.draw(), ...dots];
}

/** @param {Drawing} of @param {Thing} thing */
function placed(of, thing) {
  const isChosen = thing.key === of.chosen;
  return svg("g", {
    class: `thing ${thing.kind} ${isChosen ? "chosen" : ""}`, tabindex: 0, role: "button", "aria-label": thing.name,
    "aria-pressed": String(isChosen), "data-key": `thing/${thing.key}`, "data-thing": thing.key,
  }, drawn(of, thing));
}

/** The drawing. @param {Drawing} of */
export function canvas(of) {
  const board = /** @type {SVGSVGElement} */ (svg("svg", {
    class: "battle drawing", viewBox: `0 0 ${WIDTH} ${of.scale.height}`, role: "group", "aria-label": of.label,
  }, of.ground, of.things.map((thing) => placed(of, thing)), of.over));
  const find = (/** @type {any} */ node) => {
    const key = node.closest("[data-thing]")?.dataset.thing;
    return of.things.find((thing) => thing.key === key);
  };
  board.addEventListener("focusin", (event) => {
    const thing = find(event.target);
    if (thing && !of.act && thing.key !== of.chosen) of.choose(thing.key);
  });
  board.addEventListener("keydown", (event) => {
    if (keyed(of, find(event.target), event)) event.preventDefault();
  });
  board.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.isPrimary) new Grip(of, board, find(event.target), event);
  });
  return board;
}

/**
 * Does what a key means; whether it means something.
 * @param {Drawing} of @param {Thing | undefined} thing @param {KeyboardEvent} event
 */
function keyed(of, thing, event) {
  if (!thing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (key === "Enter" || key === " ") return (of.act ?? of.choose)(thing.key) ?? true;
  if (key === "Escape") return of.choose(null) ?? true;
  const arrow = ARROWS[key];
  const by = of.step * (event.shiftKey && arrow ? LEAP : 1);
  if (arrow && thing.hold) thing.hold(null)({ x: arrow[0] * by, y: arrow[1] * by });
  else if ((key === "+" || key === "=") && thing.resize) thing.resize(by);
  else if ((key === "-" || key === "−") && thing.resize) thing.resize(-by);
  else if ((key === "Delete" || key === "Backspace") && thing.remove) thing.remove();
  else return false;
  of.changed();
  return true;
}

/**
 * The corner that is meant by a place near one: the nearest; null where the middle of the thing is nearer still.
 * @param {Thing} thing @param {Point} place
 */
function cornerAt(thing, place) {
  const far = (/** @type {Point} */ { x, y }) => Math.hypot(x - place.x, y - place.y);
  const ways = (thing.corners?.() || []).map(far);
  const nearest = ways.indexOf(Math.min(...ways));
  return thing.middle && far(thing.middle()) < ways[nearest] ? null : nearest;
}

/** A finger on the drawing, or a mouse: it taps, or moves what it holds. */
class Grip {
  /** @param {Drawing} of @param {SVGSVGElement} board @param {Thing | undefined} thing @param {PointerEvent} event */
  constructor(of, board, thing, event) {
    const target = /** @type {any} */ (event.target);
    this.of = of;
    this.board = board;
    this.event = event;
    this.thing = /** @type {Thing} */ (thing);
    this.start = this.place(event);
    this.node = target.closest("[data-thing]");
    this.move = thing?.hold?.(target.closest(".handle") ? cornerAt(this.thing, this.start) : null);
    this.isMoved = false;
    if (thing) board.setPointerCapture(event.pointerId);
    const left = new AbortController();
    /** @param {string} type @param {(next: PointerEvent) => void} done */
    const on = (type, done) => board.addEventListener(type, (/** @type {any} */ next) => {
      if (next.pointerId === event.pointerId) done(next);
    }, { signal: left.signal });
    on("pointermove", (next) => this.follow(next));
    on("pointerup", () => { left.abort(); this.end(); });
    on("pointercancel", () => { left.abort(); this.cancel(); });
  }

  /** Where a pointer is on the ground. @param {PointerEvent} event */
  place({ clientX, clientY }) {
    const matrix = /** @type {DOMMatrix} */ (this.board.getScreenCTM());
    return this.of.scale.place(new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()));
  }

  /** @param {PointerEvent} next */
  follow(next) {
    const { clientX, clientY } = this.event;
    this.isMoved ||= Math.hypot(next.clientX - clientX, next.clientY - clientY) > STILL;
    if (!this.isMoved || !this.move) return;
    const now = this.place(next);
    this.move({ x: now.x - this.start.x, y: now.y - this.start.y });
    this.node.replaceChildren(...drawn(this.of, this.thing));
  }

  end() {
    const { act, changed, choose, tapped } = this.of;
    if (this.isMoved) return this.move && changed();
    if (tapped) return tapped(this.start);
    return act && this.thing ? act(this.thing.key) : choose(this.thing?.key ?? null);
  }

  /** Another gesture was meant, such as scrolling: all is where it was. */
  cancel() {
    if (!this.isMoved || !this.move) return;
    this.move({ x: 0, y: 0 });
    this.of.changed();
  }
}
