// @ts-check
// Open Forces: whose data cards all armies are made of.

import { get } from "../../../web/assets/api.js";
import { armyNamed, armyNames } from "../../../web/assets/armies.js";
import { select } from "../../../web/assets/controls.js";
import { calledBy, calledIn, t } from "../../../web/assets/text.js";

/** @typedef {import("../../../web/assets/choosing.js").Choosing} Choosing */

export const title = "bring.choose_cards";

/** @param {Choosing} choosing */
export const fields = (choosing) => (choosing.brings.includes("cards") ? [dataCards(choosing)] : []);

/** The data cards of an army that all use. @param {Choosing} choosing */
function dataCards(choosing) {
  const own = armyNames(choosing.ruleset()).map((name) => ({ value: `own:${name}`, text: name }));
  const samples = choosing.setups.map((each) => ({ value: `sample:${each.name}`, text: calledIn(each) }));
  const options = [{ value: "", text: t("bring.choose_own") }, ...own, ...samples];
  return select({
    key: "bring/from", label: t("bring.choose_from"), value: choosing.chosen.from, options, set: (from) => void use(choosing, from),
  });
}

/** @param {Choosing} choosing @param {string} from */
async function use(choosing, from) {
  const [kind, ...named] = from.split(":");
  const name = named.join(":");
  const ruleset = choosing.ruleset();
  const read = async () => (await get(`/v1/rulesets/${ruleset}`)).game.setups[name];
  const setup = kind === "own" ? armyNamed(ruleset, name)?.setup : from ? await read().catch(() => null) : null;
  const cards = (setup?.cards || []).map((/** @type {any} */ card) => ({ id: card.id, name: calledBy(card), whole: card }));
  choosing.become({ from, cards });
}
