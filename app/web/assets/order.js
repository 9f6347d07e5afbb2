// @ts-check
// Whether the events of a log may follow each other: the conditions of the service, by the same data.

import { at, valueOf } from "./conditions.js";
import { CONDITIONS } from "./log-conditions.js";
import { CHANGES } from "./log-events.js";
import { isUnknownToAll, kindOf } from "./log-places.js";
import { agrees, require, requireShape } from "./log-values.js";
import { partsIn } from "./parts.js";

/** @typedef {{number: number, status: "pending" | "resolved" | "void", recorded: number, proposal: any, seats: any, policies: any, sent_by: any, past: {seated: any, came_of_it: boolean, voided_by: any}}} Action */

/** The players of the service, which are no policies of a rulebook. */
const SERVICE = ["best", "first-legal"];

/** A log so far. Its members have the names by which conditions read them. */
export class Order {
  /** @param {number} length how many seeds a chain of a series or a game has */
  constructor(length = 1024) {
    this.length = length;
    /** @type {any} the opening */
    this.opened = null;
    this.seq = 0;
    this.status = "open";
    /** @type {Map<number, Action>} */
    this.actions = new Map();
    /** @type {Action | null} the action that the event is about */
    this.action = null;
    this.chain = 0;
    this.closed_upto = 0;
    /** @type {any} what seats give to the dice */
    this.entropy = null;
    /** @type {any} what seats bring */
    this.bring = null;
    /** @type {any} */
    this.clock = null;
    /** @type {any} */
    this.clocks = null;
    /** @type {string | null} */
    this.rematch = null;
    /** @type {Set<number>} the seats that nobody has claimed yet */
    this.unclaimed = new Set();
    /** @type {any} how seats would close the session */
    this.proposal = null;
    /** @type {Map<string, string>} the kind of place of each digest */
    this.places = new Map();
    /** @type {Set<string>} */
    this.forgotten = new Set();
    /** @type {any} the event before */
    this.before = null;
    /** @type {number[]} the seats whose time is over */
    this.fallen = [];
    /** @type {any} what all seats have proposed in the place of the action that was voided last */
    this.replacing = null;
  }

  /** @param {any} event */
  begin(event) {
    this.opened = event;
    this.chain = event.chain?.number || 0;
    if (event.entropy) this.entropy = { committed: {}, revealed: {}, waived: {} };
    if (event.bring) {
      const reserves = Object.keys(event.bring).filter((seat) => (event.bring[seat].reserve ?? null) !== null);
      this.bring = { limits: event.bring, reserves: reserves.map(Number), brought: [], refused: null };
    }
    if (event.clock) {
      const seats = this.seats.filter((seat) => !(seat in event.policies));
      this.clock = { ...event.clock, running: true, agreed: [] };
      this.clocks = Object.fromEntries(seats.map((seat) => [seat, { left_ms: event.clock.seconds * 1000, since: null }]));
    }
    for (const { seat, unclaimed } of event.seats) if (unclaimed) this.unclaimed.add(seat);
  }

  /** The action that the event is about, of which conditions have made sure that it is there. */
  get own() {
    return /** @type {Action} */ (this.action);
  }

  get id() {
    return this.opened.session;
  }

  get kind() {
    return this.opened.kind;
  }

  get host() {
    return this.opened.host !== false;
  }

  get hides() {
    return Boolean(this.opened?.hides);
  }

  get dice() {
    return this.opened.dice.source;
  }

  get options() {
    return this.opened.options;
  }

  get deadline() {
    return this.opened.deadline;
  }

  get take_back() {
    return this.opened.take_back || "assent";
  }

  /** @returns {number[]} */
  get seats() {
    return this.opened.seats.map((/** @type {any} */ each) => each.seat);
  }

  get chain_length() {
    return this.opened.chain?.length || 0;
  }

  get lengths() {
    return [this.kind === "single" ? 1 : this.length];
  }

  get last_number() {
    return this.actions.size;
  }

  get waiting() {
    return [...this.actions.values()].filter(({ status }) => status === "pending").map(({ number }) => number);
  }

  get pending() {
    return this.waiting.length;
  }

  get first_waiting() {
    return this.pending ? Math.min(...this.waiting) : null;
  }

