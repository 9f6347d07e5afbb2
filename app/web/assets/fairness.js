// @ts-check
// The scheme umpire-1, computed in the browser: seeds, keys, streams and faces, without trusting the server.

import { hmac, join, ownSha256, sha256 } from "./digest.js";

const text = new TextEncoder();

/** @param {string} hex */
export const bytes = (hex) => Uint8Array.from(hex.replaceAll("-", "").match(/../g) || [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} raw */
export const hex = (raw) => [...raw].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} name */
const named = (name) => text.encode(`umpire-1:${name}\0`);

/** @param {number} n @param {number} width in bytes */
function number(n, width) {
  const raw = new Uint8Array(width);
  for (let i = width - 1, rest = n; i >= 0; i -= 1, rest = Math.floor(rest / 256)) raw[i] = rest % 256;
  return raw;
}

/**
 * The seed before this one in its chain.
 * @param {Uint8Array} session
 * @param {Uint8Array} seed
 */
export const seedBefore = (session, seed) => sha256(join(named("chain"), session, seed));

/**
 * What the seats gave; without seats it follows from the session alone.
 * @param {Uint8Array} session
 * @param {Record<string, Uint8Array>} [given] by number of the seat
 */
export function entropyOf(session, given = {}) {
  const parts = Object.keys(given).map(Number).sort((a, b) => a - b).flatMap((seat) => [number(seat, 1), given[seat]]);
  return sha256(join(named("entropy"), session, ...parts));
}

/**
 * @param {Uint8Array} session
 * @param {number} seat
 * @param {Uint8Array} entropy
 */
export const seatCommitment = (session, seat, entropy) => ownSha256(join(named("seat"), session, number(seat, 1), entropy));

/**
 * @param {Uint8Array} seed
 * @param {Uint8Array} session
 * @param {number} action
 * @param {Uint8Array} entropy
 */
export const actionKey = (seed, session, action, entropy) =>
  hmac(seed, join(named("action"), session, number(action, 8), entropy));

/** The bytes of one roll. */
export class Stream {
  /** @param {Uint8Array} key @param {number} roll */
  constructor(key, roll) {
    this.key = key;
    this.roll = roll;
    this.block = 0;
    /** @type {number[]} */
    this.left = [];
  }

  /** @param {number} count */
  async read(count) {
    while (this.left.length < count) {
      const message = join(named("roll"), number(this.roll, 4), number(this.block, 4));
      this.left.push(...(await hmac(this.key, message)));
      this.block += 1;
    }
    return this.left.splice(0, count);
  }

  /**
   * A number from 0 to n − 1, each as probable as the others.
   * @param {number} n
   */
  async below(n) {
    let width = 0;
    while (256 ** width < n) width += 1;
    const all = 256 ** width;
    for (;;) {
      const x = (await this.read(width)).reduce((sum, byte) => sum * 256 + byte, 0);
      if (x < all - (all % n)) return x % n;
    }
  }

  /** @param {any[]} faces @param {number} count */
  async dice(faces, count) {
    const thrown = [];
    for (let die = 0; die < count; die += 1) thrown.push(faces[await this.below(faces.length)]);
    return thrown;
  }

  /** @param {number} count the order of so many cards */
  async shuffle(count) {
    const order = [...Array(count).keys()];
    for (let i = count - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/**
 * The hash of an event, from that of the event before it and its bytes.
 * @param {Uint8Array} before
 * @param {Uint8Array} body
 */
export const eventHash = (before, body) => sha256(join(named("event"), before, number(body.length, 8), body));

/**
 * @param {Uint8Array} salt
 * @param {Uint8Array} body
 */
export const privateDigest = (salt, body) => sha256(join(named("private"), salt, number(body.length, 8), body));

/** What the order of a shuffle is called as a die. */
const SHUFFLE = "shuffle";
const DECK = 21; // no die has so many faces: these are the cards of a deck, which may have lost some

/** @param {any[]} faces @param {any[]} gone */
function without(faces, gone) {
  const left = [...faces];
  for (const face of gone) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
}

/**
 * @typedef {{roll: number, die: string, faces: any[], computed: any[] | null}} Checked
 */

/**
 * Computes the rolls of a record. `computed` is null where a die is not one of the ruleset's, such as a deck that has
 * lost cards.
 * @param {{session: string, number: number, seed: string, record: any[], dice: {die: string, faces: any[]}[], entropy?: Record<string, Uint8Array>}} of
 * @returns {Promise<Checked[]>}
 */
export async function rollsOf(of) {
  const session = bytes(of.session);
  const key = await actionKey(bytes(of.seed), session, of.number, await entropyOf(session, of.entropy));
  const checked = [];
  /** @type {any[]} */
  const drawn = [];
  let roll = 0;
  for (const entry of of.record) {
    if (entry.kind !== "rolled") continue;
    if (!Array.isArray(entry.faces)) {
      roll += 1; // it is hidden, and the next one follows it all the same
      continue;
    }
    if (entry.die === SHUFFLE) {
      checked.push({ roll, die: SHUFFLE, faces: entry.faces, computed: await new Stream(key, roll).shuffle(entry.faces.length) });
      roll += 1;
      continue;
    }
    const die = of.dice.find((each) => each.die === entry.die);
    let computed = die ? await new Stream(key, roll).dice(die.faces, entry.faces.length) : null;
    if (die && computed && die.faces.length >= DECK && !same(computed, entry.faces)) {
      const left = without(die.faces, drawn);
      computed = await new Stream(key, roll).dice(left, entry.faces.length);
      if (!same(computed, entry.faces)) computed = null;
    }
    if (die && die.faces.length >= DECK) drawn.push(...entry.faces);
    checked.push({ roll, die: entry.die, faces: entry.faces, computed });
    roll += 1;
  }
  return checked;
}

/**
 * Whether a seed leads to the commitment in so many steps.
 * @param {string} session
 * @param {string} seed
 * @param {number} steps
 * @param {string} commitment
 */
export async function leadsTo(session, seed, steps, commitment) {
  const id = bytes(session);
  /** @type {Uint8Array} */
  let before = bytes(seed);
  for (let step = 0; step < steps; step += 1) before = await seedBefore(id, before);
  return hex(before) === commitment;
}

/** @param {any[]} one @param {any[]} other */
export const same = (one, other) => one.length === other.length && one.every((face, i) => face === other[i]);
