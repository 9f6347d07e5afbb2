// @ts-check
// Open Forces: the army that a seat brings, with its data cards, as the form of armies makes it.

import { el } from "../../../web/assets/dom.js";
import { cardOf, oneArmy, worthOf } from "./armies.js";
import { listed } from "../../../web/assets/make/common.js";
import { dataCards } from "./data-cards.js";
import { called as cardCalled, newCard, newGroup, nameFor } from "./modes.js";
import { read } from "./make.js";
import { held } from "../../../web/assets/make/undo.js";
import { t } from "../../../web/assets/text.js";

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @type {import("../../../web/assets/bringing/list-form.js").Module["hasBoard"]} */
export const hasBoard = ({ battlefield, obstacles }) => Boolean(battlefield || obstacles?.length);

/** @type {import("../../../web/assets/bringing/list-form.js").Module["begin"]} */
export function begin(n, { cards: offered = [] }) {
  const cards = offered.length ? structuredClone(offered) : [newCard([], t("army.unit_type", { n: 1 }))];
  const armies = [...Array(n + 1).keys()].map(() => ({ groups: [] }));
  /** @type {any} */
  const setup = { cards, armies };
  setup.armies[n].groups.push(newGroup(setup, n, cards[0].id, null));
  return setup;
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["listsIn"]} */
export function listsIn(found, { cards: offered = [] }) {
  const own = listed(found?.cards);
  const others = offered.filter((/** @type {any} */ card) => !own.some((each) => each?.id === card.id));
  const armies = Array.isArray(found?.groups) ? [{ groups: found.groups }] : found?.armies;
  const setup = read({ cards: [...own, ...others], armies });
  return setup.armies.map((/** @type {any} */ { groups: all }) => {
    const groups = all.map((/** @type {any} */ group) => ({ ...group, positions: [] }));
    const cards = setup.cards.filter((/** @type {any} */ { id }) => groups.some((/** @type {any} */ group) => group.card === id));
    return groups.length && cards.length ? { cards, groups } : null;
  });
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["put"]} */
export function put(setup, n, { cards, groups }) {
  setup.cards = cards;
  setup.armies[n].groups = groups;
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["listAt"]} */
export function listAt({ cards, armies }, n, { cards: offered = [] }) {
  const own = cards.filter((/** @type {any} */ card) => !offered.some((/** @type {any} */ each) => isSame(each, card)));
  const { groups } = armies[n];
  const named = (/** @type {any} */ group) => ({ ...group, name: group.name || nameFor(group, groups, cards) });
  return { cards: own, groups: groups.map(named) };
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["placeOf"]} */
export function placeOf(pointer, n, { cards }, setup) {
  const [, place] = /^\/list\/cards\/(\d+)/.exec(pointer) || [];
  if (place === undefined) return pointer.replace(/^\/list(?!\/cards)/, `/setup/armies/${n}`);
  const { id } = cards[Number(place)];
  const shown = setup.cards.findIndex((/** @type {any} */ card) => card.id === id);
  return pointer.replace(/^\/list\/cards\/\d+/, `/setup/cards/${shown}`);
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["draw"]} */
export function draw(page, n, { cards: offered }) {
  const form = held(page);
  return [!offered && dataCards(form), oneArmy(form, form.setup.armies[n], n)];
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["called"]} */
export function called(list, { cards: offered = [] }) {
  const cards = [...offered, ...list.cards || []];
  const worth = t("army.worth", { points: worthOf({ cards }, list) });
  return `${t("bring.groups", { count: list.groups.length })} · ${worth}`;
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["told"]} */
export function told(list, _again, { cards: offered = [] }) {
  const cards = [...offered, ...list.cards || []];
  return list.groups.map((/** @type {any} */ group) => {
    const card = cardOf({ cards }, group);
    const called = card ? cardCalled(card) : group.card;
    const isNamed = group.name && !group.name.startsWith(called);
    return el("li", {}, `${group.units} × `, el("bdi", {}, called),
      isNamed && el("span", { class: "hint" }, " ", el("bdi", {}, group.name)));
  });
}

/** @type {import("../../../web/assets/bringing/list-form.js").Module["cardName"]} */
export const cardName = (id, { cards = [] }) => {
  const card = cards.find((/** @type {any} */ each) => each.id === id);
  return card ? cardCalled(card) : id;
};

/** @type {import("../../../web/assets/bringing/list-form.js").Module["kept"]} */
export const kept = ({ cards, groups }) =>
  ({ cards, armies: [{ groups, team: null }], obstacles: [], objective: null, placement: "in-turn" });
