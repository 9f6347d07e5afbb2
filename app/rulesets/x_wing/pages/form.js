// @ts-check
// X-Wing: two ship cards with tokens to tap, and a ruler for the range.

import { button, fold, select } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { ship as drawnShip } from "../../../web/assets/draw.js";
import { post } from "../../../web/assets/api.js";
import { pilotsFound, readPilots, readUpgrades, upgradeName, upgrades } from "./cards.js";
import { picker } from "../../../web/assets/make/picker.js";
import { readAs, whyNone } from "./paste.js";
import { fitting, freeSlots } from "./slots.js";
import { TOKENS, icon, ruler, seenFrom, tapped } from "./table.js";
import { calledBy, t, word } from "../../../web/assets/text.js";
import { side } from "../../../web/assets/forms/common.js";
import { described } from "../../../web/assets/forms/described.js";

export const measures = ["damage", "crit_damage", "destroyed"];

/** Whether nothing is left to attack. @param {any} outcome */
export const isOver = (outcome) => outcome.destroyed;

/** What is asked of a table. @param {any} of */
export const question = ({ attacker, defender, attack_range }) => t("xw.question", { attacker: calledBy(attacker), defender: calledBy(defender), range: attack_range });

const OFTEN = { attacker: ["focus", "calculate"], defender: ["focus", "calculate", "evade"] };
const ARCS = ["front", "rear", "left", "right", "full-front", "full-rear", "single-turret", "double-turret", "bullseye"];

/** @type {{ships: any[], text: string, told: string}} */
const squad = { ships: [], text: "", told: "" };
/** The primary weapons of the ships that were taken from a squad. @type {Record<string, any[]>} */
const primaries = {};

/** @param {import("../../../web/assets/forms/common.js").Form} form */
export function show(form) {
  const table = form.situation;
  return [
    shipCard(form, "attacker"),
    el("div", { class: "between" },
      ruler(table.attack_range, table.obstructed, (range) => { table.attack_range = range; form.changed(); }),
      described(table, [{ key: "obstructed", kind: "yes-no", label: t("xw.obstructed") }], form.changed),
      seenFrom(table.attacker_in_arcs || [], (arcs) => { table.attacker_in_arcs = arcs; form.changed(); })),
    shipCard(form, "defender"),
    fold("xw/squad", t("xw.squad"), pasted(form)),
  ];
}

/** Something that a ship has or not, with one tap. @param {string} role @param {string} token @param {string} text @param {boolean} on @param {() => void} tap */
const chip = (role, token, text, on, tap) => el("button", { type: "button", class: `token ${on ? "held" : ""}`, "data-key": `${role}/${token}`, "aria-pressed": String(on), onclick: tap }, icon(token), text);

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {"attacker" | "defender"} role */
function shipCard(form, role) {
  const table = form.situation;
  const ship = table[role];
  const other = table[role === "attacker" ? "defender" : "attacker"];
  const often = OFTEN[role].map((token) => {
    const count = ship.tokens[token];
    return chip(role, token, `${word("token", token)}${count > 1 ? ` ${count}` : ""}`, count > 0, () => { ship.tokens[token] = count ? 0 : 1; form.changed(); });
  });
  const isLocked = ship.locks.includes(other.id);
  const lock = chip(role, "lock", t("xw.lock"), isLocked, () => {
    ship.locks = isLocked ? ship.locks.filter((/** @type {string} */ id) => id !== other.id) : [...ship.locks, other.id];
    form.changed();
  });
  const numbers = role === "attacker" ? [["value", table.weapon.value]] : [["agility", ship.agility], ["hull", ship.hull], ["shields", ship.shields.active]];
  const told = numbers.filter(([, value]) => value !== undefined).map(([name, value]) => `${t(`xw.${name}`)} ${value}`).join(" · ");
  return side(role, t(`role.${role}`),
    el("div", { class: "ship-head" }, drawnShip(ship.size, role), el("div", {}, el("b", {}, el("bdi", {}, calledBy(ship))), el("p", { class: "hint" }, told))),
    piloted(form, role),
    role === "attacker" && weapons(form),
    el("div", { class: "tokens", role: "group", "aria-label": t("xw.tokens") }, often, role === "attacker" && lock),
    fold(`xw/${role}`, t("xw.more"),
      described(ship, [
        { key: `${role}/name`, kind: "text", label: t("xw.name"), value: calledBy(ship), put: (value) => (ship.name = value.trim() || null) },
        ...(role === "attacker" ? fire(table) : hull(ship)),
        { key: `${role}/size`, kind: "choice", label: t("xw.size"), options: ["small", "medium", "large", "huge"].map((value) => ({ value, text: word("size", value) })) },
        { key: `${role}/force`, label: t("xw.force"), max: 10, value: ship.force.active, put: (active) => (ship.force = { capacity: Math.max(active, ship.force.capacity), active }) },
        { key: `${role}/cards`, label: t("xw.cards"), max: Math.max(0, ship.hull - 1), value: ship.damage_cards.length, put: (count) => (ship.damage_cards = dealt(ship.damage_cards, count)) },
      ], form.changed),
      role === "defender" && lock,
      el("p", { class: "hint" }, t("xw.several")),
      el("div", { class: "tokens", role: "group", "aria-label": t("xw.several") }, TOKENS.map((token) => tapped(ship.tokens, token, OFTEN[role].includes(token) ? `${role}/many` : role, form.changed))),
      cards(form, role)));
}

