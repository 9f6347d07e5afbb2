// @ts-check
// What matters of a table at one glance: the question, its chances, who plays how, and what another table would bring.

import { post } from "./api.js";
import { at, el, redraw, svg } from "./dom.js";
import { Chart } from "./odds.js";
import { asDecimal, asPercent, t, word } from "./text.js";

/** @typedef {{name: string, text: string, patch: any, chances: Record<string, {decimal: number}>, means: Record<string, {decimal: number}>}} Variant */

/** The part of the page that tells the odds of a table. */
export class Glance {
  /**
   * @param {string} base of the rulebook @param {Record<string, string>} how what policies are called
   * @param {string[]} order measures, the most interesting first
   * @param {{refused: (failure: any) => void, take: (patch: any) => void}} of `refused` gets null where nothing was
   * @param {string} [average] the measure whose mean comes before the chances
   */
  constructor(base, how, order, of, average = "") {
    this.base = base;
    this.how = how;
    this.order = order;
    this.of = of;
    this.average = average;
    this.chart = new Chart(at("chart"), at("figures"), order);
    this.asking = new AbortController();
    this.timer = 0;
  }

  /** Asks for the odds of a table, once it stays as it is for a moment. @param {{situation: any, options: any}} table */
  ask(table) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.odds(table), 120);
  }

  /** @param {{situation: any, options: any}} table */
  async odds({ situation, options }) {
    this.asking.abort();
    this.asking = new AbortController();
    try {
      const odds = await post(`${this.base}/odds`, { situation, options, variants: "offered" }, { signal: this.asking.signal });
      this.of.refused(null);
      this.show(odds);
    } catch (failure) {
      if (/** @type {any} */ (failure).name !== "AbortError") this.of.refused(failure);
    }
  }

  /** @param {any} odds */
  show(odds) {
    showChances(odds, this.how, this.order, this.average);
    this.chart.show(odds);
    showVariants(odds, odds.variants || [], [this.average, ...Object.keys(odds.chances), ...this.order], ({ patch }) => this.of.take(patch));
  }
}

/**
 * Shows the chances of odds and the sentence about them, and the first of them in the bar with the dice.
 * @param {import("./odds.js").Odds} odds @param {Record<string, string>} how what policies are called
 * @param {string[]} order measures, the most interesting first @param {string} average the measure whose mean comes before the chances
 */
function showChances(odds, how, order, average) {
  const place = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
  const chances = Object.keys(odds.chances).sort((one, other) => place(one) - place(other)).map((name) => [asPercent(odds.chances[name].decimal), word("measure", name)]);
  const all = average in odds.means ? [[asDecimal(odds.means[average].decimal), t("odds.average", { measure: word("measure", average) })], ...chances] : chances;
  const shown = (/** @type {string[]} */ [value, of]) => [el("b", {}, value), " ", of];
  redraw(at("chances"), all.map((each) => el("p", {}, shown(each))));
  redraw(at("told"), [odds.text, played(odds.policies, how)].filter(Boolean).join(" "));
  redraw(at("now"), all.length > 0 && shown(all[0]));
}

/** Who plays how; nothing where nobody has anything to choose. @param {Record<string, string>} policies @param {Record<string, string>} how */
function played(policies, how) {
  const within = (/** @type {string} */ told) => told[0].toLocaleLowerCase() + told.slice(1);
  const told = Object.entries(policies).filter(([, name]) => how[name]).map(([role, name]) => ({ role, how: within(how[name]) }));
  if (told.length && new Set(told.map((each) => each.how)).size === 1) return t("odds.both", { how: told[0].how });
  return told.map((each) => `${word("role", each.role)}: ${each.how}.`).join(" ");
}

/**
 * What the rulebook would change about the table, each with what it brings, as far as it brings anything: a tap sets the table so.
 * @param {import("./odds.js").Odds} odds @param {Variant[]} offered @param {string[]} order measures and chances, the most interesting first
 * @param {(variant: Variant) => void} take
 */
function showVariants(odds, offered, order, take) {
  const variants = offered.filter((one) => Object.keys(one.means).some((name) => one.means[name].decimal !== odds.means[name].decimal));
  const [name, told] = telling(odds, variants, order);
  const now = odds.means[name].decimal;
  const most = told === asPercent ? 1 : Math.max(now, ...variants.map((one) => one.means[name].decimal)) || 1;
  const measure = told === asPercent ? word("measure", name) : t("odds.average", { measure: word("measure", name) });
  redraw(at("what-if"), variants.length > 0 && [el("h2", {}, t("odds.what_if")), el("div", { class: "variants" }, variants.map((one, place) =>
    el("button", { type: "button", "data-key": `what-if/${place}`, onclick: () => take(one) }, el("span", {}, one.text), bar(one.means[name].decimal / most, now / most), el("b", {}, told(one.means[name].decimal))))),
    el("p", { class: "hint" }, t("odds.now", { measure, value: told(now) }))]);
}

/** A share as a bar, with a stroke where it is now. @param {number} share @param {number} now */
const bar = (share, now) => svg("svg", { class: "what-if-bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
  svg("rect", { class: "whole", y: 4, width: 100, height: 4 }), svg("rect", { y: 4, width: 100 * share, height: 4 }), svg("path", { d: `M${100 * now} 0v12`, "vector-effect": "non-scaling-stroke" }));

/**
 * The measure by which tables are compared, and how it is told: the first that differs.
 * @param {import("./odds.js").Odds} odds @param {Variant[]} variants @param {string[]} order
 * @returns {[string, (value: number) => string]}
 */
function telling(odds, variants, order) {
  const differs = (/** @type {string} */ name) => variants.some((one) => one.means[name].decimal !== odds.means[name].decimal);
  const known = [...order, ...Object.keys(odds.means)].filter((name) => name in odds.means);
  const name = known.find(differs) || known[0];
  return [name, name in odds.chances ? asPercent : asDecimal];
}
