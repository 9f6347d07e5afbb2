// @ts-check
// Actions of a session: which is the newest, what matters in one, and how they are read; what is soon needed is asked for ahead.

import { get } from "./api.js";

/** The number of the newest action of a session; 0 before the first. @param {any} session */
export const newestOf = ({ actions: { resolved, pending, void: voided } }) => resolved + pending + voided;

/**
 * Whether an action can be made void: in a game it is the newest one, and never the opening.
 * @param {any} session @param {any} action
 */
export function canBeVoid(session, action) {
  if (!action || action.status === "void") return false;
  return session.kind !== "game" || (action.kind !== "open-game" && action.number === newestOf(session));
}

/** How much a line of a record tells by itself. @param {any} entry */
export const weightOf = ({ kind, fact }) => (fact === "casualty" ? 3 : kind === "chose" ? 2 : kind === "rolled" ? 1 : 0);

/** @template T @param {T[]} all @param {(one: T) => number} weigh @returns {T[]} the heaviest three, in their order */
export function chosenBy(all, weigh) {
  const best = all.filter((one) => weigh(one) > 0).sort((a, b) => weigh(b) - weigh(a)).slice(0, 3);
  return all.filter((one) => best.includes(one));
}

/** The facts that say who attacks whom; of those that an action has, the first one is told. */
const ATTACKS = ["attack-began", "attack-declared", "fire-declared"];
/** The facts that say who moved. */
const MOVES = ["group-moved", "units-moved"];

/** What says who attacks whom, if anything does. @param {any[]} record */
export const attackIn = (record) => ATTACKS.map((fact) => record.find((entry) => entry.fact === fact)).find(Boolean);

/** @typedef {{from: string, to: string, dice: {face: string | number, seat: number | null}[]}} Shot `from`, `to`: the ids of pieces; `dice`: as they fell, each with the seat that rolled it */

/** Who attacked whom with which dice, where both stand on a board. @param {any[]} record @returns {Shot | null} */
export function shotIn(record) {
  const began = attackIn(record);
  const { group, firing_area: area, target, target_area: other } = began?.data || {};
  const [from, to] = [group ?? area, target ?? other];
  if (typeof from !== "string" || typeof to !== "string") return null;
  const rolls = record.slice(record.indexOf(began)).filter(({ kind, faces }) => kind === "rolled" && faces);
  return { from, to, dice: rolls.flatMap(({ faces, seat = null }) => faces.map((/** @type {any} */ face) => ({ face, seat }))) };
}

/**
 * What came of an action: who fell; of an attack that hurt nobody, how it ended; else who moved, or what was done.
 * @param {any} action @returns {string}
 */
export function effectOf({ record, text }) {
  const all = [["casualty"], attackIn(record) ? [] : MOVES].map((facts) => record.filter((/** @type {any} */ { fact }) => facts.includes(fact))).find((some) => some.length) || [];
  return all.map((/** @type {any} */ { text: line }) => line).slice(0, 3).join(" ") || (attackIn(record) ? text : record[0]?.text) || text;
}

/** @type {Map<string, Promise<any>>} what was asked for ahead: used once, since an action goes on while it is pending */
const ahead = new Map();

/** Asks for something before it is needed. @param {string} path @param {string | null} token */
export function askAhead(path, token) {
  const asked = get(path, { token });
  asked.catch(() => null); // who needs it says why it failed
  ahead.set(`${path} ${token}`, asked);
}

/** Forgets what was asked for ahead and not needed. */
export const forgetAhead = () => ahead.clear();

/** Reads something, or takes what was asked for ahead. @param {string} path @param {string | null} token @returns {Promise<any>} */
export function read(path, token) {
  const key = `${path} ${token}`;
  const asked = ahead.get(key);
  ahead.delete(key);
  return asked ?? get(path, { token });
}

/** Where an action of a session is read. @param {string} id of the session @param {number} number */
export const actionAt = (id, number) => `/v1/sessions/${id}/actions/${number}`;

/** Where the board of a session is read. @param {string} id of the session */
export const stateAt = (id) => `/v1/sessions/${id}/state`;

/** An action as a seat may see it. @param {string} id of the session @param {number} number @param {string | null} token @returns {Promise<any>} */
export const readAction = (id, number, token) => read(actionAt(id, number), token);
