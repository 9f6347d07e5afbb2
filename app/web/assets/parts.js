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
    const own = [...digestsIn(event)];
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
    const digest = hex(await privateDigest(bytes(part.salt), text.encode(part.bytes)));
    if (digest !== part.digest || !this.digests.has(digest)) this.wrong += 1;
    else this.shown.set(digest, JSON.parse(part.bytes));
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

  counted() {
    return { shown: this.shown.size, hidden: this.digests.size - this.shown.size, wrong: this.wrong };
  }
}

/** @param {any} node */
const isDigest = (node) => typeof node.private === "string" && Object.keys(node).length === 1;

/** @param {any} node @returns {Generator<string>} */
function* digestsIn(node) {
  if (typeof node !== "object" || node === null) return;
  if (isDigest(node)) yield node.private;
  else for (const each of Object.values(node)) yield* digestsIn(each);
}
