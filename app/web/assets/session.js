// @ts-check
// A session: its story event by event, and the check of its dice, which trusts nobody.

import { Refusal, eventsOf, follow, get, getText, root } from "./api.js";
import { keepAddress } from "./address.js";
import { BoardView } from "./board.js";
import { Curve, courseOf, mattered } from "./curve.js";
import { at, el, redraw } from "./dom.js";
import { colorOf, marked } from "./draw.js";
import { hostLines } from "./host.js";
import { offerSetup } from "./keeping.js";
import { luckLines } from "./luck.js";
import { firstRead, resultOf } from "./opened.js";
import { addressOf, endOf, lineOf, numbersIn, placeIn } from "./places.js";
import { Replay } from "./replay.js";
import { heldOf, seenOf } from "./store.js";
import { wholeStory } from "./story.js";
import { language, t, word } from "./text.js";

const id = document.body.dataset.session || "";
const held = heldOf(id);
/** A phone that goes round shows what everybody may see: nobody knows who looks. */
const token = held ? (!held.one && Object.values(held.seats)[0]) || held.host : null;
const all = new Set();
const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
/** The action that the address asks for: a result that somebody shared. */
const asked = new URLSearchParams(location.search).get("action");

class Page {
  /** @param {any} session */
  constructor(session) {
    this.session = session;
    /** @type {any} */ this.details = null; // the ruleset; it is there before anything is shown
    /** @type {any[]} */ this.events = [];
    /** @type {Map<number, any>} */ this.actions = new Map();
    /** @type {import("./places.js").Place} */
    this.place = { number: 0, line: 0, seq: 0, isWhole: false };
    this.curve = new Curve(at("curve"), { went: (line) => this.step(line) });
    /** @type {Map<any, Promise<import("./curve.js").Course | null>>} */
    this.courses = new Map();
    /** @type {import("./verify.js").Checked | null} the record, once it is checked */
    this.checked = null;
    /** The place that the address wants, until it is reached. */ this.sought = location.hash || (asked ? `#move=${asked}` : "");
    this.replay = new Replay(session, token, (number) => void this.go(endOf(this.events, number)));
    this.board = session.kind === "game" ? new BoardView(at("board"), id, { token: () => token, painter: (seat) => (seat ? colorOf(this.session, seat) : ""), earlier: async (back) => this.before(back), tapped: (item) => { this.held = this.held === item ? "" : item; void this.board?.show(this.place.seq, this.held); } }) : null;
    this.held = "";
    this.early = { events: /** @type {any[]} */ ([]), newest: /** @type {any} */ (null) }; // what was read beside the session
    /** @type {import("./judge.js").Judge | null} */
    this.judge = null;
  }

  /** @param {{etag: string, details: any, events: any[], newest: any}} first what was read with the session */
  async start({ etag, details, ...early }) {
    Object.assign(this, { details, early });
    if (held?.host && !Object.keys(held.seats).length) {
      const { Judge } = await import("./judge.js");
      this.judge = new Judge(at("judge"), id, held.host);
      at("judge").hidden = false;
    }
    addEventListener("hashchange", () => void this.go(placeIn(this.events, location.hash) || this.end()));
    at("check").addEventListener("click", () => void this.check());
    document.body.classList.add("ready");
    await this.news(this.session);
    await follow(`/v1/sessions/${id}`, { token, etag, signal: new AbortController().signal, seen: (session) => void this.news(session), here: (online) => at("line").toggleAttribute("hidden", online) });
  }

  /** @param {any} session */
  async news(session) {
    const isOpened = session.status === "closed" && this.session.status === "open"; // what was hidden is shown from now on
    if (isOpened) {
      this.actions.clear();
      this.board?.forget();
    }
    this.session = session;
    const wasLast = this.isLast;
    const before = this.events.length;
    for (const { type, event } of this.early.events.splice(0)) this.events[event.seq - 1] = { ...event, type };
    if (this.events.length < session.seq) for await (const event of eventsOf(id, { token, after: this.events.length })) this.events[event.seq - 1] = event; // twice where news came meanwhile
    if (this.events.length > before) { // what was checked is no longer all that is shown
      this.checked = null;
      redraw(at("verdict"));
    }
    const changed = new Set(this.events.slice(this.place.seq).map((event) => event.action).filter(Boolean));
    for (const number of changed) this.actions.delete(number);
    this.replay.news(this.events, isOpened);
    this.head();
    this.judge?.news(session);
    const sought = placeIn(this.events, this.sought);
    this.sought = "";
    if (wasLast || sought) await this.go(sought || this.end());
    void this.luck();
  }

  /** The end of the record so far. */
  end() {
    return endOf(this.events, numbersIn(this.events).at(-1) || 0);
  }

  /** The event before the action that is shown, or before the one before it; 0 where there is none. @param {number} back */
  before(back) {
    const number = numbersIn(this.events).filter((each) => each < this.place.number).at(-back);
    return number ? endOf(this.events, number).seq : 0;
  }

