// @ts-check
// A seat at the table: whose turn it is, the question as buttons, the story, and the next attack.

import { follow, get, linked, newKey } from "./api.js";
import { Calls } from "./calls.js";
import { checkAction, checkPanel } from "./check.js";
import { isSure } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { Game, ending } from "./game.js";
import { clearTaken, invite, inviteOn } from "./invite.js";
import { showRefusal } from "./refusal.js";
import { CONCEDE, asked } from "./question.js";
import { Series } from "./series.js";
import { answerTo, sendAgain, sendFresh, sendOnce } from "./sending.js";
import { heldOf, hold, keepSeen } from "./store.js";
import { colorsOf, wholeStory } from "./story.js";
import { parts, t } from "./text.js";
import { announce, covered, isPlayed, reasonOf, seatsOf, showNoSeat, tools, waiting } from "./seated.js";
import { addWorth } from "./worth.js";

const id = document.body.dataset.session || "";
const OWN = ["open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"];
const COMPOSED = ["castle-rampage", "x-wing", "storm-over-stalingrad"];

class Table {
  /** @param {any} session @param {any} details @param {any} form @param {import("./store.js").Held} held @param {any} moves */
  constructor(session, details, form, held, moves) {
    this.session = session;
    this.details = details;
    this.held = held;
    const isGame = session.kind === "game";
    this.series = isGame ? null : new Series(details, form, Number(this.mine[0] || 1));
    this.game = isGame ? new Game(id, { token: () => this.eyes, changed: () => this.draw(), answer: (question, choice) => void this.answer(question, { seen: question.seen, choice }) }) : null;
    this.moves = moves;
    /** The seat whose player has taken a phone that goes round; 0 while it is handed over. */
    this.uncovered = 0;
    /** @type {any[]} */
    this.questions = [];
    /** @type {any} */
    this.action = null;
    /** @type {string | null} why the action does not count */
    this.reason = null;
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
    return (seat !== null && this.held.seats[seat]) || this.held.host || this.held.seats[this.mine[0]];
  }

  /** The token with which this browser looks: what one player alone may see is covered while the phone goes round. */
  get eyes() {
    return this.held.one ? (this.uncovered ? this.token(this.uncovered) : this.held.host) : this.token(this.mine[0] || null);
  }

  /** @param {number | null} seat */
  name(seat) {
    return this.session.seats.find((/** @type {any} */ each) => each.seat === seat)?.name || t("play.seat", { n: seat || 0 });
  }

  async start() {
    await sendAgain(id, (seat) => this.token(seat)).catch((failure) => showRefusal(failure));
    if (!this.held.one && this.held.host) for (const seat of this.others.filter((each) => this.mine.includes(each.seat))) await this.give(seat);
    document.body.classList.add("ready");
    const token = this.held.one ? this.held.host : this.eyes;
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
    const own = questions.find((question) => this.isMine(question));
    if (this.held.one && own?.seat && own.seat !== this.uncovered) this.uncovered = 0;
    await this.look(questions);
    if (this.session.reference) await this.calls.look(this.eyes);
    if (at("invite").childElementCount) await clearTaken(at("invite"), { id, token: this.eyes, mine: this.mine });
    this.draw();
  }

  /** Reads what this browser may see now. @param {any[]} questions as everybody sees them, where the phone goes round */
  async look(questions) {
    const token = this.eyes;
    this.session = await get(`/v1/sessions/${id}`, { token });
    const { resolved, pending, void: voided } = this.session.actions;
    const number = resolved + pending + voided;
    if (number) {
      const action = await get(`/v1/sessions/${id}/actions/${number}`, { token });
      const isNew = this.action?.number !== action.number || this.action.status !== action.status;
      this.action = action;
      if (isNew && action.status === "resolved") this.series?.goOn(action);
      if (isNew) this.reason = action.status === "void" ? await reasonOf(this.session, number, token) : null;
    }
    this.questions = this.held.one && this.uncovered ? (await get(`/v1/sessions/${id}/questions`, { token })).items : questions;
  }

  /** @param {any} question */
  isMine(question) {
    return question.seat === null ? Boolean(this.held.host) : this.mine.includes(question.seat) || this.isDeclared(question);
  }

  /** Whether somebody else at the table makes this move, because the service plays the seat and cannot see it. @param {any} question */
  isDeclared({ question, seat }) {
    return question === "act" && this.details.game?.at_table && isPlayed(this.session, seat) && this.mine.length > 0;
  }

