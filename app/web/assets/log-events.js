// @ts-check
// What each event of a log changes, as far as later events depend on it.

import { isUnknown, spelled } from "./log-values.js";

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
  "action-declared": (log, { action }) => void log.actions.set(action, { number: action, status: "pending", recorded: 0, proposal: null }),
  "entries": (log, { entries }) => (log.own.recorded += entries.length),
  "action-resolved": (log) => (log.own.status = "resolved"),
  "action-voided": (log) => (log.own.status = "void"),
  "void-proposed": (log, event) => {
    const { reference = null, ...rest } = event.replacement || {};
    const named = event.reference ?? reference;
    const terms = event.replacement ? spelled({ ...rest, reference: isUnknown(named) ? null : named }) : "";
    log.own.proposal = proposed(event.anew ? null : log.own.proposal, event.seat, { terms });
  },
  "void-declined": (log) => (log.own.proposal = null),
  "clocks-changed": (log, { left_ms: left, running }) => {
    log.clocks = Object.fromEntries(Object.keys(left).map((seat) => [seat, { left_ms: left[seat], since: running.includes(Number(seat)) ? "now" : null }]));
  },
  "clock-expired": (log, { seat }) => (log.clocks = { ...log.clocks, [seat]: { left_ms: 0, since: null } }),
  "clock-switched": (log, { running, agreed = null }) => (log.clock = { ...log.clock, running: agreed ? log.clock.running : running, agreed: agreed || [] }),
  "seeds-revealed": (log, { upto }) => (log.closed_upto = upto),
  "close-proposed": (log, event) => {
    const result = event.result && { ...event.result, note: isUnknown(event.result.note) ? null : event.result.note };
    log.proposal = proposed(event.anew ? null : log.proposal, event.seat, { terms: spelled(result), abandon: event.abandon });
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
  const isKnown = known && spelled({ ...known, seats: null }) === spelled({ ...terms, seats: null });
  return { ...terms, seats: [...(isKnown ? known.seats : []), seat] };
}
