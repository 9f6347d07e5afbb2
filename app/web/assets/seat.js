// @ts-check
// A seat at the table: whose turn it is, the question as buttons, the story, and the next attack.

import { forgetAhead, newestOf, readAction } from "./actions.js";
import { changed, follow, get } from "./api.js";
import { begun, detailsOf, held, id } from "./begin.js";
import { bookOf, moduleOf, styled } from "./books.js";
import { at, el, redraw } from "./dom.js";
import { colorOf, colorsOf } from "./draw.js";
import { Game } from "./game.js";
import { Meanwhile } from "./meanwhile.js";
import { renew } from "./page.js";
import { asked, isAssent } from "./question.js";
import { showRefusal } from "./refusal.js";
import { Sender, answerTo, sendAgain } from "./sending.js";
import { hold, keepSeen } from "./store.js";
import { parts, t } from "./text.js";
import { composing, covered, gather, isGathering, isHiding, isPlayed, seatsOf, showNoSeat, stepBack, waiting } from "./seat-parts.js";

/** A table as its page shows it. */
export class Table {
  /** @param {import("./store.js").Held} held @param {import("./begin.js").Begun} begun */
  constructor(held, { session, details, moves, hides }) {
    this.session = session;
    /** The rulebook; null in a game, until its question stands. @type {any} */
    this.details = details;
    this.held = held;
    /** Whether anything may be hidden from somebody. */
    this.hides = hides;
    const isGame = session.kind === "game";
    /** The next attack of a series; null in a game. @type {import("./series.js").Series | null} */
    this.series = null;
    this.game = isGame ? new Game(id, { slug: session.ruleset, token: () => this.eyes, painter: (seat) => (seat ? colorOf(this.session, seat) : ""), changed: () => this.draw(), answer: (question, choice) => void this.answer(question, { seen: question.seen, choice }) }) : null;
    this.moves = moves;
    /** What seats bring themselves; null where they bring nothing. @type {import("./bringing.js").Bringing | null} */
    this.bringing = null;
    this.meanwhile = this.game && new Meanwhile(id, (seq) => this.game?.peek(seq));
    /** The seat whose player has taken a phone that goes round; 0 while it is handed over. */
    this.uncovered = 0;
    /** @type {any[]} */
    this.questions = [];
    /** @type {string | null} the token with which they were read */
    this.asker = null;
    /** @type {any} */ this.action = null;
    /** The token with which the session has just been read; null: it may be older. @type {string | null} */
    this.fresh = this.held.one ? this.held.host : this.eyes;
    this.advises = false;
    this.sender = new Sender(id, (seat) => this.token(seat));
    /** @type {Sender["send"]} */ this.send = (...what) => this.sender.send(...what);
    /** What stands around the question: it comes after it. @type {import("./around.js").Around | null} */
    this.around = null;
    /** The question that is shown, of this browser and of others; and what it depended on when it was drawn. */
    this.asked = { own: /** @type {any} */ (null), others: /** @type {any} */ (null), isCovered: false, drawn: "" };
  }

  /** The seats that this browser plays. */
  get mine() { return Object.keys(this.held.seats).map(Number); }

  /** @param {number | null} seat */
  token(seat) {
    return (seat !== null && this.held.seats[seat]) || this.held.host || this.held.seats[this.mine[0]];
  }

  /** The token with which this browser looks: what one player alone may see is covered while the phone goes round. */
  get eyes() {
    if (!this.held.one) return this.token(this.mine[0] || null);
    return this.uncovered && isHiding(this) ? this.token(this.uncovered) : this.held.host;
  }

  /** @param {number | null} seat */
  name(seat) {
    return this.session.seats.find((/** @type {any} */ each) => each.seat === seat)?.name || t("play.seat", { n: seat || 0 });
  }

