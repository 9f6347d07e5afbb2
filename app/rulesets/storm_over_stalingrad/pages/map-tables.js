// @ts-check
// Storm Over Stalingrad: kinds of units, arrivals, withdrawals, objectives and cards, as tables to type in.

import { button, fold, segments, stepper } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { calledBy, t, word } from "../../../web/assets/text.js";
import { numbers, table, typed } from "../../../web/assets/make/cells.js";
import { part } from "../../../web/assets/make/common.js";
import { kindCalled } from "./map-area.js";
import { become, called, followKinds, forgetUnits, kindFor, newKind, newUnit, SIDES, unitsOf } from "./map.js";
import { freeId, name } from "../../../web/assets/make/reading.js";
import { sheet } from "../../../web/assets/make/spreadsheet.js";

/** @typedef {import("./map.js").Form} Form @typedef {import("../../../web/assets/make/cells.js").Column} Column */

/**
 * A column with one of a few.
 * @param {string} id @param {string} title @param {{value: any, text: string}[]} options @returns {Column}
 */
export const chosen = (id, title, options) => ({
  id, name: title, kind: "pick", options, show: (row) => options.find(({ value }) => value === row[id])?.text ?? "",
  set: (row, value) => { row[id] = value; },
});

/** @param {string} id @param {string} title @returns {Column} */
export const named = (id, title) => ({
  id, name: title, show: (row) => row[id] || "", read: name, set: (row, value) => { row[id] = value; },
});

/**
 * A column of boxes to tick.
 * @param {string} id @param {string} title @param {string} [full] @param {any} [on] @param {any} [off]
 * @returns {Column}
 */
export const ticked = (id, title, full, on = true, off = false) => ({
  id, name: title, full, show: () => "", isOn: (row) => row[id] === on,
  set: (row, value) => { row[id] = value ? on : off; },
});

export const sides = () => SIDES.map((value) => ({ value, text: word("side", value) }));

/**
 * @typedef {{key: string, title: string, columns: Column[], read: () => any[], called: (row: any, n: number) => string,
 *   begin: () => any, copied: (row: any) => any, put: (rows: any[]) => void, least?: number, most?: number,
 *   isPasted?: boolean, at?: string}} Rows
 *   `read`: the rows as they are now; `put`: takes the rows over, and gives ids to those that have none of their own; `isPasted`: whether a spreadsheet
 *   may bring them; `at`: where the setup has them
 */

/** A table with a row more or less, and its spreadsheet. @param {Form} form @param {Rows} of */
export function tableOf(form, of) {
  const { key, title: caption, columns, read, called, begin, put, least = 0, most = Infinity, isPasted = true, at } = of;
  const rows = read();
  const before = structuredClone(rows);
  const changed = (/** @type {any[]} */ next) => { put(next); form.changed(); };
  const copy = (/** @type {number} */ n) => changed(read().flatMap((row, m) => (m === n ? [row, of.copied(row)] : [row])));
  const remove = (/** @type {number} */ n) => changed(read().filter((_, m) => m !== n));
  const add = { key: `${key}/add`, text: t("map.add_row"), do: () => changed([...read(), begin()]) };
  /** Takes over what was typed here, and leaves what has changed since the table was drawn. */
  const edited = () => {
    const now = read();
    for (const [n, row] of rows.entries()) {
      const names = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(before[n][name]));
      for (const name of names) if (now[n]) now[n][name] = before[n][name] = row[name];
    }
    changed(now);
  };
  return [
    rows.length > 0 && table({
      key, caption, columns, rows, called, changed: edited, copy: rows.length < most ? copy : undefined,
      remove: rows.length > least ? remove : undefined,
      wrong: at ? (n, cell) => form.faults(`${at}/${n}`, true, cell) : undefined,
    }),
    rows.length < most && el("div", { class: "row" }, button(add)),
    isPasted && sheet({ key: `${key}/sheet`, columns, rows, begin, put, form }),
  ];
}

/** Rows with ids of their own. @param {any[]} rows @param {string} begin */
function withIds(rows, begin) {
  /** @type {any[]} */
  const found = [];
  for (const row of rows) {
    const isOwn = row.id && !found.some(({ id }) => id === row.id);
    found.push(isOwn ? row : { ...row, id: freeId(begin, [...found, ...rows]) });
  }
  return found;
}

