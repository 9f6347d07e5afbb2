// @ts-check
// A session: its story event by event, and the check of its dice, which trusts nobody.

import { Refusal, eventsOf, follow, get, getText, root } from "./api.js";
import { keepAddress } from "./address.js";
import { BoardView } from "./board.js";
import { recordLines, shownLines, verdict } from "./checked.js";
import { at, el, redraw } from "./dom.js";
import { hostLines } from "./host.js";
import { Judge } from "./judge.js";
import { heldOf, keepSeen, seenOf } from "./store.js";
import { colorOf, wholeStory } from "./story.js";
import { asDecimal, t, word } from "./text.js";
import { verify } from "./verify.js";

const id = document.body.dataset.session || "";
const held = heldOf(id);
/** A phone that goes round shows what everybody may see: nobody knows who looks. */
const token = held ? (!held.one && Object.values(held.seats)[0]) || held.host : null;
const all = new Set();

/** How it ended, in words; nothing where nobody said. @param {any} session */
function endOf({ result, seats }) {
  if (!result) return [];
  const winners = result.winners || (result.winner ? [result.winner] : []);
  return [winners.length ? t("play.won", { names: winners.map((/** @type {number} */ seat) => seats[seat - 1]?.name || t("play.seat", { n: seat })).join(", ") }) : t("play.draw")];
}

