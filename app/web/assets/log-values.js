// @ts-check
// What the checks of a log compare, and how they refuse: in the words of the service.

import { SHAPES } from "./log-shapes.js";

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

/** Whether a part stands there as its digest: it is not shown. @param {any} node */
const isMissing = (node) => typeof node === "object" && node !== null && Object.keys(node).length === 1 && typeof node.private === "string";

/** @param {any} node */
export const isUnknown = (node) => isMissing(node) || (typeof node === "object" && node !== null && Object.keys(node).length === 1 && node.unknown === true);

/** Whether JSON values agree but for parts that are missing in one of them. @param {any} one @param {any} other @returns {boolean} */
export function agrees(one, other) {
  if (isMissing(one) || isMissing(other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other || Array.isArray(one) !== Array.isArray(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && agrees(one[key], other[key]));
}

/** Throws where this is no event. @param {any} event */
export function requireShape(event) {
  if (typeof event?.type !== "string") throw new TypeError(NO_EVENT);
  if (!Object.hasOwn(SHAPES, event.type)) throw new UnknownEvent();
  if (!hasShape(event, event.type)) throw new TypeError(NO_EVENT);
}

const NO_EVENT = "this is not an event";
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/;

/** @type {Record<string, (node: any) => boolean>} */
const TYPES = {
  "string": (node) => typeof node === "string",
  "integer": Number.isInteger,
  "boolean": (node) => typeof node === "boolean",
  "null": (node) => node === null,
  "object": (node) => typeof node === "object" && node !== null && !Array.isArray(node),
  "uuid": (node) => typeof node === "string",
  "date-time": (node) => typeof node === "string" && TIME.test(node),
};

/** Whether JSON has a shape of log-shapes.js; what is hidden or unknown has any. @param {any} node @param {any} shape @returns {boolean} */
function hasShape(node, shape) {
  if (isUnknown(node)) return true;
  if (typeof shape === "string") return SHAPES[shape] ? hasShape(node, SHAPES[shape]) : TYPES[shape](node);
  if (Array.isArray(shape)) return Array.isArray(node) && node.every((each) => hasShape(each, shape[0]));
  if (shape["+"]) return Array.isArray(node) && node.length > 0 && node.every((each) => hasShape(each, shape["+"]));
  if (shape["|"]) return shape["|"].some((/** @type {any} */ one) => hasShape(node, one));
  if (shape["="]) return shape["="].includes(node);
  if (!TYPES.object(node)) return false;
  if (shape["*"]) return Object.values(node).every((each) => hasShape(each, shape["*"]));
  const has = (/** @type {string} */ name) => Object.hasOwn(shape, name);
  const isWhole = Object.keys(shape).every((name) => name.endsWith("?") || Object.hasOwn(node, name));
  return isWhole && Object.entries(node).every(([name, each]) => (has(name) || has(`${name}?`)) && hasShape(each, shape[name] ?? shape[`${name}?`]));
}
