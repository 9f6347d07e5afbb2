// @ts-check
// What stands around the question at a seat: the players, the cover of a phone that goes round, what is seldom needed.

import { Refusal, changed, get, linked } from "./api.js";
import { moduleOf } from "./books.js";
import { halting } from "./clocks.js";
import { button, isSure, toggle } from "./controls.js";
import { at, el, isTapping, redraw, say } from "./dom.js";
import { canKeep } from "./store.js";
import { canBeVoid, colorOf } from "./story.js";
import { parts, t, word } from "./text.js";

/** The players, and whose turn it is. @param {any} session @param {number | null | undefined} turn @param {number[]} mine the seats that are this browser's alone */
export const seatsOf = (session, turn, mine) => session.seats.map((/** @type {any} */ seat) =>
  el("li", { class: seat.seat === turn ? "turn" : "", "aria-current": seat.seat === turn ? "true" : null },
    el("span", { class: `mark-of ${colorOf(session, seat.seat)}`, "aria-hidden": "true" }), el("bdi", {}, seat.name || t("play.seat", { n: seat.seat })),
    seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), mine.includes(seat.seat) && el("span", { class: "hint" }, ` ${t("play.you")}`),
    seat.unclaimed && el("span", { class: "hint" }, ` ${t("play.not_here")}`)));

/** Whether the service plays a seat. @param {any} session @param {number} seat */
export const isPlayed = ({ seats }, seat) => ["best", "first-legal"].includes(seats.find((/** @type {any} */ each) => each.seat === seat)?.policy);

/** Whether a phone that goes round is handed over unseen: only where somebody may see what others may not. @param {{hides: boolean, session: any}} table */
export const isHiding = ({ hides, session: { bring } }) => hides || Boolean(bring && !bring.shown);

/** What a phone shows while it is handed over. @param {string} name @param {() => void} take */
export const covered = (name, take) => el("section", { class: "cover", "aria-label": t("play.give", { name }) },
  el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, t("play.give", { name })),
  el("button", { type: "button", class: "primary", "data-key": "uncover", onclick: take }, t("play.i_am", { name })));

/** What everybody else sees meanwhile. @param {string} name @param {any} question */
export const waiting = (name, question) => el("p", { class: "waiting" }, parts("play.waiting", { name: el("bdi", {}, name) }), el("br"), el("span", { class: "hint" }, question.text));

/**
 * What is seldom needed, in one place: what cannot be undone is asked about first.
 * @param {{open: boolean, session: any, seat: number | null, player: number | null, held: import("./store.js").Held, concedes: boolean, calls: import("./judge-calls.js").Calls | null, advises: boolean, action: any, next: boolean, wishes: any[],
 *   name: (seat: number) => string, advise: (on: boolean) => void, send: (path: string, body: any, seat: number | null) => void, concede: () => void, move: () => void, spare: () => void, invite: () => void}} of
 */
export function tools({ open, session, seat, player, held, concedes, calls, advises, action, next, wishes, name, advise, send, concede, move, spare, invite }) {
  if (!open) return [];
  const void_ = () => send(`/actions/${action.number}/void`, {}, held.one ? null : seat);
  const sure = async (/** @type {any} */ question, /** @type {string} */ yes, /** @type {() => void} */ go) => { if (await isSure(question, yes)) go(); };
  return [
    next && el("a", { class: "to-next", href: "#compose" }, t("play.next")),
    toggle({ key: "advice", label: t("play.advice"), on: advises, set: advise }), wishes,
    el("div", { class: "row deeds" },
      seat && canBeVoid(session, action) && !action.proposal && button({ key: "void", text: t("play.void"), do: () => void sure(t("play.void_sure"), t("play.void_yes"), void_) }),
      concedes && button({ key: "concede", text: t("play.concede"), do: () => void sure(parts("play.concede_sure", { name: el("bdi", {}, name(player || 0)) }), t("play.concede"), concede) }),
      calls && button({ key: "judge", kind: calls.isCalled ? "secondary" : "quiet", text: t(calls.isCalled ? "judge.called" : "judge.call"), do: () => send("/judge", { wanted: !calls.isCalled }, seat) }),
      seat && !held.one && [button({ key: "move", text: t("play.move_seat"), do: move }), button({ key: "spare", text: t("spare.title"), do: spare })],
      held.host && seat && button({ key: "invite", text: t("play.invite"), do: invite }),
      halting(session, (path, body) => send(path, body, held.one ? null : seat))),
  ];
}

/**
 * The seat that is asked, for moves that a player makes up.
 * @param {{token: (seat: number | null) => string | null, session: any, questions: any[], answer: (question: any, answer: any) => Promise<boolean>}} table
 * @param {any} question @returns {import("./moves/common.js").Seat}
 */
