// @ts-check
// What each event of a log asks of those before it: the checks of the service, in the same words.

import { bytes, hex, seatCommitment } from "./fairness.js";
import { SEAT, agrees, isSame, isUnknown, require, spelled } from "./log-values.js";

const CLOCKS = "the session has no clocks";
const AT_CLOSE = ["session-closed", "private-revealed", "seeds-revealed"];

/** @typedef {import("./order.js").Order} Order */

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEED = /^[0-9a-f]{64}$/;
const COMMITMENT = "a commitment is 64 digits in lower case";
const DUE = "the seat may not give this now";

/** @type {Record<string, (log: Order, event: any) => void | Promise<void>>} */
export const CHECKS = {
  "session-opened": (log, event) => {
    require(!log.opened, "a session is opened once, by its first event");
    require(ID.test(event.session), "the id of its session is none");
    require(event.seats.every((/** @type {any} */ { seat }, /** @type {number} */ i) => seat === i + 1), "seats are numbered as 1, 2, …");
    require(Object.keys(event.policies).every((seat) => event.seats.some((/** @type {any} */ each) => String(each.seat) === seat)), SEAT);
    require((event.setup !== null) === (event.kind === "game"), "a game alone has a setup");
    if (event.dice.source !== "service") require(event.chain === null && !event.entropy, "physical dice have no seeds and no entropy");
    else if (event.chain) require(SEED.test(event.chain.commitment), COMMITMENT);
    if (event.dice.source === "service") require(event.chain?.number === 1 && event.chain.length === (event.kind === "single" ? 1 : log.length), "its first seed chain is not of the length of all");
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
    require(SEED.test(event.commitment), COMMITMENT);
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
    log.sender(event.sent_by);
    players(log, event);
    if (event.action === 1 && event.kind === "open-game" && !opened.bring) require(agrees(opened.setup, event.situation), "the game begins with another setup than that of the opening");
    log.actions.set(event.action, { number: event.action, status: "pending", recorded: 0, proposal: null });
  },
  "entries": (log, event) => {
    const action = log.pending(event.action);
    log.sender(event.sent_by);
    require(event.from === action.recorded, "its entries do not follow those before them");
    const sender = typeof event.sent_by === "object" ? "seat" : event.sent_by;
    require(event.entries.every((/** @type {any} */ each) => each.kind !== "chose" || !["host", "seat"].includes(each.source) || each.source === sender), "an answer is said to be of another than who sent it");
    require(event.entries.every((/** @type {any} */ each) => each.kind !== "rolled" || each.source === log.opened.dice.source), "its dice are not those of the opening");
    action.recorded += event.entries.length;
  },
  "action-resolved": (log, event) => {
    log.pending(event.action).status = "resolved";
  },
  "action-voided": (log, event) => {
    const action = log.own(event.action);
    log.sender(event.by, "seats");
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
    require(/^[0-9a-f]{64}$/.test(event.seed), "a seed is 64 digits in lower case");
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
    require(!log.isRefused || (event.reason === "abandoned" && event.result === null), "nobody wins where lists are refused");
    const named = event.result ? [event.result.winner, ...Object.keys(event.result.scores || {}).map(Number)].filter((seat) => seat !== null) : [];
    require(!log.seats.length || named.every((seat) => log.seats.includes(seat)), SEAT);
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
