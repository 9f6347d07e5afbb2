// @ts-check
// A seat at the table: whose turn it is, the question as buttons, the story, and the next attack.

import { Refusal, follow, get, newKey, root } from "./api.js";
import { checkAction, checkPanel } from "./check.js";
import { button, segments, toggle } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { invite } from "./invite.js";
import { asked } from "./question.js";
import { continued } from "./situation.js";
import { sendAgain, sendOnce } from "./sending.js";
import { heldOf, hold } from "./store.js";
import { outcome, story } from "./story.js";
import { parts, t, word } from "./text.js";
import { addWorth } from "./worth.js";

const id = document.body.dataset.session || "";
const OWN = ["open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"];

class Table {
  /** @param {any} session @param {any} details @param {any} form @param {import("./store.js").Held} held */
  constructor(session, details, form, held) {
    this.session = session;
    this.details = details;
    this.form = form;
    this.held = held;
    this.situation = structuredClone(details.examples[0]);
    this.attacker = Number(this.mine[0] || 1);
    this.uncovered = 0;
    /** @type {any[]} */
    this.questions = [];
    /** @type {any} */
    this.action = null;
    this.composing = false;
    this.known = new Set();
    this.announced = "";
    this.isBusy = false;
    this.advises = false;
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
    const other = this.session.seats.find((/** @type {any} */ each) => each.seat !== this.mine[0]);
    if (!this.held.one && this.held.host && this.mine.length > 1) await this.give(other);
    document.body.classList.add("ready");
    const token = this.token(this.mine[0] || null);
    await follow(`/v1/sessions/${id}/questions`, { token, signal: new AbortController().signal, seen: (found) => void this.news(found.items), here: (online) => at("line").toggleAttribute("hidden", online) });
  }

