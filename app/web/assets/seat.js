// @ts-check
// A seat at the table: whose turn it is, the question as buttons, the story, and the next attack.

import { follow, get, linked } from "./api.js";
import { moduleOf } from "./books.js";
import { Calls } from "./judge-calls.js";
import { Clocks } from "./clocks.js";
import { at, el, redraw } from "./dom.js";
import { Feel } from "./feel.js";
import { Game } from "./game.js";
import { gather, isGathering } from "./gathering.js";
import { Meanwhile } from "./meanwhile.js";
import { Proposals, isAssent } from "./proposals.js";
import { CONCEDE, asked } from "./question.js";
import { showRefusal } from "./refusal.js";
import { Sender, answerTo, sendAgain } from "./sending.js";
import { heldOf, hold, keepSeen } from "./store.js";
import { colorsOf, newestOf, wholeStory } from "./story.js";
import { parts, t } from "./text.js";
import { announce, composing, covered, isHiding, isPlayed, readTable, reasonOf, seatsOf, showNoSeat, showOver, stepBack, tools, waiting } from "./seat-parts.js";
import { showUntil } from "./until.js";

const id = document.body.dataset.session || "";

class Table {
  /** @param {any} session @param {any} details @param {import("./store.js").Held} held @param {any} moves @param {boolean} hides whether anything may be hidden from somebody */
  constructor(session, details, held, moves, hides) {
    this.session = session;
    this.details = details;
    this.held = held;
    this.hides = hides;
    const isGame = session.kind === "game";
    /** The next attack of a series; null in a game. @type {import("./series.js").Series | null} */
    this.series = null;
    this.game = isGame ? new Game(id, { token: () => this.eyes, changed: () => this.draw(), answer: (question, choice) => void this.answer(question, { seen: question.seen, choice }) }) : null;
    this.moves = moves;
    /** What seats bring themselves; null where they bring nothing. @type {import("./bringing.js").Bringing | null} */
    this.bringing = null;
    this.feel = new Feel();
    this.meanwhile = this.game && new Meanwhile(id, (seq) => this.game?.peek(seq));
    /** The seat whose player has taken a phone that goes round; 0 while it is handed over. */
    this.uncovered = 0;
    /** @type {any[]} */
    this.questions = [];
    /** @type {any} */ this.action = null;
    /** @type {string | null} why the action does not count */
    this.reason = null;
    this.known = new Set();
    /** The token with which the session has just been read; null: it may be older. @type {string | null} */
    this.fresh = this.held.one ? this.held.host : this.eyes;
    this.announced = "";
    this.advises = false;
    this.sender = new Sender(id, (seat) => this.token(seat));
    /** @type {Sender["send"]} */ this.send = (...what) => this.sender.send(...what);
    this.calls = new Calls(id);
    this.clocks = new Clocks(at("clocks"));
    this.proposals = new Proposals(at("proposals"), id);
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

  /** @param {{document: any, etag: string} | null} asked the questions as they were read with the table */
  async start(asked) {
    let isOld = await sendAgain(id, (seat) => this.token(seat)).catch((failure) => showRefusal(failure));
    for (const seat of gather(id, this.held, this.others, () => { this.announced = ""; this.draw(); })) await this.give(seat);
    document.body.classList.add("ready");
    if (asked && !isOld) await this.news(asked.document.items).catch(() => { isOld = true; }); // the line is down: it is read again
    const token = this.held.one ? this.held.host : this.eyes;
    await follow(`/v1/sessions/${id}/questions`, { token, etag: isOld ? "" : asked?.etag, signal: new AbortController().signal, seen: (found) => void this.news(found.items), here: (online) => at("line").toggleAttribute("hidden", online) });
  }

  /** The seats that are played elsewhere, or will be. @returns {any[]} */
  get others() {
    return this.session.seats.filter((/** @type {any} */ each) => each.seat !== this.mine[0]);
  }

  /** Hands a seat to another phone: this one forgets its token. @param {any} seat */
  async give(seat) {
    const place = at("invite").querySelector(`[data-seat="${seat.seat}"]`) || at("invite").appendChild(el("div", { "data-seat": seat.seat }));
    await (await import("./invite.js")).invite(place, { id, seat: seat.seat, name: this.name(seat.seat), token: this.held.host || this.token(this.mine[0]) });
    delete this.held.seats[seat.seat];
    hold(id, this.held);
    this.fresh = null;
  }

  /** @param {any[]} questions */
  async news(questions) {
    const next = questions.find((question) => this.isMine(question) && !isAssent(question))?.seat;
    if (this.held.one && next && next !== this.uncovered && !this.bringing?.isChanging(this.uncovered)) this.uncovered = isHiding(this) ? 0 : next;
    await this.look(questions);
    if (this.held.one && next && !this.uncovered && !isHiding(this)) await this.uncover(next); // the lists that were brought are shown from now on
    if (this.session.reference) await this.calls.look(this.eyes);
    if (at("invite").childElementCount) await (await import("./invite.js")).clearTaken(at("invite"), { id, token: this.eyes, mine: this.mine });
    this.draw();
  }

  /** Reads what this browser may see now. @param {any[]} questions as everybody sees them, where the phone goes round */
  async look(questions) {
    const token = this.eyes;
    if (this.fresh !== token) this.session = await get(`/v1/sessions/${id}`, { token });
    this.fresh = null;
    const number = newestOf(this.session);
    if (number) {
      const action = await get(`/v1/sessions/${id}/actions/${number}`, { token });
      const isNew = this.action?.number !== action.number || this.action.status !== action.status;
      this.action = action;
      if (isNew && action.status === "resolved") this.series?.goOn(action);
      if (isNew) this.reason = action.status === "void" ? await reasonOf(this.session, number, token) : null;
    }
    await this.meanwhile?.look(this.action, this.held.one ? [this.uncovered] : this.mine, token).catch(() => null); // it is told with the next news
    await this.proposals.look(this.session, this.action, questions, this.looks);
    this.questions = this.held.one && this.uncovered ? (await get(`/v1/sessions/${id}/questions`, { token })).items : questions;
    await this.bringing?.look(this.player || 0);
  }

  /** The seat whose player looks; null where nobody knows. */
  get player() {
    return this.held.one ? this.uncovered || null : this.mine[0] || null;
  }

  /** Who looks at proposals. @returns {import("./proposals.js").Player} */
  get looks() {
    return { mine: this.mine, isHost: Boolean(this.held.host), token: this.eyes, name: (seat) => this.name(seat), send: (path, body, seat) => void this.send(path, body, seat) };
  }

  /** Reads everything anew. */
  async again() {
    await this.news((await get(`/v1/sessions/${id}/questions`, { token: this.eyes })).items);
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
    const questions = this.questions.filter((question) => !isAssent(question));
    const own = questions.find((question) => this.isMine(question));
    const others = questions.find((question) => !this.isMine(question));
    const isCovered = own && this.held.one && own.seat !== null && this.uncovered !== own.seat;
    redraw(at("seats"), seatsOf(this.session, (own || others)?.seat, this.held.one ? [] : this.mine));
    this.clocks.show(this.session, this.mine, (seat) => this.name(seat), this.held.host ? () => void this.send(`/v1/sessions/${id}/clock`, { running: true }, null) : null);
    this.proposals.show(this.looks);
    const isAsked = Boolean(own) || this.proposals.asks(this.looks);
    this.feel.show(isAsked, open);
    document.title = `${isAsked ? "● " : ""}${this.session.seats.map((/** @type {any} */ seat) => this.name(seat.seat)).join(" – ")} · Umpire`;
    const isBringing = this.bringing?.isOpen(own);
    if (isBringing) this.bringing?.show(at("asked"), own, others);
    else if (!open) void showOver(this);
    else redraw(at("asked"), () => own ? (isCovered ? covered(this.name(own.seat), () => void this.uncover(own.seat)) : this.question(own)) : others ? waiting(this.name(others.seat), others) : null);
    void showUntil(this.session, this.action, own || others, { isMine: Boolean(own), name: this.name((own || others)?.seat), token: this.eyes });
    const sees = () => redraw(at("since"), this.bringing?.notice(this.player), open && own && !isCovered && this.meanwhile?.shown(sees));
    sees();
    const board = this.action && this.game?.show(this.session.seq, own && !isCovered ? own : null); // there is none before
    redraw(at("story"), this.action && [this.game && open && el("h2", {}, t("play.last")), wholeStory(this.action, this.details.rules, this.known, this.session, this.reason)]);
    if (own && !isCovered && !isBringing && this.advises) void import("./worth.js").then(({ addWorth }) => addWorth(at("asked"), id, own, this.token(own.seat)));
    void import("./check.js").then(({ showProof }) => showProof(at("proof"), this));
    at("compose").hidden = Boolean(this.game) || !open || this.action?.status === "pending" || questions.length > 0;
    if (!at("compose").hidden) this.series?.draw(this.session, this.mine);
    this.mistakes(open);
    if (!open || (this.game && own && !isBringing)) void import("./spare.js").then(({ offerSpare }) => offerSpare(open || null, id, this.held));
    const fills = () => document.body.classList.toggle("fills", Boolean(board) && !isGathering() && !at("board").hidden);
    fills();
    void board?.then(fills);
    if (!isGathering()) this.announced = announce(own && !isCovered ? own : null, this.action, Boolean(this.series), this.announced);
  }

  /** Its player has taken the phone: what only this seat may see is shown. @param {number} seat */
  async uncover(seat) {
    this.uncovered = seat;
    await this.look(this.questions);
    this.draw();
  }

  /** @param {any} question */
  question(question) {
    const body = this.moves?.compose(question, composing(this, question)) || null;
    const shown = asked(question, (answer) => void this.answer(question, answer), { fits: this.game?.fits(question), colors: colorsOf(this.action, this.session), level: "h2", body });
    return [(this.mine.length > 1 || this.isDeclared(question)) && question.seat && !question.text.includes(this.name(question.seat)) && el("p", { class: "hint" }, parts("play.for", { name: el("bdi", {}, this.name(question.seat)) })), body ? null : this.game?.above(question), shown, this.game && stepBack(this.session, this.action, question, (number) => void this.send(`/v1/sessions/${id}/actions/${number}/void`, {}, question.seat))];
  }

  async attack() {
    const order = this.series?.order(this.session);
    if (!order) return;
    this.uncovered = order.seats.attacker;
    await this.send(`/v1/rulesets/${this.session.ruleset}/attacks`, order, order.seats.attacker);
  }

  /** @param {any} question @param {any} answer */
  async answer(question, { again, ...answer }) {
    const { path, body } = answerTo(question, answer);
    return this.send(path, this.isDeclared(question) ? { ...body, seat: question.seat } : body, question.seat, again);
  }

  /** @param {boolean} open */
  mistakes(open) {
    const { player, mine: [seat = null] } = this;
    redraw(at("mistakes"), tools({
      open, seat, held: this.held, calls: this.session.reference ? this.calls : null, advises: this.advises, action: this.action, next: Boolean(this.action) && !at("compose").hidden,
      advise: (on) => { this.advises = on; this.draw(); },
      concedes: Boolean(this.game && this.action && player && this.details.game.actions.includes(CONCEDE)), concede: () => void this.send(`/v1/sessions/${id}/actions`, { seen: this.session.seq, move: { kind: CONCEDE } }, player, true),
      session: this.session, player, name: (of) => this.name(of), wishes: open ? this.feel.wishes(() => this.mistakes(open)) : [],
      send: (path, body, from) => void this.send(`/v1/sessions/${id}${path}`, body, from),
      spare: () => void import("./spare.js").then(({ makeSpare }) => makeSpare(id, this.held)), move: () => void import("./invite.js").then(({ inviteOn }) => inviteOn(at("invite"), { id, seat: seat || 0, name: this.name(seat), token: this.token(seat) || "" })),
      invite: () => { this.held.one = false; void Promise.all(this.others.map((each) => this.give(each))).then(() => this.draw()); },
    }), el("a", { href: linked(`/sessions/${id}`) }, t("play.record")));
  }
}

const held = heldOf(id);
try {
  if (!held) throw new Error("nothing is held");
  const token = Object.values(held.seats)[0] || held.host;
  const { session, details, moves, asked, opened } = await readTable(id, held, token);
  keepSeen(session);
  if (session.kind === "game") document.body.classList.add("game");
  document.body.classList.toggle("fills", session.kind === "game" && newestOf(session) > 0 && !(held.opened && session.seats.some((/** @type {any} */ seat) => seat.unclaimed))); // nothing has to move later
  const table = new Table(session, details, held, moves, Boolean(opened?.items[0].event.hides));
  if (session.kind !== "game") table.series = new (await import("./series.js")).Series(details, await moduleOf(session.ruleset, "form", "./forms/any.js"), Number(table.mine[0] || 1));
  if (session.bring) table.bringing = await (await import("./bringing.js")).bringingAt(table);
  at("attack").addEventListener("click", () => void table.attack());
  await table.start(asked);
} catch (failure) {
  showNoSeat(id, failure);
}
