// @ts-check
// A whole log, checked by the browser: the chain of its events, the seeds, and every die; nothing of it is the server's word.

import { bytes, eventHash, hex, rollsOf, same, seatCommitment, seedBefore } from "./fairness.js";
import { Misplaced, requireShape } from "./log-values.js";
import { Order } from "./order.js";
import { Parts, strict } from "./parts.js";

const text = new TextEncoder();

/**
 * @typedef {{number: number, record: any[], rolls: {thrown: number, computed: number, wrong: number}, proven: boolean}} CheckedAction
 * @typedef {{shown: number, hidden: number, wrong: number}} CheckedParts
 * @typedef {{chain: boolean, broken: number | null, fault: {event: number, why: string} | null, head: string, heads: string[], events: any[], commitment: string, seeds: boolean, parts: CheckedParts, dice: {thrown: number, computed: number, wrong: number, physical: number}, actions: Map<number, CheckedAction>}} Checked
 */

/**
 * The events of an export with the parts that it shows, whether its chain holds (every line is spelled as an export
 * spells it, every part that is shown has its digest, and the end is there), and the first event that may not follow
 * those before it. Throws where the events cannot be read.
 * @param {string} exported NDJSON
 * @param {number} [length] how many seeds a chain of a series or a game has
 */
export async function chainOf(exported, length) {
  /** @type {any[]} */
  const events = [];
  const parts = new Parts();
  /** @type {Uint8Array} */
  let head = new Uint8Array(32);
  let broken = null;
  /** @type {{event: number, why: string} | null} */
  let fault = null;
  const order = new Order(length);
  let isEnded = false;
  /** @type {string[]} the head after each event */
  const heads = [];
  for (const line of exported.trimEnd().split("\n")) {
    const told = JSON.parse(line);
    if (!told?.end && !isLine(told)) throw new TypeError("this is no line of an export");
    if (isEnded) broken ??= events.length;
    if (told.end) {
      isEnded = true;
      if (told.head !== hex(head) || told.events !== events.length) broken ??= events.length;
      continue;
    }
    head = await eventHash(head, text.encode(told.body));
    const event = strict(told.body);
    heads.push(hex(head));
    if (hex(head) !== told.hash || event?.seq !== events.length + 1 || line !== spelled(told)) broken ??= events.length + 1;
    if (broken === null) requireShape(event);
    const fit = broken !== null || (await parts.add(event, told.private));
    if (!fit) broken ??= events.length + 1;
    events.push(event);
    if (broken === null && fault === null) {
      try {
        order.add(parts.opened(event), event, parts.shown);
      } catch (why) {
        if (!(why instanceof Misplaced)) throw why;
        fault = { event: event.seq, why: why.message };
      }
    }
  }
  if (!isEnded) broken ??= events.length;
  if (broken === null && fault === null && order.lacks(parts.missing)) fault = { event: events.length, why: "what was hidden is still missing after the close" };
  return { events: events.map((event) => parts.opened(event)), head: hex(head), heads, broken, fault, parts: parts.counted() };
}

/** @param {any} told */
function isLine(told) {
  const isPart = (/** @type {any} */ part) => ["digest", "salt", "bytes"].every((name) => typeof part?.[name] === "string");
  return typeof told?.body === "string" && Array.isArray(told.private) && told.private.every(isPart);
}

/** A line as an export spells it. @param {{seq: number, hash: string, body: string, private: {digest: string, salt: string, bytes: string}[]}} told */
function spelled(told) {
  const shown = told.private.map(({ digest, salt, bytes: value }) => `{"digest":"${digest}","salt":"${salt}","bytes":${quoted(value)}}`);
  return `{"seq":${told.seq},"hash":"${told.hash}","body":${quoted(told.body)},"private":[${shown.join()}]}`;
}

