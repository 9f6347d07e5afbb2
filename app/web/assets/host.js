// @ts-check
// What the host of a session has looked at and done alone, as its log tells: the others see it where they see the session.

import { el } from "./dom.js";
import { parts } from "./text.js";

/**
 * The lines about the host, each with the number of its event.
 * @param {any} session @param {any[]} events @param {(seat: number) => string} nameOf
 */
export function hostLines({ seats, host }, events, nameOf) {
  if (!seats.length) return [];
  /** @param {string} key @param {any} event @param {Record<string, Node>} [values] */
  const line = (key, event, values = {}) => el("li", {}, parts(key, values), " ", el("a", { href: `#at=${event.seq}` }, `(${event.seq})`));
  return events.flatMap((event) => {
    const { type, by, seat, action, reason, result } = event;
    if (type === "seat-looked") return [line("host.looked", event, { name: el("bdi", {}, nameOf(seat)) })];
    if (type === "action-voided" && by === "host") return [line("host.voided", event, { n: el("span", {}, action) })];
    if (type !== "session-closed" || reason === "finished" || !host.closed) return [];
    return [result?.winner ? line("host.closed_won", event, { name: el("bdi", {}, nameOf(result.winner)) }) : line("host.closed", event)];
  });
}