/** The kinds of units: what is put on the map by a tap. @param {Form} form */
export function kindsTable(form) {
  const { setup } = form;
  const { drawing } = setup;
  const columns = [named("name", t("ss.name")), chosen("side", t("map.side"), sides()),
    numbers("firepower", t("map.firepower_short"), t("ss.firepower"), 0, 99),
    numbers("defense_fresh", t("map.fresh_short"), t("ss.fresh"), 0, 99),
    numbers("defense_spent", t("map.spent_short"), t("ss.spent"), 0, 99),
    named("division", t("map.division")), ticked("independent", t("map.independent_short"), t("map.independent")),
    numbers("movement", t("map.movement_short"), t("map.movement"), 0, 99, true)];
  const put = (/** @type {any[]} */ rows) => {
    const known = withIds(rows.map((row) => ({ ...row, id: row.key })), "kind");
    drawing.kinds = known.map(({ id, ...row }) => ({ ...row, key: id }));
    followKinds(setup);
  };
  return part(t("map.kinds"), el("p", { class: "hint" }, t("map.kinds_hint")), tableOf(form, {
    key: "kinds", title: t("map.kinds"), columns, read: () => drawing.kinds, called: kindCalled, least: 1, put,
    begin: () => newKind("", SIDES[0]), copied: (row) => ({ ...row, key: "" }),
  }));
}

/** @param {any} row @param {number} n */
const rowCalled = (row, n) => row.name || t("map.row_n", { n: n + 1 });

const turn = () => numbers("turn", t("map.turn"), t("map.turn"), 1, 100);

/**
 * A column of areas, by name, with commas between them.
 * @param {string} id @param {string} title @param {string} full @param {any[]} areas @returns {Column}
 */
export const areasNamed = (id, title, full, areas) => ({
  id, name: title, full, show: (row) => areas.filter((area) => row[id]?.includes(area.id)).map(called).join(", "),
  read: (text) => {
    const parts = text.split(",").map((each) => each.trim()).filter(Boolean);
    const found = parts.map((part) => areas.find((area) => called(area) === part || area.id === part)?.id);
    const wrong = parts.find((_, n) => !found[n]);
    return wrong === undefined ? { value: found } : { fault: t("map.no_such_area", { typed: wrong }) };
  },
  set: (row, value) => { row[id] = value; },
});

/** Units that come later. @param {Form} form */
function arrivals(form) {
  const { setup } = form;
  const { areas, drawing: { kinds } } = setup;
  const places = areas.map((/** @type {any} */ area) => ({ value: area.id, text: called(area) }));
  const known = kinds.map((/** @type {any} */ kind) => ({ value: kind.key, text: kindCalled(kind) }));
  const title = t("map.arrivals", { count: setup.arrivals.length });
  const read = () => setup.arrivals.map((/** @type {any} */ each) => ({ ...each, kind: kindFor(setup, each.unit)?.key }));
  const put = (/** @type {any[]} */ next) => {
    setup.arrivals = [];
    for (const { kind: key, unit, ...row } of next) {
      const kind = kinds.find((/** @type {any} */ each) => each.key === key) || kinds[0];
      const own = unit || newUnit(setup, kind);
      become(setup, own, kind);
      setup.arrivals.push({ ...row, unit: own });
    }
    forgetUnits(setup);
  };
  return fold("map/arrivals", title, areas.length > 0 && tableOf(form, {
    key: "arrivals", at: "/arrivals", title, read, put, called: rowCalled, copied: ({ unit, ...row }) => row,
    columns: [turn(), chosen("area", t("board.area"), places), chosen("kind", t("map.kind"), known),
      areasNamed("or_areas", t("map.or_areas_short"), t("map.or_areas"), areas)],
    begin: () => ({ turn: 2, area: areas[0].id, kind: kinds[0].key }),
  }), form.faults("/arrivals"));
}

/** Units that leave the map again. @param {Form} form */
function withdrawals(form) {
  const { setup } = form;
  const units = unitsOf(setup).map((unit) => ({ value: unit.id, text: calledBy(unit) }));
  const title = t("map.withdrawals", { count: setup.withdrawals.length });
  return fold("map/withdrawals", title, units.length > 0 && tableOf(form, {
    key: "withdrawals", at: "/withdrawals", title, columns: [turn(), chosen("unit", t("map.unit"), units)], read: () => setup.withdrawals,
    called: rowCalled, begin: () => ({ turn: 2, unit: units[0].value }),
    copied: (row) => ({ ...row }), put: (next) => { setup.withdrawals = next; },
  }), form.faults("/withdrawals"));
}

