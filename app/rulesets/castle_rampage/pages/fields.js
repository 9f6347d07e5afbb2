// @ts-check
// The fields of the moves of a siege. The service lists examples: which cards and values there are, only the player knows.

import { button, fold, line, segments, stepper, toggle } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { byValues } from "./card-pairs.js";
import { cardFields } from "./form.js";
import { laidBefore, rememberLaid } from "./laid-before.js";
import { latin, named } from "./latin.js";
import { keptCard, sealed } from "../../../web/assets/seals.js";
import { t } from "../../../web/assets/text.js";
import { done, kind, part, place } from "../../../web/assets/moves/common.js";
import { putAnew, putCard, roomIn, tappedCards } from "./laying.js";

const HAND = "";
const empty = () => ({
  structure: "", laid: /** @type {import("./laying.js").Laid[]} */ ([]),
  card: { card: "", gate_defense: 3, castle_defense: 3, purple: false, effect: { effect: "none" } },
  attack: { card: "", name: /** @type {string | null} */ (null), value: 5, bypasses_gate: false, survives_repel: false, from: HAND },
  cards: 0, reshuffled: false, discarded: "",
});

/**
 * @typedef {{draft: ReturnType<typeof empty>, of: (kind: string) => any[], who: import("./laid-before.js").Who,
 *   send: (choice: any, more?: {again: boolean, laid?: any[]}) => Promise<void>, room: () => Promise<Record<string, number>>}} Form
 *   `laid`: the cards that are laid by it; `room`: how many cards still fit into each structure
 */

/** @param {any} question @param {import("../../../web/assets/moves/common.js").Seat} seat @returns {HTMLElement} what stands in place of the choices */
export function composed(question, seat) {
  if (question.question === "show-card") return shown(question, seat);
  const key = `${seat.session}/${question.seat}`;
  const of = (/** @type {string} */ name) => question.choices.filter((/** @type {any} */ each) => each.choice.kind === name);
  const who = { session: seat.session, seat: question.seat };
  const send = async (/** @type {any} */ choice, /** @type {any} */ more) => {
    if (!await seat.answer(choice, more)) return;
    if (more?.laid) rememberLaid(who, more.laid);
    done(key);
  };
  const room = async () => roomIn(await seat.state(), question.seat);
  return place(key, question.choices, empty, (draft) => moves({ draft, of, send, who, room }));
}

/** @param {Form} form */
function moves(form) {
  const { of } = form;
  const all = /** @type {[string, (form: Form) => any[]][]} */ ([["draw", draw], ["lay", lay], ["play-attack", attack], ["discard", discard]]).filter(([name]) => of(name).length);
  if (all.length === 1) {
    const [[name, fields]] = all;
    const title = el("h3", {}, t(`cr.move_${name}`));
    return [title, name === "lay" ? layAll(form) : fields(form)];
  }
  const plain = (/** @type {any} */ each) => el("button", { type: "button", class: "choice", onclick: () => void form.send(each.choice) }, each.text);
  return [
    el("div", { class: "choices" }, all.map(([name, fields]) => kind({ key: name, name: t(`cr.move_${name}`) }, fields(form))), of("end-turn").map(plain)),
    of("turn-up").length > 0 && fold("cr/seldom", t("play.seldom"), el("div", { class: "choices" }, of("turn-up").map(plain))),
  ];
}

/** @param {string} key @param {string} text @param {() => void} send */
const sender = (key, text, send) => button({ key, kind: "primary", text, do: send });

/** A card with all its fields, in the order in which it is sealed. @param {any} card */
function whole({ card = null, gate_defense, castle_defense, purple = false, effect = {} }) {
  const { effect: kind = "none", amount = null, structure = null } = effect;
  return { card, gate_defense, castle_defense, purple, effect: { effect: kind, amount, structure } };
}

/** A card as it is sent: face down for the service too, where it is sealed. @param {Form} form @param {any} card */
async function asSent({ of, who }, card) {
  return of("lay")[0].choice.seal ? { seal: await sealed(who.session, whole(card)) } : { card };
}

/** All cards before the first turn, each with one tap. @param {Form} form */
function layAll(form) {
  const { draft, of, send } = form;
  /** @type {Record<string, number>} */
  let room = {};
  const order = async () => {
    const cards = [];
    for (const { structure, card } of draft.laid) cards.push({ structure, ...await asSent(form, card) });
    await send({ kind: "lay", cards }, { again: true, laid: draft.laid.map(({ card }) => card) });
  };
  const structures = [...new Set(of("lay").map((each) => each.choice.structure))];
  if (!structures.includes(draft.structure)) draft.structure = structures[0];
  return part((again) => {
    if (!Object.keys(room).length) void form.room().then((found) => { room = found; putAnew(draft, room); again(); }, () => null);
    const add = () => {
      putCard(draft, room, called(draft.card));
      draft.card = empty().card;
      again();
    };
    const other = [
      el("p", { class: "hint" }, t("cr.lay_by_hand")), cardFields(draft.card, again, false),
      button({ key: "lay/add", kind: "secondary", text: t("cr.lay_add"), do: add }),
    ];
    return [
      where(draft, structures, again), tappedCards(draft, room, { again, who: form.who, other, send: () => void order() }),
      el("p", { class: "hint" }, hintOf(form)),
    ];
  });
}

