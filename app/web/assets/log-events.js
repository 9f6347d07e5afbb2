// @ts-check
// What each event of a log changes, as far as later events depend on it.

import { seatedBy } from "./conditions.js";
import { isSame, isUnknown, spelled } from "./log-values.js";

/** How many moves a seat takes back one after the other without asking. */
const IN_A_ROW = 3;

/** Whether an entry is more than the choice of who moves: something was rolled, or another chose. @param {any} entry */
const comesOfMove = (entry) => entry.kind === "rolled" || (entry.kind === "chose" && ["policy", "host"].includes(entry.source));

/** @typedef {import("./order.js").Order} Order */

/** @type {Record<string, (log: Order, event: any) => void>} */
export const CHANGES = {
  "seat-changed": (log, event) => void log.unclaimed.delete(event.seat),
  "seat-committed": (log, { seat, commitment }) => (log.entropy.committed[seat] = commitment),
  "seat-revealed": (log, { seat, entropy }) => (log.entropy.revealed[seat] = entropy),
  "seat-waived": (log, { seat, by }) => (log.entropy.waived[seat] = [...(log.entropy.waived[seat] || []), by]),
  "list-brought": (log, { seat }) => void (log.bring.brought.includes(seat) || log.bring.brought.push(seat)),
  "list-refused": (log, { seat }) => (log.bring.refused = seat),
  "chain-committed": (log, { number }) => (log.chain = number),
  "action-declared": (log, { action, seats, policies, sent_by: sender }) => {
    const earlier = Array.from({ length: IN_A_ROW }, (_, i) => log.actions.get(action - 1 - i)?.past.voided_by);
    const past = { seated: null, came_of_it: earlier.every((by) => isSame(by ?? null, sender)), voided_by: null };
    log.actions.set(action, { number: action, status: "pending", recorded: 0, proposal: null, seats, policies, sent_by: sender, past });
    log.replacing = null;
  },
  "entries": (log, { entries, sent_by: sender }) => {
    const { past } = log.own;
    log.own.recorded += entries.length;
    past.seated = entries.map(seatedBy).filter(Boolean).at(-1) || past.seated;
    if (!isSame(sender, log.own.sent_by) || entries.some(comesOfMove)) past.came_of_it = true;
  },
  "private-revealed": (log) => {
    if (log.action) log.action.past.came_of_it = true;
  },
  "deadline-passed": (log) => {
    if (log.action) log.action.past.came_of_it = true;
  },
  "action-resolved": (log) => (log.own.status = "resolved"),
  "action-voided": (log, { by, replaced_by: next }) => {
    log.own.status = "void";
    log.own.past.voided_by = by;
    if (by === "seats" && next !== null) log.replacing = log.own.proposal?.replacement ?? null;
  },
  "void-proposed": (log, event) => {
    const { reference = null, ...rest } = event.replacement || {};
    const named = event.reference ?? reference;
    const terms = event.replacement ? spelled({ ...rest, reference: isUnknown(named) ? null : named }) : "";
    log.own.proposal = proposed(event.anew ? null : log.own.proposal, event.seat, { terms, replacement: event.replacement ?? null });
  },
  "void-declined": (log) => (log.own.proposal = null),
  "clocks-changed": (log, { left_ms: left, running }) => {
    log.clocks = Object.fromEntries(Object.keys(left).map((seat) => [seat, { left_ms: left[seat], since: running.includes(Number(seat)) ? "now" : null }]));
  },
  "clock-expired": (log, { seat }) => {
    log.clocks = { ...log.clocks, [seat]: { left_ms: 0, since: null } };
    log.fallen = [...log.fallen, seat];
    for (const { past } of log.actions.values()) past.came_of_it = true;
  },
  "clock-switched": (log, { running, by, agreed = null }) => {
    const isRunning = agreed ? log.clock.running : running;
    const isFirst = by === "service" && !isRunning;
    const waits = isFirst || "waits" in log.clock ? { waits: isFirst || (log.clock.waits && !isRunning) } : {};
    log.clock = { ...log.clock, running: isRunning, agreed: agreed || [], ...waits };
  },
  "seeds-revealed": (log, { upto }) => (log.closed_upto = upto),
  "close-proposed": (log, event) => {
    const result = event.result && { ...event.result, note: isUnknown(event.result.note) ? null : event.result.note };
    log.proposal = proposed(event.anew ? null : log.proposal, event.seat, { terms: spelled(result), result, abandon: event.abandon });
  },
  "close-declined": (log) => (log.proposal = null),
  "session-closed": (log) => {
    log.status = "closed";
    log.proposal = null;
  },
  "rematch-offered": (log, { session }) => (log.rematch = session),
  "personal-forgotten": (log, { parts }) => parts.forEach((/** @type {string} */ digest) => log.forgotten.add(digest)),
};

/** What seats propose after one more has; other terms begin anew. @param {any} known @param {number} seat @param {any} terms */
function proposed(known, seat, terms) {
  const isKnown = known && known.terms === terms.terms && known.abandon === terms.abandon;
  return { ...(isKnown ? known : terms), seats: [...(isKnown ? known.seats : []), seat] };
}
