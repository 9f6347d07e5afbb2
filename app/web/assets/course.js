// @ts-check
// How a game went: what each player has left, and who was ahead when, with the points where it turned.

import { el, svg } from "./dom.js";
import { colorOf } from "./draw.js";
import { parts, t } from "./text.js";

/**
 * @typedef {{action: number, round: number, values: Record<string, number>}} Point
 * @typedef {{measure: string | null, text: string | null, points: Point[], left: {seat: number, id: string, name: string, left: number, of: number}[]}} GameCourse
 *   as the service answers it
 * @typedef {{seat: number, at: (point: Point) => number}} Line of a seat through the chart; of two seats one line shows by how much the first is ahead
 */

const [WIDTH, HEIGHT] = [400, 168];
/** What is around the lines: numbers on the left, rounds below. */
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 10, 12, 22];
/** More pips are a bar. */
const MOST_PIPS = 10;
/** How far the numbers of two rounds are apart at least. */
const APART = 22;

/**
 * What each player has left: a pip for each unit, card or point of a ship; what is gone is pale.
 * @param {GameCourse} course @param {any} session @param {(seat: number) => string} nameOf
 */
export function leftShown({ left }, session, nameOf) {
  const seats = /** @type {number[]} */ (session.seats.map((/** @type {any} */ { seat }) => seat));
  const rows = seats.map((seat) => ({ seat, things: left.filter((each) => each.seat === seat) })).filter(({ things }) => things.length);
  return rows.length > 0 && el("section", { class: "left-over" }, el("h3", {}, t("over.left")), rows.map(({ seat, things }) =>
    el("div", { class: `left-of ${colorOf(session, seat)}`, role: "group", "aria-label": nameOf(seat) }, things.every(({ of }) => of === 1) ? [together(things)] : things.map(thing))));
}

/** @param {GameCourse["left"][0]} each */
const thing = ({ name, left, of }) => el("div", { class: "thing" }, pips(left, of), el("span", { class: "thing-name" }, el("bdi", {}, name)), el("span", { class: "hint" }, t("over.of", { left, of })));

/** Things that are there or not are counted together. @param {GameCourse["left"]} things */
function together(things) {
  const there = things.filter(({ left }) => left);
  return el("div", { class: "thing wide" }, el("span", { class: "pips", "aria-hidden": "true" }, [...there, ...things.filter(({ left }) => !left)].map(({ name, left }) => el("i", { class: left ? "" : "gone", title: name }))), el("span", { class: "hint" }, t("over.of", { left: there.length, of: things.length })));
}

