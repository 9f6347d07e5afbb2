// @ts-check
// What one kind of card does: its values as printed pairs, its units, what happens when it is played or destroyed.

import { button, line, select, stepper, toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { pairButtons } from "./card-pairs.js";
import { latin } from "./latin.js";
import { t } from "../../../web/assets/text.js";
import { called } from "./card-columns.js";
import { listed } from "../../../web/assets/make/common.js";
import { COUNTED, EFFECTS, PLAYED, effectOf, ways } from "./card-effects.js";

/** The place of the card that is looked at. */
let place = 0;
/** How many effects a card can have when it is played. */
const MOST_PLAYED = 4;

/** @typedef {import("../../../web/assets/make/common.js").Form} Form */

/** One card after the other, chosen by name. @param {Form} form */
export function details(form) {
  const { cards } = form.setup.whole;
  if (!cards.length) return null;
  place = Math.min(place, cards.length - 1);
  const card = cards[place];
  const at = `/whole/cards/${place}`;
  return el("fieldset", { class: "data-card" }, el("legend", {}, t("card.does", { name: called(card, place) })),
    select({
      key: "card", label: t("card.which"), value: place,
      options: cards.map((/** @type {any} */ each, /** @type {number} */ n) => ({ value: n, text: called(each, n) })),
      set: (value) => { place = value; form.refresh(); },
    }),
    pairButtons("pair", card, (gate, castle) => {
      Object.assign(card, { gate_defense: gate, castle_defense: castle });
      form.changed();
    }),
    form.faults(at), form.faults("/whole/cards"),
    el("div", { class: "fields" }, symbols(form, card), ticks(form, card)),
    played(form, card), destroyed(form, card), scheme(form, card),
    button({ key: "card/away", text: t("cr.away"), do: () => { cards.splice(place, 1); form.changed(); } }));
}

/** Names with commas between them, as the service takes symbols. @param {string} typed */
const namesIn = (typed) => typed.split(",").map((each) => latin(each.trim())).filter(Boolean);

/** @param {Form} form @param {any} card */
const symbols = (form, card) => line({
  key: "card/units", label: t("card.units"), value: card.units.join(", "), max: 200,
  set: (typed) => { card.units = namesIn(typed); form.changed(); },
});

/** @param {Form} form @param {any} card */
const ticks = (form, card) => ["bypasses_gate", "survives_repel", "permanent", "purple"].map((id) => toggle({
  key: `card/${id}`, label: t(`card.${id}`), on: Boolean(card[id]), set: (on) => { card[id] = on; form.changed(); },
}));

/**
 * An effect, with its number where it counts something.
 * @param {Form} form @param {string} key @param {string} label @param {string[]} effects @param {any} now
 * @param {(effect: any) => void} put
 */
function chosen(form, key, label, effects, now, put) {
  const options = [{ value: null, text: "–" }, ...ways(effects)];
  const way = effectOf(effects, now);
  const least = now?.effect === "change-remaining-attack" ? -99 : 1;
  return el("div", { class: "fields" },
    select({
      key, label, options, value: options.find(({ text }) => text === way?.text)?.value ?? null,
      set: (value) => { put(value && { ...value }); form.changed(); },
    }),
    now && COUNTED.includes(now.effect) && stepper({
      key: `${key}/amount`, label: t("card.amount"), value: now.amount ?? 1, min: least,
      set: (value) => { now.amount = value; form.changed(); },
    }));
}

/** @param {Form} form @param {any} card */
function played(form, card) {
  const all = card.when_played;
  const rows = all.length < MOST_PLAYED ? [...all, null] : all;
  return rows.map((/** @type {any} */ effect, /** @type {number} */ n) =>
    chosen(form, `played/${n}`, t(n ? "card.then" : "card.when_played"), PLAYED, effect, (value) => {
      all.splice(n, 1, ...(value ? [value] : []));
    }));
}

/** @param {Form} form @param {any} card */
function destroyed(form, card) {
  if (!card.purple) return null;
  const now = card.when_destroyed.effect === "none" ? null : card.when_destroyed;
  return [
    chosen(form, "destroyed", t("card.when_destroyed"), EFFECTS.slice(1), now, (value) => {
      card.when_destroyed = value || { effect: "none" };
    }),
    now?.effect === "attacker-discards-hand" && toggle({
      key: "card/at_random", label: t("card.at_random"), on: Boolean(card.at_random),
      set: (on) => { card.at_random = on; form.changed(); },
    }),
  ];
}

/** @param {Form} form @param {any} card */
function scheme(form, card) {
  const { scheme: now } = card;
  const set = (/** @type {any} */ change) => { Object.assign(now, change); form.changed(); };
  const away = () => { card.scheme = null; form.changed(); };
  const begin = () => {
    const units = card.units.slice(0, 1);
    Object.assign(card, { attack: null, scheme: { attack: 9, units, bonus: null, bonus_attack: 0 } });
    form.changed();
  };
  if (!now) return button({ key: "scheme", text: t("card.add_scheme"), do: begin });
  const of = (/** @type {string} */ member) => ({ key: `scheme/${member}`, label: t(`card.scheme_${member}`) });
  return el("div", { class: "fields" },
    stepper({ ...of("attack"), value: now.attack, min: 1, set: (attack) => set({ attack }) }),
    line({ ...of("units"), value: listed(now.units).join(", "), set: (typed) => set({ units: namesIn(typed) }) }),
    line({ ...of("bonus"), value: now.bonus || "", set: (typed) => set({ bonus: latin(typed) || null }) }),
    stepper({ ...of("bonus_attack"), value: now.bonus_attack || 0, set: (raised) => set({ bonus_attack: raised }) }),
    button({ key: "scheme/away", text: t("card.no_scheme"), do: away }));
}