/** What decides the game: areas with a star. @param {Form} form */
function objectives(form) {
  const wanted = form.setup.objectives;
  const set = (/** @type {string} */ member) => (/** @type {any} */ value) => {
    wanted[member] = value;
    form.changed();
  };
  return fold("map/objectives", t("map.objectives", { count: wanted?.areas.length || 0 }),
    !wanted && el("p", { class: "hint" }, t("map.objectives_hint")),
    wanted && segments({
      key: "wanted/side", label: t("map.wanted_side"), value: wanted.side, options: sides(), set: set("side"),
    }),
    wanted && stepper({
      key: "wanted/needed", label: t("map.needed"), value: wanted.needed, min: 1, max: wanted.areas.length,
      set: set("needed"),
    }), form.faults("/objectives"));
}

const CARD = {
  id: "", side: "german", timing: "own-action", name: null, card_fire: null, move_then_fire: false, attack_bonus: 0,
  terrain_multiplier: 1, terrain_bonus: 0, lasts: false, cancel_fire: false, allocation_by: "owner",
};
const TIMINGS = ["own-action", "own-fire", "enemy-fire"];

/** @returns {Column[]} */
const cardColumns = () => [
  named("name", t("ss.name")), chosen("side", t("map.side"), sides()),
  chosen("timing", t("map.timing"), TIMINGS.map((value) => ({ value, text: t(`map.timing_${value}`) }))),
  { ...numbers("card_fire", t("map.card_fire_short"), t("map.card_fire"), 0, 99, true),
    show: (row) => String(row.card_fire?.firepower ?? ""),
    set: (row, value) => { row.card_fire = value === null ? null : { firepower: value }; } },
  ticked("move_then_fire", t("map.move_then_fire")),
  numbers("attack_bonus", t("map.attack_bonus_short"), t("map.attack_bonus"), -99, 99),
  numbers("terrain_multiplier", "▲ ×", t("map.terrain_multiplier"), 0, 9),
  numbers("terrain_bonus", "▲ +", t("map.terrain_bonus"), -99, 99),
  ticked("lasts", t("map.lasts")), ticked("cancel_fire", t("map.cancel_fire")),
  ticked("allocation_by", t("map.allocation_short"), t("map.allocation"), "firing-player", "owner"),
];

/** How many cards are in hand, turn by turn. @param {string} text @returns {import("../../../web/assets/make/reading.js").Read} */
function readSizes(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = parts.find((each) => !/^\d+$/.test(each));
  return wrong === undefined ? { value: parts.map(Number) } : { fault: t("control.no_number", { typed: wrong }) };
}

/** The tactical cards. @param {Form} form */
function cards(form) {
  const { setup, changed } = form;
  const title = t("map.cards", { count: setup.cards.length });
  const read = () => setup.cards.map((/** @type {any} */ card) => ({ ...CARD, ...card }));
  const put = (/** @type {any[]} */ next) => {
    setup.cards = withIds(next, "card");
    if (next.length && !setup.hand_sizes.length) setup.hand_sizes = [2];
  };
  const sizes = (/** @type {number[]} */ value) => { setup.hand_sizes = value; };
  return fold("map/cards", title, el("p", { class: "hint" }, t("map.cards_hint")), tableOf(form, {
    key: "cards", at: "/cards", title, columns: cardColumns(), read, put, called: rowCalled,
    begin: () => ({ ...CARD }), copied: (row) => ({ ...structuredClone(row), id: "" }),
  }), setup.cards.length > 0 && typed({
    key: "cards/sizes", label: t("map.hand_sizes"), value: setup.hand_sizes.join(", "), read: readSizes, changed,
    set: sizes,
  }), form.faults("/cards"), form.faults("/hand_sizes"));
}

/** All that is typed beside the map. @param {Form} form */
export const mapTables = (form) =>
  part(t("map.later"), objectives(form), arrivals(form), withdrawals(form), cards(form));