/** @param {number} left @param {number} of */
function pips(left, of) {
  if (of > MOST_PIPS) return svg("svg", { class: "pip-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "gone", width: 100, height: 8 }), svg("rect", { width: (100 * left) / of, height: 8 }));
  return el("span", { class: "pips", "aria-hidden": "true" }, [...Array(of).keys()].map((n) => el("i", { class: n < left ? "" : "gone" })));
}

/**
 * The chart; nothing where nothing changed.
 * @param {GameCourse} course @param {number[]} turns the actions in which the game turned, as they are numbered
 * @param {any} session @param {(seat: number) => string} nameOf
 */
export function courseChart({ points: played, text }, turns, session, nameOf) {
  const items = played.slice(Math.max(0, played.findIndex(({ round }) => round > 0) - 1)); // what comes before the first round is no course yet
  if (items.length < 2 || !text) return null;
  const seats = session.seats.map((/** @type {any} */ { seat }) => seat);
  const isAhead = seats.length === 2;
  /** @type {Line[]} */
  const lines = isAhead ? [{ seat: seats[0], at: ({ values }) => values[seats[0]] - values[seats[1]] }] : seats.map((/** @type {number} */ seat) => ({ seat, at: (/** @type {Point} */ { values }) => values[seat] }));
  const all = items.flatMap((point) => lines.map(({ at }) => at(point)));
  const [most, least] = [Math.max(0, ...all) || (Math.min(...all) < 0 ? 0 : 1), Math.min(0, ...all)];
  const [first, last] = [items[0].action, items[items.length - 1].action];
  const x = (/** @type {number} */ action) => LEFT + ((action - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + ((most - value) / (most - least || 1)) * (HEIGHT - TOP - BOTTOM);
  const steps = (/** @type {Line} */ { at }) => items.map((point, n) => `${n ? `H${x(point.action)}V` : `M${x(point.action)} `}${y(at(point))}`).join("");
  const at = (/** @type {number} */ action) => items.findLast((point) => point.action <= action) || items[0];
  const signed = (/** @type {number} */ value) => (isAhead && value > 0 ? "+" : "") + String(value).replace("-", "−");
  const [one, other] = seats.map((/** @type {number} */ seat) => colorOf(session, seat));
  const area = isAhead ? `${steps(lines[0])}V${y(0)}H${x(first)}Z` : "";
  return el("section", { class: "course" }, el("h3", {}, t("over.course")),
    el("p", { class: "hint" }, isAhead ? parts("over.course_of_two", { measure: el("span", {}, text), one: el("bdi", {}, nameOf(seats[0])), other: el("bdi", {}, nameOf(seats[1])) }) : text),
    svg("svg", { class: "course-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      isAhead && [
        svg("clipPath", { id: "ahead" }, svg("rect", { width: WIDTH, height: Math.max(0, y(0)) })), svg("clipPath", { id: "behind" }, svg("rect", { y: y(0), width: WIDTH, height: HEIGHT })),
        svg("path", { class: `ahead ${one}`, "clip-path": "url(#ahead)", d: area }), svg("path", { class: `ahead ${other}`, "clip-path": "url(#behind)", d: area })],
      [most, 0, least].filter((value, n, values) => values.indexOf(value) === n).map((value) => [
        svg("line", { class: value ? "rule-line" : "ground", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }), svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, signed(value))]),
      rounds(items, x).map(({ at: left, round }) => svg("text", { x: left, y: HEIGHT - 5, "text-anchor": "middle" }, round)),
      lines.map((line) => isAhead
        ? [svg("path", { class: `line ${one}`, "clip-path": "url(#ahead)", d: steps(line) }), svg("path", { class: `line ${other}`, "clip-path": "url(#behind)", d: steps(line) })]
        : svg("path", { class: `line ${colorOf(session, line.seat)}`, d: steps(line) })),
      turns.map((action, n) => svg("g", { class: "turn-mark", transform: `translate(${x(Math.min(action, last))} ${y(lines[0].at(at(action)))})` }, svg("circle", { r: 8 }), svg("text", { y: 4, "text-anchor": "middle" }, n + 1)))),
    table(items, seats, nameOf));
}

/** Where the numbers of the rounds stand, as many as have room. @param {Point[]} items @param {(action: number) => number} x */
function rounds(items, x) {
  /** @type {{at: number, round: number}[]} */
  const shown = [];
  for (const { action, round } of items) {
    const before = shown[shown.length - 1];
    if (round && before?.round !== round && (!before || x(action) - before.at >= APART)) shown.push({ at: x(action), round });
  }
  return shown;
}

/** The numbers at the end of each round. @param {Point[]} items @param {number[]} seats @param {(seat: number) => string} nameOf */
function table(items, seats, nameOf) {
  const ends = items.filter((point, n) => items[n + 1]?.round !== point.round);
  return el("details", { class: "fold figures-table" }, el("summary", {}, t("odds.table")), el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("over.round")), seats.map((seat) => el("th", { scope: "col" }, el("bdi", {}, nameOf(seat)))))),
    el("tbody", {}, ends.map(({ round, values }) => el("tr", {}, el("th", { scope: "row" }, round), seats.map((seat) => el("td", {}, values[seat])))))));
}
