// @ts-check
// A table is opened: asked for again with the same key where the answer gets lost, held, and shown.

import { linked, newKey, post } from "./api.js";
import { at } from "./dom.js";
import { apiKey } from "./key.js";
import { hold, keepSent, sentOf } from "./store.js";
import { word } from "./text.js";

/**
 * A seat where each player has a phone: this one has a token of the first alone, and so never shows what the others may see.
 * Nobody claims a seat that the service plays.
 */
const claimed = (/** @type {any} */ { policies }) => (/** @type {any} */ seat, /** @type {number} */ place) =>
  ({ ...seat, unclaimed: place > 0 && !policies?.[place + 1] });

/** Says beside the names of the first two players which side each plays, where the rulebook has sides. @param {(string | null)[]} sides */
export function showSides(sides) {
  for (const seat of [1, 2]) {
    const side = sides[seat - 1];
    at(`side-${seat}`).textContent = side ? word("side", side) : "";
  }
}

/**
 * Opens a table, and leads to its page.
 * @param {string} ruleset @param {any} table @param {{one: boolean, done?: () => void, list?: any}} of
 *   `one`: one phone goes round; `done`: what is to be done once it is open; `list`: what the first seat brings
 */
export async function openTable(ruleset, table, { one, done, list }) {
  const body = one ? table : { ...table, host: false, take_back: "free", seats: table.seats.map(claimed(table)) };
  // the key is kept before it is sent: an answer that gets lost is asked for again with it
  const before = sentOf("opening");
  const isAgain = before && JSON.stringify([before.ruleset, before.body]) === JSON.stringify([ruleset, body]);
  const order = isAgain ? before : { ruleset, body, key: newKey() };
  keepSent("opening", order);
  const session = await post(`/v1/rulesets/${ruleset}/sessions`, body, { key: order.key, token: apiKey() });
  const { seats: all, host } = session.tokens;
  const seats = Object.fromEntries(Object.entries(all).filter(([seat]) => !table.policies?.[seat]));
  hold(session.id, { ruleset, seats, host, one, opened: true, commitment: session.fairness.commitment });
  if (list) await post(`/v1/sessions/${session.id}/seats/1/list`, { list }, { token: seats[1] });
  keepSent("opening", null);
  done?.();
  location.assign(linked(`/play/${session.id}`));
}
