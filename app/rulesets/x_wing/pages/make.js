// @ts-check
// X-Wing: a squad for each player, pasted from a squad builder or picked card by card.

import { button, fold, line, segments, stepper } from "../../../web/assets/controls.js";
import { readNames, pilotName, pilots, pilotsFound, shipName, upgradeName } from "./cards.js";
import { el } from "../../../web/assets/dom.js";
import { ship as drawnShip } from "../../../web/assets/draw.js";
import { t } from "../../../web/assets/text.js";
import { isMap, listed, part } from "../../../web/assets/make/common.js";
import { pointsOf, shipNotes, squadNotes } from "./notes.js";
import { pasted, squadOf } from "./paste.js";
import { picker } from "../../../web/assets/make/picker.js";
import { fitting, freeSlots } from "./slots.js";

/** How many ships are drawn: a squad has no more, and the service says so. */
const MOST = 30;

/** Two squads without a ship. */
export const begin = () => ({ squads: [squadOf({}), squadOf({})] });

/** Whether no squad has a ship. @param {any} setup */
export const isEmpty = ({ squads }) =>
  squads.every((/** @type {any} */ { xws, ships }) => !(xws?.pilots || ships).length);

/** @param {any} squad */
const readSquad = (squad) => (isMap(squad?.xws) ? squadOf(squad.xws) : { ships: listed(squad?.ships).filter(isMap) });

/** Two squads, or the list of one that a squad builder has written. @param {any} found */
export function read(found) {
  if (Array.isArray(found?.pilots)) return { squads: [squadOf(found), squadOf({})] };
  if (!Array.isArray(found?.squads)) throw new TypeError("no squads");
  const squads = [readSquad(found.squads[0]), readSquad(found.squads[1])];
  return { squads, ...(found.first_player ? { first_player: found.first_player } : {}) };
}

/** @param {import("../../../web/assets/make/common.js").Form} form */
export function draw(form) {
  const { setup } = form;
  return [
    setup.squads.map((/** @type {any} */ squad, /** @type {number} */ n) =>
      part(t("xw.squad_of", { n: n + 1 }), squadPart(form, squad, n))),
    form.options.player_order === "fixed" && segments({
      key: "first", label: t("xw.first_player"), value: setup.first_player ?? null,
      options: [null, 1, 2].map((value) => ({ value, text: value ? t("play.player", { n: value }) : "–" })),
      set: (value) => { setup.first_player = value; form.changed(); },
    }),
  ];
}

/**
 * @param {import("../../../web/assets/make/common.js").Form} form @param {any} squad @param {number} n
 * @param {any} [agreed] what the squad has to keep to, where its player brings it
 */
export function squadPart(form, squad, n, agreed) {
  const limits = agreed || {};
  const own = squad.xws?.pilots || [];
  if (own.length) void readNames(squad.xws).then((isNew) => isNew && form.refresh());
  return [
    own.length > 0 && el("div", { class: "head" },
      line({ key: `${n}/name`, label: t("xw.squad_name"), value: squad.xws.name || "", set: (name) => {
        squad.xws.name = name || null;
        form.changed();
      } }),
      pointsOf(squad.xws) > 0 && el("span", { class: "hint" }, t("xw.points_of", { count: pointsOf(squad.xws) }))),
    squadNotes(form, n),
    own.slice(0, MOST).map((/** @type {any} */ pilot, /** @type {number} */ place) =>
      pilotPart(form, own, pilot, { n, place, limits })),
    (squad.ships || []).slice(0, MOST).map((/** @type {any} */ each, /** @type {number} */ place) =>
      [el("p", {}, el("bdi", {}, nameOf(each))), shipNotes(form, n, place)]),
    !own.length && !squad.ships?.length ? noShip(form, n, t(agreed ? "xw.no_ship" : "xw.left")) : form.faults(`/squads/${n}`),
    picker({ key: `${n}/pilot`, label: t("xw.add_pilot"), find: (typed) => pilotsFound(typed, isAgreed(limits)), take: (card) => add(form, n, card) }),
    pasted(form, n, own.length === 0),
  ];
}

/** Whether a card is among those that are agreed. @param {any} limits */
const isAgreed = ({ cards, factions }) => (/** @type {any} */ { id, details }) =>
  (!cards || cards.includes(id)) && (!factions || !details.faction || factions.includes(details.faction));

