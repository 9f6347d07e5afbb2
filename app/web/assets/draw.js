// @ts-check
// What lies on the table, drawn: dice, figures, counters, cards, ships.

import { el, svg } from "./dom.js";
import { word } from "./text.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/** Symbols of our own, in a field of 24 by 24. @type {Record<string, () => SVGElement[]>} */
const SYMBOLS = {
  hit: () => [svg("path", { class: "mark", d: "M12 5l2 4.6 4.9-1.2-2.6 4.3 3 4-4.9-.3L12 20l-2.4-3.6-4.9.3 3-4-2.6-4.3 4.9 1.2z" })],
  crit: () => [
    svg("path", { class: "mark hollow", d: "M12 4.6l2.1 4.7 5-1.3-2.7 4.5 3.1 4.1-5-.3L12 20.2l-2.5-3.9-5 .3 3.1-4.1-2.7-4.5 5 1.3z" }),
    svg("circle", { class: "mark", cx: 12, cy: 12.4, r: 2.3 }),
  ],
  focus: () => [svg("path", { class: "mark hollow", d: "M4.5 12c3.8-5.6 11.2-5.6 15 0-3.8 5.6-11.2 5.6-15 0z" }), svg("circle", { class: "mark", cx: 12, cy: 12, r: 2.6 })],
  evade: () => [svg("path", { class: "mark hollow", d: "M5 17c.4-6.5 5.4-9.6 11.2-8.6" }), svg("path", { class: "mark", d: "M14 4.6l6 4.3-6.3 3.9z" })],
  blank: () => [],
};

/**
 * One die. `by` colours it, `state` is "" or any of gone, raised, changed.
 * @param {string | number} face
 * @param {string} [by]
 * @param {string} [state]
 */
export function die(face, by = "", state = "") {
  const isNumber = typeof face === "number";
  const marks = isNumber ? PIPS[face]?.map(([cx, cy]) => svg("circle", { class: "mark", cx, cy, r: 2.1 })) : SYMBOLS[face]?.();
  const shape = isNumber
    ? svg("rect", { class: "side", x: 1.2, y: 1.2, width: 21.6, height: 21.6, rx: 5 })
    : svg("path", { class: "side", d: "M8 1.2h8L22.8 8v8L16 22.8H8L1.2 16V8z" });
  const label = marks ? null : svg("text", { x: 12, y: 16, "text-anchor": "middle", class: "numeral" }, String(face));
  return svg("svg", { class: `die ${by} ${state}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, shape, marks || [], label);
}

/** @param {string | number} face how a face is called */
export const faceName = (face) => (typeof face === "number" ? String(face) : word("face", face));

/**
 * A roll as one picture with a name.
 * @param {(string | number)[]} faces
 * @param {string} [by]
 * @param {(place: number) => string} [state]
 */
export function roll(faces, by = "", state = () => "") {
  const drawn = faces.map((face, place) => (isCard(face) ? card(faceName(face)) : die(face, by, state(place))));
  return el("span", { class: "dice", role: "img", "aria-label": faces.map(faceName).join(", ") }, drawn);
}

/** @param {string | number} face */
export const isCard = (face) => typeof face === "string" && !(face in SYMBOLS);

/** @param {string} name */
function card(name) {
  return el("span", { class: "card-face", "aria-hidden": "true" }, name);
}

/**
 * A figure, standing or fallen.
 * @param {string} by
 * @param {boolean} [fallen]
 */
export function figure(by, fallen = false) {
  const body = fallen
    ? [svg("circle", { cx: 22.5, cy: 20, r: 3.2 }), svg("path", { d: "M18 16.5v7H5c0-4.5 5-7 13-7z" })]
    : [svg("circle", { cx: 8, cy: 4.6, r: 3.4 }), svg("path", { d: "M2 24c0-9 1.6-14.6 6-14.6S14 15 14 24z" })];
  return svg("svg", { class: `figure ${by} ${fallen ? "fallen" : ""}`, viewBox: fallen ? "3 0 24 26" : "0 0 16 26", "aria-hidden": "true" }, body);
}

const MOST_FIGURES = 24;

/**
 * A group of figures with what it is called.
 * @param {number} units
 * @param {string} by
 * @param {string} name
 * @param {number} [fallen]
 */
export function figures(units, by, name, fallen = 0) {
  const shown = Math.min(units, MOST_FIGURES);
  const drawn = [...Array(shown).keys()].map((place) => figure(by, place >= shown - Math.min(fallen, shown)));
  const rest = units > shown ? el("span", { class: "rest", "aria-hidden": "true" }, `+ ${units - shown}`) : null;
  return el("div", { class: "figures", role: "img", "aria-label": name }, drawn, rest);
}

const SHIPS = { small: 0.7, medium: 0.8, large: 0.9, huge: 1 };

/**
 * A ship as an arrow, larger with its base.
 * @param {string} size
 * @param {string} by
 */
export function ship(size, by) {
  const scale = SHIPS[/** @type {keyof typeof SHIPS} */ (size)] || 0.7;
  const arrow = svg("path", { d: "M0-22L15 18 4 12 0 20-4 12-15 18z", transform: `translate(28 28) scale(${scale})` });
  const base = svg("rect", { class: "base", x: 28 - 27 * scale, y: 28 - 27 * scale, width: 54 * scale, height: 54 * scale, rx: 3 });
  return svg("svg", { class: `ship ${by}`, viewBox: "0 0 56 56", "aria-hidden": "true" }, base, arrow);
}

/** The color of a seat: that of its side where sides have one. @param {any} session @param {number} seat */
export function colorOf(session, seat) {
  const side = session?.seats.find((/** @type {any} */ each) => each.seat === seat)?.side;
  return ["soviet", "german"].includes(side) ? side : `seat-${seat}`;
}

/** In a game, the color of each role of the attack that an action holds. @param {any} action @param {any} session @returns {Record<string, string>} */
export function colorsOf(action, session) {
  const seated = session?.kind === "game" && action?.record.findLast((/** @type {any} */ entry) => entry.fact === "seated");
  return seated ? { attacker: colorOf(session, seated.data.attacker), defender: colorOf(session, seated.data.defender) } : {};
}

/** The mark of a seat in its color, and the name of its player; where it has none, `called`. @param {any} session @param {any} seat @param {string} called */
export const marked = (session, seat, called) => [el("span", { class: `mark-of ${colorOf(session, seat.seat)}`, "aria-hidden": "true" }), el("bdi", {}, seat.name || called)];
