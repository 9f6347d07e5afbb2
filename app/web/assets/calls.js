// @ts-check
// Whether a judge was called to a table, as the log tells it.

import { get } from "./api.js";

/** What is known of the calls at a table. */
export class Calls {
  /** @param {string} id of the session */
  constructor(id) {
    this.id = id;
    this.read = 1;
    this.isCalled = false;
  }

  /** Reads what the log has told since. @param {string | null} token */
  async look(token) {
    const log = await get(`/v1/sessions/${this.id}/events?after=${this.read}&limit=200`, { token }).catch(() => ({ items: [] }));
    for (const { seq, type, event } of log.items) {
      this.read = seq;
      if (type === "judge-called") this.isCalled = event.wanted;
    }
  }
}