  /** Hands a seat to another phone: this one forgets its token. @param {any} seat */
  async give(seat) {
    await invite(at("invite"), { id, seat: seat.seat, name: seat.name, token: this.held.host || this.held.seats[seat.seat] });
    delete this.held.seats[seat.seat];
    hold(id, this.held);
    this.attacker = this.mine[0];
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
      if (isNew && action.status === "resolved" && action.outcome?.after && !this.form.isOver?.(action.outcome)) {
        this.situation = continued(action.situation, action.outcome.after);
        this.form.again?.(this.situation);
      }
      if (isNew) this.composing = false;
    }
    this.questions = questions;
    const taken = this.session.seats.some((/** @type {any} */ seat) => seat.seat !== this.mine[0]) && (number > 0 || await this.isTaken(token));
    if (taken) redraw(at("invite"));
    this.draw();
  }

  /** Whether another phone has used its link. @param {string | null} token */
  async isTaken(token) {
    const log = await get(`/v1/sessions/${id}/events?after=1`, { token }).catch(() => ({ items: [] }));
    return log.items.some((/** @type {any} */ item) => item.event.change === "claimed" && !this.mine.includes(item.event.seat));
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
    redraw(at("asked"), own ? (isCovered ? this.cover(own) : this.question(own)) : others ? this.waiting(others) : null);
    const isOver = this.action?.status === "resolved";
    redraw(at("story"), this.action && story(this.action, this.details.rules, this.known), isOver && outcome(this.action), this.action?.status === "void" && el("p", { class: "verdict" }, this.action.text));
    if (own && !isCovered && this.advises && own.action === this.action?.number) void addWorth(at("asked"), this.action);
    void this.proof();
    this.compose(open && !this.action?.pending && !this.questions.length);
    this.mistakes(open);
    this.announce(own && !isCovered ? own : null);
  }

  /** @param {any} own @param {any} others */
  heads(own, others) {
    const turn = (own || others)?.seat;
    redraw(at("seats"), this.session.seats.map((/** @type {any} */ seat) => el("li", { class: seat.seat === turn ? "turn" : "", "aria-current": seat.seat === turn ? "true" : null },
      el("bdi", {}, seat.name), seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), this.mine.includes(seat.seat) && !this.held.one && el("span", { class: "hint" }, ` ${t("play.you")}`))));
    document.title = `${own ? "● " : ""}${this.session.seats.map((/** @type {any} */ seat) => seat.name).join(" – ")} · Umpire`;
    if (this.session.status === "closed") redraw(at("asked"), el("p", {}, t("play.closed")));
  }

  /** @param {any} question */
  question(question) {
    const shown = asked(question, (answer) => void this.answer(question, answer));
    return [this.mine.length > 1 && question.seat && el("p", { class: "hint" }, parts("play.for", { name: el("bdi", {}, this.name(question.seat)) })), shown];
  }

  /** @param {any} question */
  cover(question) {
    const name = this.name(question.seat);
    return el("section", { class: "cover", "aria-label": t("play.give", { name }) },
      el("h2", { class: "ask", tabindex: "-1" }, t("play.give", { name })),
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

  /** @param {boolean} isFree */
  compose(isFree) {
    at("compose").hidden = !isFree;
    if (!isFree) return;
    const sides = this.session.seats.every((/** @type {any} */ seat) => seat.side);
    const who = this.mine.length > 1 && !sides && segments({ key: "who", label: t("play.attacks"), value: this.attacker, options: this.session.seats.map((/** @type {any} */ seat) => ({ value: seat.seat, text: seat.name })), set: (seat) => { this.attacker = seat; this.draw(); } });
    const form = { situation: this.situation, details: this.details, changed: () => this.draw(), refresh: () => this.draw() };
    redraw(at("form"), who, this.form.show(form));
  }

  /** The seat that attacks: where the situation names sides, the one that has it. */
  attackers() {
    const side = this.situation.firing_side;
    const bySide = this.session.seats.find((/** @type {any} */ seat) => seat.side && seat.side === side);
    return bySide ? bySide.seat : this.attacker;
  }

  async attack() {
    const seat = this.attackers();
    const other = this.session.seats.find((/** @type {any} */ each) => each.seat !== seat).seat;
    this.uncovered = seat;
    await this.send(`/v1/rulesets/${this.session.ruleset}/attacks`, { situation: this.situation, session_id: id, seats: { attacker: seat, defender: other } }, seat);
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
    const problem = failure instanceof Refusal ? failure.problem : null;
    const moved = problem?.code === "token-invalid";
    const lines = moved ? [t("play.moved")] : problem ? (problem.errors?.length ? problem.errors.map((/** @type {any} */ each) => each.detail) : [problem.detail || problem.title]) : [t("try.offline")];
    redraw(at("refusal"), lines.map((/** @type {string} */ line) => el("p", {}, line)));
  }

  /** @param {boolean} open */
  mistakes(open) {
    const voidable = open && this.action && this.action.status !== "void" && !this.action.proposal && this.mine.length;
    const seat = this.mine[0] || null;
    redraw(at("mistakes"),
      open && toggle({ key: "advice", label: t("play.advice"), on: this.advises, set: (on) => { this.advises = on; this.draw(); } }),
      voidable && button({ key: "void", text: t("play.void"), do: () => void this.send(`/v1/sessions/${id}/actions/${this.action.number}/void`, {}, this.held.one ? null : seat) }),
      open && this.held.host && this.mine.length && button({ key: "invite", text: t("play.invite"), do: () => void this.give(this.session.seats.find((/** @type {any} */ each) => each.seat !== this.mine[0])).then(() => { this.held.one = false; hold(id, this.held); this.draw(); }) }),
      el("a", { href: `${root}/sessions/${id}${location.search}` }, t("play.record")));
  }

  async proof() {
    const action = this.action;
    if (action?.status !== "resolved") return redraw(at("proof"));
    const checked = await checkAction(action, { commitment: this.held.commitment, dice: this.details.dice, kept: true });
    if (this.action === action) redraw(at("proof"), checkPanel(checked, action));
  }
}

const held = heldOf(id);
try {
  if (!held) throw new Error("nothing is held");
  const token = Object.values(held.seats)[0] || held.host;
  const session = await get(`/v1/sessions/${id}`, { token });
  const [details, form] = await Promise.all([get(`/v1/rulesets/${session.ruleset}`), import(OWN.includes(session.ruleset) ? `./forms/${session.ruleset}.js` : "./forms/any.js")]);
  const table = new Table(session, details, form, held);
  at("attack").addEventListener("click", () => void table.attack());
  await table.start();
} catch (failure) {
  const isEnded = failure instanceof Refusal && failure.problem.code === "token-invalid";
  redraw(at("refusal"), el("p", {}, isEnded ? t("play.moved") : failure instanceof Refusal ? failure.message : t("play.no_seat")), el("p", {}, el("a", { href: `${root}/sessions/${id}` }, t("play.record"))));
  document.body.classList.add("ready");
}