  /** The seats without whose entropy the others go on. */
  get waived() {
    return this.entropy ? this.seats.filter((seat) => this.isWaived(seat)) : [];
  }

  /** @param {number} seat */
  isWaived(seat) {
    const by = this.entropy.waived[seat] || [];
    const others = this.seats.filter((each) => each !== seat);
    return by.includes("host") || (others.length > 0 && others.every((other) => by.some((/** @type {any} */ one) => one.seat === other)));
  }

  /** The question about entropy that is open for each seat. */
  get due() {
    if (!this.entropy) return {};
    const left = this.seats.filter((seat) => !this.isWaived(seat));
    const silent = left.filter((seat) => !(seat in this.entropy.committed));
    const closed = left.filter((seat) => !(seat in this.entropy.revealed));
    return Object.fromEntries((silent.length ? silent : closed).map((seat) => [seat, silent.length ? "commit-entropy" : "reveal-entropy"]));
  }

  get to_bring() {
    if (!this.bring || this.status === "closed") return [];
    return Object.keys(this.bring.limits).map(Number).filter((seat) => !this.bring.brought.includes(seat));
  }

  /** The seats that people hold; all where they hold none. */
  get held() {
    const own = this.seats.filter((seat) => !SERVICE.includes(this.opened.policies[seat]) && !this.unclaimed.has(seat));
    return own.length ? own : this.seats;
  }

  /** The seats that all have to agree. */
  get voices() {
    return this.host ? this.seats : this.held;
  }

  get is_lost() {
    return this.fallen.length > 0 && this.clock?.flag === "lose";
  }

  /** The policy that plays a seat, by its number. */
  get players() {
    return this.opened.policies;
  }

  get past() {
    return this.action?.past;
  }

  get policies() {
    return Object.fromEntries(this.seats.map((seat) => [`seat-${seat}`, this.opened.policies[seat] || "ask"]));
  }

  /**
   * Goes on by an event. Throws Misplaced where it may not follow those before it.
   * @param {any} event with what is shown in the place of digests
   * @param {any} raw the event as its bytes have it
   * @param {Map<string, any>} shown what is shown so far, by digest
   */
  add(event, raw, shown) {
    this.addParts(raw);
    requireShape(event);
    this.seq = event.seq;
    if (!this.opened) {
      require(event.type === "session-opened", "a log begins with the opening of its session");
      this.begin(event);
    }
    this.action = this.actions.get(event.action) || null;
    const read = (/** @type {string} */ name) => {
      const [first, ...path] = name.split(".");
      return first === "event" ? at(event, path) : at(/** @type {any} */ (this)[first], path);
    };
    for (const [why, holds] of CONDITIONS[event.type]) require(valueOf(holds, read), why);
    this.requireWhole(event, shown);
    CHANGES[event.type]?.(this, event);
    this.before = event;
  }

  /** What only the whole log shows. @param {any} event @param {Map<string, any>} shown */
  requireWhole(event, shown) {
    const opensGame = event.type === "action-declared" && event.kind === "open-game" && !this.bring;
    if (opensGame) require(agrees(this.opened.setup, event.situation), "the game begins with another setup than that of the opening");
    if (event.type === "private-revealed") require(event.parts.every((/** @type {any} */ part) => this.places.has(part.digest)), "a part is shown that nothing before has the digest of");
    if (event.type !== "personal-forgotten") return;
    require(event.parts.every((/** @type {string} */ digest) => ["personal", "list"].includes(this.places.get(digest) || "")), "only what names a person is forgotten");
    require(!event.parts.some((/** @type {string} */ digest) => shown.has(digest)), "what was forgotten is shown");
  }

  /** What of these digests a closed log should show, and does not. @param {Iterable<string>} missing */
  lacks(missing) {
    return this.status === "closed" && [...missing].some((digest) => !this.forgotten.has(digest) && this.places.get(digest) !== "list");
  }

  /** @param {any} raw */
  addParts(raw) {
    const hides = raw.type === "session-opened" ? raw.hides : this.hides;
    for (const { place, digest } of partsIn(raw)) {
      const kind = kindOf(raw.type, place);
      require(kind && (kind !== "hidden" || hides) && (digest !== null || isUnknownToAll(raw.type, place)), "something is hidden where nothing may be");
      if (digest !== null && kind) this.places.set(digest, kind);
    }
  }
}
