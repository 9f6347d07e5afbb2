// @ts-check
// The cards of X-Wing by name, from the catalogue: pilots as somebody types, upgrades and ships once for all.

import { alike } from "./alike.js";
import { get, itemsOf } from "../../../web/assets/api.js";
import { language, t, word } from "../../../web/assets/text.js";

const CATALOGUE = "/v1/rulesets/x-wing/catalogue";

/** The upgrades and weapons that are known by now, by id. @type {Map<string, any>} */
export const upgrades = new Map();
/** The ships that are known by now, by id. @type {Map<string, any>} */
const ships = new Map();
/** The pilots that were found so far, by id. @type {Map<string, any>} */
export const pilots = new Map();
/** All pilots, by id; empty until a name is sought that no pilot has. @type {Map<string, any>} */
const allPilots = new Map();
/** @type {Record<string, Promise<boolean> | undefined>} */
const reading = {};

/**
 * Reads whole kinds of cards, once; without the network their ids are shown, and the next time it is tried again.
 * @param {Map<string, any>} known @param {...string} kinds
 * @returns {Promise<boolean>} whether there is anything new
 */
function readAll(known, ...kinds) {
  const key = kinds.join();
  if (known.size && !reading[key]) return Promise.resolve(false);
  reading[key] ??= (async () => {
    for (const kind of kinds) {
      for await (const card of itemsOf(`${CATALOGUE}?kind=${kind}&limit=200`)) known.set(card.id, card);
    }
    return true;
  })().catch(() => { known.clear(); return false; }).finally(() => { delete reading[key]; });
  return /** @type {Promise<boolean>} */ (reading[key]);
}

/** Reads all upgrades, once. */
export const readUpgrades = () => readAll(upgrades, "upgrade", "weapon");

/** Reads all ships, once. */
export const readShips = () => readAll(ships, "ship");

/** What a ship is called; its id while that is not known. @param {string} id */
export const shipName = (id) => ships.get(id)?.name || id;

/** What an upgrade is called; its id while that is not known. @param {string} id */
export const upgradeName = (id) => upgrades.get(id)?.name || id;

/** What a card is called, in all languages. @param {any} card @returns {string[]} */
export const namesIn = ({ name, names = {} }) => [name, ...Object.values(names)];

/** The first pilots in whose names a part stands. @param {string} part @returns {Promise<any[]>} */
async function findPilots(part) {
  const found = get(`${CATALOGUE}?kind=pilot&limit=200&q=${encodeURIComponent(part.slice(0, 100))}`);
  const [{ items }] = await Promise.all([found.catch(() => ({ items: [] })), readShips()]);
  for (const card of items) pilots.set(card.id, card);
  return items;
}

/** What a pilot is called; the id while that is not known. @param {string} id */
export const pilotName = (id) => pilots.get(id)?.name || id;

/** The pilots whose names are on their way, by id. @type {Map<string, Promise<void>>} */
const naming = new Map();

/**
 * Learns what the pilots of a squad are called.
 * @param {any} xws
 * @returns {Promise<boolean>} whether there is anything new, for each that asks meanwhile
 */
export async function readPilots(xws) {
  const ids = xws.pilots.map((/** @type {any} */ { id }) => id);
  const unknown = xws.pilots.filter((/** @type {any} */ { id }) => id && !pilots.has(id) && !naming.has(id)).slice(0, 30);
  if (unknown.length) {
    const read = namesOf(unknown);
    for (const { id } of unknown) naming.set(id, read);
  }
  const waited = ids.filter((/** @type {string} */ id) => naming.has(id));
  await Promise.all(waited.map((/** @type {string} */ id) => naming.get(id)));
  return waited.length > 0;
}

/** Reads the cards of pilots of a list, once; one that is not known keeps its id. @param {any[]} listed */
async function namesOf(listed) {
  const asked = [...new Set(listed.map(({ id }) => id))].map(async (id) => {
    const { items } = await get(`${CATALOGUE}?kind=pilot&limit=200&q=${encodeURIComponent(id.slice(0, 100))}`);
    pilots.set(id, items.find((/** @type {any} */ card) => card.id === id) || { id, name: "", details: {} });
  });
  await Promise.all([Promise.all(asked).catch(() => null), readShips()]);
  for (const { id } of listed) naming.delete(id);
}

