// @ts-check
// A seat at the table: whose turn it is, the question as buttons, the story, and the next attack.

import { Refusal, follow, get, newKey, root } from "./api.js";
import { Calls } from "./calls.js";
import { checkAction, checkPanel } from "./check.js";
import { button, toggle } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { Game, ending } from "./game.js";
import { invite } from "./invite.js";
import { linesOf } from "./refusal.js";
import { asked } from "./question.js";
import { Series } from "./series.js";
import { sendAgain, sendOnce } from "./sending.js";
import { heldOf, hold, keepSeen } from "./store.js";
import { colorOf, colorsOf, outcome, story } from "./story.js";
import { parts, t, word } from "./text.js";
import { addWorth } from "./worth.js";

const id = document.body.dataset.session || "";
const OWN = ["open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"];

/** Whether an outcome says more than the last line of its story. @param {any} action */
const tellsMore = (action) => action.text !== action.record.at(-1)?.text || action.casualties.length > 0;

class Table {
  /** @param {any} session @param {any} details @param {any} form @param {import("./store.js").Held} held */
  constructor(session, details, form, held) {
    this.session = session;
    this.details = details;
    this.held = held;
    const isGame = session.kind === "game";
    this.series = isGame ? null : new Series(details, form, Number(this.mine[0] || 1));
    this.game = isGame ? new Game(id, { token: () => this.token(this.mine[0] || null), changed: () => this.draw(), answer: (question, choice) => void this.answer(question, { seen: question.seen, choice }) }) : null;
    this.uncovered = 0;
    /** @type {any[]} */
    this.questions = [];
    /** @type {any} */
    this.action = null;
    this.known = new Set();
    this.announced = "";
    this.isBusy = false;
    this.advises = false;
    this.calls = new Calls(id);
  }

  /** The seats that this browser plays. */
  get mine() {
    return Object.keys(this.held.seats).map(Number);
  }

  /** @param {number | null} seat */
  token(seat) {
    return (seat !== null && this.held.seats[seat]) || this.held.host;
  }

  /** @param {number | null} seat */
  name(seat) {
    return this.session.seats.find((/** @type {any} */ each) => each.seat === seat)?.name || t("play.seat", { n: seat || 0 });
  }

  async start() {
    await sendAgain(id, (seat) => this.token(seat)).catch((failure) => this.refused(failure));
    if (!this.held.one && this.held.host) for (const seat of this.others.filter((each) => this.mine.includes(each.seat))) await this.give(seat);
    document.body.classList.add("ready");
    const token = this.token(this.mine[0] || null);
    await follow(`/v1/sessions/${id}/questions`, { token, signal: new AbortController().signal, seen: (found) => void this.news(found.items), here: (online) => at("line").toggleAttribute("hidden", online) });
  }

  /** The seats that are played elsewhere, or will be. @returns {any[]} */
  get others() {
    return this.session.seats.filter((/** @type {any} */ each) => each.seat !== this.mine[0]);
  }

  /** Hands a seat to another phone: this one forgets its token. @param {any} seat */
  async give(seat) {
    const place = at("invite").querySelector(`[data-seat="${seat.seat}"]`) || at("invite").appendChild(el("div", { "data-seat": seat.seat }));
    await invite(place, { id, seat: seat.seat, name: seat.name, token: this.held.host || this.held.seats[seat.seat] });
    delete this.held.seats[seat.seat];
    hold(id, this.held);
  }

  /** @param {any[]} questions */
  async news(questions) {
    const token = this.token(this.mine[0] || null);
    this.session = await get(`/v1/sessions/${id}`, { token });
    const { resolved, pending, void: voided } = this.session.actions;
    const number = resolved + pending + voided;
    if (number) {
      const action = await get(`/v1/sessions/${id}/actions/${number}`, { token });
      const isNew = this.action?.number !== action.number || this.action.status !== action.status;
      this.action = action;
      if (isNew && action.status === "resolved") this.series?.goOn(action);
    }
    this.questions = questions;
    if (this.session.reference) await this.calls.look(token);
    if (at("invite").childElementCount) await this.taken(token);
    this.draw();
  }

