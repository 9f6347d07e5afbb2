// @ts-check
// Open Forces: the data cards of a game with their modes, to type in, to copy, and as a spreadsheet.

import { button, fold } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";
import { unitOf } from "./battlefield.js";
import { table, typed } from "../../../web/assets/make/cells.js";
import { part } from "../../../web/assets/make/common.js";
import { called, freeDigit, keepGroups, modeColumns, newCard, newMode } from "./modes.js";
import { asLength, freeId, length, name, names, whole } from "../../../web/assets/make/reading.js";
import { sheet } from "../../../web/assets/make/spreadsheet.js";

/** @typedef {import("./battlefield.js").Form} Form @typedef {import("../../../web/assets/make/cells.js").Column} Column */

const MOST_MODES = 6;
const VALUES = ["spd", "def", "atk", "spl", "rng"];

/** The data cards. @param {Form} form */
export function dataCards(form) {
  const { cards } = form.setup;
  const add = () => {
    cards.push(newCard(cards, t("army.unit_type", { n: cards.length + 1 })));
    form.changed();
  };
  return part(t("army.cards"), el("p", { class: "hint" }, t("army.cards_hint")),
    el("p", { class: "hint" }, VALUES.map((value) => t(`army.${value}`)).join(" · ")),
    cards.map((/** @type {any} */ card, /** @type {number} */ n) => oneCard(form, card, n)),
    el("div", { class: "row" }, button({ key: "card/add", kind: "secondary", text: t("army.add_card"), do: add })),
    sheetOf(form));
}

/** @param {Form} form @param {any} card @param {number} n */
function oneCard(form, card, n) {
  const field = (/** @type {string} */ member, /** @type {any} */ of) => typed({
    key: `card/${n}/${member}`, label: t(`army.card_${member}`, { unit: unitOf(form) }),
    set: (value) => { card[member] = value; }, changed: form.changed, value: String(card[member]), ...of,
  });
  return el("fieldset", { class: "data-card" }, el("legend", {}, called(card)),
    el("div", { class: "fields" }, field("name", { value: card.name || "", read: name }),
      field("army_value", { read: whole(0, 1000000), kind: "numeric" }),
      field("base", { value: asLength(card.base), read: length(0, 100000), kind: "decimal" })),
    modes(form, card, n),
    fold(`card/${n}/more`, t("army.more"), field("unit_kind", { value: card.unit_kind || "", read: name }),
      field("size_class", { read: whole(0, 100), kind: "numeric" }),
      field("max_group_size", { read: whole(1, 100), kind: "numeric" }),
      field("may_cross", { value: card.may_cross.join(", "), read: names }),
      field("may_shoot_over", { value: card.modes[0].may_shoot_over.join(", "), read: names, set: shootOver(card) })),
    form.faults(`/cards/${n}`), tools(form, n));
}

/** What units of a card may shoot over, in whatever mode. @param {any} card */
const shootOver = (card) => (/** @type {string[]} */ value) => {
  for (const mode of card.modes) mode.may_shoot_over = value;
};

/** @param {Form} form @param {any} card @param {number} n */
function modes({ changed, faults }, card, n) {
  const copy = (/** @type {number} */ m) => {
    card.modes.splice(m + 1, 0, { ...structuredClone(card.modes[m]), mode: freeDigit(card) });
    changed();
  };
  const remove = (/** @type {number} */ m) => { card.modes.splice(m, 1); changed(); };
  return table({
    key: `card/${n}/modes`, caption: t("army.modes", { card: called(card) }), columns: modeColumns(), rows: card.modes,
    called: (mode) => t("army.mode_n", { n: mode.mode, card: called(card) }), changed,
    copy: card.modes.length < MOST_MODES ? copy : undefined, remove: card.modes.length > 1 ? remove : undefined,
    wrong: (m, at) => faults(`/cards/${n}/modes/${m}`, true, at),
  });
}

/** @param {Form} form @param {number} n */
function tools({ setup, changed }, n) {
  const copy = () => {
    setup.cards.splice(n + 1, 0, { ...structuredClone(setup.cards[n]), id: freeId("card", setup.cards) });
    changed();
  };
  const remove = () => { setup.cards.splice(n, 1); keepGroups(setup); changed(); };
  return el("div", { class: "row" }, button({ key: `card/${n}/copy`, text: t("army.copy_card"), do: copy }),
    setup.cards.length > 1 && button({ key: `card/${n}/away`, text: t("army.no_card"), do: remove }));
}

/** The columns of a spreadsheet: a row is a mode, with its card before it. @returns {Column[]} */
function sheetColumns() {
  const column = (/** @type {string} */ id, /** @type {any} */ of) => ({
    id, name: t(`army.sheet_${id}`), show: (/** @type {any} */ row) => String(row.card[id] ?? ""),
    set: (/** @type {any} */ row, /** @type {any} */ value) => { row.card[id] = value; }, ...of,
  });
  /** @param {Column} of @returns {Column} */
  const modeOf = ({ set, show, isOn, ...of }) => ({
    ...of, show: ({ mode }) => show(mode), isOn: isOn && (({ mode }) => isOn(mode)),
    set: ({ mode }, value) => set(mode, value),
  });
  return [column("name", { read: name }), column("army_value", { read: whole(0, 1000000, true) }),
    column("base", { show: (/** @type {any} */ row) => asLength(row.card.base),
      read: (/** @type {string} */ text) => (text ? length(0, 100000)(text) : { value: null }) }),
    ...modeColumns().map(modeOf)];
}

/** @param {Form} form */
function sheetOf(form) {
  const { setup } = form;
  const rowsOf = (/** @type {any} */ card) => card.modes.map((/** @type {any} */ mode) => ({ card, mode }));
  return sheet({
    key: "cards/sheet", columns: sheetColumns(), rows: setup.cards.flatMap(rowsOf), form,
    begin: () => ({ card: { name: null, army_value: null, base: null }, mode: newMode() }),
    put: (rows) => takeCards(setup, rows),
  });
}

/**
 * Cards from rows; a row without a name, or with that of the row above, is one more mode.
 * @param {any} setup @param {any[]} rows
 */
function takeCards(setup, rows) {
  /** @type {any[]} */
  const cards = [];
  for (const { card, mode } of rows) {
    const last = cards.at(-1);
    if (last && (!card.name || card.name === last.name)) last.modes.push(mode);
    else {
      const isFree = (/** @type {any} */ each) => each.name === card.name && !cards.some(({ id }) => id === each.id);
      const own = setup.cards.find(isFree) || newCard([...setup.cards, ...cards], card.name);
      const given = Object.entries(card).filter(([, value]) => value !== null);
      cards.push({ ...own, ...Object.fromEntries(given), modes: [mode] });
    }
  }
  setup.cards = cards;
  keepGroups(setup);
}