/** A text in JSON with only what must be escaped. @param {string} value */
function quoted(value) {
  const escaped = value.replace(/["\\]/g, "\\$&").replace(/[\0-\x1f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${escaped}"`;
}

/**
 * @param {string} exported NDJSON
 * @param {{die: string, faces: any[]}[]} dice those of the ruleset
 * @param {number} [length] how many seeds a chain of a series or a game has
 * @returns {Promise<Checked>}
 */
export async function verify(exported, dice, length) {
  const { events, head, heads, broken, fault, parts } = await chainOf(exported, length);
  const opened = events[0];
  if (opened?.type !== "session-opened") throw new SyntaxError("a log begins with the opening of its session");
  if (fault !== null) return { chain: broken === null, broken, fault, head, heads, events, commitment: opened.chain?.commitment || "", seeds: false, parts, dice: { thrown: 0, computed: 0, wrong: 0, physical: 0 }, actions: new Map() };
  const session = opened.session;
  const chains = [opened.chain, ...events.filter((event) => event.type === "chain-committed")].filter((chain) => chain?.commitment);
  const { seeds, holds: lead } = await seedsOf(events, session, chains);
  const { entropy, holds: fit } = await sharesOf(events, session);
  const holds = lead && fit;
  const actions = recordsOf(events);
  const sum = { thrown: 0, computed: 0, wrong: 0, physical: 0 };
  for (const action of actions.values()) {
    const seed = seeds.get(action.number);
    const thrown = action.record.filter((entry) => entry.kind === "rolled" && Array.isArray(entry.faces));
    const physical = thrown.filter((entry) => entry.source === "physical");
    sum.physical += physical.reduce((count, entry) => count + entry.faces.length, 0);
    if (!seed || physical.length) continue;
    for (const roll of await rollsOf({ session, number: action.number, seed, record: action.record, dice, entropy })) {
      action.rolls.thrown += roll.faces.length;
      if (roll.computed === null) continue;
      action.rolls.computed += roll.faces.length;
      if (!same(roll.computed, roll.faces)) action.rolls.wrong += roll.faces.length;
    }
    const isShown = action.record.every((entry) => entry.kind !== "rolled" || Array.isArray(entry.faces));
    action.proven = isShown && action.rolls.wrong === 0 && (action.rolls.computed > 0 || action.rolls.thrown === 0);
    for (const count of /** @type {("thrown" | "computed" | "wrong")[]} */ (["thrown", "computed", "wrong"])) sum[count] += action.rolls[count];
  }
  return { chain: broken === null, broken, fault, head, heads, events, commitment: opened.chain?.commitment || "", seeds: holds, parts, dice: sum, actions };
}

/** The seeds that follow from those revealed, by the number of their action. @param {any[]} events @param {string} session @param {any[]} chains */
async function seedsOf(events, session, chains) {
  const id = bytes(session);
  /** @type {Map<number, string>} */
  const seeds = new Map();
  let holds = true;
  for (const { upto, seed } of events.filter((event) => event.type === "seeds-revealed")) {
    const length = chains[0].length;
    const chain = chains[Math.ceil(upto / length) - 1];
    const first = (Math.ceil(upto / length) - 1) * length;
    /** @type {Uint8Array} */
    let now = bytes(seed);
    let action = upto;
    for (; action > first && seeds.get(action) === undefined; action -= 1) {
      seeds.set(action, hex(now));
      now = await seedBefore(id, now);
    }
    const expected = action === first ? chain?.commitment : seeds.get(action);
    if (hex(now) !== expected) holds = false;
  }
  return { seeds, holds };
}

/** What the seats gave to the dice, and whether each was committed to it before anybody revealed. @param {any[]} events @param {string} session */
async function sharesOf(events, session) {
  /** @type {Record<string, Uint8Array>} */
  const entropy = {};
  /** @type {Record<string, string>} */
  const committed = {};
  let holds = true;
  let begun = false;
  for (const event of events) {
    if (event.type === "action-declared") begun = true;
    if (event.type === "seat-committed") {
      if (Object.keys(entropy).length || committed[event.seat]) holds = false;
      committed[event.seat] = event.commitment;
    }
    if (event.type !== "seat-revealed") continue;
    const share = bytes(event.entropy);
    if (begun || entropy[event.seat] || hex(await seatCommitment(bytes(session), event.seat, share)) !== committed[event.seat]) holds = false;
    entropy[event.seat] = share;
  }
  return { entropy, holds };
}

/** The record of each action, put together from the events. @param {any[]} events @returns {Map<number, CheckedAction>} */
function recordsOf(events) {
  /** @type {Map<number, CheckedAction>} */
  const actions = new Map();
  for (const event of events) {
    if (event.type === "action-declared") actions.set(event.action, { number: event.action, record: [], rolls: { thrown: 0, computed: 0, wrong: 0 }, proven: false });
    if (event.type === "entries") actions.get(event.action)?.record.push(...event.entries);
  }
  return actions;
}
