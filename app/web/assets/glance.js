// @ts-check
// What matters of a table at one glance: the question, its chances, who plays how, and what another table would bring.

import { post } from "./api.js";
import { at, el, redraw } from "./dom.js";
import { Chart } from "./odds.js";
import { asDecimal, asPercent, t, word } from "./text.js";

/** @typedef {{name: string, text: string, patch: any, chances: Record<string, {decimal: number}>, means: Record<string, {decimal: number}>}} Variant */

/** The part of the page that tells the odds of a table. */
export class Glance {
  /**
   * @param {string} base of the rulebook @param {Record<string, string>} how what policies are called
   * @param {string[]} order measures, the most interesting first
   * @param {{refused: (failure: any) => void, take: (patch: any) => void}} of `refused` gets null where nothing was
   */
  constructor(base, how, order, of) {
    this.base = base;
    this.how = how;
    this.order = order;
    this.of = of;
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
    showChances(odds, this.how);
    this.chart.show(odds);
    showVariants(odds, odds.variants || [], this.order, ({ patch }) => this.of.take(patch));
  }
}

/** Shows the chances of odds and the sentence about them. @param {import("./odds.js").Odds} odds @param {Record<string, string>} how what policies are called */
function showChances(odds, how) {
  redraw(at("chances"), Object.entries(odds.chances).map(([name, { decimal }]) => el("p", {}, el("b", {}, asPercent(decimal)), " ", word("measure", name))));
  redraw(at("told"), [odds.text, played(odds.policies, how)].filter(Boolean).join(" "));
}

/** Who plays how; nothing where nobody has anything to choose. @param {Record<string, string>} policies @param {Record<string, string>} how */
function played(policies, how) {
  const within = (/** @type {string} */ told) => told[0].toLocaleLowerCase() + told.slice(1);
  const told = Object.entries(policies).filter(([, name]) => how[name]).map(([role, name]) => ({ role, how: within(how[name]) }));
  if (told.length && new Set(told.map((each) => each.how)).size === 1) return t("odds.both", { how: told[0].how });
  return told.map((each) => `${word("role", each.role)}: ${each.how}.`).join(" ");
}

/**
 * What the rulebook would change about the table, each with what it brings: a tap sets the table so.
 * @param {import("./odds.js").Odds} odds @param {Variant[]} variants @param {string[]} order measures, the most interesting first
 * @param {(variant: Variant) => void} take
 */
function showVariants(odds, variants, order, take) {
  const [name, told] = telling(odds, variants, order);
  redraw(at("what-if"), variants.length > 0 && el("h2", {}, t("odds.what_if")), el("div", { class: "variants" }, variants.map((one, place) =>
    el("button", { type: "button", "data-key": `what-if/${place}`, onclick: () => take(one) }, el("span", {}, one.text), el("b", {}, told(one.means[name].decimal))))),
    variants.length > 0 && el("p", { class: "hint" }, t("odds.now", { measure: word("measure", name), value: told(odds.means[name].decimal) })));
}

/**
 * The measure by which tables are compared, and how it is told: the first chance that differs, else the first number.
 * @param {import("./odds.js").Odds} odds @param {Variant[]} variants @param {string[]} order
 * @returns {[string, (value: number) => string]}
 */
function telling(odds, variants, order) {
  const chances = Object.keys(odds.chances);
  const differs = (/** @type {string} */ name) => variants.some((one) => one.means[name].decimal !== odds.means[name].decimal);
  const known = [...chances, ...order, ...Object.keys(odds.means)].filter((name) => name in odds.means);
  const name = known.find(differs) || known[0];
  return [name, chances.includes(name) ? asPercent : asDecimal];
}
