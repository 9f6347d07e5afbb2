// @ts-check
// Open Forces: choices as what they are on the table: a mode as its die with its values, a movement as an arrow.

import { el, svg } from "../../../web/assets/dom.js";
import { die } from "../../../web/assets/draw.js";

/** The values of a mode, as the rulebook shortens them in every language. @type {Record<string, (mode: any) => number | null>} */
const VALUES = {
  SPD: (mode) => mode.spd,
  ATK: (mode) => mode.atk,
  DEF: (mode) => mode.defense,
  RNG: (mode) => mode.rng,
  SPL: (mode) => mode.spl || null,
};

/** Eighths of a turn, clockwise from the north. */
const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A mode: the digit of its die, its name, and its values; the best of each among all modes stands out. @param {any} question @param {any} each */
function mode({ choices }, { choice, leads_to: own }) {
  const others = choices.map((/** @type {any} */ other) => other.leads_to);
  const all = Object.entries(VALUES).filter(([name, of]) => name !== "SPL" || others.some((/** @type {any} */ other) => of(other) !== null));
  const isBest = (/** @type {(mode: any) => number | null} */ of) => of(own) !== null && others.some((/** @type {any} */ other) => of(other) !== of(own)) && others.every((/** @type {any} */ other) => (of(other) ?? -Infinity) <= (of(own) ?? -Infinity));
  const signed = (/** @type {number} */ value) => String(value).replace("-", "−");
  const shown = (/** @type {string} */ name, /** @type {number | null} */ value) => (value === null ? "–" : [...(name === "ATK" && own.atk_base !== null ? [own.atk_base] : []), value].map(signed).join(" / "));
  return [die(choice.mode), el("span", { class: "mode-values" }, own.name && el("bdi", { class: "mode-name" }, own.name),
    el("span", { class: "values" }, all.map(([name, of]) => el("span", {}, `${name} `, el(isBest(of) ? "b" : "i", {}, shown(name, of(own)))))))];
}

/** A movement: where to, and how far. @param {any} _question @param {any} each */
function movement(_question, { leads_to: { direction, distance, ends } }) {
  if (ends === "stays") return [svg("svg", { class: "way", viewBox: "0 0 24 24" }, svg("circle", { cx: 12, cy: 12, r: 4 }))];
  if (!direction) return [];
  const turned = `rotate(${45 * COMPASS.indexOf(direction)} 12 12)`;
  return [el("span", { class: "way-of" }, svg("svg", { class: "way", viewBox: "0 0 24 24" }, svg("path", { d: "M12 21V4m-6 6 6-6 6 6", transform: turned })), el("b", {}, distance))];
}

/** The modes of a group that may get a command: one tap gives the command and sets the die. @param {any} each @returns {import("../../../web/assets/question.js").Way[]} */
const modes = ({ text, leads_to: leads }) => leads.modes.map((/** @type {any} */ { mode: digit, leads_to: shown }) =>
  ({ figures: [die(digit)], text: `${text}: ${[digit, shown.name].filter(Boolean).join(" ")}`, answers: [{ question: "choose-mode", choice: { mode: digit } }] }));

/** @type {Record<string, {figures: (question: any, each: any) => any[], whole: boolean}>} */
const OF = { "choose-mode": { figures: mode, whole: true }, move: { figures: movement, whole: false } };

/** @type {import("../../../web/assets/question.js").Figures} */
export function figures(question, each) {
  if (each.leads_to?.modes?.length > 1) return { figures: [], whole: false, ways: modes(each) };
  const own = each.leads_to && OF[question.question];
  return own ? { figures: own.figures(question, each), whole: own.whole } : null;
}