/**
 * A squad without a ship, which is no more than not ready.
 * @param {import("../../../web/assets/make/common.js").Form} form @param {number} n @param {string} told
 */
function noShip(form, n, told) {
  form.faults(`/squads/${n}`);
  return el("p", { class: "hint" }, told);
}

/** What a ship without a list is called. @param {any} listed */
export const nameOf = ({ ship, name }) => String(ship?.name || ship?.id || name || "");

/** @param {import("../../../web/assets/make/common.js").Form} form @param {number} n @param {any} card */
function add(form, n, card) {
  const { squads } = form.setup;
  if (!squads[n].xws) squads[n] = squadOf({});
  const { xws } = squads[n];
  xws.faction ||= card.details.faction;
  xws.pilots.push({ id: card.id, ship: card.details.ship, upgrades: {} });
  form.changed();
}

/**
 * A ship of the list: its pilot, its points, its upgrades.
 * @param {import("../../../web/assets/make/common.js").Form} form @param {any[]} own @param {any} pilot
 * @param {{n: number, place: number, limits: any}} at
 */
function pilotPart(form, own, pilot, { n, place, limits }) {
  const key = `${n}/${place}`;
  const name = pilotName(pilot.id);
  const { size = "small" } = pilots.get(pilot.id)?.details || {};
  const valued = { value: pilot.points ?? null, max: 1000, empty: true };
  const points = stepper({ key: `${key}/points`, label: t("xw.points"), ...valued, set: (value) => {
    if (value === null) delete pilot.points;
    else pilot.points = value;
    form.changed();
  } });
  const tools = [
    button({ key: `${key}/copy`, text: t("xw.copy"), name: t("xw.copy_of", { name }), do: () => {
      own.splice(place + 1, 0, structuredClone(pilot));
      form.changed();
    } }),
    button({ key: `${key}/away`, text: "×", kind: "quiet away", name: t("xw.drop", { name }), do: () => {
      own.splice(place, 1);
      form.changed();
    } }),
  ];
  const ids = /** @type {string[]} */ (Object.values(pilot.upgrades).flat());
  const ship = { pilot: pilot.id, upgrades: ids, isOffered: isAgreed(limits), isFree: limits.printed === false };
  const take = (/** @type {any} */ card) => {
    equip(pilot, card);
    form.changed();
  };
  return el("div", { class: `squad-ship seat-${n + 1}` }, drawnShip(size, `seat-${n + 1}`), el("div", {},
    el("div", { class: "head" },
      el("span", {}, el("b", {}, el("bdi", {}, name)), el("span", { class: "hint" }, ` ${shipName(pilot.ship || "")}`)),
      el("span", { class: "row" }, tools)),
    form.faults(`/squads/${n}/xws/pilots/${place}`), shipNotes(form, n, place),
    held(form, pilot, key), freeSlots({ key, ship, take, refresh: form.refresh }),
    fold(`${key}/more`, t("xw.upgrades_points"),
      picker({ key: `${key}/upgrade`, label: t("xw.upgrade"), find: fitting(ship), take }), points)));
}

/**
 * The upgrades of a ship; a tap takes one away.
 * @param {import("../../../web/assets/make/common.js").Form} form @param {any} pilot @param {string} key
 */
function held(form, pilot, key) {
  const all = Object.entries(pilot.upgrades).flatMap(([slot, ids]) =>
    ids.map((/** @type {string} */ id) => ({ slot, id, name: upgradeName(id) })));
  return el("div", { class: "upgrades" }, all.map(({ slot, id, name }) => button({
    key: `${key}/${id}`, text: `${name} ×`, kind: "quiet chip", name: t("xw.drop", { name }),
    do: () => { drop(pilot, slot, id); form.changed(); },
  })));
}

/** @param {any} pilot @param {string} slot @param {string} id */
function drop(pilot, slot, id) {
  pilot.upgrades[slot].splice(pilot.upgrades[slot].indexOf(id), 1);
  if (!pilot.upgrades[slot].length) delete pilot.upgrades[slot];
}

/** @param {any} pilot @param {any} card */
function equip(pilot, { id, details }) {
  const [slot = "other"] = details.slots;
  pilot.upgrades[slot] = [...(pilot.upgrades[slot] || []), id];
}
