// @ts-check
// What the service says of a setup that is chosen where a table is opened: what is played with it, or what is wrong.

import { post } from "./api.js";
import { Checking } from "./checking.js";
import { el, redraw } from "./dom.js";
import { whyNot } from "./handing.js";

/** Asks about a setup once, and tells it in a place of the page. */
export class Asking {
  /** @param {() => void} changed something is known of the setup */
  constructor(changed) {
    this.changed = changed;
    this.host = el("div", { "data-told": "", role: "status" });
    /** @type {any} what the service answered about the setup; null while it has not, or has refused it */
    this.said = null;
    /** @type {string | null} what was asked about last */
    this.asked = null;
    this.checking = new Checking((/** @type {string} */ order) => this.ask(order));
  }

  /** Another setup is chosen. @param {string} ruleset @param {any} body null: none that is asked about */
  about(ruleset, body) {
    const order = body && JSON.stringify([ruleset, body]);
    if (order === this.asked) return;
    [this.asked, this.said] = [order, null];
    this.tell([]);
    if (order) this.checking.want(order);
    else this.checking.leave();
  }

  /** @param {string} order @returns {Promise<() => void>} */
  async ask(order) {
    const [ruleset, body] = JSON.parse(order);
    try {
      const said = await post(`/v1/rulesets/${ruleset}/setups`, body);
      return () => {
        this.said = said;
        this.tell([said.text]);
        this.changed();
      };
    } catch (failure) {
      return () => this.tell(whyNot(failure));
    }
  }

  /** What holds for several seats is told once. @param {string[]} lines */
  tell(lines) {
    redraw(this.host, [...new Set(lines)].map((line) => el("p", { class: "hint" }, line)));
  }
}
