// @ts-check
// The moves of X-Wing: an attack with the range that was measured, and what came of maneuvers and actions, by tapping.

import { itemsOf } from "../../../web/assets/api.js";
import { oddsOf } from "./attack-odds.js";
import { button, fold, stepper, toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { CONCEDE } from "../../../web/assets/question.js";
import { TOKENS, ruler, seenFrom, tapped } from "./table.js";
import { calledBy, inWords, t, word } from "../../../web/assets/text.js";
import { done, kind, part, place } from "../../../web/assets/moves/common.js";

const OFTEN = ["focus", "evade", "calculate", "stress"];
const empty = () => ({ range: 2, obstructed: false, bullseye: false, from: /** @type {string[]} */ ([]), ships: /** @type {Record<string, any>} */ ({}) });

/** @typedef {{draft: ReturnType<typeof empty>, state: any, weapons: Record<string, string>, sided: Record<string, string>, seat: number, options: any, choices: any[], send: (choice: any) => Promise<void>}} Form `options`: of the session; null where odds are not shown */

/**
 * What stands in place of the choices; null where the choices say all.
 * @param {any} question @param {import("../../../web/assets/moves/common.js").Seat} seat
 */
export function compose(question, seat) {
  if (question.question !== "act") return null;
  const key = `${seat.session}/${question.seat}`;
  const send = async (/** @type {any} */ choice) => { if (await seat.answer(choice)) done(key); };
  return place(key, [question.seen, question.choices], empty, (draft) => {
    const host = el("div", { class: "choices" });
    void Promise.all([seat.state(), weaponsOf(question.choices)])
      .then(async ([state, weapons]) => host.replaceChildren(...moves({ draft, state, weapons, sided: await sidedOf(state), seat: question.seat, options: seat.options, choices: question.choices, send }).flat(3).filter(Boolean)))
      .catch(() => host.replaceChildren(...question.choices.map((/** @type {any} */ each) => plain(each, send))));
    return [host];
  });
}

/** The names of special weapons by id, asked for where a choice has one. @param {any[]} choices @returns {Promise<Record<string, string>>} */
async function weaponsOf(choices) {
  if (!choices.some((each) => each.choice.attack?.weapon.upgrade)) return {};
  /** @type {Record<string, string>} */
  const names = {};
  for await (const each of itemsOf("/v1/rulesets/x-wing/catalogue?kind=weapon&limit=200")) names[each.id] = each.name;
  return names;
}

/** The names of the two-sided cards on ships, by card. @param {any} state @returns {Promise<Record<string, string>>} */
async function sidedOf(state) {
  const cards = new Set(state.ships.flatMap((/** @type {any} */ each) => Object.keys(each.ship.sides || {})));
  /** @type {Record<string, string>} */
  const names = {};
  for (const card of cards) {
    const id = card.replace("upgrade:", "");
    for await (const each of itemsOf(`/v1/rulesets/x-wing/catalogue?kind=upgrade&q=${id}`)) if (each.id === id) names[card] = each.name;
  }
  return names;
}

/** @param {any} each @param {(choice: any) => Promise<void>} send */
const plain = (each, send) => el("button", { type: "button", class: "choice", onclick: () => void send(each.choice) }, each.text);

/** @param {Form} form */
function moves(form) {
  const attacks = form.choices.filter((each) => each.choice.attack);
  const others = form.choices.filter((each) => !each.choice.attack && each.choice.kind !== CONCEDE);
  const own = form.state.ships.filter((/** @type {any} */ each) => each.seat === form.seat && !each.removed);
  return [
    attacks.length > 0 && part((again) => [measured(form, again), el("div", { class: "choices" }, attacks.map((each) => attack(form, each.choice)))]),
    others.map((each) => plain(each, form.send)),
    kind({ key: "declare", name: t("xw.declare") }, el("p", { class: "hint" }, t("xw.declare_hint")), part((again) => own.map((/** @type {any} */ each) => ship(form, each, again))), button({ key: "declare", kind: "primary", text: t("xw.declared"), do: () => void declare(form) })),
  ];
}

/** What is measured at the table. @param {Form} form @param {() => void} again */
const measured = ({ draft }, again) => [
  ruler(draft.range, draft.obstructed, (range) => { draft.range = range; again(); }),
  toggle({ key: "obstructed", label: t("xw.obstructed"), on: draft.obstructed, set: (on) => { draft.obstructed = on; again(); } }),
  toggle({ key: "bullseye", label: t("arc.bullseye"), on: draft.bullseye, set: (on) => { draft.bullseye = on; again(); } }),
  seenFrom(draft.from, (arcs) => { draft.from = arcs; again(); }),
];

/** An attack as a choice, with its odds as it is measured. @param {Form} form @param {any} choice */
function attack(form, choice) {
  const { ship: id, attack: { target, weapon } } = choice;
  const odds = form.options && oddsOf(form.state, declared(form.draft, choice), form.options);
  return el("button", { type: "button", class: "choice", "data-key": `attack/${JSON.stringify([id, target, weapon])}`, onclick: () => void form.send(declared(form.draft, choice)) }, told(form, choice), odds);
}

/** An attack with what was measured. @param {ReturnType<typeof empty>} draft @param {any} choice */
function declared({ range, obstructed, bullseye, from }, choice) {
  const arcs = choice.attack.defender_in_arcs;
  return { ...choice, attack: { ...choice.attack, attack_range: range, obstructed, attacker_in_arcs: from, defender_in_arcs: bullseye && !arcs.includes("bullseye") ? [...arcs, "bullseye"] : arcs } };
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** What a ship is called, as in all texts: those with one name are numbered by their ids. @param {any} state @param {string} id */
function nameOf(state, id) {
  const ships = state.ships.map((/** @type {any} */ { ship }) => ({ id: ship.id, name: calledBy(ship) }));
  const called = ships.find((/** @type {any} */ ship) => ship.id === id)?.name || inWords(id);
  const same = ships.filter((/** @type {any} */ ship) => ship.name === called).map((/** @type {any} */ ship) => ship.id).sort(compare);
  const free = [...Array(2 * ships.length).keys()].map((n) => `${called} ${n + 1}`).filter((name) => !ships.some((/** @type {any} */ ship) => ship.name === name));
  return same.length > 1 ? free[same.indexOf(id)] : called;
}

/** @param {Form} form @param {any} choice */
function told({ state, weapons }, { ship: id, attack: { target, weapon, bonus } }) {
  const name = (/** @type {string} */ of) => nameOf(state, of);
  const by = weapon.upgrade ? weapons[weapon.upgrade] || weapon.upgrade : `${t("xw.value")} ${weapon.value}, ${word("arc", weapon.arc)}`;
  return [el("span", { class: "words" }, t(bonus ? "xw.bonus_attacks" : "xw.attacks", { ship: name(id), target: name(target) })), el("span", { class: "hint" }, by)];
}

/** One ship, with what it has now. @param {Form} form @param {any} held @param {() => void} again */
function ship({ draft, state, seat, sided }, held, again) {
  const now = held.ship;
  const set = (draft.ships[now.id] ||= { tokens: { ...now.tokens }, locks: [...now.locks], sides: { ...now.sides }, hits: 0, crits: 0, fled: false });
  const enemies = state.ships.filter((/** @type {any} */ each) => each.seat !== seat && !each.removed);
  const change = (/** @type {string} */ name) => (/** @type {any} */ value) => { set[name] = value; again(); };
  const chips = (/** @type {string[]} */ tokens) => el("div", { class: "tokens", role: "group", "aria-label": t("xw.tokens") }, tokens.map((token) => tapped(set.tokens, token, now.id, again)));
  return el("section", { class: "declared" }, el("h3", {}, nameOf(state, now.id)), chips(OFTEN),
    Object.keys(now.sides || {}).map((card) => toggle({ key: `${now.id}/${card}`, label: t("xw.open_side", { card: sided[card] || card }), on: set.sides[card] === "open", set: (on) => change("sides")({ ...set.sides, [card]: on ? "open" : "closed" }) })),
    fold(`xw/${now.id}`, t("xw.others"), chips(TOKENS.filter((token) => !OFTEN.includes(token))),
      enemies.map((/** @type {any} */ { ship: { id } }) => toggle({ key: `${now.id}/lock/${id}`, label: t("xw.lock_on", { name: nameOf(state, id) }), on: set.locks.includes(id), set: (on) => change("locks")(on ? [...set.locks, id] : set.locks.filter((/** @type {string} */ each) => each !== id)) })),
      stepper({ key: `${now.id}/hits`, label: t("xw.hits"), value: set.hits, max: 20, set: change("hits") }),
      stepper({ key: `${now.id}/crits`, label: t("xw.crits"), value: set.crits, max: 20, set: change("crits") }),
      toggle({ key: `${now.id}/fled`, label: t("xw.fled"), on: set.fled, set: change("fled") })));
}

/** Sends the ships that have changed. @param {Form} form */
async function declare({ draft, state, send }) {
  const before = new Map(state.ships.map((/** @type {any} */ each) => [each.ship.id, each.ship]));
  const changed = Object.entries(draft.ships).filter(([id, set]) => {
    const ship = before.get(id);
    return set.hits || set.crits || set.fled || TOKENS.some((token) => set.tokens[token] !== ship.tokens[token]) || JSON.stringify([set.locks, set.sides]) !== JSON.stringify([ship.locks, ship.sides]);
  });
  if (changed.length) await send({ kind: "declare", ships: changed.map(([id, set]) => ({ id, ...set })) });
}