  head() {
    const { seats, status, fairness, actions, result } = this.session;
    const score = (/** @type {number} */ seat) => result?.scores?.[seat];
    redraw(at("players"), seats.map((/** @type {any} */ seat) => el("li", { class: result?.winner === seat.seat ? "turn" : "" }, marked(this.session, seat, t("play.seat", { n: seat.seat })), seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), score(seat.seat) !== undefined && ` ${score(seat.seat)}`)));
    redraw(at("about"), [t(`session.${status}`), t(this.board ? "tables.moves" : "home.actions", { count: actions.resolved }), t(`session.label_${fairness.label}`), ...resultOf(this.session), date.format(new Date(this.session.created_at))].join(" · "));
    redraw(at("host"), hostLines(this.session, this.events, (seat) => seats[seat - 1]?.name || t("play.seat", { n: seat })));
    at("seat-link").hidden = !Object.keys(held?.seats || {}).length || status !== "open";
  }

  /** Shows the session at a place of its record. @param {import("./places.js").Place} place */
  async go(place) {
    this.place = place;
    const { number, seq } = place;
    keepAddress(addressOf(this.events, place));
    const shown = number ? this.board?.show(seq, this.held) : void (at("board").hidden = true); // there is none before
    const action = number ? await this.action(number) : null;
    if (!this.curve.action) await shown; // what stands below the first board would move
    if (this.place !== place) return;
    this.replay.says(number, action);
    this.board?.aims(action?.record.slice(0, place.line) || []);
    if (!action) return this.shows(null, null);
    this.judge?.show(this.session, action);
    if (this.curve.action !== action) this.shows(action, null);
    else if (this.curve.line !== place.line) this.curve.show(action, this.curve.course, place.line);
    this.tell(action);
    const course = await this.course(action);
    if (this.place.number === number && this.curve.action === action && course !== this.curve.course) {
      this.shows(action, course);
      this.tell(action);
    }
  }

  /** @param {any} action @param {import("./curve.js").Course | null} course */
  shows(action, course) {
    this.curve.show(action, course, this.place.line);
    if (!action) redraw(at("story"));
  }

  /** An action as it is now. @param {number} number */
  async action(number) {
    if (!this.actions.has(number)) {
      const read = this.early.newest?.number === number && this.early.newest;
      this.early.newest = null;
      this.actions.set(number, read || await get(`/v1/sessions/${id}/actions/${number}`, { token }));
      void this.compare();
    }
    return this.actions.get(number);
  }

  /** How an attack turned; in a game that goes on nobody may be told. @param {any} action */
  async course(action) {
    const isDecided = action.record.some((/** @type {any} */ { kind }) => kind === "rolled") && (action.kind === "attack" || (this.session.status === "closed" && (action.outcome?.attack || action.outcome?.fire)));
    if (!isDecided) return null;
    if (!this.courses.has(action)) this.courses.set(action, courseOf(action, token));
    return this.courses.get(action) || null;
  }

  /** The story of the action that is seen, as far as its lines are told. @param {any} action */
  tell(action) {
    const { line, isWhole } = this.place;
    const voiding = isWhole && this.events.find((each) => each.type === "action-voided" && each.action === action.number && each.seq <= this.place.seq);
    const then = { ...action, record: action.record.slice(0, line), status: voiding ? "void" : isWhole && action.status !== "pending" ? "resolved" : "pending" };
    redraw(at("story"), el("h2", {}, t(this.board ? "session.move" : "session.action", { n: action.number })),
      wholeStory(then, this.details.rules, all, this.session, voiding?.reason || null, { mattered: mattered(action, this.curve.course), whole: !isWhole && action.status !== "pending" }),
      action.status === "pending" && this.isLast && el("p", { class: "waiting" }, action.pending?.text || action.text));
  }

  get isLast() {
    return this.place.seq >= this.events.length;
  }

  /** The reader goes to a line of the action that is seen. @param {number} line */
  step(line) {
    const { number } = this.place;
    void this.go(line >= this.curve.action.record.length ? endOf(this.events, number) : lineOf(this.events, number, Math.max(line, 1)));
  }

  async luck() {
    const told = await luckLines(this.session, token);
    redraw(at("luck"), told);
    at("luck-title").textContent = t(this.session.status === "closed" ? "over.luck" : "session.luck_title");
    at("luck-part").hidden = !told.length;
  }

  /** Checks the record, and what was shown of it so far. */
  async check() {
    at("check").setAttribute("aria-disabled", "true");
    redraw(at("verdict"), el("p", { class: "hint" }, t("verify.computing")));
    const { verify } = await import("./verify.js");
    this.checked = await verify(await getText(`/v1/sessions/${id}/events?format=ndjson`, { token }), this.details.dice);
    await this.compare();
    at("check").removeAttribute("aria-disabled");
  }

  /** Compares what is shown with the record that was checked; nothing where none was. */
  async compare() {
    const { checked, session } = this;
    if (!checked) return;
    const { recordLines, shownLines, verdict } = await import("./checked.js");
    const shown = await shownLines({ checked, session, events: this.events, actions: [...this.actions.values()], token });
    const lines = [...recordLines(checked, held?.commitment || null, seenOf(id)), ...shown];
    if (this.checked === checked) redraw(at("verdict"), verdict(checked, lines));
  }
}

try {
  const { etag, session, more } = await firstRead(id, token);
  const page = new Page(session);
  const first = await more(page.sought ? null : page.board);
  at("title").textContent = first.details.title;
  document.title = `${[first.details.title, ...session.seats.map((/** @type {any} */ seat) => seat.name).filter(Boolean)].join(" · ")} · Umpire`;
  at("export").setAttribute("href", `${root}/v1/sessions/${id}/events?format=ndjson`);
  if (held && session.kind === "game") offerSetup(at("keeping"), session, token);
  await page.start({ ...first, etag });
} catch (failure) {
  redraw(at("refusal"), el("p", {}, failure instanceof Refusal ? failure.message : t("try.offline")));
  document.body.classList.add("nothing", "ready");
}
