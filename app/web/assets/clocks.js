// @ts-check
// The clocks of players, where a table has them: counted on between the events, and said to their player as they run out.

import { button } from "./controls.js";
import { el, redraw, say } from "./dom.js";
import { language, parts, t } from "./text.js";
import { SAID, sayLeft } from "./until.js";

const AND = new Intl.ListFormat(language, { type: "conjunction" });

/** A time as a clock shows it, begun seconds as whole ones. @param {number} ms */
function spelled(ms) {
  const all = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n % 60).padStart(2, "0");
  const minutes = Math.floor(all / 60);
  return minutes < 60 ? `${minutes}:${two(all)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(all)}`;
}

/** What an opening asks for where the form has minutes for the clocks. @param {HTMLFormElement} form */
export function clockIn({ elements }) {
  const { minutes, increment, flag } = /** @type {any} */ (elements);
  return minutes.value ? { clock: { seconds: Number(minutes.value) * 60, increment: Number(increment.value), flag: flag.value } } : {};
}

/** What a seat may do with the clocks, once they have begun and nobody has proposed it yet. @param {any} session @param {(path: string, body: any) => void} send */
export function halting({ clock }, send) {
  if (!clock || clock.waits || clock.agreed.length) return null;
  return button({ key: "halt", text: t(clock.running ? "clock.halt" : "clock.go_on"), do: () => send("/clock", { running: !clock.running }) });
}

/** The clocks of a table on its page. */
export class Clocks {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** What was told of each clock, and when on this device it had so much. @type {Map<string, {left_ms: number, since: string | null, from: number}>} */
    this.told = new Map();
    this.timer = 0;
    /** @type {string[]} the seats of this browser, to whom it is said */
    this.mine = [];
    /** Seconds that were left to the player when it was last looked. */
    this.before = 0;
    /** The line that says that they stand, and then that they run: it stays until somebody moves, so that nothing jumps. @type {{height: number, moves: number} | null} */
    this.began = null;
    this.waited = false;
  }

  /**
   * @param {any} session @param {number[]} mine @param {(seat: number) => string} name
   * @param {(() => void) | null} [start] lets them run though somebody is missing; null: who looks may not
   */
  show({ clock, clocks, actions, status }, mine, name, start = null) {
    if (!clocks) return;
    const moves = actions.resolved + actions.pending + actions.void;
    if (clock.running && this.waited) {
      this.began = { height: this.note?.getBoundingClientRect().height || 0, moves };
      say(t("clock.began"));
    }
    if (this.began && (this.began.moves !== moves || !clock.running || status !== "open")) this.began = null;
    this.waited = Boolean(clock.waits);
    for (const [seat, { left_ms, since }] of Object.entries(clocks)) {
      const known = this.told.get(seat);
      if (known && known.left_ms === left_ms && known.since === since) continue;
      const age = since && !known ? Math.max(0, Date.now() - Date.parse(since)) : 0; // what comes while one looks has just been
      this.told.set(seat, { left_ms, since, from: performance.now() - age });
    }
    this.mine = mine.map(String);
    this.before = this.mineLeft() ?? 0;
    redraw(this.host, Object.keys(clocks).map((seat) => el("li", {}, el("button", { type: "button", class: "quiet clock", "data-seat": seat, "data-key": `clock/${seat}`, onclick: () => say(this.text(seat, name)) },
      el("bdi", {}, name(Number(seat))), " ", el("b", {})))), status === "open" && this.line(clock, Object.keys(clocks).map(Number), name, start));
    this.host.hidden = false;
    this.tick();
    clearInterval(this.timer);
    if (this.running.length) this.timer = window.setInterval(() => this.tick(), 250);
  }

  /** The line below the clocks, if there is one. @returns {HTMLElement | null} */
  get note() {
    return this.host.querySelector(".note");
  }

  /** Why they stand, or that they have begun. @param {any} clock @param {number[]} players @param {(seat: number) => string} name @param {(() => void) | null} start */
  line({ running, waits, agreed }, players, name, start) {
    if (running && !this.began) return null;
    const missing = players.filter((seat) => !agreed.includes(seat) && !this.mine.includes(String(seat))).map(name);
    const stand = () => (missing.length ? parts("clock.waits", { names: el("bdi", {}, AND.format(missing)) }) : t("clock.waits_start"));
    const note = el("li", { class: "hint note" }, el("span", {}, running ? t("clock.began") : waits ? stand() : t("clock.halted")), waits && start && button({ key: "start-clocks", kind: "secondary", text: t("clock.start"), do: start }));
    if (this.began) note.style.minHeight = `${this.began.height}px`;
    return note;
  }

  /** The seats whose clocks run. */
  get running() {
    return [...this.told].filter(([, { since }]) => since).map(([seat]) => seat);
  }

  /** Milliseconds that are left. @param {string} seat */
  left(seat) {
    const told = this.told.get(seat);
    return told ? Math.max(0, told.left_ms - (told.since ? performance.now() - told.from : 0)) : 0;
  }

  /** Seconds that are left to the player of this browser while the clock runs; undefined while it does not. */
  mineLeft() {
    const seat = this.running.find((each) => this.mine.includes(each));
    return seat === undefined ? undefined : this.left(seat) / 1000;
  }

  /** @param {string} seat @param {(seat: number) => string} name */
  text(seat, name) {
    return `${name(Number(seat))}: ${this.told.get(seat)?.left_ms ? spelled(this.left(seat)) : t("clock.over")}`;
  }

  tick() {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.host.querySelectorAll(".clock"))) {
      const seat = place.dataset.seat || "";
      const isOver = !this.told.get(seat)?.left_ms;
      place.classList.toggle("runs", this.running.includes(seat));
      place.classList.toggle("short", !isOver && this.left(seat) <= 60_000);
      /** @type {HTMLElement} */ (place.lastChild).textContent = isOver ? t("clock.over") : spelled(this.left(seat));
    }
    const now = this.mineLeft();
    if (now === undefined) return;
    const reached = SAID.filter((left) => now <= left && this.before > left).at(-1);
    if (reached) sayLeft(reached);
    this.before = Number(now);
  }
}
