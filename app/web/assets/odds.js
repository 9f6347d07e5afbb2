// @ts-check
// Odds as bars, with their table for those who read it: every bar has its fraction, and what came true is gold.

import { el, redraw, svg } from "./dom.js";
import { asPercent, t, valueOf, word } from "./text.js";

/** @typedef {{value: number, probability: string, decimal: number}} Bar */
/** @typedef {{text: string, distributions: Record<string, Bar[]>, means: Record<string, {exact: string, decimal: number}>}} Odds */

const HEIGHT = 150;

/** The chart of one situation, and of another one behind it. */
export class Chart {
  /** @param {HTMLElement} host @param {string[]} order measures, the most interesting first */
  constructor(host, order) {
    this.host = host;
    this.order = order;
    /** @type {Odds | null} */
    this.odds = null;
    /** @type {Odds | null} */
    this.other = null;
    this.measure = "";
    /** @type {Record<string, number>} */
    this.came = {};
    /** @type {number | null} */
    this.held = null;
  }

  /** @param {Odds | null} odds */
  show(odds) {
    this.odds = odds;
    this.draw();
  }

  /** @param {Record<string, number>} came the value that each measure had */
  mark(came) {
    this.came = came;
    this.draw();
  }

  /** Keeps these odds as an outline, to compare others with them; a second time takes the outline away. */
  compare() {
    this.other = this.other ? null : this.odds;
    this.draw();
  }

  draw() {
    if (!this.odds) return;
    const known = Object.keys(this.odds.distributions);
    const measures = [...this.order.filter((each) => known.includes(each)), ...known.filter((each) => !this.order.includes(each))];
    if (!measures.includes(this.measure)) this.measure = measures[0];
    const tabs = measures.length > 1 && el("div", { class: "tabs", role: "group", "aria-label": t("odds.measures") }, measures.map((measure) =>
      el("button", { type: "button", "data-key": `measure/${measure}`, "aria-pressed": String(measure === this.measure), onclick: () => { this.measure = measure; this.held = null; this.draw(); } }, word("measure", measure))));
    const bars = this.odds.distributions[this.measure];
    const others = this.other?.distributions[this.measure];
    redraw(this.host, tabs, this.bars(bars, others || []), this.told(bars), table(this.measure, bars));
  }

  /** @param {Bar[]} bars @param {Bar[]} others */
  bars(bars, others) {
    const values = [...new Set([...bars, ...others].map((bar) => bar.value))].sort((a, b) => a - b);
    const shown = values.length > 16 ? values.filter((value) => [...bars, ...others].some((bar) => bar.value === value && (bar.decimal >= 0.0005 || value === this.came[this.measure]))) : values;
    const width = 480;
    const step = width / Math.max(shown.length, 3);
    const offset = (width - step * shown.length) / 2;
    const most = Math.max(...bars.map((bar) => bar.decimal), ...others.map((bar) => bar.decimal));
    const dense = shown.length > 9;
    /** @param {number} share */
    const tall = (share) => Math.max(1.5, (share / most) * HEIGHT);
    const columns = shown.map((value, place) => {
      const bar = bars.find((each) => each.value === value);
      const other = others.find((each) => each.value === value);
      const x = offset + place * step + step * 0.15;
      const wide = step * 0.7;
      const share = bar?.decimal || 0;
      const isTrue = this.came[this.measure] === value;
      return svg("g", { class: `column ${isTrue ? "came" : ""} ${this.held === value ? "held" : ""}`, onclick: () => { this.held = this.held === value ? null : value; this.draw(); } },
        svg("rect", { class: "reach", x: offset + place * step, y: 0, width: step, height: HEIGHT + 60 }),
        svg("rect", { class: "bar", x, y: 30 + HEIGHT - tall(share), width: wide, height: tall(share), rx: 2 }),
        other && svg("rect", { class: "outline", x: x - 2, y: 30 + HEIGHT - tall(other.decimal), width: wide + 4, height: tall(other.decimal), rx: 2 }),
        (!dense || this.held === value || isTrue) && svg("text", { class: "share", x: x + wide / 2, y: 22 + HEIGHT - tall(Math.max(share, other?.decimal || 0)), "text-anchor": "middle" }, asPercent(share)),
        svg("text", { class: "value", x: x + wide / 2, y: HEIGHT + 52, "text-anchor": "middle" }, value));
    });
    return svg("svg", { class: "chart", viewBox: `0 0 ${width} ${HEIGHT + 64}`, "aria-hidden": "true" },
      svg("line", { class: "ground", x1: 0, x2: width, y1: HEIGHT + 30.5, y2: HEIGHT + 30.5 }), columns);
  }

  /** @param {Bar[]} bars */
  told(bars) {
    const held = bars.find((bar) => bar.value === this.held);
    const of = word("measure", this.measure);
    return el("p", { class: "mean" },
      bars.length === 1 ? t("odds.certain", { value: bars[0].value, measure: of }) : held ? t("odds.exactly", { value: held.value, measure: of, fraction: held.probability, percent: asPercent(held.decimal) }) : this.odds?.text,
      this.other && ` ${t("odds.before", { text: this.other.text })}`);
  }
}

/** @param {string} measure @param {Bar[]} bars */
function table(measure, bars) {
  return el("details", { class: "fold figures-table" }, el("summary", {}, t("odds.table")),
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, word("measure", measure)), el("th", { scope: "col" }, t("odds.fraction")), el("th", { scope: "col" }, "%"))),
      el("tbody", {}, bars.map((bar) => el("tr", {}, el("th", { scope: "row" }, bar.value), el("td", {}, bar.probability), el("td", {}, asPercent(bar.decimal)))))));
}

/**
 * How lucky an outcome was, in a sentence; nothing where it was certain.
 * @param {Record<string, {value: number, probability: string, at_least: string, at_most: string, expected: {decimal: number}}>} measures
 * @param {string} measure
 */
export function luck(measures, measure) {
  const place = measures[measure];
  if (!place || place.probability === "1") return "";
  const high = place.value >= place.expected.decimal;
  const share = valueOf(high ? place.at_least : place.at_most);
  const often = share >= 0.995 ? "99" : share < 0.01 ? "<1" : String(Math.round(share * 100));
  const isExtreme = place.probability === (high ? place.at_least : place.at_most);
  return t(isExtreme ? "luck.exactly" : high ? "luck.at_least" : "luck.at_most", { value: place.value, measure: word("measure", measure), often });
}
