// @ts-check
// What the checks of a log compare, and how they refuse: in the words of the service.

export const CLOSED = "the session is closed";
export const PENDING = "its action does not wait for anything";
export const SEAT = "its seat does not exist";
/** An event may not follow the events before it; the message says why. */
export class Misplaced extends Error {}

/** The event is of a type that this page does not know: it may be one of a later release. */
export class UnknownEvent extends Error {
  constructor() {
    super("this program does not know such events");
  }
}

/** @param {unknown} holds @param {string} why */
export function require(holds, why) {
  if (!holds) throw new Misplaced(why);
}

/** JSON with its keys in order, to be compared. @param {any} node @returns {string} */
export function spelled(node) {
  if (Array.isArray(node)) return `[${node.map(spelled).join()}]`;
  if (typeof node !== "object" || node === null) return JSON.stringify(node);
  return `{${Object.keys(node).sort().map((key) => `${JSON.stringify(key)}:${spelled(node[key])}`).join()}}`;
}

/** @param {any} one @param {any} other */
export const isSame = (one, other) => spelled(one) === spelled(other);

/** @param {any} node */
export const isUnknown = (node) => typeof node === "object" && node !== null && Object.keys(node).length === 1 && (node.unknown === true || typeof node.private === "string");

/** Whether JSON values agree but for what is unknown in one of them. @param {any} one @param {any} other @returns {boolean} */
export function agrees(one, other) {
  if (isUnknown(one) || isUnknown(other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other || Array.isArray(one) !== Array.isArray(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && agrees(one[key], other[key]));
}
