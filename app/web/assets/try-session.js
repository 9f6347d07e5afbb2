// @ts-check
// The sessions in which a page tries attacks: opened with the first one, and gone on with while this tab is open.

import { get, newKey, post } from "./api.js";
import { apiKey } from "./key.js";
import { keepInTab, ofTab } from "./store.js";

/** How many sessions are remembered: stories that Back leads to are told with their tokens. */
const MANY = 20;

/** @typedef {{id: string, host: string | null, commitment: string | null, about: string}} Trial
 *   `about`: where its dice come from, and its options, which are fixed in a session */

/** The sessions of a rulebook that this tab has opened. */
export class Trials {
  /** @param {string} slug */
  constructor(slug) {
    this.slug = slug;
    /** @type {Trial[]} the newest last */
    this.all = ofTab(`try:${slug}`) || [];
  }

  /** The session that is open for such attacks; null while there is none. @param {"service" | "physical"} source @param {any} options @returns {Trial | null} */
  open(source, options) {
    const about = JSON.stringify([source, options]);
    return this.all.filter((each) => each.about === about).pop() || null;
  }

  /** @param {Trial[]} all */
  keep(all) {
    this.all = all.slice(-MANY);
    keepInTab(`try:${this.slug}`, this.all);
  }

  /**
   * Makes an attack in the session for such attacks, which is opened where there is none, or none any more.
   * @param {any} order the attack without its session @param {"service" | "physical"} source @param {any} options
   */
  async attack(order, source, options) {
    const base = `/v1/rulesets/${this.slug}`;
    const known = this.open(source, options);
    const send = async (/** @type {Trial} */ trial) => ({ trial, action: await post(`${base}/attacks`, { ...order, session_id: trial.id }, { token: trial.host, key: newKey() }) });
    if (known) {
      try {
        return await send(known);
      } catch (failure) {
        if (!["not-found", "token-invalid", "session-closed"].includes(/** @type {any} */ (failure).problem?.code)) throw failure;
        this.keep(this.all.filter((each) => each !== known));
      }
    }
    const session = await post(`${base}/sessions`, { kind: "series", visibility: "unlisted", options, dice: { source } }, { token: apiKey() });
    const trial = { id: session.id, host: session.tokens.host, commitment: session.fairness.commitment, about: JSON.stringify([source, options]) };
    this.keep([...this.all, trial]);
    return send(trial);
  }

  /**
   * An attack that was made before, with the session in which it was.
   * @param {string} id @param {string} number
   * @returns {Promise<{trial: Trial, action: any}>}
   */
  async find(id, number) {
    const own = this.all.find((each) => each.id === id);
    const action = await get(`/v1/sessions/${encodeURIComponent(id)}/actions/${encodeURIComponent(number)}`, { token: own?.host });
    return { trial: own || { id, host: null, commitment: null, about: "" }, action };
  }
}
