// @ts-check
// X-Wing: the odds of an attack as it is entered at the table, for the ships as they stand now.

import { get, post } from "../../../web/assets/api.js";
import { el, redraw } from "../../../web/assets/dom.js";
import { linesOf } from "../../../web/assets/refusal.js";
import { asDecimal, asPercent, word } from "../../../web/assets/text.js";

/** What came of asking, by what was asked: a tap back is no second question. @type {Map<string, Promise<any>>} */
const asked = new Map();
/** The names of the options of an attack, among those of a game. @type {Promise<string[]> | null} */
let names = null;

/** @param {any} situation @param {any} options of a game */
async function read(situation, options) {
  names ??= get("/v1/rulesets/x-wing").then((details) => Object.keys(details.options.defaults));
  const own = Object.fromEntries((await names).filter((name) => name in options).map((name) => [name, options[name]]));
  return post("/v1/rulesets/x-wing/odds", { situation, options: own });
}

/**
 * A place for the odds of an attack, which come a moment later, or the reason why there are none.
 * @param {any} state of the game @param {any} move that attacks, as it is measured @param {any} options of the session
 */
export function oddsOf({ ships }, { ship: id, attack }, options) {
  const shipOf = (/** @type {string} */ of) => ships.find((/** @type {any} */ { ship }) => ship.id === of)?.ship;
  const { target, weapon, attack_range, obstructed, attacker_in_arcs, defender_in_arcs, bonus } = attack;
  const situation = { attacker: shipOf(id), defender: shipOf(target), weapon, attack_range, obstructed, attacker_in_arcs, defender_in_arcs, bonus };
  const host = el("span", { class: "worth" });
  const key = JSON.stringify(situation);
  if (!asked.has(key)) asked.set(key, read(situation, options));
  void asked.get(key)?.then(({ chances, means }) => {
    const bar = el("i", { class: "worth-bar", "aria-hidden": "true" });
    bar.style.width = `${100 * chances.destroyed.decimal}%`;
    redraw(host, bar, el("span", {}, `${word("measure", "destroyed")} ${asPercent(chances.destroyed.decimal)} · ${word("measure", "damage")} ${asDecimal(means.damage.decimal)}`));
  }, (failure) => { asked.delete(key); redraw(host, linesOf(failure).join(" ")); });
  return host;
}
