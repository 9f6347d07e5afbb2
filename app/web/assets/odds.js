// @ts-check
// Odds as bars, with their table for those who read it: every bar has its fraction, and what came true is gold.

import { el, redraw, svg } from "./dom.js";
import { asPercent, t, valueOf, word } from "./text.js";

/** @typedef {{value: number, probability: string, decimal: number, at_least: {decimal: number}}} Bar */
/** @typedef {{text: string, chances: Record<string, {exact: string, decimal: number}>, policies: Record<string, string>, distributions: Record<string, Bar[]>, means: Record<string, {exact: string, decimal: number}>}} Odds */

const HEIGHT = 84;
const WIDTH = 320;
/** Up to so many columns there is room for a figure at each. */
const ROOMY = 6;

/** The chart of one situation, and of another one behind it. */
export class Chart {
  /** @param {HTMLElement} host @param {HTMLElement} figures the place of its table @param {string[]} order measures, the most interesting first */
  constructor(host, figures, order) {
    this.host = host;
    this.figures = figures;
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

  /** What is counted, the most interesting first; what is told as one chance needs no bars. @param {Odds} odds */
  measures({ distributions, chances }) {
    const known = Object.keys(distributions);
    const counted = [...new Set([...this.order, ...known])].filter((each) => known.includes(each) && !(each in chances));
    return counted.length ? counted : known;
  }

  draw() {
    if (!this.odds) return;
    const measures = this.measures(this.odds);
    if (!measures.includes(this.measure)) this.measure = measures[0];
    const pick = (/** @type {string} */ measure) => { this.measure = measure; this.held = null; this.draw(); };
    const tabs = el("div", { class: "tabs", role: "group", "aria-label": t("odds.measures") }, measures.map((measure) =>
      el("button", { type: "button", "data-key": `measure/${measure}`, "aria-pressed": String(measure === this.measure), onclick: () => pick(measure) }, word("measure", measure))));
    const bars = this.odds.distributions[this.measure];
    redraw(this.host, tabs, this.bars(bars, this.other?.distributions[this.measure] || []));
    redraw(this.figures, this.told(bars), table(this.measure, bars));
  }

  /** @param {Bar[]} bars @param {Bar[]} others */
  bars(bars, others) {
    const values = [...new Set([...bars, ...others].map((bar) => bar.value))].sort((a, b) => a - b);
    const came = this.came[this.measure];
    const isSeen = (/** @type {number} */ value) => [...bars, ...others].some((bar) => bar.value === value && (bar.decimal >= 0.0005 || value === came));
    const shown = values.length > 16 ? values.filter(isSeen) : values;
    const step = WIDTH / Math.max(shown.length, 3);
    const offset = (WIDTH - step * shown.length) / 2;
    const most = Math.max(...[...bars, ...others].map((bar) => bar.decimal));
    const tall = (/** @type {number} */ share) => Math.max(1.5, (share / most) * HEIGHT);
    const columns = shown.map((value, place) => {
      const bar = bars.find((each) => each.value === value);
      const other = others.find((each) => each.value === value);
      const [x, wide] = [offset + place * step + step * 0.12, step * 0.76];
      const share = bar?.decimal || 0;
      const isTrue = came === value;
      const isTold = shown.length <= ROOMY || this.held === value || isTrue;
      /** @param {string} kind @param {number} y @param {any} said */
      const text = (kind, y, said) => svg("text", { class: kind, x: x + wide / 2, y, "text-anchor": "middle" }, said);
      const hold = () => { this.held = this.held === value ? null : value; this.draw(); };
      return svg("g", { class: `column ${isTrue ? "came" : ""} ${this.held === value ? "held" : ""}`, onclick: hold },
        svg("rect", { class: "reach", x: offset + place * step, y: 0, width: step, height: HEIGHT + 60 }),
        svg("rect", { class: "bar", x, y: 20 + HEIGHT - tall(share), width: wide, height: tall(share), rx: 2 }),
        other && svg("rect", { class: "outline", x: x - 2, y: 20 + HEIGHT - tall(other.decimal), width: wide + 4, height: tall(other.decimal), rx: 2 }),
        isTold && text("share", 14 + HEIGHT - tall(Math.max(share, other?.decimal || 0)), asPercent(share)),
        text("value", HEIGHT + 38, value),
        isTold && bar && place > 0 && text("reached", HEIGHT + 55, `≥\u00a0${asPercent(bar.at_least.decimal)}`));
    });
    return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT + 60}`, "aria-hidden": "true" },
      svg("line", { class: "ground", x1: 0, x2: WIDTH, y1: HEIGHT + 20.5, y2: HEIGHT + 20.5 }), columns);
  }

  /** What the bars say in words, where they say more than the odds' own sentence. @param {Bar[]} bars */
  told(bars) {
    const held = bars.find((bar) => bar.value === this.held);
    const of = word("measure", this.measure);
    const exactly = held && t("odds.exactly", { value: held.value, measure: of, fraction: held.probability, percent: asPercent(held.decimal) });
    const certain = bars.length === 1 && t("odds.certain", { value: bars[0].value, measure: of });
    const before = this.other && t("odds.before", { text: this.other.text });
    return el("p", { class: "mean" }, [certain || exactly, before].filter(Boolean).join(" "));
  }
}

/** @param {string} measure @param {Bar[]} bars */
function table(measure, bars) {
  return el("details", { class: "fold figures-table" }, el("summary", {}, t("odds.table")),
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, word("measure", measure)), ["odds.fraction", "odds.just", "odds.reached"].map((key) => el("th", { scope: "col" }, t(key))))),
      el("tbody", {}, bars.map((bar) => el("tr", {}, el("th", { scope: "row" }, bar.value), el("td", {}, bar.probability),
        el("td", {}, asPercent(bar.decimal)), el("td", {}, asPercent(bar.at_least.decimal)))))));
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