/** Damage cards, so many of them: further ones lie face down. @param {any[]} held @param {number} count */
const dealt = (held, count) => [...held.slice(0, count), ...Array(Math.max(0, count - held.length)).fill({ card: null, faceup: false })];

/** @typedef {import("../../../web/assets/forms/described.js").Field} Field */

/** What a weapon without a card has. @param {any} table @returns {Field[]} */
const fire = (table) => (table.weapon.upgrade ? [] : [
  { key: "value", label: t("xw.value"), max: 10, value: table.weapon.value, put: (value) => (table.weapon.value = value) },
  { key: "arc", kind: "choice", label: t("xw.arc"), value: table.weapon.arc, put: (arc) => { table.weapon.arc = arc; table.defender_in_arcs = [arc]; }, options: ARCS.map((value) => ({ value, text: word("arc", value) })) },
  { key: "primary", kind: "yes-no", label: t("xw.primary"), value: table.weapon.kind === "primary", put: (on) => (table.weapon.kind = on ? "primary" : "special") },
]);

/** What holds a ship together. @param {any} ship @returns {Field[]} */
const hull = (ship) => [
  { key: "agility", label: t("xw.agility"), max: 9 },
  { key: "hull", label: t("xw.hull"), min: 1, max: 40 },
  { key: "shields", label: t("xw.shields"), max: 20, value: ship.shields.active, put: (active) => (ship.shields = { max: Math.max(active, ship.shields.max), active }) },
];

/** A ship by its pilot, who brings it from the catalogue with its weapons and cards. @param {import("../../../web/assets/forms/common.js").Form} form @param {"attacker" | "defender"} role */
const piloted = (form, role) => picker({ key: `${role}/pilot`, label: t("xw.pilot"), find: pilotsFound, take: (card) =>
  void post("/v1/rulesets/x-wing/squads", { xws: { pilots: [{ id: card.id, ship: card.details.ship }] } })
    .then(({ ships: [ship] }) => ship && flown(form, role, ship), () => form.refresh()) });

/** Let a ship of the catalogue or of a squad take a side, with its first weapon. @param {import("../../../web/assets/forms/common.js").Form} form @param {"attacker" | "defender"} role @param {any} taken */
function flown({ situation: table, changed }, role, { ship, weapons: all }) {
  const other = table[role === "attacker" ? "defender" : "attacker"];
  const before = table[role];
  const id = ship.id === other.id ? `${ship.id}-2` : ship.id;
  table[role] = { ...structuredClone(ship), id, locks: before.locks };
  other.locks = other.locks.map((/** @type {string} */ held) => (held === before.id ? id : held));
  const own = all.filter((/** @type {any} */ each) => !each.upgrade);
  if (role === "attacker" && own.length) {
    primaries[id] = own;
    arm(table, own[0], own[0].arc);
  }
  changed();
}