/** The pilots whose names are similar to what is typed, among all. @param {string} typed */
async function similarPilots(typed) {
  await Promise.all([readAll(allPilots, "pilot"), readShips()]);
  const similar = alike(typed, allPilots.values());
  for (const card of similar) pilots.set(card.id, card);
  return similar;
}

/** Some upgrades in whose names a part stands, first those that begin so. @param {string} part */
async function findUpgrades(part) {
  await readUpgrades();
  const sought = part.toLowerCase();
  const found = [...upgrades.values()].filter((card) => [card.id, ...namesIn(card)].some((name) => name.toLowerCase().includes(sought)));
  const begins = (/** @type {any} */ card) => Number(namesIn(card).some((name) => name.toLowerCase().startsWith(sought)));
  return found.sort((one, other) => begins(other) - begins(one));
}

/**
 * Those that fit of the cards that are called so; of those that are called alike, where none is called so, which is said.
 * @param {string} part @param {any[]} found @param {() => any[] | Promise<any[]>} similar @param {(card: any) => boolean} fits
 * @param {(card: any) => string} hint @returns {Promise<import("../../../web/assets/make/picker.js").Found[]>}
 */
async function shown(part, found, similar, fits, hint) {
  const told = found.length ? undefined : t("xw.similar", { part });
  const all = (found.length ? found : await similar()).filter(fits);
  const own = (/** @type {any} */ { names }) => (names[language] ? [names[language]] : []);
  const made = all.map((card) => ({ text: card.name || card.id, hint: [...own(card), hint(card)].join(" · "), value: card, told }));
  return made.map((one) => {
    const same = made.filter((other) => other.text === one.text && other.hint === one.hint);
    return same.length > 1 ? { ...one, hint: [one.hint, ...apartBy(one.value, same.map(({ value }) => value))].join(" · ") } : one;
  });
}

/** Packs whose cards are called as those of another pack, as their ids end. @type {Record<string, string>} */
const PACKS = { battleofyavin: "Battle of Yavin", battleoverendor: "Battle over Endor", siegeofcoruscant: "Siege of Coruscant" };

/** What tells a card apart from others of the same name and ship: its faction, its pack. @param {any} card @param {any[]} others */
function apartBy({ id, details }, others) {
  const packs = id.split("-").filter((/** @type {string} */ part) => part in PACKS || /^(swz\d+|ssl|sl)$/.test(part)); // `sl`: with the upgrades of its card
  const isOther = others.some((other) => other.details.faction !== details.faction);
  return [isOther && details.faction && word("faction", details.faction), packs.map((/** @type {string} */ part) => PACKS[part] || part.toUpperCase()).join(" ")].filter(Boolean);
}

/** What is shown of a pilot beside the name. @param {any} card */
const shipOf = ({ details }) => `${shipName(details.ship)} · ${details.initiative}`;

/** What is shown of an upgrade beside the name. @param {any} card */
const slotsOf = ({ details }) => details.slots.map((/** @type {string} */ slot) => word("slot", slot)).join(", ");

/** Pilots as a picker shows them. @param {string} part @param {(card: any) => boolean} fits */
export const pilotsFound = async (part, fits = () => true) =>
  (await shown(part, await findPilots(part), () => similarPilots(part), fits, shipOf)).slice(0, 30);

/** Upgrades as a picker shows them. @param {string} part @param {(card: any) => boolean} fits */
export const upgradesFound = async (part, fits = () => true) =>
  (await shown(part, await findUpgrades(part), () => alike(part, upgrades.values()), fits, slotsOf)).slice(0, part ? 30 : 200);

/**
 * Learns what the cards of a squad are called.
 * @param {any} xws
 * @returns {Promise<boolean>} whether there is anything new
 */
export async function readNames(xws) {
  const isNew = await Promise.all([readPilots(xws), readUpgrades()]);
  return isNew.some(Boolean);
}
