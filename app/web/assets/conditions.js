// @ts-check
// Whether the conditions of an event hold: expressions as log-conditions.js has them, read as the service reads them.
//
// A text names a value: `event.seat` is a member of the body, everything else a value of the log so far. A number, true,
// false or null stands for itself. A list begins with an operator.

import { bytes, hex, seatCommitment } from "./fairness.js";
import { agrees, isSame } from "./log-values.js";

/** @typedef {(name: string) => any} Read reads a value by its name; null where it is absent */

/** Whether an expression holds, or its value. @param {any} expression @param {Read} read @returns {any} */
export function valueOf(expression, read) {
  if (typeof expression === "string") return read(expression);
  if (!Array.isArray(expression)) return expression;
  const [name, ...rest] = expression;
  if (name === "text") return rest[0];
  if (name === "and") return rest.every((one) => valueOf(one, read));
  if (name === "or") return rest.some((one) => valueOf(one, read));
  if (name === "if") return !valueOf(rest[0], read) || valueOf(rest[1], read);
  return OPERATORS[name](...rest.map((one) => valueOf(one, read)));
}

/** @type {Record<string, (...values: any[]) => any>} */
const OPERATORS = {
  "=": isSame,
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  "+": (one, other) => (Array.isArray(one) ? [...one, ...other] : one + other),
  "*": (one, other) => one * other,
  "in": (item, items) => item !== null && (items || []).some((/** @type {any} */ each) => isSame(item, each)),
  "within": (some, items) => (some || []).every((/** @type {any} */ one) => (items || []).some((/** @type {any} */ each) => isSame(one, each))),
  "not": (one) => !one,
  "size": (items) => (items || []).length,
  "count": (number) => Array.from({ length: number }, (_, i) => i + 1),
  "keys": (node) => Object.keys(node || {}),
  "numbers": (node) => Object.keys(node || {}).map(Number),
  "values": (node) => Object.values(node || {}),
  "at": (node, key) => at(node, [String(key)]),
  "list": (...items) => items,
  "matches": (value, pattern) => new RegExp(`^(?:${pattern})$`).test(value),
  "first": (items) => items?.[0] ?? null,
  "between": (values, least, most) => values.every((/** @type {number} */ value) => least <= value && value <= most),
  "without": (items, others) => items.filter((/** @type {any} */ one) => !others.includes(one)),
  "agrees": agrees,
  "choosers": choosers,
  "sources": (entries, kind) => [...new Set(entries.filter((/** @type {any} */ each) => each.kind === kind).map((/** @type {any} */ each) => each.source))],
  "commitment": (session, seat, entropy) => hex(seatCommitment(bytes(session), seat, bytes(entropy))),
};

/**
 * The seats that have chosen themselves among some entries, each once; null for a role that no seat plays.
 * @param {any[]} entries @param {Record<string, number>} seats that play the roles of an attack
 * @param {any} seated those of the attack in a move, as far as it is known @param {boolean} inMove
 */
function choosers(entries, seats, seated, inMove) {
  /** @type {Set<number | null>} */
  const found = new Set();
  for (const entry of entries) {
    if (entry.kind === "noted") seated = seatedBy(entry) || seated;
    else if (entry.kind === "chose" && ["seat", "request"].includes(entry.source)) {
      const seat = entry.by.startsWith("seat-") ? Number(entry.by.slice(5)) : { ...seats, ...seated }[entry.by] ?? null;
      if (seat !== null || !inMove) found.add(seat);
    }
  }
  return [...found];
}

/** Which seats play the roles of the attack that a fact begins; null where it begins none. @param {any} entry */
export const seatedBy = (entry) => (entry.kind === "noted" && entry.fact === "seated" && entry.data?.attacker !== undefined ? entry.data : null);

/** What stands at a path; null where it is absent. @param {any} node @param {string[]} path */
export function at(node, path) {
  for (const key of path) node = typeof node === "object" && node !== null && Object.hasOwn(node, key) ? node[key] : null;
  return node ?? null;
}
