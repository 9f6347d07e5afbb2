// @ts-check
// Castle Rampage: a choice about a card as a small card: where it would lie or what it would do, with its value.

import { el, svg } from "../../../web/assets/dom.js";

/** A mark of the rulebook's drawings, which the board has loaded. @param {string} name */
function mark(name) {
  const drawings = document.querySelector("#board use")?.getAttribute("href")?.split("#")[0];
  return drawings && svg("svg", { class: "card-mark", viewBox: "-11 -11 22 22" }, svg("use", { href: `${drawings}#mark-${name}` }));
}

/** @param {any} each a choice, with the traits of its card @param {string} trait @returns {any} */
const traitOf = ({ leads_to: leads }, trait) => leads?.traits.find((/** @type {any} */ own) => own.trait === trait);

/** @param {any[]} inside @param {string} [look] */
const small = (inside, look = "") => el("span", { class: `card-small ${look}` }, inside);

/** A value with its mark. @param {string} of the mark @param {number | null | undefined} value */
const valued = (of, value) => [mark(of), el("b", {}, value ?? "–")];

/** @param {any} each */
function laid(each) {
  return [small(valued(each.choice.structure, traitOf(each, "defends")?.amount), traitOf(each, "purple") ? "purple" : "")];
}

/** @param {any} each */
function played(each) {
  const attack = traitOf(each, "attacks");
  const draws = traitOf(each, "draws");
  const cost = traitOf(each, "costs");
  return [small(attack ? valued("sword", attack.amount) : draws ? el("b", {}, `+${draws.amount}`) : el("b", {}, "✦")), cost && el("span", { class: "cost" }, el("i"), `−${cost.amount}`)];
}

/** What a card in hand would defend, where it is discarded. @param {any} each */
const held = (each) => ["gate", "castle"].map((name) => small(valued(name, traitOf(each, `defends-${name}`)?.amount)));

/** @type {import("../../../web/assets/question.js").Figures} */
export function figures(question, each) {
  if (!each.leads_to?.traits) return null;
  const made = { "lay-card": laid, "play-card": played }[/** @type {string} */ (each.choice.kind)] || (question.question === "discard-from-hand" ? held : null);
  return made && { figures: made(each), whole: false };
}
