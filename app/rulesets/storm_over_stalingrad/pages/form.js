// @ts-check
// Storm Over Stalingrad: a small map; tap units to let them fire, tap an area to fire at it.

import { button, fold } from "../../../web/assets/controls.js";
import { el, svg } from "../../../web/assets/dom.js";
import { calledBy, t, word } from "../../../web/assets/text.js";
import { fields } from "../../../web/assets/forms/common.js";
import { described } from "../../../web/assets/forms/described.js";

const SIDES = ["soviet", "german"].map((value) => ({ value, text: word("side", value) }));

export const measures = ["damage_points", "eliminated", "flipped", "retreated"];

/** What is asked of a table. @param {any} of */
export const question = ({ firing_area: from, target_area: to }) => t("ss.question", { from, to });

/** @param {import("../../../web/assets/forms/common.js").Form} form */
export function show(form) {
  const table = form.situation;
  return [
    el("p", { class: "hint" }, t("ss.hint")),
    map(form),
    fields(described(table, [
      { key: "side", at: "firing_side", kind: "few", label: t("ss.side"), options: SIDES, put: (side) => turn(form, side) },
      { key: "bonus", at: "attack_bonus", label: t("ss.bonus"), max: 30 },
    ], form.changed)),
    fold("ss/areas", t("ss.areas"), table.areas.map((/** @type {any} */ area) => areaFields(form, area))),
  ];
}

/** After a fire its units are spent: who can still fire does, else the other side. @param {any} situation */
export function again(situation) {
  /** @type {any} */
  const form = { situation };
  const other = situation.firing_side === "soviet" ? "german" : "soviet";
  for (const side of [situation.firing_side, other]) {
    turn(form, side);
    if (situation.firers.length) return;
  }
}

/** The other side fires now, from where it stands. @param {import("../../../web/assets/forms/common.js").Form} form @param {string} side */
function turn(form, side) {
  const table = form.situation;
  table.firing_side = side;
  table.firers = [];
  const target = table.areas.find((/** @type {any} */ area) => area.units.some((/** @type {any} */ unit) => unit.side !== side) && from(form, area, side));
  if (target) aim(form, target);
}

/** The first area from which a side can fire at another. @param {import("../../../web/assets/forms/common.js").Form} form @param {any} target @param {string} side */
function from(form, target, side) {
  return form.situation.areas.find((/** @type {any} */ area) => (area.id === target.id || beside(area, target)) && area.units.some((/** @type {any} */ unit) => unit.side === side && unit.state === "fresh"));
}

/** @param {any} one @param {any} other */
const beside = (one, other) => one.adjacent.includes(other.id) || other.adjacent.includes(one.id);

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {any} target */
function aim(form, target) {
  const table = form.situation;
  const source = from(form, target, table.firing_side);
  table.target_area = target.id;
  const now = table.areas.find((/** @type {any} */ area) => area.id === table.firing_area);
  if (source && !(now && (now.id === target.id || beside(now, target)) && table.firers.length)) {
    table.firing_area = source.id;
    table.firers = source.units.filter((/** @type {any} */ unit) => unit.side === table.firing_side && unit.state === "fresh").map((/** @type {any} */ unit) => unit.id);
  }
}

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {any} area @param {any} unit */
function tap(form, area, unit) {
  const table = form.situation;
  if (unit.side !== table.firing_side || unit.state !== "fresh") {
    unit.state = unit.state === "fresh" ? "spent" : "fresh";
    table.firers = table.firers.filter((/** @type {string} */ id) => id !== unit.id);
  } else if (table.firing_area !== area.id) {
    table.firing_area = area.id;
    table.firers = [unit.id];
  } else {
    table.firers = table.firers.includes(unit.id) ? table.firers.filter((/** @type {string} */ id) => id !== unit.id) : [...table.firers, unit.id];
  }
  form.changed();
}

/** Where each area lies: the target in the middle, the others around it. @param {any} table */
function places(table) {
  const others = table.areas.filter((/** @type {any} */ area) => area.id !== table.target_area);
  /** @type {Record<string, [number, number]>} */
  const found = { [table.target_area]: [50, 50] };
  others.forEach((/** @type {any} */ area, /** @type {number} */ n) => {
    const angle = Math.PI + (2 * Math.PI * n) / others.length;
    found[area.id] = [50 + 34 * Math.cos(angle), 50 + 34 * Math.sin(angle)];
  });
  return found;
}

