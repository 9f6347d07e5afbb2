// @ts-check
// X-Wing: two ship cards with tokens to tap, and a ruler for the range.

import { button, fold, line, segments, select, stepper, toggle } from "../controls.js";
import { el } from "../dom.js";
import { ship as drawnShip } from "../draw.js";
import { Refusal, get, post } from "../api.js";
import { t, word } from "../text.js";
import { fields, side } from "./common.js";

export const measures = ["damage", "crit_damage", "destroyed"];

/** Whether nothing is left to attack. @param {any} outcome */
export const isOver = (outcome) => outcome.destroyed;

const OFTEN = { attacker: ["focus", "calculate"], defender: ["focus", "calculate", "evade"] };
export const TOKENS = ["focus", "calculate", "evade", "reinforce_fore", "reinforce_aft", "strain", "deplete", "stress", "ion", "jam", "disarm", "tractor", "cloak"];
const ARCS = ["front", "rear", "left", "right", "full-front", "full-rear", "single-turret", "double-turret", "bullseye"];

/** @type {{ships: any[], text: string, told: string}} */
const squad = { ships: [], text: "", told: "" };
/** @type {any[]} */
let upgrades = [];
/** The primary weapons of the ships that were taken from a squad. @type {Record<string, any[]>} */
const primaries = {};

/** @param {import("./common.js").Form} form */
export function show(form) {
  const table = form.situation;
  return [
    shipCard(form, "attacker"),
    el("div", { class: "between" },
      segments({ key: "range", label: t("xw.range"), value: table.attack_range, options: [0, 1, 2, 3].map((value) => ({ value, text: String(value) })), set: (value) => { table.attack_range = value; form.changed(); } }),
      toggle({ key: "obstructed", label: t("xw.obstructed"), on: table.obstructed, set: (on) => { table.obstructed = on; form.changed(); } })),
    shipCard(form, "defender"),
    fold("xw/squad", t("xw.squad"), pasted(form)),
  ];
}

/** Tokens of a kind, one more with each tap. @param {Record<string, number>} tokens @param {string} token @param {string} key @param {() => void} changed */
export const tapped = (tokens, token, key, changed) => el("button", { type: "button", class: `token ${tokens[token] ? "held" : ""}`, "data-key": `${key}/${token}`, "aria-label": t("xw.token", { name: word("token", token), count: tokens[token] }),
  onclick: () => { tokens[token] = (tokens[token] + 1) % 4; changed(); } }, word("token", token), el("b", {}, tokens[token] || ""));

/** @param {import("./common.js").Form} form @param {"attacker" | "defender"} role */
function shipCard(form, role) {
  const table = form.situation;
  const ship = table[role];
  const other = table[role === "attacker" ? "defender" : "attacker"];
  /** @param {(value: any) => void} change */
  const set = (change) => (/** @type {any} */ value) => { change(value); form.changed(); };
  const often = OFTEN[role];
  const counter = (/** @type {string} */ token) => tapped(ship.tokens, token, role, form.changed);
  const lock = toggle({ key: `${role}/lock`, label: t("xw.lock"), on: ship.locks.includes(other.id), set: set((on) => (ship.locks = on ? [...ship.locks, other.id] : ship.locks.filter((/** @type {string} */ id) => id !== other.id))) });
  const own = role === "attacker" && weapons(form);
  const value = role === "attacker" && !table.weapon.upgrade
    ? stepper({ key: "value", label: t("xw.value"), value: table.weapon.value, max: 10, set: set((value) => (table.weapon.value = value)) }) : null;
  return side(role, t(`role.${role}`),
    el("div", { class: "ship-head" }, drawnShip(ship.size, role), el("b", {}, ship.name || ship.id)),
    fields(own, value,
      role === "defender" && stepper({ key: "agility", label: t("xw.agility"), value: ship.agility, max: 9, set: set((value) => (ship.agility = value)) }),
      role === "defender" && stepper({ key: "hull", label: t("xw.hull"), value: ship.hull, min: 1, max: 40, set: set((value) => (ship.hull = value)) }),
      role === "defender" && stepper({ key: "shields", label: t("xw.shields"), value: ship.shields.active, max: 20, set: set((value) => (ship.shields = { max: Math.max(value, ship.shields.max), active: value })) })),
    el("div", { class: "tokens", role: "group", "aria-label": t("xw.tokens") }, often.map(counter), role === "attacker" && lock),
    fold(`xw/${role}`, t("xw.more"),
      line({ key: `${role}/name`, label: t("xw.name"), value: ship.name || "", set: set((value) => (ship.name = value.trim() || null)) }),
      select({ key: `${role}/size`, label: t("xw.size"), value: ship.size, options: ["small", "medium", "large", "huge"].map((value) => ({ value, text: word("size", value) })), set: set((value) => (ship.size = value)) }),
      stepper({ key: `${role}/force`, label: t("xw.force"), value: ship.force.active, max: 10, set: set((value) => (ship.force = { capacity: Math.max(value, ship.force.capacity), active: value })) }),
      stepper({ key: `${role}/cards`, label: t("xw.cards"), value: ship.damage_cards.length, max: Math.max(0, ship.hull - 1), set: set((value) => (ship.damage_cards = [...ship.damage_cards.slice(0, value), ...Array(Math.max(0, value - ship.damage_cards.length)).fill({ card: null, faceup: false })])) }),
      role === "attacker" && [
        !table.weapon.upgrade && select({ key: "arc", label: t("xw.arc"), value: table.weapon.arc, options: ARCS.map((value) => ({ value, text: word("arc", value) })), set: set((value) => { table.weapon.arc = value; table.defender_in_arcs = [value]; }) }),
        !table.weapon.upgrade && toggle({ key: "primary", label: t("xw.primary"), on: table.weapon.kind === "primary", set: set((on) => (table.weapon.kind = on ? "primary" : "special")) }),
      ],
      role === "defender" && lock,
      el("div", { class: "tokens", role: "group", "aria-label": t("xw.tokens") }, TOKENS.filter((token) => !often.includes(token)).map(counter)),
      cards(form, role)));
}

