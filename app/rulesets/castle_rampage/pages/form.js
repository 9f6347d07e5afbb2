// @ts-check
// Castle Rampage: an attack card before two stacks of cards, the top card first.

import { button } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { t, word } from "../../../web/assets/text.js";
import { named } from "./latin.js";
import { byValues, gateMark, pairButtons, towerMark } from "./card-pairs.js";
import { fields, side } from "../../../web/assets/forms/common.js";
import { described } from "../../../web/assets/forms/described.js";

export const measures = ["destroyed", "gate_cleared", "castle_fallen"];

/** Whether nothing is left to attack. @param {any} outcome */
export const isOver = (outcome) => outcome.after.castle.length === 0;

/** What is asked of a table. @param {any} of */
export const question = ({ attack, gate, castle }) => t("cr.question", { value: attack.value, gate: gate.length, castle: castle.length });

const EFFECTS = ["none", "end-attack", "destroy-attack-card", "change-remaining-attack", "destroy-top-of"];
/** @type {string} */
let open = "";

/** The name of a card; nothing where it is called by its values, which stand on it. @param {any} card */
function nameOf(card) {
  const name = card.name || card.card || "";
  return name === byValues(card) ? "" : name;
}

/** @param {import("../../../web/assets/forms/common.js").Form} form */
export function show(form) {
  const { attack, gate, castle } = form.situation;
  return [
    side("attacker", t("role.attacker"),
      el("div", { class: "stack" }, el("div", { class: "card attack" }, el("span", { class: "card-name" }, attack.name || (attack.card === "attack" ? t("cr.attack_card") : attack.card)), el("b", { class: "big" }, attack.value))),
      fields(described(attack, [
        { key: "value", label: t("cr.value") },
        { key: "bypass", at: "bypasses_gate", kind: "yes-no", label: t("cr.bypass") },
        { key: "survive", at: "survives_repel", kind: "yes-no", label: t("cr.survive") },
      ], form.changed))),
    side("defender", t("cr.gate"), stack(form, gate, "gate")),
    side("defender", t("cr.castle"), stack(form, castle, "castle")),
  ];
}

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {any[]} cards @param {"gate" | "castle"} name */
function stack(form, cards, name) {
  const drawn = cards.map((card, place) => {
    const key = `${name}/${place}`;
    return el("button", { type: "button", class: `card ${card.purple ? "purple" : ""} ${open === key ? "open" : ""}`, "data-key": key, "aria-expanded": String(open === key), "aria-label": t("cr.card", { name: nameOf(card) || t("cr.unnamed"), gate: card.gate_defense, castle: card.castle_defense }), onclick: () => { open = open === key ? "" : key; form.refresh(); } },
      el("span", { class: "card-name" }, nameOf(card)),
      el("span", { class: "card-values" }, el("b", { class: name === "gate" ? "counts" : "" }, gateMark(), card.gate_defense), el("b", { class: name === "castle" ? "counts" : "" }, towerMark(), card.castle_defense)));
  });
  const [, place] = open.startsWith(`${name}/`) ? open.split("/") : ["", ""];
  const card = place !== "" ? cards[Number(place)] : null;
  return [
    el("div", { class: "stack" }, drawn, cards.length === 0 && el("span", { class: "hint" }, t("cr.empty"))),
    card && editor(form, cards, Number(place), name),
    button({ key: `${name}/add`, text: t("cr.add"), do: () => {
      cards.push({ card: "3/3", gate_defense: 3, castle_defense: 3, purple: false, effect: { effect: "none" } });
      open = `${name}/${cards.length - 1}`;
      form.changed();
    } }),
  ];
}

/** @param {import("../../../web/assets/forms/common.js").Form} form @param {any[]} cards @param {number} place @param {string} name */
function editor(form, cards, place, name) {
  const move = (/** @type {number} */ to) => { cards.splice(to, 0, ...cards.splice(place, 1)); open = `${name}/${to}`; form.changed(); };
  return el("div", { class: "editor" },
    fields(cardFields(cards[place], form.changed)),
    el("div", { class: "row" },
      place > 0 && button({ key: "card/up", text: t("cr.up"), do: () => move(place - 1) }),
      place < cards.length - 1 && button({ key: "card/down", text: t("cr.down"), do: () => move(place + 1) }),
      button({ key: "card/away", text: t("cr.away"), do: () => { cards.splice(place, 1); open = ""; form.changed(); } })));
}

/**
 * What there is to say of a card.
 * @param {any} card @param {() => void} changed @param {boolean} [hasPairs] with its printed pairs as buttons
 */
export function cardFields(card, changed, hasPairs = true) {
  const { effect } = card;
  let before = byValues(card);
  const took = () => {
    if (!card.name && card.card === before) card.card = byValues(card);
    before = byValues(card);
    changed();
  };
  const become = (/** @type {string} */ kind) => ({ effect: kind, ...(kind === "change-remaining-attack" ? { amount: 1 } : {}), ...(kind === "destroy-top-of" ? { structure: "castle" } : {}) });
  return [
    described(card, [{ key: "card/name", kind: "text", label: t("cr.name"), value: card.name ?? card.card, put: (value) => void Object.assign(card, named(value, byValues(card))) }], took),
    hasPairs && pairButtons("card/pair", card, (gate, castle) => {
      Object.assign(card, { gate_defense: gate, castle_defense: castle });
      took();
    }),
    described(card, [
      { key: "card/gate", at: "gate_defense", label: t("cr.at_gate") },
      { key: "card/castle", at: "castle_defense", label: t("cr.in_castle") },
      { key: "card/purple", kind: "yes-no", label: t("cr.purple"), then: (on) => { if (!on) card.effect = { effect: "none" }; } },
      card.purple && { key: "card/effect", kind: "choice", label: t("cr.effect"), value: effect.effect, put: (kind) => (card.effect = become(kind)), options: EFFECTS.map((value) => ({ value, text: word("effect", value) })) },
    ], took),
    described(effect, [
      effect?.effect === "change-remaining-attack" && { key: "card/amount", label: t("cr.amount"), min: -20, max: 20 },
      effect?.effect === "destroy-top-of" && { key: "card/structure", kind: "choice", label: t("cr.structure"), options: ["gate", "castle"].map((value) => ({ value, text: t(`cr.${value}`) })) },
    ], took),
  ];
}