/** @param {import("../../../web/assets/forms/common.js").Form} form */
function map(form) {
  const table = form.situation;
  const at = places(table);
  const ways = table.areas.flatMap((/** @type {any} */ one) => table.areas.filter((/** @type {any} */ other) => one.id < other.id && beside(one, other)).map((/** @type {any} */ other) =>
    svg("line", { x1: at[one.id][0], y1: at[one.id][1], x2: at[other.id][0], y2: at[other.id][1], class: [one.id, other.id].includes(table.firing_area) && [one.id, other.id].includes(table.target_area) ? "way fire" : "way" })));
  const drawn = svg("svg", { class: "ways", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, ways);
  const areas = table.areas.map((/** @type {any} */ area) => {
    const isTarget = area.id === table.target_area;
    const box = el("div", { class: `area ${area.controller} ${isTarget ? "target" : ""} ${area.id === table.firing_area ? "firing" : ""}`, role: "group", "aria-label": t("ss.area", { name: calledBy(area), terrain: area.terrain_defense }) },
      el("button", { type: "button", class: "area-name", "data-key": `area/${area.id}`, "aria-pressed": String(isTarget), "aria-label": t("ss.aim", { name: calledBy(area) }), onclick: () => { aim(form, area); form.changed(); } },
        el("b", {}, calledBy(area)), el("span", { "aria-hidden": "true" }, ` ▲${area.terrain_defense}`)),
      el("div", { class: "counters" }, area.units.map((/** @type {any} */ unit) => counter(form, area, unit))));
    box.style.left = `${at[area.id][0]}%`;
    box.style.top = `${at[area.id][1]}%`;
    return box;
  });
  return el("div", { class: "map" }, drawn, areas);
}

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {any} area @param {any} unit */
function counter(form, area, unit) {
  const fires = form.situation.firing_area === area.id && form.situation.firers.includes(unit.id);
  const name = t("ss.unit", { name: calledBy(unit), side: word("side", unit.side), state: word("state", unit.state), firepower: unit.firepower, defense: unit.state === "fresh" ? unit.defense_fresh : unit.defense_spent });
  return el("button", { type: "button", class: `counter ${unit.side} ${unit.state} ${fires ? "fires" : ""}`, "data-key": `unit/${unit.id}`, "data-item": unit.id, "aria-pressed": String(fires), "aria-label": name, title: name, onclick: () => tap(form, area, unit) },
    el("span", {}, el("bdi", {}, calledBy(unit))), el("b", {}, `${unit.firepower}–${unit.state === "fresh" ? unit.defense_fresh : unit.defense_spent}`));
}

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {any} area */
function areaFields(form, area) {
  /** @param {any} unit @param {number} place */
  const unitFields = (unit, place) => {
    const rest = () => { form.situation.firers = form.situation.firers.filter((/** @type {string} */ id) => id !== unit.id); };
    return el("div", { class: "editor" }, fields(
      described(unit, [
        { key: `${unit.id}/name`, kind: "text", label: t("ss.name"), put: (value) => (unit.name = value.trim() || null) },
        { key: `${unit.id}/fire`, at: "firepower", label: t("ss.firepower"), max: 20 },
        { key: `${unit.id}/fresh`, at: "defense_fresh", label: t("ss.fresh"), max: 30 },
        { key: `${unit.id}/spent`, at: "defense_spent", label: t("ss.spent"), max: 30 },
        { key: `${unit.id}/state`, kind: "yes-no", label: word("state", "spent"), value: unit.state === "spent", put: (on) => (unit.state = on ? "spent" : "fresh"), then: rest },
      ], form.changed),
      button({ key: `${unit.id}/away`, text: t("ss.away"), do: () => { area.units.splice(place, 1); rest(); form.changed(); } })));
  };
  return fold(`ss/${area.id}`, t("ss.area", { name: calledBy(area), terrain: area.terrain_defense }),
    described(area, [
      { key: `${area.id}/terrain`, at: "terrain_defense", label: t("ss.terrain"), max: 10 },
      { key: `${area.id}/controller`, kind: "choice", label: t("ss.controller"), options: SIDES },
    ], form.changed),
    area.units.map(unitFields),
    ["soviet", "german"].map((side) => button({ key: `${area.id}/add/${side}`, text: t("ss.add", { side: word("side", side) }), do: () => {
      const letter = side[0];
      const known = form.situation.areas.flatMap((/** @type {any} */ each) => each.units.map((/** @type {any} */ unit) => unit.id));
      let n = 1;
      while (known.includes(`${letter}${n}`)) n += 1;
      const like = form.situation.areas.flatMap((/** @type {any} */ each) => each.units).find((/** @type {any} */ unit) => unit.side === side);
      area.units.push({ ...(like || { firepower: 3, defense_fresh: 7, defense_spent: 6 }), id: `${letter}${n}`, side, state: "fresh", name: null });
      form.changed();
    } })));
}
