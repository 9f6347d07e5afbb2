// @ts-check
// Steps of work that can be taken back and done again.

import { el } from "../dom.js";
import { t } from "../text.js";

const MOST = 200;

/** What was made so far, step by step; each step is kept whole, as text. */
export class Steps {
  /** @param {any} made what the work begins with */
  constructor(made) {
    this.now = JSON.stringify(made);
    /** @type {string[]} */
    this.before = [];
    /** @type {string[]} */
    this.after = [];
  }

  /** A step was made; one that changes nothing is none. @param {any} made */
  add(made) {
    const next = JSON.stringify(made);
    if (next === this.now) return;
    this.before = [...this.before, this.now].slice(-MOST);
    this.after = [];
    this.now = next;
  }

  /** What was there before the last step; null where there was none. @returns {any} */
  back() {
    return this.go(this.before, this.after);
  }

  /** What was taken back last; null where nothing was. @returns {any} */
  again() {
    return this.go(this.after, this.before);
  }

  /** @param {string[]} from @param {string[]} to @returns {any} */
  go(from, to) {
    const next = from.pop();
    if (next === undefined) return null;
    to.push(this.now);
    this.now = next;
    return JSON.parse(next);
  }
}

/** @typedef {import("./common.js").Form & {options?: any}} Form */

/** The page around a form, so that its parts can be handed on one by one. @param {Form} page @returns {Form} */
export const held = (page) => ({
  setup: page.setup, options: page.options, details: page.details, answer: page.answer, changed: () => page.changed(),
  typed: () => page.typed(), refresh: () => page.refresh(), become: (setup) => page.become(setup),
  faults: (place, isDeep, called) => page.faults(place, isDeep, called),
});

/**
 * The buttons that take steps back, for one form; Ctrl+Z does the same where nobody types.
 * @returns {(form: Form, place: string) => any} the buttons for a place on the form
 */
export function historyOf() {
  /** @type {Steps | null} */
  let steps = null;
  /** @type {any} */
  let shown = null;
  const go = (/** @type {"back" | "again"} */ way) => {
    const made = steps?.[way]();
    if (made) shown.become(made);
  };
  addEventListener("keydown", (event) => {
    const isTyping = /** @type {Element} */ (event.target).matches?.("input[type=text], textarea");
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    go(event.shiftKey ? "again" : "back");
  });
  return (form, place) => {
    shown = form;
    if (steps) steps.add(form.setup);
    else steps = new Steps(form.setup);
    const tool = (/** @type {"back" | "again"} */ way, /** @type {any[]} */ left) => el("button", {
      type: "button", class: "quiet", "data-key": `${place}/${way}`, "aria-disabled": left.length ? null : "true",
      onclick: () => go(way),
    }, t(`undo.${way}`));
    return el("div", { class: "row undoing" }, tool("back", steps.before), tool("again", steps.after));
  };
}