class Page {
  /** @param {any} session @param {any} details */
  constructor(session, details) {
    this.session = session;
    this.details = details;
    /** @type {any[]} */
    this.events = [];
    /** @type {Map<number, any>} */
    this.actions = new Map();
    this.place = 0;
    /** @type {import("./verify.js").Checked | null} the record, once it is checked */
    this.checked = null;
    /** The place that the address wants, until it is reached. */
    this.sought = Number(/^#at=(\d+)$/.exec(location.hash)?.[1] || 0);
    this.playing = 0;
    this.board = session.kind === "game" ? new BoardView(at("board"), id, { token: () => token, tapped: (item) => { this.held = this.held === item ? "" : item; void this.board?.show(this.place, this.held); } }) : null;
    this.held = "";
    this.judge = held?.host && !Object.keys(held.seats).length ? new Judge(at("judge"), id, held.host) : null;
    at("judge").hidden = !this.judge;
  }

  async start() {
    at("place").addEventListener("input", (/** @type {any} */ event) => this.go(Number(event.target.value)));
    at("play").addEventListener("click", () => this.play());
    addEventListener("hashchange", () => void this.go(Number(/^#at=(\d+)$/.exec(location.hash)?.[1] || this.events.length)));
    at("check").addEventListener("click", () => void this.check());
    document.body.classList.add("ready");
    await follow(`/v1/sessions/${id}`, { token, signal: new AbortController().signal, seen: (session) => void this.news(session), here: (online) => at("line").toggleAttribute("hidden", online) });
  }

  /** @param {any} session */
  async news(session) {
    if (session.status === "closed" && this.session.status === "open") { // what was hidden is shown from now on
      this.actions.clear();
      this.board?.forget();
    }
    this.session = session;
    const wasLast = this.place >= this.events.length;
    const before = this.events.length;
    for await (const event of eventsOf(id, { token, after: before })) this.events[event.seq - 1] = event; // twice where news came meanwhile
    if (this.events.length > before) { // what was checked is no longer all that is shown
      this.checked = null;
      redraw(at("verdict"));
    }
    const changed = new Set(this.events.slice(this.place).map((event) => event.action).filter(Boolean));
    for (const number of changed) this.actions.delete(number);
    at("place").max = this.events.length;
    this.head();
    this.judge?.show(session, this.judge.action);
    if (wasLast || this.sought) await this.go(this.sought || this.events.length);
    void this.luck();
  }

  head() {
    const { seats, status, fairness, actions, result } = this.session;
    const score = (/** @type {number} */ seat) => result?.scores?.[seat];
    redraw(at("players"), seats.map((/** @type {any} */ seat) => el("li", { class: result?.winner === seat.seat ? "turn" : "" }, el("span", { class: `mark-of ${colorOf(this.session, seat.seat)}`, "aria-hidden": "true" }), el("bdi", {}, seat.name || t("play.seat", { n: seat.seat })), seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), score(seat.seat) !== undefined && ` ${score(seat.seat)}`)));
    redraw(at("about"), [t(`session.${status}`), t(this.board ? "tables.moves" : "home.actions", { count: actions.resolved }), t(`session.label_${fairness.label}`), ...endOf(this.session)].join(" · "));
    redraw(at("host"), hostLines(this.session, this.events, (seat) => seats[seat - 1]?.name || t("play.seat", { n: seat })));
    at("seat-link").hidden = !Object.keys(held?.seats || {}).length || status !== "open";
  }

  /** Shows the session as it was after an event. @param {number} place */
  async go(place) {
    this.place = Math.max(1, Math.min(place, this.events.length));
    this.sought = 0;
    keepAddress(this.place < this.events.length ? `#at=${this.place}` : "");
    const input = at("place");
    input.value = this.place;
    const event = this.events[this.place - 1];
    const told = t("session.event", { n: this.place, all: this.events.length, what: word("event", event.wanted === false ? "judge-gone" : event.type) });
    input.setAttribute("aria-valuetext", told);
    redraw(at("where"), told);
    if (this.events.slice(0, this.place).some((each) => each.type === "action-declared")) void this.board?.show(this.place, this.held); // there is none before
    else at("board").hidden = true;
    const number = this.events.slice(0, this.place).reduce((last, each) => each.action || last, 0);
    if (!number) return redraw(at("story"));
    if (!this.actions.has(number)) {
      this.actions.set(number, await get(`/v1/sessions/${id}/actions/${number}`, { token }));
      void this.compare();
    }
    const action = this.actions.get(number);
    if (this.events[this.place - 1] !== event) return;
    this.judge?.show(this.session, action);
    const upto = this.events.slice(0, this.place).filter((each) => each.type === "entries" && each.action === number).reduce((count, each) => count + each.entries.length, 0);
    const isOver = this.events.slice(0, this.place).some((each) => each.type === "action-resolved" && each.action === number);
    const voiding = this.events.slice(0, this.place).find((each) => each.type === "action-voided" && each.action === number);
    const then = { ...action, record: action.record.slice(0, upto), status: voiding ? "void" : isOver && action.status !== "pending" ? "resolved" : "pending" };
    redraw(at("story"), el("h2", {}, t(this.board ? "session.move" : "session.action", { n: number })), wholeStory(then, this.details.rules, all, this.session, voiding?.reason || null),
      action.status === "pending" && this.place === this.events.length && el("p", { class: "waiting" }, action.pending?.text || action.text));
  }

  play() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else {
      if (this.place >= this.events.length) void this.go(1);
      this.playing = window.setInterval(() => {
        if (this.place >= this.events.length) this.play();
        else void this.go(this.place + 1);
      }, 700);
    }
    at("play").setAttribute("aria-pressed", String(Boolean(this.playing)));
  }

  async luck() {
    const found = await get(`/v1/actions/luck?session_id=${id}`, { token }).catch(() => null);
    const told = (found?.measures || []).filter((/** @type {any} */ each) => each.standard_error > 0).map((/** @type {any} */ each) =>
      el("li", {}, t("session.luck", { measure: word("measure", each.measure), actual: each.actual, expected: asDecimal(each.expected.decimal), error: asDecimal(each.standard_error) })));
    redraw(at("luck"), told);
    at("luck-part").hidden = !told.length;
  }

  /** Checks the record, and what was shown of it so far. */
  async check() {
    at("check").setAttribute("aria-disabled", "true");
    redraw(at("verdict"), el("p", { class: "hint" }, t("verify.computing")));
    this.checked = await verify(await getText(`/v1/sessions/${id}/events?format=ndjson`, { token }), this.details.dice);
    await this.compare();
    at("check").removeAttribute("aria-disabled");
  }

  /** Compares what is shown with the record that was checked; nothing where none was. */
  async compare() {
    const { checked, session } = this;
    if (!checked) return;
    const shown = await shownLines({ checked, session, events: this.events, actions: [...this.actions.values()], token });
    const lines = [...recordLines(checked, held?.commitment || null, seenOf(id)), ...shown];
    if (this.checked === checked) redraw(at("verdict"), verdict(checked, lines));
  }
}

try {
  const session = await get(`/v1/sessions/${encodeURIComponent(id)}`, { token });
  const details = await get(`/v1/rulesets/${session.ruleset}`);
  at("title").textContent = details.title;
  document.title = `${details.title} · Umpire`;
  at("export").setAttribute("href", `${root}/v1/sessions/${id}/events?format=ndjson`);
  keepSeen(session);
  await new Page(session, details).start();
} catch (failure) {
  redraw(at("refusal"), el("p", {}, failure instanceof Refusal ? failure.message : t("try.offline")));
  document.body.classList.add("nothing");
  document.body.classList.add("ready");
}
