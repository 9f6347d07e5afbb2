// @ts-check
// Cards of a player's own deck that were laid before: each stands where the next one is laid, with one tap.
// What lies face down stays covered: a browser offers what its own seat laid, and each seat its own where a phone goes round.

import { button } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { heldOf, forget, keep, kept } from "../../../web/assets/store.js";
import { t, word } from "../../../web/assets/text.js";
import { byValues, gateMark, PAIRS, towerMark } from "./card-pairs.js";

/**
 * @typedef {{session: string, seat: number}} Who
 * @typedef {{card: string, name: string | null, gate_defense: number, castle_defense: number, purple: boolean, effect: any}} Known
 */

/** More are too many to find one among them; those that were laid last stay. */
const MOST = 40;
/** What this page knows where the browser keeps nothing. @type {Map<string, Known[]>} */
const here = new Map();

/** Where the cards of a seat are kept: for good, unless others sit at the same phone. @param {Who} who */
function placeOf({ session, seat }) {
  const seats = Object.keys(heldOf(session)?.seats || {});
  return seats.length > 1 ? `laid:castle-rampage:${session}/${seat}` : "laid:castle-rampage";
}

/** A card with all that tells it from others. @param {any} card @returns {Known} */
const known = ({ card, name = null, gate_defense, castle_defense, purple = false, effect = { effect: "none" } }) =>
  ({ card, name, gate_defense, castle_defense, purple, effect });

/** @param {any} card */
const isCard = (card) => typeof card?.card === "string" && [card.gate_defense, card.castle_defense].every(Number.isInteger);

/** Whether one of the printed pairs says all of a card. @param {Known} card */
const isPrinted = (card) => !card.name && !card.purple && card.card === byValues(card)
  && PAIRS.some(([gate, castle]) => gate === card.gate_defense && castle === card.castle_defense);

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(known(one)) === JSON.stringify(known(other));

/** What a card is called; nothing where its values are its name. @param {Known} card */
const calledAs = (card) => card.name || (card.card === byValues(card) ? "" : card.card);

/** The cards that a seat laid, the last one at the end. @param {string} place @returns {Known[]} */
function laidAt(place) {
  const found = kept(place);
  const all = Array.isArray(found) ? found.filter(isCard).map(known) : [];
  return [...all, ...(here.get(place) || []).filter((card) => !all.some((other) => isSame(card, other)))].slice(-MOST);
}

/** Keeps what a seat has laid, but for cards whose printed values say all. @param {Who} who @param {any[]} cards */
export function rememberLaid(who, cards) {
  const place = placeOf(who);
  const added = cards.map(known).filter((card) => !isPrinted(card));
  const isNew = (/** @type {Known} */ card, /** @type {number} */ n) => !added.slice(n + 1).some((later) => isSame(card, later));
  const before = laidAt(place).filter((card) => !added.some((later) => isSame(card, later)));
  const all = [...before, ...added.filter(isNew)].slice(-MOST);
  here.set(place, all);
  try {
    keep(place, all);
  } catch {
    // it is offered for as long as this page is open
  }
}

/**
 * A button for each card that a seat laid before, in the order of their names, and one that forgets them.
 * @param {Who} who @param {any} pressed the card that is set now; null: none is
 * @param {{take: (card: Known) => void, again: () => void}} of
 */
export function laidBefore(who, pressed, { take, again }) {
  const place = placeOf(who);
  const values = (/** @type {Known} */ card) => card.gate_defense * 100 + card.castle_defense;
  const cards = laidAt(place).sort((one, other) => calledAs(one).localeCompare(calledAs(other)) || values(one) - values(other));
  if (!cards.length) return null;
  const clear = () => { here.delete(place); forget(place); again(); };
  return el("div", { class: "field line" }, el("span", {}, t("cr.laid_before")),
    el("div", { class: "pairs-printed", role: "group", "aria-label": t("cr.laid_before") },
      cards.map((card, n) => cardButton(card, n, pressed, () => take(structuredClone(card)))),
      button({ key: "laid-before/forget", kind: "quiet", text: t("cr.forget_laid"), do: clear })));
}

/** @param {Known} card @param {number} n @param {any} pressed @param {() => void} take */
function cardButton(card, n, pressed, take) {
  const { gate_defense: gate, castle_defense: castle, effect } = card;
  const name = calledAs(card);
  const does = card.purple && effect.effect !== "none" ? word("effect", effect.effect) : "";
  const told = name ? t("cr.card", { name, gate, castle }) : t("cr.pair", { gate, castle });
  return el("button", {
    type: "button", class: "pair-printed", "data-key": `laid-before/${n}`, "aria-pressed": pressed && String(isSame(pressed, card)),
    "aria-label": does ? `${told}, ${does}` : told, title: does || null, onclick: take,
  }, name && el("bdi", {}, name), el("span", {}, gateMark(), gate), el("span", {}, towerMark(), castle));
}
