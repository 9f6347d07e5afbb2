// @ts-check
// How an attack turned, line by line: a curve of what it promised at each, a slider over its lines, and an equal table.

import { get } from "./api.js";
import { button } from "./controls.js";
import { el, redraw, svg } from "./dom.js";
import { chosenBy } from "./actions.js";
import { mattersMost, stepsThat } from "./story.js";
import { asDecimal, asPercent, t, word } from "./text.js";

/** @typedef {{decimal: number}} Value */
/** @typedef {{at: number, rule: string | null, text: string | null, chances: Record<string, Value>, means: Record<string, Value>}} Point */
/** @typedef {{name: string, told: (value: number) => string, points: {at: number, rule: string | null, text: string, value: number}[]}} Course */

const [WIDTH, HEIGHT, EDGE] = [320, 96, 14];
/** A chance that changes less than this is no story; then what is counted is told. */
const LITTLE = 0.05;

/**
 * What an attack promised at each of its rolls and choices; null where nobody may be told, or nothing changed.
 * @param {any} action @param {string | null} token
 * @returns {Promise<Course | null>}
 */
export async function courseOf(action, token) {
  if (action.status !== "resolved") return null;
  const path = `/v1/sessions/${action.session_id}/actions/${action.number}/odds?through=true`;
  const { through } = await get(path, { token }).catch(() => ({ through: null }));
  return through && told(through);
}

/** @param {Point[]} through @returns {Course | null} */
function told(through) {
  const span = (/** @type {string} */ name) => {
    const values = through.map(({ means }) => means[name]?.decimal ?? 0);
    return Math.max(...values) - Math.min(...values);
  };
  const chances = Object.keys(through[0].chances);
  const numbers = Object.keys(through[0].means).filter((name) => !chances.includes(name));
  const known = [...chances.filter((each) => span(each) >= LITTLE), ...numbers, ...chances].filter((each) => span(each) > 0);
  const steps = (/** @type {string} */ name) => new Set(through.map(({ means }) => means[name].decimal)).size;
  const name = known.find((each) => steps(each) > 2) || known[0];
  if (!name) return null;
  const points = through.map(({ at, rule, text, means }) => ({ at, rule, text: text || t("curve.begin"), value: means[name].decimal }));
  return { name, told: chances.includes(name) ? asPercent : asDecimal, points };
}

/** The three steps that changed most, each with what it changed; without a course those that look like it. @param {any} action @param {Course | null} course */
export function mattered(action, course) {
  if (!course) return mattersMost(action);
  const steps = course.points.map((point, place) => ({ ...point, by: place ? point.value - course.points[place - 1].value : 0 }));
  const some = chosenBy(steps, ({ by }) => Math.abs(by));
  return stepsThat(some.map(({ text, rule, by }) => ({ text, rule, changed: `${by > 0 ? "+" : "−"}\u202f${course.told(Math.abs(by))}` })));
}

/** A slider over the lines of an action, with the curve above it where there is one. */
export class Curve {
  /** @param {HTMLElement} host @param {{went: (line: number) => void}} of `went`: the reader goes to a line, 0 before the first */
  constructor(host, { went }) {
    this.host = host;
    this.went = went;
    /** @type {any} */
    this.action = null;
    /** @type {Course | null} */
    this.course = null;
    this.line = 0;
  }

  /** Shows an action at its end. @param {any} action null where there is nothing to show @param {Course | null} course @param {number} [line] */
  show(action, course, line = action?.record.length) {
    [this.action, this.course, this.line] = [action, course, line];
    this.draw();
  }

  /** @param {number} line */
  go(line) {
    this.line = Math.max(0, Math.min(line, this.action.record.length));
    this.draw();
    this.went(this.line);
  }

  draw() {
    if (!this.action?.record.length) return redraw(this.host);
    const { action, course, line } = this;
    const all = action.record.length;
    const text = line ? action.record[line - 1].text || "" : t("curve.begin");
    const value = course && this.at(line).value;
    const now = `${t("curve.line", { n: line, all })}${value === null ? "" : ` · ${course?.told(value)}`}`;
    const slide = el("input", { type: "range", min: 0, max: all, value: line, "data-key": "line", "aria-label": t("curve.lines"), "aria-valuetext": `${now} · ${text}`, oninput: (/** @type {any} */ event) => this.go(Number(event.target.value)) });
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ name) => button({ key: `line/${by}`, text: sign, name, do: () => this.go(line + by) });
    redraw(this.host, course && el("h3", {}, t("curve.title", { measure: word("measure", course.name) })), course && this.drawn(course),
      el("div", { class: "stepping" }, step(-1, "‹", t("curve.back")), slide, step(1, "›", t("curve.on"))),
      el("p", { class: "hint at-line" }, el("b", {}, now), " ", text), course && this.table(course));
  }

  /** What the course had come to by a line. @param {number} line */
  at(line) {
    const { points } = /** @type {Course} */ (this.course);
    return points.findLast(({ at }) => at <= line) || points[0];
  }

  /** @param {Course} course */
  drawn({ points, told: say }) {
    const most = Math.max(...points.map(({ value }) => value)) || 1;
    const all = this.action.record.length;
    const x = (/** @type {number} */ line) => EDGE + (line / all) * (WIDTH - 2 * EDGE);
    const y = (/** @type {number} */ value) => 22 + (1 - value / most) * (HEIGHT - 30);
    const held = this.at(this.line);
    const steps = points.map(({ at, value }, place) => `${place ? `H${x(at)}V` : `M${x(0)} `}${y(value)}`).join("");
    const labeled = (/** @type {Course["points"][0]} */ point) => point === held || point === points[0] || point === points.at(-1);
    return svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", onclick: (/** @type {any} */ event) => this.tapped(event) },
      svg("line", { class: "ground", x1: EDGE, x2: WIDTH - EDGE, y1: HEIGHT - 8, y2: HEIGHT - 8 }),
      svg("path", { d: `${steps}H${x(all)}` }),
      svg("line", { class: "now", x1: x(this.line), x2: x(this.line), y1: 18, y2: HEIGHT - 8 }),
      points.map((point) => [svg("circle", { class: point === held ? "held" : "", cx: x(point.at), cy: y(point.value), r: point === held ? 5 : 3.5 }),
        labeled(point) && svg("text", { x: Math.max(20, Math.min(WIDTH - 20, x(point.at))), y: y(point.value) - 9, "text-anchor": "middle" }, say(point.value))]));
  }

  /** @param {MouseEvent} event */
  tapped(event) {
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const share = ((event.clientX - left) / width * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    this.go(Math.round(share * this.action.record.length));
  }

  /** @param {Course} course */
  table({ name, points, told: say }) {
    return el("details", { class: "fold figures-table" }, el("summary", {}, t("odds.table")),
      el("table", {}, el("thead", {}, el("tr", {}, ["curve.step", "curve.at", null].map((key) => el("th", { scope: "col" }, key ? t(key) : word("measure", name))))),
        el("tbody", {}, points.map(({ at, text, value }) => el("tr", {}, el("th", { scope: "row" }, text), el("td", {}, at), el("td", {}, say(value)))))));
  }
}
