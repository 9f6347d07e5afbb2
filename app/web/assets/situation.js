// @ts-check
// A situation that becomes another one: by what an attack left, by a change, by what a link says.

import { packed } from "./address.js";

/** @param {any} situation @param {any} after @returns {any} */
export function continued(situation, after) {
  if (Array.isArray(situation) && Array.isArray(after) && after.every((each) => each?.id !== undefined) && situation.every((each) => each?.id !== undefined)) {
    return situation.map((each) => after.find((other) => other.id === each.id) ?? each);
  }
  if (after === null || typeof after !== "object" || Array.isArray(after) || typeof situation !== "object" || situation === null) return after;
  return { ...situation, ...Object.fromEntries(Object.entries(after).filter(([name]) => name in situation).map(([name, value]) => [name, continued(situation[name], value)])) };
}

/** @param {any} value */
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What of `now` is another than in `before`; nothing where all is the same. @param {any} before @param {any} now @returns {any} */
function difference(before, now) {
  if (!isMap(before) || !isMap(now)) return JSON.stringify(before) === JSON.stringify(now) ? undefined : now;
  const parts = Object.keys(now).map((name) => [name, difference(before[name], now[name])]).filter(([, part]) => part !== undefined);
  return parts.length ? Object.fromEntries(parts) : undefined;
}

/** A value with what is another in it; what is taken away becomes null. @param {any} before @param {any} other @returns {any} */
export function changedBy(before, other) {
  if (!isMap(before) || !isMap(other)) return structuredClone(other);
  return { ...before, ...Object.fromEntries(Object.entries(other).map(([name, part]) => [name, changedBy(before[name], part)])) };
}

/** @typedef {{situation: any, options: any, ask: {attacker: boolean, defender: boolean}}} Table */

export const ALL_ASKED = { attacker: true, defender: true };

/** A table packed for an address: only what is another than in an example, so that it can be sent. @param {any} details @param {Table} table */
export function shortest({ examples, options }, table) {
  const ways = examples.map((/** @type {any} */ example, /** @type {number} */ n) => packed({
    n, situation: difference(example, table.situation), options: difference(options.defaults, table.options), ask: difference(ALL_ASKED, table.ask),
  }));
  return ways.reduce((/** @type {string} */ one, /** @type {string} */ other) => (other.length < one.length ? other : one));
}

/** The table that was packed so. Raises where it is none. @param {any} details @param {any} sent */
export function whole(details, { n, situation, ...others }) {
  const example = details.examples[n];
  if (!example) throw new TypeError("no example");
  return { situation: changedBy(example, situation ?? {}), ...others };
}

/** A table with what a link says in its place. Raises where that is none. @param {Table} table @param {any} sent @returns {Table} */
export function merged(table, { situation, options, ask }) {
  if (!isMap(situation)) throw new TypeError("no situation");
  return { situation: { ...table.situation, ...situation }, options: { ...table.options, ...options }, ask: { ...table.ask, ...ask } };
}
