// @ts-check
// The slots of an X-Wing ship: which are free, what fits into them, and a tap that shows it.

import { pilots, upgrades as known, upgradesFound } from "./cards.js";
import { button } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { t, word } from "../../../web/assets/text.js";
import { offer, picker } from "../../../web/assets/make/picker.js";

/**
 * A ship by its cards. `isOffered`: whether an upgrade may be chosen at all; `isFree`: slots are not looked at.
 * @typedef {{pilot: string, upgrades: string[], isOffered?: (card: any) => boolean, isFree?: boolean}} Ship
 */

/** The slot whose free place somebody fills, by the key of the ship. @type {Map<string, string>} */
const filling = new Map();

/**
 * How many slots of each kind a ship has left, below 0 where it has too many upgrades (XW-79); null where its pilot's
 * card is not known.
 * @param {Ship} ship @returns {Record<string, number> | null}
 */
export function slotsLeft({ pilot, upgrades }) {
  const { slots, loadout = [] } = pilots.get(pilot)?.details || {};
  if (!slots) return null;
  /** @type {Record<string, number>} */
  const left = {};
  const add = (/** @type {string[]} */ names, /** @type {number} */ by) => {
    for (const name of names) {
      const slot = name.replace(/^-/, ""); // one that is taken away begins so; others have hyphens within
      left[slot] = (left[slot] || 0) + (name.startsWith("-") ? -by : by);
    }
  };
  add(slots, 1);
  for (const id of upgrades) {
    const { slots: takes = [], gives_slots: gives = [] } = known.get(id)?.details || {};
    add(gives, 1);
    if (!loadout.includes(id)) add(takes, -1);
  }
  return left;
}

/** Whether a ship may have a card beside those that it has. @param {Ship} ship @param {any} card */
export function fits(ship, card) {
  const before = slotsLeft(ship);
  const after = slotsLeft({ ...ship, upgrades: [...ship.upgrades, card.id] });
  if (ship.isOffered && !ship.isOffered(card)) return false;
  if (ship.isFree || !before || !after) return true;
  return Object.keys(after).every((slot) => after[slot] >= Math.min(0, before[slot] || 0));
}

/** The upgrades that a ship may have, as a picker finds them. @param {Ship} ship */
export const fitting = (ship) => (/** @type {string} */ part) => upgradesFound(part, (card) => fits(ship, card));

/**
 * The free slots of a ship; a tap shows all that fits into one, by name.
 * @param {{key: string, ship: Ship, take: (card: any) => void, refresh: () => void}} of
 */
export function freeSlots({ key, ship, take, refresh }) {
  const left = slotsLeft(ship);
  if (!left) return null;
  const into = (/** @type {string} */ slot) => (/** @type {string} */ part) =>
    upgradesFound(part, (card) => card.details.slots.includes(slot) && fits(ship, card));
  const fill = async (/** @type {string} */ slot) => {
    filling.set(key, slot);
    offer(`${key}/slot`, await into(slot)(""));
    refresh();
  };
  const free = Object.keys(left).filter((slot) => left[slot] > 0);
  const slot = free.find((each) => each === filling.get(key));
  const chip = (/** @type {string} */ each) => {
    const count = left[each] > 1 ? ` × ${left[each]}` : "";
    return button({ key: `${key}/slot/${each}`, kind: "quiet chip free", text: `+ ${word("slot", each)}${count}`, do: () => void fill(each) });
  };
  return [
    el("div", { class: "upgrades", role: "group", "aria-label": t("xw.free_slots") }, free.map(chip)),
    slot && picker({ key: `${key}/slot`, label: word("slot", slot), find: into(slot), take: (card) => {
      filling.delete(key);
      take(card);
    } }),
  ];
}
