// @ts-check
// The next attack of a series: its form, and who attacks.

import { segments } from "./controls.js";
import { at, redraw } from "./dom.js";
import { draftOf, keepDraft } from "./drafts.js";
import { continued } from "./situation.js";
import { t } from "./text.js";

/** The form of the next attack at a table. */
export class Series {
  /** @param {any} details @param {any} form @param {number} attacker the seat that attacks at first */
  constructor(details, form, attacker) {
    this.details = details;
    this.form = form;
    this.attacker = attacker;
    this.situation = structuredClone(details.examples[0]);
    /** The attack after which the form has been set. */
    this.after = 0;
    /** What was set when the page was left. @type {{situation: any, attacker: number, after: number} | null} */
    this.left = draftOf("series");
    this.takeUp();
    keepDraft("series", () => ({ situation: this.situation, attacker: this.attacker, after: this.after }));
  }

  /** Goes on with what was set before the page was loaded again, unless there was an attack since. */
  takeUp() {
    if (this.left?.after !== this.after) return;
    ({ situation: this.situation, attacker: this.attacker } = this.left);
    this.left = null;
  }

  /** Goes on with what an attack has left. @param {any} action */
  goOn(action) {
    this.after = action.number;
    if (action.outcome?.after && !this.form.isOver?.(action.outcome)) {
      this.situation = continued(action.situation, action.outcome.after);
      this.form.again?.(this.situation);
    }
    this.takeUp();
  }

  /** @param {any} session @param {number[]} mine the seats of this browser */
  draw(session, mine) {
    const again = () => this.draw(session, mine);
    const sides = session.seats.every((/** @type {any} */ seat) => seat.side);
    const who = mine.length > 1 && !sides && segments({ key: "who", label: t("play.attacks"), value: this.attacker, options: session.seats.map((/** @type {any} */ seat) => ({ value: seat.seat, text: seat.name })), set: (seat) => { this.attacker = seat; again(); } });
    redraw(at("form"), who, this.form.show({ situation: this.situation, details: this.details, changed: again, refresh: again }));
  }

  /** The attack with its seats: where the situation names sides, the seat that has it attacks. @param {any} session */
  order(session) {
    const side = this.situation.firing_side;
    const bySide = session.seats.find((/** @type {any} */ seat) => seat.side && seat.side === side);
    const attacker = bySide ? bySide.seat : this.attacker;
    const defender = session.seats.find((/** @type {any} */ each) => each.seat !== attacker).seat;
    return { situation: this.situation, session_id: session.id, seats: { attacker, defender } };
  }
}