  /** @param {{document: any, etag: string} | null} asked the questions as they were read with the table @param {string} etag of the session */
  async start(asked, etag) {
    let isOld = await sendAgain(id, (seat) => this.token(seat)).catch((failure) => showRefusal(failure));
    if (isOld) this.fresh = null;
    for (const seat of gather(id, this.held, this.others, () => { if (this.around) this.around.announced = ""; this.draw(); })) await this.give(seat);
    document.body.classList.add("ready");
    const token = this.held.one ? this.held.host : this.eyes;
    const hasGrown = () => changed(`/v1/sessions/${id}`, { token, etag }); // between that it was read and the questions were
    if (asked && !isOld) isOld = await this.news(asked.document.items).then(hasGrown).then(Boolean, () => true); // the line is down: it is read again
    forgetAhead();
    await follow(`/v1/sessions/${id}/questions`, { token, etag: isOld ? "" : asked?.etag, signal: new AbortController().signal, seen: (found) => void this.news(found.items), here: (online) => at("line").toggleAttribute("hidden", online) });
  }

  /** The seats that are played elsewhere, or will be. @returns {any[]} */
  get others() { return this.session.seats.filter((/** @type {any} */ each) => each.seat !== this.mine[0]); }

  /** Hands a seat to another phone: this one forgets its token. @param {any} seat */
  async give(seat) {
    const place = at("invite").querySelector(`[data-seat="${seat.seat}"]`) || at("invite").appendChild(el("div", { "data-seat": seat.seat }));
    await (await import("./invite.js")).invite(place, { id, seat: seat.seat, name: this.name(seat.seat), token: this.held.host || this.token(this.mine[0]) });
    delete this.held.seats[seat.seat];
    hold(id, this.held);
    this.fresh = null;
  }

  /** Hands all other seats to phones of their own. */
  async giveAll() {
    this.held.one = false;
    await Promise.all(this.others.map((each) => this.give(each)));
    this.draw();
  }

  /** @param {any[]} questions */
  async news(questions) {
    const next = questions.find((question) => this.isMine(question) && !isAssent(question))?.seat;
    if (this.held.one && next && next !== this.uncovered && !this.bringing?.isChanging(this.uncovered)) this.uncovered = isHiding(this) ? 0 : next;
    await this.look(questions);
    if (this.held.one && next && !this.uncovered && !isHiding(this)) await this.uncover(next); // the lists that were brought are shown from now on
    if (at("invite").childElementCount) await (await import("./invite.js")).clearTaken(at("invite"), { id, token: this.eyes, mine: this.mine });
    this.draw(true);
    if (!this.details) void detailsOf(this.session.ruleset).then((details) => { this.details = details; this.around?.story(); if (this.session.status !== "open") this.draw(true); }, () => null); // the line is down: with the next news
  }

  /** Reads what this browser may see now. @param {any[]} questions as everybody sees them, where the phone goes round */
  async look(questions) {
    const token = this.eyes;
    if (this.fresh !== token) this.session = await get(`/v1/sessions/${id}`, { token });
    this.fresh = null;
    this.questions = this.held.one && token !== this.held.host ? (await get(`/v1/sessions/${id}/questions`, { token })).items : questions;
    this.asker = token;
    const number = newestOf(this.session);
    if (number <= 1) this.early(); // nothing happened yet that stands above the question
    if (number) {
      const action = await readAction(id, number, token);
      const isNew = this.action?.number !== action.number || this.action.status !== action.status;
      this.action = action;
      if (isNew && action.status === "resolved") this.series?.goOn(action);
    }
    await this.meanwhile?.look(this.action, this.held.one ? [this.uncovered] : this.mine, token).catch(() => null); // it is told with the next news
    this.early();
    this.around ??= await Promise.all([import("./around.js"), styled("record")]).then(([{ Around }]) => new Around(this), () => void renew()) || null; // the line is down: with the next news; or the service is another one
    await this.around?.look(questions);
    await this.bringing?.look(this.player || 0);
  }

  /** Draws the question before what stands around it has come, where nothing of that will push it away. */
  early() {
    if (this.around || this.bringing || this.series || isGathering() || this.session.clock || this.questions.some(isAssent)) return;
    this.draw(true);
  }

  /** The seat whose player looks; null where nobody knows. */
  get player() {
    return this.held.one ? this.uncovered || null : this.mine[0] || null;
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
    return question === "act" && bookOf(this.session.ruleset)?.at_table && isPlayed(this.session, seat) && this.mine.length > 0;
  }

