// @ts-check
// Storm Over Stalingrad: the areas of a map as a table, so that a map can be made and read without drawing.

import { fold } from "../../../web/assets/controls.js";
import { t } from "../../../web/assets/text.js";
import { numbers } from "../../../web/assets/make/cells.js";
import { kindCalled } from "./map-area.js";
import { areasNamed, chosen, named, sides, tableOf, ticked } from "./map-tables.js";
import { addArea, areBeside, called, forgetUnits, freeLetter, joinOrPart, kindFor, makeObjective, MOST_AREAS, putUnit, removeArea } from "./map.js";
import { cellOf } from "./borders.js";
import { middleOf } from "../../../web/assets/make/shapes.js";

/**
 * @typedef {import("./map.js").Form} Form @typedef {import("../../../web/assets/make/cells.js").Column} Column
 * @typedef {{id?: string, name: string | null, terrain_defense: number, controller: string, ferry: boolean, wanted: boolean,
 *   beside: string[], units: Record<string, number>}} Row `units`: how many of each kind, by its key
 */

/** How many places there are for areas that nobody draws: more than a map may have areas. */
const PLACES = 36;

/** Where an area without a drawing stands: a cell in which no other one has its middle. @param {any} drawing */
function freeCell({ width, height, outlines }) {
  const middles = Object.values(outlines).map(middleOf);
  const cells = [...Array(PLACES).keys()].map((n) => cellOf(n, PLACES, { width, height }));
  const isFree = (/** @type {import("./map.js").Point[]} */ [one, , other]) =>
    !middles.some(({ x, y }) => x >= one.x && x <= other.x && y <= one.y && y >= other.y);
  return cells.find(isFree) || cells[0];
}

/** @param {any} setup @param {any} area @returns {Row} */
function rowOf(setup, area) {
  const { id, name, terrain_defense, controller, ferry } = area;
  const beside = setup.areas.filter((/** @type {any} */ other) => other !== area && areBeside(area, other));
  /** @type {Record<string, number>} */
  const units = {};
  for (const unit of area.units) {
    const key = kindFor(setup, unit)?.key;
    if (key) units[key] = (units[key] || 0) + 1;
  }
  return {
    id, name, terrain_defense, controller, ferry, wanted: Boolean(setup.objectives?.areas.includes(id)),
    beside: beside.map((/** @type {any} */ other) => other.id), units,
  };
}

/** @param {any} setup @param {any} area @param {Row} row */
function follow(setup, area, row) {
  const { terrain_defense, controller, ferry, wanted } = row;
  const name = row.name ?? (area.name === null ? null : freeLetter(setup.areas));
  Object.assign(area, { name, terrain_defense, controller, ferry });
  if (wanted !== Boolean(setup.objectives?.areas.includes(area.id))) {
    setup.objectives ??= { side: "soviet", areas: [], needed: 1 };
    makeObjective(setup, area.id, wanted);
  }
  for (const kind of setup.drawing.kinds) {
    const there = area.units.filter((/** @type {any} */ unit) => kindFor(setup, unit) === kind);
    const count = row.units[kind.key] || 0;
    const gone = there.slice(count);
    if (gone.length) area.units = area.units.filter((/** @type {any} */ unit) => !gone.includes(unit));
    for (let n = there.length; n < count; n += 1) putUnit(setup, area, kind);
  }
}

/** Areas are beside each other as one of their rows says that differs from the map. @param {any} setup @param {Row[]} rows */
function join(setup, rows) {
  rows.forEach((row, n) => rows.slice(n + 1).forEach((later, m) => {
    const [one, other] = [setup.areas[n], setup.areas[n + 1 + m]];
    const isBeside = areBeside(one, other);
    const says = [row.beside.includes(other.id), later.beside.includes(one.id)];
    if (says.some((each) => each !== isBeside)) joinOrPart(one, other);
  }));
}

/** Takes the rows over; one that is new becomes an area in a free place. @param {any} setup @param {Row[]} rows */
function take(setup, rows) {
  const left = rows.map(({ id }) => id);
  for (const { id } of [...setup.areas]) if (!left.includes(id)) removeArea(setup, id);
  const now = rows.map((row) => ({ ...row, beside: row.beside.filter((id) => left.includes(id)) }));
  for (const row of now) {
    if (!row.id) {
      row.id = addArea(setup, freeCell(setup.drawing), freeLetter(setup.areas));
      row.name ??= setup.areas.at(-1).name;
      setup.areas.at(-1).adjacent = [];
    }
  }
  setup.areas = now.map(({ id }) => setup.areas.find((/** @type {any} */ area) => area.id === id));
  now.forEach((row, n) => follow(setup, setup.areas[n], row));
  join(setup, now);
  forgetUnits(setup);
}

/** A column of units: how many of which kinds. @param {any[]} kinds @returns {Column} */
const unitsColumn = (kinds) => ({
  id: "units", name: t("of.units"), full: t("map.units_full"),
  show: (row) => kinds.filter(({ key }) => row.units[key]).map((kind) => `${row.units[kind.key]} × ${kindCalled(kind)}`).join(", "),
  read: (text) => {
    const find = (/** @type {string} */ typed) => kinds.find((kind) => kindCalled(kind) === typed) || kinds.find(({ name }) => name === typed);
    /** @type {Record<string, number>} */
    const value = {};
    for (const typed of text.split(",").map((each) => each.trim()).filter(Boolean)) {
      const [, count, rest] = /^(\d{1,2})\s*[×x*\s]\s*(.+)$/.exec(typed) || [];
      const kind = find(typed) || find(rest);
      if (!kind) return { fault: t("map.no_such_kind", { typed }) };
      value[kind.key] = (value[kind.key] || 0) + (find(typed) ? 1 : Number(count));
    }
    return { value };
  },
  set: (row, value) => { row.units = value; },
});

/** All areas, each in a row. @param {Form} form */
export function areasTable(form) {
  const { setup } = form;
  const title = t("map.areas", { count: setup.areas.length });
  const columns = [
    named("name", t("ss.name")), numbers("terrain_defense", t("ss.terrain"), t("ss.terrain"), 0, 99),
    chosen("controller", t("ss.controller"), sides()), ticked("ferry", t("map.ferry")), ticked("wanted", t("map.objective")),
    areasNamed("beside", t("board.beside"), t("map.beside_full"), setup.areas), unitsColumn(setup.drawing.kinds),
  ];
  return fold("map/areas", title, tableOf(form, {
    key: "areas", title, columns, read: () => setup.areas.map((/** @type {any} */ area) => rowOf(setup, area)), called,
    begin: () => ({ name: null, terrain_defense: 1, controller: "soviet", ferry: false, wanted: false, beside: [], units: {} }),
    copied: ({ id, name, ...row }) => ({ ...row, name: null, beside: [] }), put: (rows) => take(setup, rows), most: MOST_AREAS, isPasted: false,
  }));
}
