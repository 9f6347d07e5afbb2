// @ts-check
// X-Wing: of which factions and cards a squad may be, by name.

import { toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { picker } from "../../../web/assets/make/picker.js";
import { t, word } from "../../../web/assets/text.js";
import { pilotName, pilotsFound, readPilots, readUpgrades, upgradeName, upgradesFound } from "./cards.js";

/** @typedef {import("../../../web/assets/choosing.js").Choosing} Choosing */

export const FACTIONS = [
  "rebelalliance", "galacticempire", "scumandvillainy", "resistance", "firstorder", "galacticrepublic", "separatistalliance",
];

/** How many pilots, and upgrades, are shown of those that were found. */
const MOST_FOUND = 15;

export const title = "bring.choose_fleet";

/** @param {Choosing} choosing */
export const fields = (choosing) => (choosing.brings.includes("factions") ? [factions(choosing), byName(choosing)] : []);

/** @param {Choosing} choosing */
function factions(choosing) {
  const { factions } = choosing.chosen;
  const set = (/** @type {string} */ id) => (/** @type {boolean} */ on) =>
    choosing.become({ factions: on ? [...factions, id] : factions.filter((each) => each !== id) });
  return el("fieldset", { class: "field" }, el("legend", {}, t("bring.choose_factions")), FACTIONS.map((id) =>
    toggle({ key: `bring/faction/${id}`, label: word("faction", id), on: factions.includes(id), set: set(id) })));
}

/** Pilots and upgrades, each found by its name. @param {Choosing} choosing */
function byName(choosing) {
  const find = async (/** @type {string} */ part) => {
    const [all, upgrades] = await Promise.all([pilotsFound(part), upgradesFound(part)]);
    const found = [...all.slice(0, MOST_FOUND), ...upgrades.slice(0, MOST_FOUND)];
    const called = found.filter(({ told }) => !told);
    return called.length ? called : found;
  };
  const take = (/** @type {any} */ { id, name }) => {
    const others = choosing.chosen.cards.filter((card) => card.id !== id);
    choosing.become({ cards: [...others, { id, name: name || id }] });
  };
  return [el("p", { class: "hint" }, t("bring.choose_hint")),
    picker({ key: "bring/card", label: t("bring.choose_card"), find, take })];
}

/** What these cards are called. @param {Choosing} choosing @param {string[]} cards */
export async function namesOf(choosing, cards) {
  if (choosing.brings.includes("factions") && cards.length) {
    await readUpgrades();
    await readPilots({ pilots: cards.filter((id) => upgradeName(id) === id).map((id) => ({ id })) });
  }
  return (/** @type {string} */ id) => (upgradeName(id) === id ? pilotName(id) : upgradeName(id));
}
