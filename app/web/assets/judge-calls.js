// @ts-check
// Whether a judge was called to a table, as the log tells it.

import { eventsOf } from "./api.js";

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
    try {
      for await (const { seq, type, wanted } of eventsOf(this.id, { token, after: this.read })) {
        this.read = seq;
        if (type === "judge-called") this.isCalled = wanted;
      }
    } catch {
      // it is read with the next news
    }
  }
}
