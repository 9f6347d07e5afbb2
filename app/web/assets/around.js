// @ts-check
// What stands around the question at a seat and comes after it: proposals, clocks, the deadline, how the last move went, what is seldom needed.

import { canBeVoid } from "./actions.js";
import { get, linked } from "./api.js";
import { bookOf } from "./books.js";
import { Clocks, halting } from "./clocks.js";
import { button, isSure, toggle } from "./controls.js";
import { at, el, isTapping, redraw, say } from "./dom.js";
import { Feel } from "./feel.js";
import { Calls } from "./judge-calls.js";
import { Proposals } from "./proposals.js";
import { CONCEDE } from "./question.js";
import { wholeStory } from "./story.js";
import { parts, t } from "./text.js";
import { showUntil } from "./until.js";

/** @typedef {import("./seat.js").Table} Table */

/** All of it at one table. */
export class Around {
  /** @param {Table} table */
  constructor(table) {
    const { id } = table.session;
    this.table = table;
    this.feel = new Feel();
    this.calls = new Calls(id);
    this.clocks = new Clocks(at("clocks"));
    this.proposals = new Proposals(at("proposals"), id);
    /** @type {{number: number, status: string, reason: string | null} | null} why the last action does not count */
    this.void = null;
    this.known = new Set();
    this.announced = "";
  }

  /** Who looks at proposals. @returns {import("./proposals.js").Player} */
  get player() {
    const { mine, held, eyes: token } = this.table;
    return { mine, isHost: Boolean(held.host), token, name: (seat) => this.table.name(seat), send: (path, body, seat) => void this.table.send(path, body, seat) };
  }

  /** Reads what this browser may see of it now. @param {any[]} questions as everybody sees them, where the phone goes round */
  async look(questions) {
    const { session, action, eyes } = this.table;
    if (action && (this.void?.number !== action.number || this.void?.status !== action.status)) {
      this.void = { number: action.number, status: action.status, reason: action.status === "void" ? await reasonOf(session, action.number, eyes) : null };
    }
    await this.proposals.look(session, action, questions, this.player);
    if (session.reference) await this.calls.look(eyes);
  }

  /**
   * Draws what stands above the question, and the icon of the tab.
   * @param {any} own the question of this browser
   */
  above(own) {
    const { session, mine, held } = this.table;
    this.clocks.show(session, mine, (seat) => this.table.name(seat), held.host ? () => void this.table.send(`/v1/sessions/${session.id}/clock`, { running: true }, null) : null);
    this.proposals.show(this.player);
    const isAsked = Boolean(own) || this.proposals.asks(this.player);
    this.feel.show(isAsked, session.status === "open");
    document.title = `${isAsked ? "● " : ""}${session.seats.map((/** @type {any} */ seat) => this.table.name(seat.seat)).join(" – ")} · Umpire`;
  }

  /**
   * Draws what stands below the question, and says what is new.
   * @param {any} own the question of this browser @param {any} others one of another seat
   */
  below(own, others) {
    const { session, action, eyes } = this.table;
    void showUntil(session, action, own || others, { isMine: Boolean(own), name: this.table.name((own || others)?.seat), token: eyes });
    this.story();
    this.tools();
  }

  /** Draws how the last move went, and whether its dice are right, once the rulebook is there. */
  story() {
    const { session, action, details, game } = this.table;
    redraw(at("story"), action && details && [game && session.status === "open" && el("h2", {}, t("play.last")), wholeStory(action, details.rules, this.known, session, this.void?.reason ?? null)]);
    void import("./check.js").then(({ showProof }) => showProof(at("proof"), this.table));
  }

  /** Says what is new to those who hear the page. @param {any} own the question of this browser that is in sight */
  says(own) {
    this.announced = announce(own, this.table.action, Boolean(this.table.series), this.announced);
  }

  /** What is seldom needed, in one place: what cannot be undone is asked about first. */
  tools() {
    const { table } = this;
    const { session, player, mine: [seat = null] } = table;
    redraw(at("mistakes"), session.status === "open" && this.deeds(player, seat), el("a", { href: linked(`/sessions/${session.id}`) }, t("play.record")));
  }

