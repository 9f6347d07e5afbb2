// @ts-check
// Castle Rampage: the cards of a whole game as a table, typed or pasted from a spreadsheet; or a siege with real cards.

import { segments, select, stepper } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { pairButtons } from "./card-pairs.js";
import { typedPairs } from "./typed-pairs.js";
import { t, word } from "../../../web/assets/text.js";
import { details } from "./card-details.js";
import { called, columns, newCard, shaped, sheetColumns } from "./card-columns.js";
import { table } from "../../../web/assets/make/cells.js";
import { isMap, listed, part } from "../../../web/assets/make/common.js";
import { sheet } from "../../../web/assets/make/spreadsheet.js";

/** A whole game without a card. */
export const begin = () => ({ whole: { cards: [], draw_pile_empty: "reshuffle", hand_limit: null } });

/** Whether a whole game has no card yet. @param {any} setup */
export const isEmpty = ({ whole }) => whole?.cards.length === 0;

/** A siege, in which the players hold real cards. @param {string} level */
const siege = (level) => ({ level, gate: 4, castle: 4, hand: 2 });

/** How many kinds of cards are looked at: the game has no more cards. */
const MOST = 119;

/** A whole game with its cards, or a siege; a list of cards becomes a whole game. @param {any} found */
export function read(found) {
  const setup = Array.isArray(found) ? { whole: { cards: found } } : found;
  if (!isMap(setup)) throw new TypeError("no setup");
  if (!isMap(setup.whole)) return { ...siege("siege"), ...setup, whole: undefined };
  const cards = listed(setup.whole.cards).filter(isMap).slice(0, MOST).map(shaped);
  return { ...setup, whole: { ...begin().whole, ...setup.whole, cards } };
}

/** @param {import("../../../web/assets/make/common.js").Form} form */
export function draw(form) {
  const { setup } = form;
  const kind = setup.whole ? "whole" : setup.level || "siege";
  const become = (/** @type {string} */ value) => form.become(value === "whole" ? kept || begin() : siege(value));
  return [
    segments({
      key: "kind", label: t("cr.kind"), value: kind,
      options: ["whole", "siege", "sealed"].map((value) => ({ value, text: t(`cr.kind_${value}`) })), set: become,
    }),
    el("p", { class: "hint" }, t(`cr.kind_${kind}_hint`)),
    setup.whole ? catalogue(form) : laid(form),
    starting(form),
  ];
}

/** The whole game that is made, while a siege is looked at. @type {any} */
let kept = null;

/** What is typed of pairs, until it is taken. */
const typed = { typed: "", wrong: /** @type {string[]} */ ([]) };

/** Cards of so many pairs; those with the same values and no name are copies of one. @param {any[]} cards @param {import("./typed-pairs.js").Pair[]} pairs */
function addPairs(cards, pairs) {
  const made = new Map();
  for (const { name, gate, castle } of pairs) {
    const key = `${name ?? ""}/${gate}/${castle}`;
    const before = made.get(key);
    if (before) before.copies += 1;
    else {
      cards.push(newCard(cards, gate, castle, shaped({ name, copies: 1, gate_defense: gate, castle_defense: castle })));
      made.set(key, cards.at(-1));
    }
  }
}

/** @param {import("../../../web/assets/make/common.js").Form} form */
function catalogue(form) {
  kept = form.setup;
  const { whole } = form.setup;
  const { cards } = whole;
  const { changed } = form;
  const add = (/** @type {number} */ gate, /** @type {number} */ castle) => {
    cards.push(newCard(cards, gate, castle));
    changed();
  };
  const copy = (/** @type {number} */ n) => {
    cards.splice(n + 1, 0, newCard(cards, 1, 1, cards[n]));
    changed();
  };
  const remove = (/** @type {number} */ n) => { cards.splice(n, 1); changed(); };
  let count = 0;
  for (const { copies } of cards) count += Number(copies) || 0;
  const title = t("cr.catalogue", { count });
  return part(title,
    cards.length > 0 && table({
      key: "cards", caption: title, columns: columns(), rows: cards, called, changed, copy, remove,
      wrong: (n, at) => form.faults(`/whole/cards/${n}`, true, at),
    }),
    el("p", { class: "hint" }, t("cr.add_pair")), pairButtons("add", null, add),
    typedPairs("add", typed, { again: form.refresh, otherwise: t("cr.is_table"), take: (pairs) => { addPairs(cards, pairs); changed(); } }),
    asSheet(form),
    details(form),
    form.faults("/whole/cards"),
    el("div", { class: "fields" },
      select({
        key: "empty", label: t("cr.draw_pile_empty"), value: whole.draw_pile_empty,
        options: ["reshuffle", "draw-nothing"].map((value) => ({ value, text: word("value", value) })),
        set: (value) => { whole.draw_pile_empty = value; changed(); },
      }),
      stepper({
        key: "limit", label: t("cr.hand_limit"), value: whole.hand_limit ?? null, max: 118, empty: true,
        set: (value) => { whole.hand_limit = value; changed(); },
      })),
    form.faults("/whole"));
}

/** The cards as a spreadsheet. @param {import("../../../web/assets/make/common.js").Form} form */
function asSheet(form) {
  const { whole } = form.setup;
  const put = (/** @type {any[]} */ rows) => {
    whole.cards = [];
    for (const row of rows) whole.cards.push(newCard(whole.cards, 0, 0, row));
  };
  const begin = () => shaped({ name: null, copies: 1 });
  return sheet({ key: "cards/sheet", columns: sheetColumns(), rows: whole.cards, begin, put, form });
}

/** How many cards of a siege lie where before the first turn. @param {import("../../../web/assets/make/common.js").Form} form */
function laid({ setup, changed, faults }) {
  const fields = [
    { key: "gate", label: t("cr.gate"), min: 0, max: 20 }, { key: "castle", label: t("cr.castle"), min: 1, max: 20 },
    { key: "hand", label: t("cr.hand_cards"), min: 0, max: 118 },
  ];
  const field = (/** @type {typeof fields[0]} */ of) =>
    stepper({ ...of, value: setup[of.key], set: (value) => { setup[of.key] = value; changed(); } });
  const wrong = fields.map(({ key }) => faults(`/${key}`));
  return part(t("cr.before"), el("div", { class: "fields" }, fields.map(field)), wrong);
}

/** @param {import("../../../web/assets/make/common.js").Form} form */
const starting = ({ setup, changed }) => segments({
  key: "starting", label: t("cr.starting"), value: setup.starting_seat ?? null,
  options: [null, 1, 2].map((value) => ({ value, text: value ? t("play.player", { n: value }) : t("cr.by_lot") })),
  set: (value) => { setup.starting_seat = value; changed(); },
});
