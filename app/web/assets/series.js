// @ts-check
// The next attack of a series: its form, and who attacks.

import { segments } from "./controls.js";
import { at, redraw } from "./dom.js";
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
  }

  /** Goes on with what an attack has left. @param {any} action */
  goOn(action) {
    if (!action.outcome?.after || this.form.isOver?.(action.outcome)) return;
    this.situation = continued(action.situation, action.outcome.after);
    this.form.again?.(this.situation);
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