/** @param {{structure: string}} draft @param {string[]} structures @param {() => void} again */
const where = (draft, structures, again) => segments({
  key: "structure", label: t("cr.where"), value: draft.structure,
  options: structures.map((value) => ({ value, text: t(`cr.${value}`) })),
  set: (value) => { draft.structure = value; again(); },
});

/** A card that is called by its values where nobody has named it. @param {any} card */
const called = (card) => ({ ...card, card: card.card || byValues(card) });

/** Who can see the cards. @param {Form} form */
const hintOf = ({ of }) => t(of("lay")[0].choice.seal ? "cr.sealed_hint" : "cr.laid_hint");

/** One card, with all that there is to say of it. @param {Form} form */
function lay(form) {
  const { draft, of, send, who } = form;
  const structures = [...new Set(of("lay").map((each) => each.choice.structure))];
  if (!structures.includes(draft.structure)) draft.structure = structures[0];
  const order = async () => {
    const card = called(draft.card);
    await send({ kind: "lay", structure: draft.structure, ...await asSent(form, card) }, { again: true, laid: [card] });
  };
  return [
    part((again) => {
      const take = (/** @type {any} */ card) => { Object.assign(draft.card, card); again(); };
      return [where(draft, structures, again), laidBefore(who, draft.card, { take, again }), cardFields(draft.card, again)];
    }),
    el("p", { class: "hint" }, hintOf(form)), button({ key: "lay", kind: "primary", text: t("cr.lay"), do: () => void order() }),
  ];
}

/** @param {Form} form */
function attack({ draft: { attack: set }, of, send }) {
  const front = of("play-attack").filter((each) => each.choice.in_play).map((each) => each.choice.card);
  if (!front.includes(set.from)) set.from = HAND;
  const order = () => {
    const { from, card, name, ...rest } = set;
    return send({ kind: "play-attack", ...rest, in_play: from !== HAND, card: from || card.trim() || "attack", ...(from === HAND && name ? { name } : {}) });
  };
  return [
    part((again) => {
      const change = (/** @type {string} */ name) => (/** @type {any} */ value) => { Object.assign(set, { [name]: value }); again(); };
      return [
        front.length > 0 && segments({ key: "from", label: t("cr.from"), value: set.from, options: [{ value: HAND, text: t("cr.hand") }, ...front.map((value) => ({ value, text: value }))], set: change("from") }),
        stepper({ key: "attack/value", label: t("cr.value"), value: set.value, min: 1, set: change("value") }),
        set.from === HAND && line({ key: "attack/card", label: t("cr.name"), value: set.name ?? set.card, set: (value) => { Object.assign(set, named(value, "")); again(); } }),
        toggle({ key: "attack/bypass", label: t("cr.bypass"), on: set.bypasses_gate, set: change("bypasses_gate") }),
        toggle({ key: "attack/survive", label: t("cr.survive"), on: set.survives_repel, set: change("survives_repel") }),
      ];
    }),
    sender("attack", t("play.attack"), () => void order()),
  ];
}

/** @param {Form} form */
function draw({ draft, of, send }) {
  draft.cards ||= of("draw")[0].choice.cards;
  return [
    part((again) => [
      stepper({ key: "draw/cards", label: t("cr.cards"), value: draft.cards, min: 1, max: 20, set: (value) => { draft.cards = value; again(); } }),
      toggle({ key: "draw/shuffled", label: t("cr.reshuffled"), on: draft.reshuffled, set: (on) => { draft.reshuffled = on; again(); } }),
    ]),
    sender("draw", t("cr.drawn"), () => void send({ kind: "draw", cards: draft.cards, reshuffled: draft.reshuffled })),
  ];
}

/** @param {Form} form */
function discard({ draft, send }) {
  const order = () => {
    const cards = draft.discarded.split(",").map((each) => each.trim()).filter(Boolean);
    if (cards.length) void send({ kind: "discard", cards });
  };
  return [
    part((again) => [line({ key: "discard/cards", label: t("cr.names"), value: draft.discarded, max: 400, set: (value) => { draft.discarded = latin(value); again(); } })]),
    sender("discard", t("cr.discard"), order),
  ];
}

/** The card that is shown is the one that was sealed here. @param {any} question @param {import("../../../web/assets/moves/common.js").Seat} seat */
function shown(question, seat) {
  const kept = keptCard(seat.session, question.context.seal);
  const listed = el("div", { class: "choices" }, question.choices.map((/** @type {any} */ each) => el("button", { type: "button", class: "choice", onclick: () => void seat.answer(each.choice) }, each.text)));
  if (!kept) return el("div", {}, el("p", { class: "hint" }, t("cr.elsewhere")), listed);
  return el("div", { class: "choices" },
    el("button", { type: "button", class: "primary", "data-key": "show", onclick: () => void seat.answer(kept) }, t("cr.show", { name: kept.card.card })),
    fold("cr/hide", t("cr.not_shown"), listed));
}