/** The weapon, where the ship has several. @param {import("./common.js").Form} form */
function weapons(form) {
  const table = form.situation;
  const { id, upgrades: held } = table.attacker;
  const own = (primaries[id] || (table.weapon.upgrade ? [{ value: 3, arc: "front" }] : [table.weapon])).map((weapon) => ({ weapon, arc: weapon.arc, name: `${t("xw.value")} ${weapon.value}, ${word("arc", weapon.arc)}` }));
  const special = upgrades.filter((card) => card.kind === "weapon" && held.includes(card.id)).map((card) => ({ weapon: { upgrade: card.id }, name: card.name, arc: card.details.weapons[0].arc }));
  const all = [...own, ...special];
  if (all.length < 2) return null;
  const isHeld = (/** @type {any} */ { weapon }) => (weapon.upgrade || table.weapon.upgrade ? weapon.upgrade === table.weapon.upgrade : weapon.arc === table.weapon.arc);
  return select({ key: "weapon", label: t("xw.weapon"), value: all.find(isHeld) || all[0], options: all.map((each) => ({ value: each, text: each.name })), set: (each) => { arm(table, each.weapon, each.arc); form.changed(); } });
}

/** Let the attacker attack with a weapon, at a defender who is in its arc. @param {any} table @param {any} weapon @param {string} arc */
function arm(table, weapon, arc) {
  table.weapon = structuredClone(weapon);
  table.defender_in_arcs = arc === "bullseye" ? ["front", arc] : [arc];
}

/** Upgrades, found by name in the catalogue. @param {import("./common.js").Form} form @param {"attacker" | "defender"} role */
function cards(form, role) {
  const ship = form.situation[role];
  const list = el("datalist", { id: `upgrades-${role}` }, upgrades.map((card) => el("option", { value: card.name || card.id })));
  if (!upgrades.length) void find(form);
  const add = (/** @type {string} */ name) => {
    const card = upgrades.find((each) => (each.name || each.id).toLowerCase() === name.trim().toLowerCase() || each.id === name.trim());
    if (card && !ship.upgrades.includes(card.id)) ship.upgrades.push(card.id);
    form.changed();
  };
  return el("div", { class: "upgrades" },
    line({ key: `${role}/upgrade`, label: t("xw.upgrade"), value: "", list: `upgrades-${role}`, set: add }), list,
    ship.upgrades.map((/** @type {string} */ id, /** @type {number} */ place) => button({ key: `${role}/upgrade/${id}`, text: `${upgrades.find((card) => card.id === id)?.name || id} ×`, kind: "quiet chip", name: t("xw.drop", { name: id }), do: () => { ship.upgrades.splice(place, 1); form.changed(); } })));
}

let finding = false;
/** @param {import("./common.js").Form} form */
async function find(form) {
  if (finding) return;
  finding = true;
  const found = await Promise.all(["upgrade", "weapon"].map((kind) => get(`/v1/rulesets/x-wing/catalogue?kind=${kind}`).catch(() => ({ items: [] }))));
  upgrades = found.flatMap(({ items }) => items);
  form.refresh();
}

/** A squad as a builder exports it. @param {import("./common.js").Form} form */
function pasted(form) {
  const area = el("textarea", { rows: 3, "data-key": "xws", spellcheck: "false", "aria-label": t("xw.paste"), onchange: (/** @type {any} */ event) => (squad.text = event.target.value) });
  area.value = squad.text;
  const read = async () => {
    squad.text = area.value;
    try {
      const list = await post("/v1/rulesets/x-wing/squads", { xws: JSON.parse(squad.text) });
      squad.ships = list.ships;
      squad.told = list.not_known.length ? t("xw.not_known", { names: list.not_known.map((/** @type {any} */ each) => each.id).join(", ") }) : "";
    } catch (failure) {
      squad.told = failure instanceof Refusal ? failure.message : t("xw.no_xws");
    }
    form.refresh();
  };
  /** @param {string} role @param {any} ship */
  const take = (role, ship) => {
    const other = form.situation[role === "attacker" ? "defender" : "attacker"];
    const taken = structuredClone(ship.ship);
    if (taken.id === other.id) taken.id += "-2";
    form.situation[role] = taken;
    other.locks = [];
    if (role === "attacker") {
      const own = ship.weapons.filter((/** @type {any} */ each) => !each.upgrade);
      primaries[taken.id] = own;
      if (own.length) arm(form.situation, own[0], own[0].arc);
    }
    form.changed();
  };
  return [
    el("p", { class: "hint" }, t("xw.paste")), area, button({ key: "squad", text: t("xw.read"), do: () => void read() }),
    squad.told && el("p", { class: "hint", role: "status" }, squad.told),
    squad.ships.map((ship, place) => el("div", { class: "row squad" }, el("span", {}, ship.name),
      ["attacker", "defender"].map((role) => button({ key: `squad/${place}/${role}`, text: t(`role.${role}`), name: `${ship.name}: ${t(`role.${role}`)}`, do: () => take(role, ship) })))),
  ];
}
