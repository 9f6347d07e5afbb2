// @ts-check
// Whether the events of a log may follow each other: the checks of the service, in the same words.

import { CHECKS } from "./log-events.js";
import { CLOSED, PENDING, SEAT, require, requireShape } from "./log-values.js";
import { partsIn } from "./parts.js";

/** @typedef {{number: number, status: "pending" | "resolved" | "void", recorded: number, proposal: {terms: string, seats: Set<number>} | null}} Action */

export class Order {
  /** @param {number} length how many seeds a chain of a series or a game has */
  constructor(length = 1024) {
    this.length = length;
    /** @type {any} the opening */
    this.opened = null;
    this.isClosed = false;
    /** @type {Map<number, Action>} */
    this.actions = new Map();
    this.chains = 0;
    this.revealedUpto = 0;
    /** @type {Map<number, string>} */
    this.committed = new Map();
    /** @type {Set<number>} */
    this.shared = new Set();
    /** @type {Map<number, any[]>} who goes on without a seat */
    this.waived = new Map();
    /** @type {Set<number>} */
    this.brought = new Set();
    this.isRefused = this.hasRematch = false;
    /** @type {Set<number>} the seats that nobody has claimed yet */
    this.unclaimed = new Set();
    /** @type {{terms: string, abandon: boolean, seats: Set<number>} | null} */
    this.closing = null;
    /** @type {Map<string, string>} the kind of place of each digest */
    this.places = new Map();
    /** @type {Set<string>} */
    this.forgotten = new Set();
    this.before = "";
  }

  /** @returns {number[]} */
  get seats() {
    return this.opened.seats.map((/** @type {any} */ each) => each.seat);
  }

  get isGame() {
    return this.opened.kind === "game";
  }

  get hides() {
    return Boolean(this.opened?.hides);
  }

  get waiting() {
    return [...this.actions.values()].filter(({ status }) => status === "pending").map(({ number }) => number);
  }

  /**
   * Goes on by an event. Throws Misplaced where it may not follow those before it.
   * @param {any} event with what is shown in the place of digests
   * @param {any} raw the event as its bytes have it
   * @param {Map<string, any>} shown what is shown so far, by digest
   */
  async add(event, raw, shown) {
    this.addParts(raw);
    requireShape(event);
    if (!this.opened) require(event.type === "session-opened", "a log begins with the opening of its session");
    await CHECKS[event.type](this, event);
    const opensGame = this.isGame && event.action === 1 && ["action-declared", "entries"].includes(event.type);
    require((event.sent_by ?? event.by) !== "host" || this.opened.host !== false || opensGame, "the session has no host");
    if (event.type === "personal-forgotten") require(!event.parts.some((/** @type {string} */ digest) => shown.has(digest)), "what was forgotten is shown");
    this.before = event.type;
  }

  /** What of these digests a closed log should show, and does not. @param {Iterable<string>} missing */
  lacks(missing) {
    return this.isClosed && [...missing].some((digest) => !this.forgotten.has(digest) && this.places.get(digest) !== "list");
  }

  /** @param {any} raw */
  addParts(raw) {
    const hides = raw.type === "session-opened" ? raw.hides : this.hides;
    for (const { place, digest } of partsIn(raw)) {
      const kind = kindOf(raw.type, place);
      require(kind && (kind !== "hidden" || hides) && (digest !== null || isWithin(raw.type, place, UNKNOWN_TO_ALL)), "something is hidden where nothing may be");
      if (digest !== null && kind) this.places.set(digest, kind);
    }
  }

  open() {
    require(!this.isClosed, CLOSED);
  }

  /** @param {number} seat */
  seat(seat) {
    require(this.seats.includes(seat), SEAT);
  }

  /** @param {any} by @param {string[]} others */
  sender(by, ...others) {
    require(["host", "service", ...others].includes(by) || (typeof by === "object" && this.seats.includes(by?.seat)), "nobody is called so who sends anything here");
  }

  /** The action that an event is about, which is not void. @param {number} number @returns {Action} */
  own(number) {
    this.open();
    const action = this.actions.get(number);
    require(action, "its action was not declared");
    const found = /** @type {Action} */ (action);
    require(found.status !== "void", "its action is void");
    return found;
  }

  /** @param {number} number @returns {Action} */
  pending(number) {
    const action = this.own(number);
    require(action.status === "pending", PENDING);
    return action;
  }

  /** @param {number} seat */
  isWaived(seat) {
    const by = this.waived.get(seat) || [];
    const others = this.seats.filter((each) => each !== seat);
    return by.includes("host") || (others.length > 0 && others.every((other) => by.some((one) => one.seat === other)));
  }

  /** Whether seats have still to commit themselves, or to reveal. @returns {"commit" | "reveal" | null} */
  get asked() {
    if (!this.opened.entropy) return null;
    const left = this.seats.filter((seat) => !this.isWaived(seat));
    if (left.some((seat) => !this.committed.has(seat))) return "commit";
    return left.some((seat) => !this.shared.has(seat)) ? "reveal" : null;
  }

  get isBringing() {
    return Object.keys(this.opened.bring || {}).some((seat) => !this.brought.has(Number(seat)));
  }

  /** The seats that people hold; all where they hold none. */
  get held() {
    const own = this.seats.filter((seat) => !SERVICE.includes(this.opened.policies[seat]) && !this.unclaimed.has(seat));
    return own.length ? own : this.seats;
  }

  /** @param {any} event */
  share(event) {
    this.open();
    this.seat(event.seat);
    require(this.opened.entropy, "the seats give no entropy in this session");
    require(this.actions.size === 0, "entropy is fixed before the first action");
  }
}

/** The players of the service, which are no policies of a rulebook. */
const SERVICE = ["best", "first-legal"];

/** Where the parts of events stand that name a person, where lists do, and within which members anything may be hidden. @type {Record<string, Record<string, string[]>>} */
const PLACES = {
  personal: {
    "session-opened": ["seats.*.name", "seats.*.reference"],
    "action-declared": ["reference"],
    "void-proposed": ["reason", "reference", "replacement.reference"],
    "action-voided": ["reason"],
    "close-proposed": ["result.note"],
    "session-closed": ["result.note"],
  },
  list: { "session-opened": ["bring.*.reserve"], "list-brought": ["list"] },
  hidden: {
    "session-opened": ["setup"],
    "action-declared": ["situation"],
    "entries": ["entries.*.choice", "entries.*.data", "entries.*.faces", "unused_answers.*.choice"],
    "action-resolved": ["outcome", "casualties"],
    "void-proposed": ["replacement"],
  },
};

/** Within which members something may be unknown to everybody: what the rules say of a part that nobody has seen. @type {Record<string, string[]>} */
const UNKNOWN_TO_ALL = { "action-resolved": ["outcome.*"], "entries": ["entries.*.data.*"] };

/** @param {string} type @param {string[]} place @param {Record<string, string[]>} places */
const isWithin = (type, place, places) => (places[type] || []).some((known) => fits(place.slice(0, known.split(".").length), known.split(".")));

/** @param {string} type @param {string[]} place */
function kindOf(type, place) {
  for (const kind of ["personal", "list"]) if ((PLACES[kind][type] || []).some((known) => fits(place, known.split(".")))) return kind;
  return isWithin(type, place, PLACES.hidden) ? "hidden" : null;
}

/** @param {string[]} place @param {string[]} known */
const fits = (place, known) => place.length === known.length && known.every((each, i) => each === "*" || each === place[i]);