  /** @param {boolean} [onlyNew] leaves the question as it stands where nothing of it has changed: nobody's tap goes astray */
  draw(onlyNew = false) {
    const open = this.session.status === "open";
    const questions = this.questions.filter((question) => !isAssent(question));
    const own = questions.find((question) => this.isMine(question));
    const others = questions.find((question) => !this.isMine(question));
    const isCovered = Boolean(own && this.held.one && own.seat !== null) && (this.uncovered !== own.seat || this.asker !== this.eyes);
    redraw(at("seats"), seatsOf(this.session, (own || others)?.seat, this.held.one ? [] : this.mine));
    this.around?.above(own);
    const isBringing = this.bringing?.isOpen(own);
    const { drawn } = this.asked;
    this.asked = { own, others, isCovered, drawn: "" };
    if (isBringing) this.bringing?.show(at("asked"), own, others);
    else if (!open) void Promise.all([import("./over.js"), styled("record")]).then(([{ showOver }]) => showOver(this));
    else {
      this.asked.drawn = this.drawn;
      if (!onlyNew || drawn !== this.asked.drawn) redraw(at("asked"), () => own ? (isCovered ? covered(this.name(own.seat), () => void this.uncover(own.seat)) : this.question(own)) : others ? waiting(this.name(others.seat), others) : null);
    }
    const sees = () => redraw(at("since"), this.bringing?.notice(this.player), open && own && !isCovered && this.meanwhile?.shown(sees));
    sees();
    const board = newestOf(this.session) > 0 && this.game?.show(this.session.seq, own && !isCovered ? own : null, this.action); // there is none before
    if (own && !isCovered && !isBringing && this.advises) void import("./worth.js").then(({ addWorth }) => addWorth(at("asked"), id, own, this.token(own.seat)));
    at("compose").hidden = Boolean(this.game) || !open || this.action?.status === "pending" || questions.length > 0;
    if (!at("compose").hidden) this.series?.draw(this.session, this.mine);
    this.around?.below(own, others);
    if (!open || (this.game && own && !isBringing)) void import("./spare.js").then(({ offerSpare }) => offerSpare(open || null, id, this.held));
    const fills = () => document.body.classList.toggle("fills", Boolean(board) && !isGathering() && !at("board").hidden);
    fills();
    if (board) void board.then(fills);
    if (!isGathering()) this.around?.says(own && !isCovered ? own : null);
  }

  /** What the question as it is drawn depends on, but for what its player taps. */
  get drawn() {
    const { own, others, isCovered } = this.asked;
    return JSON.stringify([own, others, isCovered, this.name((own || others)?.seat ?? null), colorsOf(this.action, this.session), Boolean(own && stepBack(this.session, this.action, own, () => {}))]);
  }

  /** Its player has taken the phone: what only this seat may see is shown. @param {number} seat */
  async uncover(seat) {
    this.uncovered = seat;
    await this.look(this.questions);
    this.draw(true);
  }

  /** @param {any} question */
  question(question) {
    const body = this.moves?.compose(question, composing(this, question)) || null;
    const shown = asked(question, (answer) => void this.answer(question, answer), { fits: this.game?.fits(question), colors: colorsOf(this.action, this.session), level: "h2", body, figures: this.game?.figures });
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
}

try {
  const found = await begun;
  if (!held || !found) throw new Error("nothing is held");
  const { session, etag, details, asked } = found;
  keepSeen(session);
  if (session.kind === "game") document.body.classList.add("game");
  document.body.classList.toggle("fills", session.kind === "game" && newestOf(session) > 0 && !(held.opened && session.seats.some((/** @type {any} */ seat) => seat.unclaimed))); // nothing has to move later
  const table = new Table(held, found);
  if (session.kind !== "game") {
    const [{ Series }, form] = await Promise.all([import("./series.js"), moduleOf(session.ruleset, "form", "./forms/any.js"), styled("lists")]);
    table.series = new Series(details, form, Number(table.mine[0] || 1));
  }
  if (session.bring) table.bringing = await (await import("./bringing.js")).bringingAt(table);
  at("attack").addEventListener("click", () => void table.attack());
  await table.start(asked, etag);
} catch (failure) {
  showNoSeat(id, failure);
}
