// @ts-check
// What this browser keeps of an event that it organises: its tables, round by round, and their tokens.

import { eventNamed, keepNamed } from "./store.js";

/** @typedef {{round: number, table: number, names: string[], key: string, id: string | null}} Table */
/**
 * @typedef {{reference: string, ruleset: string, body: any, limits?: any, tables: Table[]}} Event
 *   `limits`: what the list of each seat has to keep to, where each brings one
 */

/** @param {string} reference @returns {Event | null} an event that this browser organises */
export const eventOf = (reference) => eventNamed(reference);

/** @param {Event} event */
export const keepEvent = (event) => keepNamed(event.reference, event);

/** The reference of the session of a table. @param {Event} event @param {Table} table */
export const referenceOf = (event, table) => `${event.reference}/r${table.round}/t${table.table}`;

const BETWEEN = /\t|;|,|\s+[-–—:]\s+|\s+(?:vs?\.?|gegen|contre|против)\s+/i;

/**
 * Pairings as they are pasted: a line a table, with the names of its players.
 * @param {string} text
 * @returns {{tables: string[][], wrong: string[]}} `wrong`: lines that name fewer than two players, or too many
 */
export function pairings(text) {
  const lines = text.split("\n").map((line) => line.trim().replace(/^\d+[.):]?\s+/, "")).filter(Boolean);
  const named = lines.map((line) => line.split(BETWEEN).map((name) => name.trim()).filter(Boolean));
  return { tables: named.filter((names) => names.length > 1 && names.length < 9), wrong: lines.filter((_, n) => named[n].length < 2 || named[n].length > 8) };
}