/** The weapon, where the ship has several. @param {import("../../../web/assets/forms/common.js").Form} form */
function weapons(form) {
  const table = form.situation;
  const { id, upgrades: held } = table.attacker;
  const own = (primaries[id] || (table.weapon.upgrade ? [{ value: 3, arc: "front" }] : [table.weapon])).map((weapon) => ({ weapon, arc: weapon.arc, name: `${t("xw.value")} ${weapon.value}, ${word("arc", weapon.arc)}` }));
  const special = [...upgrades.values()].filter((card) => card.kind === "weapon" && held.includes(card.id)).map((card) => ({ weapon: { upgrade: card.id }, name: card.name, arc: card.details.weapons[0].arc }));
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

/** Upgrades, found by name in the catalogue, with their charges. @param {import("../../../web/assets/forms/common.js").Form} form @param {"attacker" | "defender"} role */
function cards(form, role) {
  const { situation: table } = form;
  const ship = table[role];
  if (ship.upgrades.length) void readUpgrades().then((isNew) => isNew && form.refresh());
  if (ship.pilot) void readPilots({ pilots: [{ id: ship.pilot }] }).then((isNew) => isNew && form.refresh());
  const slotted = { pilot: ship.pilot, upgrades: ship.upgrades };
  const add = (/** @type {any} */ { id, details }) => {
    if (!ship.upgrades.includes(id)) ship.upgrades.push(id);
    if (details.charges) ship.charges[id] ??= details.charges;
    form.changed();
  };
  const drop = (/** @type {string} */ id) => {
    ship.upgrades.splice(ship.upgrades.indexOf(id), 1);
    delete ship.charges[id];
    const [own] = primaries[ship.id] || [];
    if (role === "attacker" && table.weapon.upgrade === id && own) arm(table, own, own.arc);
    form.changed();
  };
  return el("div", { class: "upgrades" }, picker({ key: `${role}/upgrade`, label: t("xw.upgrade"), find: fitting(slotted), take: add }),
    freeSlots({ key: `${role}/free`, ship: slotted, take: add, refresh: form.refresh }),
    ship.upgrades.map((/** @type {string} */ id) => button({ key: `${role}/upgrade/${id}`, text: `${upgradeName(id)} ×`, kind: "quiet chip", name: t("xw.drop", { name: upgradeName(id) }), do: () => drop(id) })));
}

/** A squad as a builder exports it. @param {import("../../../web/assets/forms/common.js").Form} form */
function pasted(form) {
  const area = el("textarea", { rows: 3, "data-key": "xws", spellcheck: "false", "aria-label": t("xw.paste"), onchange: (/** @type {any} */ event) => (squad.text = event.target.value) });
  area.value = squad.text;
  const read = async () => {
    squad.text = area.value;
    try {
      const list = await post("/v1/rulesets/x-wing/squads", { xws: squad.text });
      squad.ships = list.ships;
      await Promise.all([readPilots(list.xws || {}), readUpgrades()]);
      squad.told = readAs(list);
    } catch (failure) {
      squad.told = whyNone(failure);
    }
    form.refresh();
  };
  return [
    el("p", { class: "hint" }, t("xw.paste")), area, button({ key: "squad", text: t("xw.read"), do: () => void read() }),
    squad.told && el("p", { class: "hint", role: "status" }, squad.told),
    squad.ships.map((ship, place) => el("div", { class: "row squad" }, el("span", {}, ship.name),
      /** @type {const} */ (["attacker", "defender"]).map((role) => button({ key: `squad/${place}/${role}`, text: t(`role.${role}`), name: `${ship.name}: ${t(`role.${role}`)}`, do: () => flown(form, role, ship) })))),
  ];
}