export function composing(table, { seat, question: name }) {
  const { id } = table.session;
  return {
    session: id,
    state: async () => (await get(`/v1/sessions/${id}/state`, { token: table.token(seat) })).state,
    answer: async (choice, more) => {
      const now = table.questions.find((each) => each.seat === seat && each.question === name);
      return Boolean(now) && table.answer(now, { seen: now.seen, choice, again: more?.again });
    },
  };
}

/** The way back to the choice of a move, until something has been rolled. @param {any} session @param {any} action @param {any} question @param {(number: number) => void} back */
export function stepBack({ take_back: way }, action, { action: number, seat }, back) {
  const isOwn = action?.number === number && action?.seats?.actor === seat;
  const isShown = action?.record.some((/** @type {any} */ { kind }) => kind === "rolled");
  return way === "free" && isOwn && !isShown && button({ key: "step-back", text: t("play.step_back"), do: () => back(number) });
}

/** Whether the board fills the window, and the column beside it is scrolled. */
const fills = () => document.body.classList.contains("fills");
const isSmall = () => matchMedia("(max-width: 599px)").matches;

/**
 * Says what is new to those who hear the page, and brings it where one looks, unless something is being typed or tapped.
 * @param {any} question the one that this browser answers @param {any} action the last one @param {boolean} isSeries @param {string} before what was said last
 * @returns {string} what was said
 */
export function announce(question, action, isSeries, before) {
  const now = question ? `${question.action}/${question.seen}/${question.text}` : `${action?.number}/${action?.status}`;
  if (now === before) return now;
  say(question ? question.text : action?.status === "resolved" ? action.text : "");
  const isChosen = before === "" && document.activeElement !== document.body; // while the first board was on its way
  if (isTapping() || isChosen || document.activeElement?.matches("input, textarea, select")) return now;
  /** @type {HTMLElement | null} */ (question && at("asked").querySelector(".ask"))?.focus({ preventScroll: true });
  if (question) at(at("since").childElementCount ? "since" : "asked").scrollIntoView({ block: isSmall() || fills() ? "start" : "nearest" });
  if (!question && isSeries && isSmall()) at("story").querySelector(".verdict")?.scrollIntoView({ block: "center" });
  return now;
}

/** Why an action does not count, as the log has it. @param {any} session @param {number} number of the action @param {string | null} token @returns {Promise<string | null>} */
export async function reasonOf({ id, seq }, number, token) {
  const log = await get(`/v1/sessions/${id}/events?after=${Math.max(0, seq - 100)}&limit=100`, { token });
  return log.items.findLast((/** @type {any} */ { type, event }) => type === "action-voided" && event.action === number)?.event.reason || null;
}

/** Reads at once what the page of a seat begins with. @param {string} id of the session @param {import("./store.js").Held} held @param {string | null} token of a seat */
export async function readTable(id, held, token) {
  const eyes = held.one ? held.host : token;
  const [session, details, moves, asked, opened] = await Promise.all([
    get(`/v1/sessions/${id}`, { token: eyes }), get(`/v1/rulesets/${held.ruleset}`), moduleOf(held.ruleset, "moves"),
    changed(`/v1/sessions/${id}/questions`, { token: eyes, etag: "" }), held.one ? get(`/v1/sessions/${id}/events?after=0&limit=1`, { token }) : null,
  ]);
  return { session, details, moves, asked, opened };
}

/**
 * Shows how a table ended, from its beginning.
 * @param {{session: any, action: any, eyes: string | null, held: import("./store.js").Held, name: (seat: number) => string}} table
 */
export async function showOver(table) {
  const { overPage } = await import("./over.js");
  const isNew = !at("asked").querySelector(".over");
  redraw(at("asked"), () => overPage(table.session, table.action, table.eyes, (seat) => table.name(seat), table.held));
  if (isNew) at("since").scrollIntoView({ block: "nearest" });
}

/** Says why this browser plays no seat here and what to do, and offers the sealed cards that it keeps. @param {string} id @param {any} failure */
export function showNoSeat(id, failure) {
  const isEnded = failure instanceof Refusal && failure.problem.code === "token-invalid";
  const isOther = failure instanceof Refusal && !isEnded;
  redraw(at("refusal"), el("h2", {}, isEnded ? t("play.moved") : isOther ? failure.message : t("play.no_seat")), !canKeep() && el("p", {}, t("store.nothing")),
    !isOther && el("ul", { class: "ways-out" }, ["play.try_browser", "play.try_link", "play.try_watch"].map((key) => el("li", {}, parts(key, { watch: el("a", { href: linked(`/sessions/${id}`) }, t("play.watch")) })))),
    isOther && el("p", {}, el("a", { href: linked(`/sessions/${id}`) }, t("play.record"))));
  void import("./invite.js").then(({ cardsLink }) => redraw(at("invite"), cardsLink(id)));
  document.body.classList.remove("fills");
  document.body.classList.add("nothing", "ready");
}