  draw() {
    const open = this.session.status === "open";
    const own = this.questions.find((question) => this.isMine(question));
    const others = this.questions.find((question) => !this.isMine(question));
    const isCovered = own && this.held.one && own.seat !== null && this.uncovered !== own.seat;
    redraw(at("seats"), seatsOf(this.session, (own || others)?.seat, this.held.one ? [] : this.mine));
    document.title = `${own ? "● " : ""}${this.session.seats.map((/** @type {any} */ seat) => seat.name).join(" – ")} · Umpire`;
    redraw(at("asked"), () => !open ? ending(this.session, (seat) => this.name(seat)) : own ? (isCovered ? covered(this.name(own.seat), () => void this.uncover(own.seat)) : this.question(own)) : others ? waiting(this.name(others.seat), others) : null);
    void this.game?.show(this.session.seq, own && !isCovered ? own : null);
    redraw(at("story"), this.action && [this.game && el("h2", {}, t("play.last")), wholeStory(this.action, this.details.rules, this.known, this.session, this.reason)]);
    if (own && !isCovered && this.advises) void addWorth(at("asked"), id, own, this.token(own.seat));
    void this.proof();
    at("compose").hidden = Boolean(this.game) || !open || Boolean(this.action?.pending) || this.questions.length > 0;
    if (!at("compose").hidden) this.series?.draw(this.session, this.mine);
    this.mistakes(open);
    this.announced = announce(own && !isCovered ? own : null, this.action, Boolean(this.series), this.announced);
  }

  /** Its player has taken the phone: what only this seat may see is shown. @param {number} seat */
  async uncover(seat) {
    this.uncovered = seat;
    await this.look(this.questions);
    this.draw();
  }

  /** @param {any} question */
  question(question) {
    const body = this.moves?.compose(question, this.seat(question)) || null;
    const shown = asked(question, (answer) => void this.answer(question, answer), { fits: this.game?.fits(question), colors: colorsOf(this.action, this.session), level: "h2", body });
    return [(this.mine.length > 1 || this.isDeclared(question)) && question.seat && !question.text.includes(this.name(question.seat)) && el("p", { class: "hint" }, parts("play.for", { name: el("bdi", {}, this.name(question.seat)) })), body ? null : this.game?.above(question), shown];
  }

  /** The seat that is asked, for moves that a player makes up. @param {any} asked @returns {import("./moves/common.js").Seat} */
  seat({ seat, question: name }) {
    return {
      session: id,
      state: async () => (await get(`/v1/sessions/${id}/state`, { token: this.token(seat) })).state,
      answer: async (choice, more) => {
        const now = this.questions.find((each) => each.seat === seat && each.question === name);
        return Boolean(now) && this.answer(now, { seen: now.seen, choice, again: more?.again });
      },
    };
  }

  async attack() {
    const order = this.series?.order(this.session);
    if (!order) return;
    this.uncovered = order.seats.attacker;
    await this.send(`/v1/rulesets/${this.session.ruleset}/attacks`, order, order.seats.attacker);
  }

  /** @param {any} question @param {any} answer */
  async answer(question, { again, ...answer }) {
    const { path, body } = answerTo(this.session, question, answer);
    return this.send(path, this.isDeclared(question) ? { ...body, seat: question.seat } : body, question.seat, again);
  }

  /** @param {string} path @param {any} body @param {number | null} seat @param {boolean} [again] also where the table has gone on meanwhile */
  async send(path, body, seat, again = false) {
    if (this.isBusy) return false;
    this.isBusy = true;
    document.body.classList.add("busy");
    try {
      await (again ? sendFresh : sendOnce)(id, { path, body, seat, key: newKey() }, this.token(seat));
      redraw(at("refusal"));
      return true;
    } catch (failure) {
      showRefusal(failure);
      return false;
    } finally {
      this.isBusy = false;
      document.body.classList.remove("busy");
    }
  }

  /** Gives the game up for a seat, which is asked about first. @param {number} seat */
  async concede(seat) {
    if (!await isSure(parts("play.concede_sure", { name: el("bdi", {}, this.name(seat)) }), t("play.concede"))) return;
    await this.send(`/v1/rulesets/${this.session.ruleset}/sessions/${id}/actions`, { seen: this.session.seq, action: { kind: CONCEDE } }, seat, true);
  }

  /** @param {boolean} open */
  mistakes(open) {
    const seat = this.mine[0] || null;
    const player = this.held.one ? this.uncovered : seat;
    redraw(at("mistakes"), tools({
      open, seat, held: this.held, calls: this.session.reference ? this.calls : null, advises: this.advises, action: this.action, next: Boolean(this.action) && !at("compose").hidden,
      advise: (on) => { this.advises = on; this.draw(); },
      concedes: Boolean(this.game && player && this.details.game.actions.includes(CONCEDE)), concede: () => void this.concede(player || 0),
      send: (path, body, from) => void this.send(`/v1/sessions/${id}${path}`, body, from),
      move: () => void inviteOn(at("invite"), { id, seat: seat || 0, name: this.name(seat), token: this.token(seat) || "" }),
      invite: () => { this.held.one = false; void Promise.all(this.others.map((each) => this.give(each))).then(() => this.draw()); },
    }), el("a", { href: linked(`/sessions/${id}`) }, t("play.record")));
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
  const moves = COMPOSED.includes(session.ruleset) ? await import(`./moves/${session.ruleset}.js`) : null;
  const table = new Table(session, details, form, held, moves);
  at("attack").addEventListener("click", () => void table.attack());
  await table.start();
} catch (failure) {
  showNoSeat(id, failure);
  document.body.classList.add("ready");
}