  /** Takes away the links that other phones have used. @param {string | null} token */
  async taken(token) {
    const log = await get(`/v1/sessions/${id}/events?after=1`, { token }).catch(() => ({ items: [] }));
    const claimed = log.items.filter((/** @type {any} */ item) => item.event.change === "claimed" && !this.mine.includes(item.event.seat)).map((/** @type {any} */ item) => String(item.event.seat));
    for (const place of [...at("invite").children]) if (claimed.includes(place.dataset.seat)) place.remove();
  }

  /** @param {any} question */
  isMine(question) {
    return question.seat === null ? Boolean(this.held.host) : this.mine.includes(question.seat);
  }

  draw() {
    const open = this.session.status === "open";
    const own = this.questions.find((question) => this.isMine(question));
    const others = this.questions.find((question) => !this.isMine(question));
    this.heads(own, others);
    const isCovered = own && this.held.one && own.seat !== null && this.uncovered !== own.seat;
    redraw(at("asked"), !open ? ending(this.session, (seat) => this.name(seat)) : own ? (isCovered ? this.cover(own) : this.question(own)) : others ? this.waiting(others) : null);
    void this.game?.show(this.session.seq, own && !isCovered ? own : null);
    const isOver = this.action?.status === "resolved";
    redraw(at("story"), this.game && this.action && el("h2", {}, t("play.last")), this.action && story(this.action, this.details.rules, this.known, this.session), isOver && tellsMore(this.action) && outcome(this.action, this.session), this.action?.status === "void" && el("p", { class: "verdict" }, this.action.text));
    if (own && !isCovered && this.advises && own.action === this.action?.number) void addWorth(at("asked"), this.action, this.token(own.seat));
    void this.proof();
    at("compose").hidden = Boolean(this.game) || !open || Boolean(this.action?.pending) || this.questions.length > 0;
    if (!at("compose").hidden) this.series?.draw(this.session, this.mine);
    this.mistakes(open);
    this.announce(own && !isCovered ? own : null);
  }

