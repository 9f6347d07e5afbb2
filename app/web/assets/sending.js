// @ts-check
// What changes a table is kept until it is answered, so that it is neither lost with a page nor sent twice.

import { Refusal, get, newKey, post } from "./api.js";
import { at, redraw } from "./dom.js";
import { showRefusal } from "./refusal.js";
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
 * Sends what may be sent whatever others have done meanwhile: where the table has gone on, once more for what it is now.
 * @param {string} table @param {Sent} sent @param {string | null} token
 */
export async function sendFresh(table, sent, token) {
  try {
    await sendOnce(table, sent, token);
  } catch (failure) {
    if (/** @type {any} */ (failure).problem?.code !== "stale") throw failure;
    const { seq } = await get(`/v1/sessions/${table}`, { token });
    await sendOnce(table, { ...sent, body: { ...sent.body, seen: seq }, key: newKey() }, token);
  }
}

/**
 * Where the answer to a question goes, and how: the question tells it.
 * @param {any} question @param {{seen: number, choice?: any, faces?: any[], answers?: any[]}} answer `answers`: in advance, to what a move will ask
 */
export function answerTo(question, { seen, choice, faces, answers }) {
  const { path, member } = question.answer;
  return { path, body: { seen, [member]: faces ?? choice, ...(answers ? { answers } : {}) } };
}

/**
 * Sends again what an earlier page sent and got no answer to.
 * @param {string} table
 * @param {(seat: number | null) => string | null} tokenOf
 * @returns {Promise<boolean>} whether there was anything
 */
export async function sendAgain(table, tokenOf) {
  const sent = /** @type {Sent | null} */ (sentOf(table));
  if (sent) await sendOnce(table, sent, tokenOf(sent.seat));
  return Boolean(sent);
}

/** Sends what a player does, one thing at a time, and says why it was refused. */
export class Sender {
  /** @param {string} table @param {(seat: number | null) => string | null} tokenOf */
  constructor(table, tokenOf) {
    this.table = table;
    this.tokenOf = tokenOf;
    this.isBusy = false;
  }

  /**
   * @param {string} path @param {any} body @param {number | null} seat
   * @param {boolean} [again] also where the table has gone on meanwhile @param {(failure: any) => void} [refused] shows why it was refused
   */
  async send(path, body, seat, again = false, refused = showRefusal) {
    if (this.isBusy) return false;
    this.isBusy = true;
    document.body.classList.add("busy");
    try {
      await (again ? sendFresh : sendOnce)(this.table, { path, body, seat, key: newKey() }, this.tokenOf(seat));
      redraw(at("refusal"));
      return true;
    } catch (failure) {
      refused(failure);
      return false;
    } finally {
      this.isBusy = false;
      document.body.classList.remove("busy");
    }
  }
}
