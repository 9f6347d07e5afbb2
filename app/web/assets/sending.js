// @ts-check
// What changes a table is kept until it is answered, so that it is neither lost with a page nor sent twice.

import { Refusal, post } from "./api.js";
import { keepSent, sentOf } from "./store.js";

/** @typedef {{path: string, body: any, seat: number | null, key: string}} Sent */

/** @param {string} table @param {Sent} sent @param {string | null} token */
export async function sendOnce(table, sent, token) {
  keepSent(table, sent);
  try {
    await post(sent.path, sent.body, { token, key: sent.key });
    keepSent(table, null);
  } catch (failure) {
    if (failure instanceof Refusal) keepSent(table, null);
    throw failure;
  }
}

/**
 * Sends again what an earlier page sent and got no answer to.
 * @param {string} table
 * @param {(seat: number | null) => string | null} tokenOf
 */
export async function sendAgain(table, tokenOf) {
  const sent = /** @type {Sent | null} */ (sentOf(table));
  if (sent) await sendOnce(table, sent, tokenOf(sent.seat));
}