  /** What a player can do besides. @param {number | null} player who looks @param {number | null} seat the first one of this browser */
  deeds(player, seat) {
    const { table, calls: called } = this;
    const { session, action, held, advises, game } = table;
    const { id } = session;
    const send = (/** @type {string} */ path, /** @type {any} */ body, from = seat) => void table.send(`/v1/sessions/${id}${path}`, body, from);
    const sure = async (/** @type {any} */ question, /** @type {string} */ yes, /** @type {() => void} */ go) => { if (await isSure(question, yes)) go(); };
    const void_ = () => send(`/actions/${action.number}/void`, {}, held.one ? null : seat);
    const concede = () => void table.send(`/v1/sessions/${id}/actions`, { seen: session.seq, move: { kind: CONCEDE } }, player, true);
    const name = el("bdi", {}, table.name(player || 0));
    return [
      action && !at("compose").hidden && el("a", { class: "to-next", href: "#compose" }, t("play.next")),
      toggle({ key: "advice", label: t("play.advice"), on: advises, set: (on) => { table.advises = on; table.draw(); } }),
      this.feel.wishes(() => this.tools()),
      el("div", { class: "row deeds" },
        seat && canBeVoid(session, action) && !action.proposal && button({ key: "void", text: t("play.void"), do: () => void sure(t("play.void_sure"), t("play.void_yes"), void_) }),
        game && action && player && bookOf(session.ruleset)?.concedes && button({ key: "concede", text: t("play.concede"), do: () => void sure(parts("play.concede_sure", { name }), t("play.concede"), concede) }),
        session.reference && button({ key: "judge", kind: called.isCalled ? "secondary" : "quiet", text: t(called.isCalled ? "judge.called" : "judge.call"), do: () => send("/judge", { wanted: !called.isCalled }) }),
        seat && !held.one && [
          button({ key: "move", text: t("play.move_seat"), do: () => void import("./invite.js").then(({ inviteOn }) => inviteOn(at("invite"), { id, seat, name: table.name(seat), token: table.token(seat) || "" })) }),
          button({ key: "spare", text: t("spare.title"), do: () => void import("./spare.js").then(({ makeSpare }) => makeSpare(id, held)) })],
        held.host && seat && button({ key: "invite", text: t("play.invite"), do: () => void table.giveAll() }),
        halting(session, (path, body) => send(path, body, held.one ? null : seat))),
    ];
  }
}

/** Why an action does not count, as the log has it. @param {any} session @param {number} number of the action @param {string | null} token @returns {Promise<string | null>} */
async function reasonOf({ id, seq }, number, token) {
  const log = await get(`/v1/sessions/${id}/events?after=${Math.max(0, seq - 100)}&limit=100`, { token });
  return log.items.findLast((/** @type {any} */ { type, event }) => type === "action-voided" && event.action === number)?.event.reason || null;
}

/** Whether the board fills the window, and the column beside it is scrolled. */
const fills = () => document.body.classList.contains("fills");
const isSmall = () => matchMedia("(max-width: 599px)").matches;

/**
 * Says what is new to those who hear the page, and brings it where one looks, unless something is being typed or tapped.
 * @param {any} question the one that this browser answers @param {any} action the last one @param {boolean} isSeries @param {string} before what was said last
 * @returns {string} what was said
 */
function announce(question, action, isSeries, before) {
  const now = question ? `${question.action}/${question.seen}/${question.text}` : `${action?.number}/${action?.status}`;
  if (now === before) return now;
  if (before === "" && question && at("asked").contains(document.activeElement)) return now; // its player is at it already
  say(question ? question.text : action?.status === "resolved" ? action.text : "");
  const isChosen = before === "" && document.activeElement !== document.body; // while the first board was on its way
  if (isTapping() || isChosen || document.activeElement?.matches("input, textarea, select")) return now;
  /** @type {HTMLElement | null} */ (question && at("asked").querySelector(".ask"))?.focus({ preventScroll: true });
  if (question) at(at("since").childElementCount ? "since" : "asked").scrollIntoView({ block: isSmall() || fills() ? "start" : "nearest" });
  if (!question && isSeries && isSmall()) at("story").querySelector(".verdict")?.scrollIntoView({ block: "center" });
  return now;
}
