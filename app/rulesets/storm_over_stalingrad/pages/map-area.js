// @ts-check
// Storm Over Stalingrad: what there is to say of the area that is chosen: name, terrain, control, neighbors, units.

import { button, fold, segments, select, stepper, toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { calledBy, t, word } from "../../../web/assets/text.js";
import { typed } from "../../../web/assets/make/cells.js";
import { areBeside, called, forgetUnits, freeLetter, joinOrPart, makeObjective, putUnit, removeArea, SIDES } from "./map.js";
import { name } from "../../../web/assets/make/reading.js";

/** @typedef {import("./map.js").Form} Form */

/** What a kind of unit is called. @param {import("./map.js").Kind} kind */
export const kindCalled = (kind) =>
  `${kind.name || word("side", kind.side)} ${kind.firepower}–${kind.defense_fresh}/${kind.defense_spent}`;

/** @param {Form} form @param {any} area */
function values(form, area) {
  const key = `area/${area.id}`;
  const { setup, changed } = form;
  const set = (/** @type {string} */ member) => (/** @type {any} */ value) => { area[member] = value; changed(); };
  const isWanted = setup.objectives?.areas.includes(area.id) || false;
  const count = (/** @type {boolean} */ on) => {
    setup.objectives ??= { side: "soviet", areas: [], needed: 1 };
    makeObjective(setup, area.id, on);
    changed();
  };
  return el("div", { class: "fields" },
    typed({
      key: `${key}/name`, label: t("ss.name"), value: area.name || "", read: name, changed, isOffer: true,
      set: (value) => { area.name = value ?? freeLetter(setup.areas); },
    }),
    stepper({
      key: `${key}/terrain`, label: t("ss.terrain"), value: area.terrain_defense, set: set("terrain_defense"),
    }),
    segments({
      key: `${key}/side`, label: t("ss.controller"), value: area.controller, set: set("controller"),
      options: SIDES.map((value) => ({ value, text: word("side", value) })),
    }),
    toggle({ key: `${key}/ferry`, label: t("map.ferry"), on: area.ferry, set: set("ferry") }),
    toggle({ key: `${key}/wanted`, label: t("map.objective"), on: isWanted, set: count }));
}

/** @param {Form} form @param {any} area */
function neighbors({ setup, changed }, area) {
  const others = setup.areas.filter((/** @type {any} */ other) => other.id !== area.id);
  const beside = others.filter((/** @type {any} */ other) => areBeside(area, other));
  const told = beside.map(called).join(", ") || "–";
  return fold("area/beside", t("map.beside", { names: told }), others.map((/** @type {any} */ other) => toggle({
    key: `beside/${area.id}/${other.id}`, label: called(other), on: areBeside(area, other),
    set: () => { joinOrPart(area, other); changed(); },
  })));
}

/** @param {Form} form @param {any} area */
function units({ setup, changed }, area) {
  const rows = area.units.map((/** @type {any} */ unit, /** @type {number} */ n) => {
    const called = calledBy(unit);
    const [side, state] = [word("side", unit.side), word("state", unit.state)];
    const told = ` ${unit.firepower}–${unit.defense_fresh}/${unit.defense_spent} · ${side}`;
    const turn = () => { unit.state = unit.state === "fresh" ? "spent" : "fresh"; changed(); };
    const away = () => { area.units.splice(n, 1); forgetUnits(setup); changed(); };
    return el("li", { class: `row ${unit.side}` }, el("span", {}, el("bdi", {}, called), told),
      button({ key: `unit/${unit.id}/turn`, text: state, name: `${called}: ${state}`, do: turn }),
      button({ key: `unit/${unit.id}/away`, text: "×", name: t("table.away", { row: called }), do: away }));
  });
  const options = [{ value: null, text: t("map.add_unit") },
    ...setup.drawing.kinds.map((/** @type {any} */ kind) => ({ value: kind, text: kindCalled(kind) }))];
  const add = (/** @type {any} */ kind) => { if (kind) { putUnit(setup, area, kind); changed(); } };
  return [el("ul", { class: "units-of" }, rows),
    select({ key: `area/${area.id}/add`, label: t("of.units"), value: null, options, set: add })];
}

/**
 * The fields of an area.
 * @param {Form} form @param {string | null} chosen @param {() => void} left nothing is chosen any more
 */
export function areaFields(form, chosen, left) {
  const n = form.setup.areas.findIndex((/** @type {any} */ { id }) => id === chosen);
  const area = form.setup.areas[n];
  if (!area) return [el("p", { class: "hint" }, t("map.hint"))];
  const remove = () => { removeArea(form.setup, area.id); left(); form.changed(); };
  return [el("h3", {}, called(area)), form.faults(`/areas/${n}`), values(form, area), neighbors(form, area),
    units(form, area), el("div", { class: "row" }, button({ key: "area/away", text: t("map.no_area"), do: remove }))];
}