  /** @param {any} own @param {any} others */
  heads(own, others) {
    const turn = (own || others)?.seat;
    redraw(at("seats"), this.session.seats.map((/** @type {any} */ seat) => el("li", { class: seat.seat === turn ? "turn" : "", "aria-current": seat.seat === turn ? "true" : null },
      el("span", { class: `mark-of ${colorOf(this.session, seat.seat)}`, "aria-hidden": "true" }), el("bdi", {}, seat.name), seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), this.mine.includes(seat.seat) && !this.held.one && el("span", { class: "hint" }, ` ${t("play.you")}`))));
    document.title = `${own ? "● " : ""}${this.session.seats.map((/** @type {any} */ seat) => seat.name).join(" – ")} · Umpire`;
  }

  /** @param {any} question */
  question(question) {
    const shown = asked(question, (answer) => void this.answer(question, answer), { fits: this.game?.fits(question), colors: colorsOf(this.action, this.session), level: "h2" });
    return [this.mine.length > 1 && question.seat && el("p", { class: "hint" }, parts("play.for", { name: el("bdi", {}, this.name(question.seat)) })), this.game?.above(question), shown];
  }

  /** @param {any} question */
  cover(question) {
    const name = this.name(question.seat);
    return el("section", { class: "cover", "aria-label": t("play.give", { name }) },
      el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, t("play.give", { name })),
      el("button", { type: "button", class: "primary", "data-key": "uncover", onclick: () => { this.uncovered = question.seat; this.draw(); } }, t("play.i_am", { name })));
  }

  /** @param {any} question */
  waiting(question) {
    return el("p", { class: "waiting" }, parts("play.waiting", { name: el("bdi", {}, this.name(question.seat)) }), el("br"), el("span", { class: "hint" }, question.text));
  }

  /** @param {any} question */
  announce(question) {
    const now = question ? `${question.action}/${question.seen}/${question.text}` : `${this.action?.number}/${this.action?.status}`;
    if (now === this.announced) return;
    this.announced = now;
    say(question ? question.text : this.action?.status === "resolved" ? this.action.text : "");
    const isTyping = document.activeElement?.matches("input, textarea, select");
    if (question && !isTyping) /** @type {HTMLElement | null} */ (at("asked").querySelector(".ask"))?.focus();
  }

  async attack() {
    const order = this.series?.order(this.session);
    if (!order) return;
    this.uncovered = order.seats.attacker;
    await this.send(`/v1/rulesets/${this.session.ruleset}/attacks`, order, order.seats.attacker);
  }

  /** @param {any} question @param {any} answer */
  async answer(question, answer) {
    if (question.question === "act") return this.send(`/v1/rulesets/${this.session.ruleset}/sessions/${id}/actions`, { seen: answer.seen, action: answer.choice }, question.seat);
    if (question.context?.proposal === "close") return this.send(`/v1/sessions/${id}/close`, answer.choice, question.seat);
    return this.send(`/v1/sessions/${id}/actions/${question.action}/answers`, answer, question.seat);
  }

  /** @param {string} path @param {any} body @param {number | null} seat */
  async send(path, body, seat) {
    if (this.isBusy) return;
    this.isBusy = true;
    document.body.classList.add("busy");
    try {
      await sendOnce(id, { path, body, seat, key: newKey() }, this.token(seat));
      redraw(at("refusal"));
    } catch (failure) {
      this.refused(failure);
    } finally {
      this.isBusy = false;
      document.body.classList.remove("busy");
    }
  }

  /** @param {any} failure */
  refused(failure) {
    redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
  }

  /** @param {boolean} open */
  mistakes(open) {
    const voidable = open && this.action && this.action.status !== "void" && !this.action.proposal && this.mine.length;
    const seat = this.mine[0] || null;
    redraw(at("mistakes"),
      open && toggle({ key: "advice", label: t("play.advice"), on: this.advises, set: (on) => { this.advises = on; this.draw(); } }),
      voidable && button({ key: "void", text: t("play.void"), do: () => void this.send(`/v1/sessions/${id}/actions/${this.action.number}/void`, {}, this.held.one ? null : seat) }),
      open && this.session.reference && button({ key: "judge", kind: this.calls.isCalled ? "secondary" : "quiet", text: t(this.calls.isCalled ? "judge.called" : "judge.call"), do: () => void this.send(`/v1/sessions/${id}/judge`, { wanted: !this.calls.isCalled }, seat) }),
      open && this.held.host && this.mine.length && button({ key: "invite", text: t("play.invite"), do: () => { this.held.one = false; void Promise.all(this.others.map((seat) => this.give(seat))).then(() => this.draw()); } }),
      el("a", { href: `${root}/sessions/${id}${location.search}` }, t("play.record")));
  }

  async proof() {
    const action = this.action;
    if (action?.status !== "resolved") return redraw(at("proof"));
    const checked = await checkAction(action, { commitment: this.held.commitment, dice: this.details.dice, kept: true, shares: this.session.entropy?.revealed });
    if (this.action === action) redraw(at("proof"), !(this.game && checked.verdict === "none") && checkPanel(checked, action));
  }
}

const held = heldOf(id);
try {
  if (!held) throw new Error("nothing is held");
  const token = Object.values(held.seats)[0] || held.host;
  const session = await get(`/v1/sessions/${id}`, { token });
  const [details, form] = await Promise.all([get(`/v1/rulesets/${session.ruleset}`), import(OWN.includes(session.ruleset) ? `./forms/${session.ruleset}.js` : "./forms/any.js")]);
  keepSeen(session);
  if (session.kind === "game") {
    document.body.classList.add("game");
    at("story").before(at("asked"));
  }
  const table = new Table(session, details, form, held);
  at("attack").addEventListener("click", () => void table.attack());
  await table.start();
} catch (failure) {
  const isEnded = failure instanceof Refusal && failure.problem.code === "token-invalid";
  redraw(at("refusal"), el("p", {}, isEnded ? t("play.moved") : failure instanceof Refusal ? failure.message : t("play.no_seat")), el("p", {}, el("a", { href: `${root}/sessions/${id}` }, t("play.record"))));
  document.body.classList.add("ready");
}
