// @ts-check
// Whether the events of a log may follow each other: the checks of the service, in the same words.

import { bytes, hex, seatCommitment } from "./fairness.js";
import { partsIn } from "./parts.js";

/** An event may not follow the events before it; the message says why. */
export class Misplaced extends Error {}

/** The event is of a type that this page does not know: it may be one of a later release. */
export class UnknownEvent extends Error {
  constructor() {
    super("this program does not know such events");
  }
}

/** @param {unknown} holds @param {string} why */
function require(holds, why) {
  if (!holds) throw new Misplaced(why);
}

const CLOSED = "the session is closed";
const PENDING = "its action does not wait for anything";
const SEAT = "its seat does not exist";
const CLOCKS = "the session has no clocks";
const AT_CLOSE = ["session-closed", "private-revealed", "seeds-revealed"];

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
    return Boolean(this.opened.hides);
  }

  get waiting() {
    return [...this.actions.values()].filter(({ status }) => status === "pending").map(({ number }) => number);
  }

  /**
   * Goes on by an event. Throws Misplaced where it may not follow those before it.
   * @param {any} event with what is shown in the place of digests
   * @param {any} raw the event as its bytes have it
   */
  async add(event, raw) {
    const check = CHECKS[event.type];
    if (!check) throw new UnknownEvent();
    if (!this.opened) require(event.type === "session-opened", "a log begins with the opening of its session");
    this.addParts(raw);
    await check(this, event);
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
      require(kind && (kind !== "hidden" || hides) && (digest !== null || kind === "hidden"), "something is hidden where nothing may be");
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

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The players of the service, which are no policies of a rulebook. */
const SERVICE = ["best", "first-legal"];
const DUE = "the seat may not give this now";

/** @type {Record<string, (log: Order, event: any) => void | Promise<void>>} */
const CHECKS = {
  "session-opened": (log, event) => {
    require(!log.opened, "a session is opened once, by its first event");
    require(["single", "series", "game"].includes(event.kind) && ID.test(event.session), "its session is of no kind, or its id is none");
    require(event.seats.every((/** @type {any} */ { seat }, /** @type {number} */ i) => seat === i + 1), "seats are numbered as 1, 2, …");
    require(Object.keys(event.policies).every((seat) => event.seats.some((/** @type {any} */ each) => String(each.seat) === seat)), SEAT);
    require((event.setup !== null) === (event.kind === "game"), "a game alone has a setup");
    if (event.dice.source !== "service") require(event.chain === null && !event.entropy, "physical dice have no seeds and no entropy");
    else require(event.chain?.number === 1 && event.chain.length === (event.kind === "single" ? 1 : log.length), "its first seed chain is not of the length of all");
    log.opened = event;
    if (event.chain) log.chains = 1;
    for (const { seat, unclaimed } of event.seats) if (unclaimed) log.unclaimed.add(seat);
  },
  "seat-changed": (log, event) => {
    if (event.seat) log.seat(event.seat);
    log.unclaimed.delete(event.seat);
  },
  "seat-committed": (log, event) => {
    log.share(event);
    require(log.shared.size === 0 && !log.committed.has(event.seat), DUE);
    log.committed.set(event.seat, event.commitment);
  },
  "seat-revealed": async (log, event) => {
    log.share(event);
    const commitment = hex(await seatCommitment(bytes(log.opened.session), event.seat, bytes(event.entropy)));
    require(!log.shared.has(event.seat) && log.asked !== "commit" && commitment === log.committed.get(event.seat), DUE);
    log.shared.add(event.seat);
  },
  "seat-waived": (log, event) => {
    log.share(event);
    require(!log.isWaived(event.seat), DUE);
    require(event.by !== "service" && event.by?.seat !== event.seat, "others go on without a seat, not itself");
    log.waived.set(event.seat, [...(log.waived.get(event.seat) || []), event.by]);
  },
  "list-brought": (log, event) => {
    log.open();
    const limits = log.opened.bring?.[event.seat];
    require(limits && log.actions.size === 0, "the seat brings no list now");
    require(event.by?.seat === event.seat || (event.by === "service" && limits.reserve !== null), "a list is brought by its own seat, or from its reserve");
    log.brought.add(event.seat);
  },
  "list-refused": (log, event) => {
    log.open();
    log.seat(event.seat);
    require(log.opened.bring && log.actions.size === 1, "lists are refused once they are shown, before the first move");
    log.isRefused = true;
  },
  "seat-looked": (log, event) => {
    log.open();
    log.seat(event.seat);
    require(log.hides, "nothing is hidden in this session");
  },
  "judge-called": (log) => log.open(),
  "chain-committed": (log, event) => {
    log.open();
    const { length } = log.opened.chain || { length: 0 };
    require(length && log.opened.kind !== "single" && event.number === log.chains + 1 && event.length === length, "it is not the next seed chain");
    require(log.actions.size > (log.chains - 1) * length, "no action has come to the chain before it");
    log.chains += 1;
  },
  "action-declared": (log, event) => {
    log.open();
    const { opened } = log;
    require(event.action === log.actions.size + 1, "actions are declared as 1, 2, …, each once");
    require(opened.kind !== "single" || event.action === 1, "an attack of its own is one action");
    require(!log.isGame || !log.waiting.length, "an action of the game still waits");
    require(!log.asked, "a seat has yet to give its entropy");
    require(!log.isBringing, "a seat has yet to bring its list");
    require(!opened.chain || event.action <= log.chains * opened.chain.length, "no seed chain is committed for its action");
    require(isSame(event.options, opened.options), "its options are not those of the opening");
    require(isSame(event.dice, { source: opened.dice.source }), "its dice are not those of the opening");
    players(log, event);
    if (event.action === 1 && event.kind === "open-game" && !opened.bring) require(agrees(opened.setup, event.situation), "the game begins with another setup than that of the opening");
    log.actions.set(event.action, { number: event.action, status: "pending", recorded: 0, proposal: null });
  },
  "entries": (log, event) => {
    const action = log.pending(event.action);
    require(event.from === action.recorded, "its entries do not follow those before them");
    require(event.entries.every((/** @type {any} */ each) => ["rolled", "chose", "noted"].includes(each.kind)), "an entry is of no kind");
    require(event.entries.every((/** @type {any} */ each) => each.kind !== "rolled" || each.source === log.opened.dice.source), "its dice are not those of the opening");
    action.recorded += event.entries.length;
  },
  "action-resolved": (log, event) => {
    log.pending(event.action).status = "resolved";
  },
  "action-voided": (log, event) => {
    const action = log.own(event.action);
    require(event.replaced_by === null || event.replaced_by === log.actions.size + 1, "the next action is what replaces one");
    if (event.by === "seats") {
      const proposals = [action.proposal, log.closing?.abandon ? log.closing : null];
      const isAgreed = proposals.some((proposal) => proposal && log.held.every((seat) => proposal.seats.has(seat)));
      require(log.isRefused || isAgreed, "not every seat has agreed to void it");
    } else if (typeof event.by === "object") require(log.opened.take_back === "free", "a seat takes nothing back alone here");
    action.status = "void";
  },
  "void-proposed": (log, event) => {
    const action = log.own(event.action);
    log.seat(event.seat);
    const { reference = null, ...rest } = event.replacement || {};
    const named = event.reference ?? reference;
    const terms = event.replacement ? spelled({ ...rest, reference: isUnknown(named) ? null : named }) : "";
    if (event.anew || action.proposal?.terms !== terms) action.proposal = { terms, seats: new Set() };
    action.proposal?.seats.add(event.seat);
  },
  "void-declined": (log, event) => {
    const action = log.own(event.action);
    require(action.proposal, "nobody has proposed it");
    action.proposal = null;
  },
  "deadline-passed": (log, event) => {
    log.open();
    require(log.opened.deadline, "the session has no deadlines");
    if (event.action !== null) log.pending(event.action);
  },
  "clocks-changed": (log, event) => {
    if (event.running.length || !AT_CLOSE.includes(log.before)) log.open();
    require(log.opened.clock, CLOCKS);
  },
  "clock-expired": (log) => {
    log.open();
    require(log.opened.clock, CLOCKS);
  },
  "clock-switched": (log) => {
    log.open();
    require(log.opened.clock, CLOCKS);
  },
  "seeds-revealed": (log, event) => {
    require(log.chains, "physical dice have no seeds and no entropy");
    require(log.revealedUpto < event.upto && event.upto <= log.actions.size, "a seed is revealed for a later action than the last, which was declared");
    require(log.isClosed === (log.hides && log.isGame), "seeds are revealed before the close, or after it if it hides");
    require(log.waiting.every((number) => event.upto < number), "an action up to this one still waits");
    log.revealedUpto = event.upto;
  },
  "private-revealed": (log, event) => {
    if (event.action !== null) {
      log.open();
      require(log.hides, "nothing is hidden in this session");
      log.pending(event.action);
    } else if (log.isClosed) require(log.hides && log.before === "session-closed", "what is hidden is shown right after the close, once");
    else require(log.opened.bring && log.actions.size === 0 && !log.isBringing, "lists are shown once all have brought theirs");
    require(event.parts.every((/** @type {any} */ part) => log.places.has(part.digest)), "a part is shown that nothing before has the digest of");
  },
  "close-proposed": (log, event) => {
    log.open();
    log.seat(event.seat);
    const terms = spelled([event.result && { ...event.result, note: isUnknown(event.result.note) ? null : event.result.note }, event.abandon]);
    if (event.anew || log.closing?.terms !== terms) log.closing = { terms, abandon: event.abandon, seats: new Set() };
    log.closing?.seats.add(event.seat);
  },
  "close-declined": (log) => {
    log.open();
    require(log.closing, "nobody has proposed it");
    log.closing = null;
  },
  "session-closed": (log, event) => {
    log.open();
    require(!log.waiting.length, "an action still waits");
    require(event.reason !== "finished" || (log.isGame && log.actions.size), "only a game is finished");
    require(event.reason !== "time" || log.opened.clock, CLOCKS);
    require(event.reason !== "finished" || event.result, "a finished game has a result");
    log.isClosed = true;
  },
  "rematch-offered": (log, event) => {
    log.seat(event.seat);
    require(log.isClosed && !log.hasRematch, "a rematch is offered once, after the close");
    log.hasRematch = true;
  },
  "personal-forgotten": (log, event) => {
    require(event.parts.every((/** @type {string} */ digest) => ["personal", "list"].includes(log.places.get(digest) || "")), "only what names a person is forgotten");
    for (const digest of event.parts) log.forgotten.add(digest);
  },
};

/** Who plays an action that is declared. @param {Order} log @param {any} event */
function players(log, { kind, action, seats, policies, situation }) {
  require(Object.values(seats).every((seat) => log.seats.includes(seat)), "a seat of its action does not exist");
  const roles = Object.keys(seats).sort().join();
  if (log.isGame) {
    const isOpening = kind === "open-game";
    require(isOpening === (action === 1), "the first action of a game alone is its opening");
    require(roles === (isOpening ? "" : "actor"), "one seat makes a move, and none the opening");
    const own = Object.fromEntries(log.seats.map((seat) => [`seat-${seat}`, log.opened.policies[seat] || "ask"]));
    require(isSame(policies, own), "its policies are not those of the opening");
    require(isOpening || situation.kind === kind, "its kind is not that of its move");
    return;
  }
  require(kind === "attack", "outside of a game actions are attacks");
  require(!roles || (roles === "attacker,defender" && seats.attacker !== seats.defender), "an attack is made by two different seats, or by none");
}

/** @param {string} type @param {string[]} place */
function kindOf(type, place) {
  for (const kind of ["personal", "list"]) if ((PLACES[kind][type] || []).some((known) => fits(place, known.split(".")))) return kind;
  return (PLACES.hidden[type] || []).some((known) => fits(place.slice(0, known.split(".").length), known.split("."))) ? "hidden" : null;
}

/** @param {string[]} place @param {string[]} known */
const fits = (place, known) => place.length === known.length && known.every((each, i) => each === "*" || each === place[i]);

/** JSON with its keys in order, to be compared. @param {any} node @returns {string} */
function spelled(node) {
  if (Array.isArray(node)) return `[${node.map(spelled).join()}]`;
  if (typeof node !== "object" || node === null) return JSON.stringify(node);
  return `{${Object.keys(node).sort().map((key) => `${JSON.stringify(key)}:${spelled(node[key])}`).join()}}`;
}

/** @param {any} one @param {any} other */
const isSame = (one, other) => spelled(one) === spelled(other);

/** @param {any} node */
const isUnknown = (node) => typeof node === "object" && node !== null && Object.keys(node).length === 1 && (node.unknown === true || typeof node.private === "string");

/** Whether JSON values agree but for what is unknown in one of them. @param {any} one @param {any} other @returns {boolean} */
function agrees(one, other) {
  if (isUnknown(one) || isUnknown(other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other || Array.isArray(one) !== Array.isArray(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && agrees(one[key], other[key]));
}
