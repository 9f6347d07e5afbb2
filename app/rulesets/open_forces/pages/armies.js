// @ts-check
// Open Forces: the groups of each army as a table, and as a spreadsheet.

import { button } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { inWords, t } from "../../../web/assets/text.js";
import { numbers, table, typed } from "../../../web/assets/make/cells.js";
import { part } from "../../../web/assets/make/common.js";
import { zoneFor } from "./formation.js";
import { called, newGroup, nameFor } from "./modes.js";
import { freeId, name, seen } from "../../../web/assets/make/reading.js";
import { sheet } from "../../../web/assets/make/spreadsheet.js";

/** @typedef {import("./battlefield.js").Form} Form @typedef {import("../../../web/assets/make/cells.js").Column} Column */

const MOST_ARMIES = 8;
const LONGEST_OBJECTIVE = 300;

/** What a group is called: as its card where nobody has named it. @param {any} setup @param {any} group */
export const groupCalled = ({ cards, armies: all }, group) =>
  group.name || nameFor(group, all.flatMap((/** @type {any} */ army) => army.groups), cards) || inWords(group.id);

/** The groups of all armies. @param {Form} form */
export function armies(form) {
  const { armies: all } = form.setup;
  const tool = (/** @type {string} */ key, /** @type {string} */ text, /** @type {(setup: any) => void} */ change) =>
    button({ key, text, do: () => { change(form.setup); form.changed(); } });
  const objective = (/** @type {string} */ text) => ({ value: seen(text, LONGEST_OBJECTIVE) || null });
  const { setup, changed } = form;
  const place = (/** @type {any} */ army, /** @type {number} */ n) => (army.groups.length ? oneArmy(form, army, n, leaving(form, army, n)) : leftArmy(form, army, n));
  return part(t("army.armies"), all.map(place),
    el("div", { class: "row" }, all.length < MOST_ARMIES && tool("army/add", t("army.add_army"), addArmy),
      all.length > 2 && tool("army/away", t("army.no_army", { n: all.length }), dropArmy)),
    typed({
      key: "objective", label: t("army.objective"), value: setup.objective || "", read: objective, changed,
      set: (value) => { setup.objective = value; },
    }), form.faults("/objective"));
}

/** The army is left to its player, where not all are. @param {Form} form @param {any} army @param {number} n */
function leaving(form, army, n) {
  const others = form.setup.armies.filter((/** @type {any} */ each) => each !== army && each.groups.length);
  const leave = () => { army.groups = []; form.changed(); };
  return others.length > 0 && button({ key: `army/${n}/leave`, text: t("army.leave"), name: t("army.leave_of", { n: n + 1 }), do: leave });
}

/** An army that its player brings. @param {Form} form @param {any} army @param {number} n */
function leftArmy(form, army, n) {
  const { setup, changed, faults } = form;
  const make = () => { army.groups = [newGroup(setup, n, setup.cards[0].id, null)]; changed(); };
  return el("section", { class: `army seat-${n + 1}`, "aria-label": t("army.army", { n: n + 1 }) }, el("h3", {}, t("army.army", { n: n + 1 })),
    el("p", { class: "hint" }, t("army.left")), faults(`/armies/${n}`), button({ key: `army/${n}/make`, text: t("army.make"), do: make }));
}

/** @param {any} setup */
function addArmy(setup) {
  const { drawing } = setup;
  const n = setup.armies.length;
  setup.armies.push({ groups: [newGroup(setup, n, setup.cards[0].id, null)], team: null });
  drawing.zones.push(zoneFor(n, drawing.width, drawing.height));
}

/** @param {any} setup */
function dropArmy(setup) {
  setup.armies.pop();
  setup.drawing.zones.length = setup.armies.length;
}

/** The card of a group; nothing where it is gone. @param {any} setup @param {any} group */
export const cardOf = (setup, group) => setup.cards.find((/** @type {any} */ card) => card.id === group.card);

/** @param {any} card */
const optionOf = (card) => ({ value: card.id, text: called(card) });

/** @param {any} setup @returns {Column[]} */
const columnsOf = (setup) => [
  { id: "name", name: t("army.group"), show: (row) => row.name || "", read: name,
    set: (row, value) => { row.name = value; } },
  { id: "card", name: t("army.card"), kind: "pick", options: setup.cards.map(optionOf),
    show: (row) => called(cardOf(setup, row) || { id: row.card }), set: (row, value) => { row.card = value; } },
  numbers("units", t("army.units"), t("army.units"), 1, 100),
  numbers("mode", t("army.mode_short"), t("army.mode_first"), 1, 6),
];

/** What the units of an army are worth together. @param {any} setup @param {any} army */
export function worthOf(setup, army) {
  const worth = (/** @type {any} */ group) => (cardOf(setup, group)?.army_value || 0) * group.units;
  return army.groups.map(worth).reduce((/** @type {number} */ sum, /** @type {number} */ value) => sum + value, 0);
}

/**
 * One army; where it can have a team, the setup has more than two of them.
 * @param {Form} form @param {any} army @param {number} n its place @param {any} [leaving] what else can be done with it
 */
export function oneArmy(form, army, n, leaving = null) {
  const { setup, changed } = form;
  const { groups } = army;
  const copy = (/** @type {number} */ m) => {
    const all = setup.armies.flatMap((/** @type {any} */ each) => each.groups);
    groups.splice(m + 1, 0, { ...structuredClone(groups[m]), id: freeId("abcdefgh"[n], all) });
    changed();
  };
  const add = () => { groups.push(newGroup(setup, n, groups.at(-1)?.card ?? setup.cards[0].id, null)); changed(); };
  const remove = (/** @type {number} */ m) => { groups.splice(m, 1); changed(); };
  const title = t("army.army", { n: n + 1 });
  return el("section", { class: `army seat-${n + 1}`, "aria-label": title },
    el("h3", {}, title, el("span", { class: "hint" }, ` ${t("army.worth", { points: worthOf(setup, army) })}`)),
    table({ key: `army/${n}`, caption: title, columns: columnsOf(setup), rows: groups, called: (group) => groupCalled(setup, group), changed,
      copy, remove: groups.length > 1 ? remove : undefined, wrong: (m, at) => form.faults(`/armies/${n}/groups/${m}`, true, at) }),
    el("div", { class: "row" }, button({ key: `army/${n}/add`, text: t("army.add_group"), name: t("army.add_group_to", { n: n + 1 }), do: add }), leaving),
    setup.armies.length > 2 && army.team !== undefined && typed({
      key: `army/${n}/team`, label: t("army.team"), value: army.team || "", read: name, changed,
      set: (value) => { army.team = value; },
    }),
    form.faults(`/armies/${n}`), sheetOf(form, army, n));
}

/** @param {Form} form @param {any} army @param {number} n */
function sheetOf(form, army, n) {
  const { setup } = form;
  const put = (/** @type {any[]} */ rows) => {
    army.groups = [];
    const others = setup.armies.flatMap((/** @type {any} */ each) => each.groups);
    for (const row of rows) army.groups.push({ ...row, id: freeId("abcdefgh"[n], [...others, ...army.groups]) });
  };
  return sheet({
    key: `army/${n}/sheet`, columns: columnsOf(setup), rows: army.groups, put, form,
    begin: () => newGroup(setup, n, setup.cards[0].id, null),
  });
}
