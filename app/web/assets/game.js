// @ts-check
// A game at a seat: the board beside the question, pieces that narrow the choices, the way that was tapped.

import { readAction } from "./actions.js";
import { BoardView, isPlacing, names, narrowed, wayTo } from "./board.js";
import { button } from "./controls.js";
import { at, el } from "./dom.js";
import { moduleOf, styled } from "./books.js";
import { t } from "./text.js";

/** What a player does with the board while a question is open. */
export class Game {
  /**
   * @param {string} id of the session
   * @param {{slug: string, token: () => string | null, painter: (seat: number | null) => string, changed: () => void, answer: (question: any, choice: any) => void}} of
   *   `slug`: of the rulebook; `painter`: the color of a seat
   */
  constructor(id, of) {
    this.of = of;
    this.board = new BoardView(at("board"), id, { before: () => Promise.all([styled("board"), styled(of.slug)]), token: of.token, painter: of.painter, earlier: (back) => this.before(id, back), tapped: (item) => this.tap(item), went: (place) => this.walk(place) });
    /** The last action. @type {any} */
    this.action = null;
    /** @type {any} the question of this browser that is open */
    this.question = null;
    this.asking = "";
    /** @type {string[]} pieces that were tapped for it */
    this.tapped = [];
    /** @type {any} the choice that was tapped on the field, and where the units stand then */
    this.way = null;
    /** Draws choices as figures, once that has come. @type {import("./question.js").Figures | null} */
    this.figures = null;
    this.hasAsked = false;
    /** The event after which the board is shown; 0: as it is now. */
    this.peeked = 0;
    for (const type of ["pointerover", "focusin"]) at("asked").addEventListener(type, (/** @type {any} */ event) => this.touched(event.target));
    for (const type of ["pointerleave", "focusout"]) at("asked").addEventListener(type, () => this.touched(null));
  }

  /** A choice is touched: what it names lights up, and where units would stand is shown. @param {Element | null} target */
  touched(target) {
    const button = /** @type {HTMLElement | null | undefined} */ (target?.closest(".choice[data-choice]"));
    const choice = button ? JSON.parse(button.dataset.choice || "null") : null;
    this.board.light((item) => names(choice, item));
    this.board.ghosts(choice?.path?.at(-1) || this.way?.places || []);
  }

  /** Loads what draws choices as figures, after the first board. */
  async draws() {
    if (this.hasAsked) return;
    this.hasAsked = true;
    const module = await moduleOf(this.of.slug, "choices").catch(() => { this.hasAsked = false; return null; }); // the line is down: with the next board
    this.figures = module?.figures || null;
    if (this.figures && this.question?.choices?.some((/** @type {any} */ each) => this.figures?.(this.question, each))) this.of.changed();
  }

  /** Shows the board as it was after an event, until it is asked for as it is now. @param {number | null} seq */
  peek(seq) {
    this.peeked = seq || 0;
    this.of.changed();
  }

  /** The event before the last move, or before the one before it while that is under way; 0 where there is none. @param {string} id of the session @param {number} back */
  async before(id, back) {
    const { number, status } = this.action || {};
    return number > back && (back === 1 || status === "pending") ? (await readAction(id, number - back, this.of.token())).seq : 0;
  }

  /** Shows the board after an event, with what the question is about held. @param {number} seq @param {any} question @param {any} action the last one */
  async show(seq, question, action) {
    this.action = action;
    const held = this.tapped.at(-1) || question?.context?.group || question?.context?.area || "";
    at("board").classList.toggle("past", this.peeked > 0);
    if (!at("board").childElementCount) at("board").hidden = false; // its room is there before it comes
    await this.board.show(this.peeked || seq, this.peeked ? "" : held);
    this.board.aims(this.peeked || !action ? [] : action.record);
    this.board.mark(new Set(this.tapped));
    if (this.way) this.board.ghosts(this.way.places);
    void this.draws();
  }

  /** Another question begins with nothing tapped. @param {any} question */
  fits(question) {
    const asking = `${question.action}/${question.seen}/${question.seat}`;
    if (asking !== this.asking) [this.asking, this.tapped, this.way, this.peeked] = [asking, [], null, 0];
    this.question = question;
    const items = this.named();
    return items.length ? (/** @type {any} */ choice) => items.every((item) => names(choice, item)) : undefined;
  }

  /** The tapped pieces that choices name. */
  named() {
    return this.tapped.filter((item) => this.question?.choices?.some((/** @type {any} */ each) => names(each.choice, item)));
  }

  /** What stands above the choices. @param {any} question */
  above(question) {
    const items = this.named();
    return [
      items.length > 0 && narrowed(items, () => { this.tapped = []; this.of.changed(); }),
      question.context?.positions?.length > 0 && el("div", { class: "row walk" }, el("span", { class: "hint" }, t(isPlacing(question) ? "board.tap_place" : "board.tap")),
        this.way && button({ key: "walk", kind: "secondary", text: t(isPlacing(question) ? "board.go_place" : "board.go"), do: () => this.of.answer(question, this.way.choice) })),
    ];
  }

  /** A piece was tapped: it narrows the choices to those that name it; once more lets it go. @param {string} item */
  tap(item) {
    const isAgain = this.tapped.includes(item);
    const all = isAgain ? this.tapped.filter((each) => each !== item) : [...this.tapped, item];
    const fit = this.question?.choices?.some((/** @type {any} */ each) => all.every((one) => names(each.choice, one)));
    this.tapped = fit || isAgain ? all : [item];
    this.of.changed();
  }

  /** A place of the field was tapped: the group would go there. @param {{x: number, y: number}} place */
  walk(place) {
    if (!this.question?.context?.positions?.length) return;
    this.way = wayTo(this.question, place);
    this.of.changed();
  }
}
