// @ts-check
// Private parts of a log: what a line shows has the digest that stands in the event, and is put where the digest stands.

import { bytes, hex, privateDigest } from "./fairness.js";

const text = new TextEncoder();

/** @typedef {{digest: string, salt: string, bytes: string}} Part */

export class Parts {
  constructor() {
    /** @type {Map<string, any>} what is shown, by digest */
    this.shown = new Map();
    /** @type {Set<string>} the digests in the events */
    this.digests = new Set();
    this.wrong = 0;
  }

  /**
   * Reads the parts of an event, and those that it reveals; whether all of them have their digests.
   * @param {any} event
   * @param {Part[]} shown
   */
  async add(event, shown) {
    const own = [...partsIn(event)].flatMap(({ digest }) => digest ?? []);
    for (const digest of own) this.digests.add(digest);
    const places = shown.map(({ digest }) => own.indexOf(digest));
    const isInOrder = places.every((place, i) => place >= 0 && place > (places[i - 1] ?? -1));
    const revealed = event.type === "private-revealed" ? event.parts : [];
    const wrong = this.wrong;
    for (const part of [...shown, ...revealed]) await this.keep(part);
    return isInOrder && this.wrong === wrong;
  }

  /** @param {Part} part */
  async keep(part) {
    if (!/^[0-9a-f]{32}$/.test(part.salt)) throw new TypeError("this is not an event");
    const digest = hex(await privateDigest(bytes(part.salt), text.encode(part.bytes)));
    const value = strict(part.bytes);
    if (value === null || [...partsIn(value)].some((inner) => inner.digest === null)) throw new TypeError("this is not an event");
    if (digest !== part.digest) this.wrong += 1;
    else if (this.digests.has(digest)) this.shown.set(digest, value);
  }

  /**
   * JSON with what is shown in the place of its digest; what is hidden stays a digest.
   * @param {any} node
   * @returns {any}
   */
  opened(node) {
    if (Array.isArray(node)) return node.map((each) => this.opened(each));
    if (typeof node !== "object" || node === null) return node;
    if (isDigest(node) && this.shown.has(node.private)) return this.opened(this.shown.get(node.private));
    return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, this.opened(each)]));
  }

  /** The digests whose parts are not shown. */
  get missing() {
    return [...this.digests].filter((digest) => !this.shown.has(digest));
  }

  counted() {
    return { shown: this.shown.size, hidden: this.digests.size - this.shown.size, wrong: this.wrong };
  }
}

/** @param {any} node */
const isDigest = (node) => typeof node.private === "string" && Object.keys(node).length === 1;

/**
 * The private parts of an event, each with its place (`*` for an item of a list); no digest where one is said to be unknown.
 * @param {any} node @param {string[]} [place] @returns {Generator<{place: string[], digest: string | null}>}
 */
export function* partsIn(node, place = []) {
  if (typeof node !== "object" || node === null) return;
  if (isDigest(node)) yield { place, digest: node.private };
  else if (node.unknown === true && Object.keys(node).length === 1) yield { place, digest: null };
  else for (const [key, each] of Object.entries(node)) yield* partsIn(each, [...place, Array.isArray(node) ? "*" : key]);
}

/** JSON as an event may have it: no key twice, no fractions, no number beyond 2^53 − 1. Throws where it is not. @param {string} json */
export function strict(json) {
  /** @type {(Set<string> | null)[]} the keys of each object that is open; null for a list */
  const open = [];
  let isKey = false;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]|-?\d[^,\]}\s]*/g)) {
    const keys = open.at(-1);
    if (token === "{" || token === "[") open.push(token === "{" ? new Set() : null);
    else if (token === "}" || token === "]") open.pop();
    else if (/^[-\d]/.test(token) && !(/^-?(0|[1-9]\d*)$/.test(token) && Number.isSafeInteger(Number(token)))) throw new SyntaxError(`${token} is no whole number that an event may have`);
    else if (isKey && keys && token !== ",") {
      const key = JSON.parse(token);
      if (keys.has(key)) throw new SyntaxError(`the key ${JSON.stringify(key)} stands twice`);
      keys.add(key);
    }
    isKey = token === "{" || (token === "," && open.at(-1) !== null);
  }
  return JSON.parse(json);
}
