// @ts-check
// What an overlay shows some seconds late: each event waits until its time has come.

import { get } from "./api.js";

/** @typedef {{id: string, seq: number, session: any, due: number}} Shown a session after an event, and when it is shown */

/**
 * What of a session that is seen for the first time is due now, and what will be: the log says when each event was.
 * @param {any} session @param {number} delay in milliseconds
 * @returns {Promise<Shown[]>}
 */
export async function dueOf(session, delay) {
  const now = Date.now();
  const whole = { id: session.id, seq: session.seq, session, due: now };
  if (!delay) return [whole];
  const log = await get(`/v1/sessions/${session.id}/events?after=${Math.max(0, session.seq - 200)}&limit=200`);
  const shift = now - (await serverTime());
  const all = log.items.map((/** @type {any} */ { seq, event }) => ({ ...whole, seq, session: seq < session.seq ? { ...session, result: null } : session, due: Date.parse(event.at) + shift + delay }));
  const past = all.filter((/** @type {Shown} */ each) => each.due <= now).slice(-1);
  return [...(past.length ? past : all.slice(0, 1).map((/** @type {Shown} */ each) => ({ ...each, due: now }))), ...all.filter((/** @type {Shown} */ each) => each.due > now)];
}

/** The time at the service: the clock here may go otherwise. */
async function serverTime() {
  const answer = await fetch(`${document.documentElement.dataset.root || ""}/v1`, { cache: "no-store" });
  return Date.parse(answer.headers.get("Date") || "") || Date.now();
}
