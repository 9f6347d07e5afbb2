// @ts-check
// What leads through the record of a session: the slider, one step at a time, the list of moves, and keys; or all of it, move by move.

import { effectOf } from "./actions.js";
import { eventsOf } from "./api.js";
import { fold } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { numbersIn } from "./places.js";
import { t } from "./text.js";

/** How long each move is shown, in milliseconds. */
const MS = 1200;
/** The keys that show another move, and how many moves on it is. @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };
/** What uses these keys itself. */
const OWN = "input, textarea, select, [tabindex='0']";

/** What an action was, by its events as the service tells them. @param {any[]} events of the action */
function gistOf(events) {
  const record = events.flatMap(({ type, entries }) => (type === "entries" ? entries : []));
  const text = events.find(({ type }) => type === "action-resolved")?.text || "";
  return { text: (record.length && effectOf({ record, text })) || text, isVoid: events.some(({ type }) => type === "action-voided") };
}

/** The way through a record. */
export class Replay {
  /** @param {any} session @param {string | null} token @param {(number: number) => void} shows goes to the end of an action; 0: before the first */
  constructor({ id, kind }, token, shows) {
    const isGame = kind === "game";
    this.id = id;
    this.token = token;
    this.called = isGame ? "move" : "action";
    this.shows = shows;
    /** @type {any[]} */
    this.events = [];
    /** The events with sentences, as far as the list has needed them. @type {any[]} */
    this.worded = [];
    this.reading = Promise.resolve();
    this.playing = 0;
    this.list = fold("moves", t(isGame ? "session.all_moves" : "session.all_actions"));
    this.list.addEventListener("toggle", () => this.lists());
    at("moves").append(this.list);
    at("place").addEventListener("input", (/** @type {any} */ event) => this.move(Number(event.target.value)));
    at("play").addEventListener("click", () => this.play());
    for (const [key, by] of /** @type {[string, number][]} */ ([["step-back", -1], ["step-on", 1]])) at(key).addEventListener("click", () => this.move(this.step + by));
    addEventListener("keydown", (event) => this.pressed(event));
  }

  /** The numbers of the actions. */
  get numbers() { return numbersIn(this.events); }

  /** The place of the action that is shown among all, from 1; 0 before the first. */
  get step() { return Number(at("place").value); }

  /** @param {number} step the place of an action among all, from 1; 0 before the first */
  move(step) {
    this.shows(this.numbers[Math.min(step, this.numbers.length) - 1] || 0);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = KEYS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || /** @type {Element} */ (event.target).closest(OWN)) return;
    event.preventDefault();
    this.move(this.step + by);
  }

  /** Shows each move for a moment, from the first where the last one is shown; once more, it stops. */
  play() {
    const isLast = () => this.step >= this.numbers.length;
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else {
      if (isLast()) this.move(0);
      this.playing = window.setInterval(() => (isLast() ? this.play() : this.move(this.step + 1)), MS);
    }
    at("play").setAttribute("aria-pressed", String(Boolean(this.playing)));
  }

  /** The record has grown. @param {any[]} events @param {boolean} isOpened what was hidden is shown from now on */
  news(events, isOpened) {
    this.events = events;
    if (isOpened) this.worded = [];
    at("place").max = this.numbers.length;
    this.lists();
  }

  /** Says which action is shown. @param {number} number 0 before the first @param {any} action */
  says(number, action) {
    const step = this.numbers.indexOf(number) + 1;
    const what = number ? action?.text || action?.pending?.text || "" : t("session.before");
    at("place").value = step;
    at("place").setAttribute("aria-valuetext", number ? `${t(`session.${this.called}`, { n: number })}: ${what}` : what);
    redraw(at("where"), number ? t(`session.${this.called}_of`, { n: step, all: this.numbers.length }) : t("session.before"));
    this.marks();
  }

  /** Lists the moves, while the list is open. */
  lists() {
    if (this.list.open) this.reading = this.reading.then(() => this.read()).then(() => this.draw(), () => {}); // the line is down: with the next news
  }

  /** Reads the sentences of what is new. */
  async read() {
    const { worded } = this;
    for await (const event of eventsOf(this.id, { token: this.token, after: worded.length, texts: true })) worded.push(event);
  }

  draw() {
    /** @type {Map<number, any[]>} */
    const own = new Map(this.numbers.map((number) => [number, []]));
    for (const event of this.worded) own.get(event.action)?.push(event);
    redraw(/** @type {HTMLElement} */ (this.list.lastElementChild), el("ol", { class: "move-list" }, [...own].map(([number, events], place) => {
      const { text, isVoid } = gistOf(events);
      return el("li", {}, el("button", { type: "button", "data-key": `move/${number}`, onclick: () => this.shows(number) },
        el("span", { class: "hint" }, place + 1), el(isVoid ? "s" : "span", {}, text), isVoid && el("span", { class: "hint" }, t("session.is_void"))));
    })));
    this.marks();
  }

  /** Marks the move that is shown in the list, and scrolls the list to it. */
  marks() {
    const lines = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("li button")]);
    lines.forEach((line, place) => (place + 1 === this.step ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
    const list = /** @type {HTMLElement | null} */ (this.list.querySelector(".move-list"));
    const line = lines[this.step - 1];
    if (list && line) list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.clientHeight) / 2;
  }
}
