// @ts-check
// What stands around the question at a seat: the players, the cover of a phone that goes round, what is seldom needed.

import { Refusal, get, linked } from "./api.js";
import { button, toggle } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { cardsLink } from "./invite.js";
import { canKeep } from "./store.js";
import { colorOf } from "./story.js";
import { parts, t, word } from "./text.js";

/** The players, and whose turn it is. @param {any} session @param {number | null | undefined} turn @param {number[]} mine the seats that are this browser's alone */
export const seatsOf = (session, turn, mine) => session.seats.map((/** @type {any} */ seat) =>
  el("li", { class: seat.seat === turn ? "turn" : "", "aria-current": seat.seat === turn ? "true" : null },
    el("span", { class: `mark-of ${colorOf(session, seat.seat)}`, "aria-hidden": "true" }), el("bdi", {}, seat.name || t("play.seat", { n: seat.seat })),
    seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), mine.includes(seat.seat) && el("span", { class: "hint" }, ` ${t("play.you")}`)));

/** Whether the service plays a seat. @param {any} session @param {number} seat */
export const isPlayed = ({ seats }, seat) => ["best", "first-legal"].includes(seats.find((/** @type {any} */ each) => each.seat === seat)?.policy);

/** What a phone shows while it is handed over. @param {string} name @param {() => void} take */
export const covered = (name, take) => el("section", { class: "cover", "aria-label": t("play.give", { name }) },
  el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, t("play.give", { name })),
  el("button", { type: "button", class: "primary", "data-key": "uncover", onclick: take }, t("play.i_am", { name })));

/** What everybody else sees meanwhile. @param {string} name @param {any} question */
export const waiting = (name, question) => el("p", { class: "waiting" }, parts("play.waiting", { name: el("bdi", {}, name) }), el("br"), el("span", { class: "hint" }, question.text));

/**
 * @param {{open: boolean, seat: number | null, held: import("./store.js").Held, concedes: boolean, calls: import("./calls.js").Calls | null, advises: boolean, action: any, next: boolean,
 *   advise: (on: boolean) => void, send: (path: string, body: any, seat: number | null) => void, concede: () => void, move: () => void, invite: () => void}} of
 */
export function tools({ open, seat, held, concedes, calls, advises, action, next, advise, send, concede, move, invite }) {
  if (!open) return [];
  return [
    next && el("a", { class: "to-next", href: "#compose" }, t("play.next")),
    toggle({ key: "advice", label: t("play.advice"), on: advises, set: advise }),
    seat && action && action.status !== "void" && !action.proposal && button({ key: "void", text: t("play.void"), do: () => send(`/actions/${action.number}/void`, {}, held.one ? null : seat) }),
    concedes && button({ key: "concede", text: t("play.concede"), do: concede }),
    calls && button({ key: "judge", kind: calls.isCalled ? "secondary" : "quiet", text: t(calls.isCalled ? "judge.called" : "judge.call"), do: () => send("/judge", { wanted: !calls.isCalled }, seat) }),
    seat && !held.one && button({ key: "move", text: t("play.move_seat"), do: move }),
    held.host && seat && button({ key: "invite", text: t("play.invite"), do: invite }),
  ];
}

/**
 * Says what is new to those who hear the page, and brings it where one looks, unless something is being typed.
 * @param {any} question the one that this browser answers @param {any} action the last one @param {boolean} isSeries @param {string} before what was said last
 * @returns {string} what was said
 */
export function announce(question, action, isSeries, before) {
  const now = question ? `${question.action}/${question.seen}/${question.text}` : `${action?.number}/${action?.status}`;
  if (now === before) return now;
  say(question ? question.text : action?.status === "resolved" ? action.text : "");
  if (document.activeElement?.matches("input, textarea, select")) return now;
  /** @type {HTMLElement | null} */ (question && at("asked").querySelector(".ask"))?.focus();
  if (!question && isSeries && matchMedia("(max-width: 599px)").matches) at("story").querySelector(".verdict")?.scrollIntoView({ block: "center" });
  return now;
}

/** Why an action does not count, as the log has it. @param {any} session @param {number} number of the action @param {string | null} token @returns {Promise<string | null>} */
export async function reasonOf({ id, seq }, number, token) {
  const log = await get(`/v1/sessions/${id}/events?after=${Math.max(0, seq - 100)}&limit=100`, { token });
  return log.items.findLast((/** @type {any} */ { type, event }) => type === "action-voided" && event.action === number)?.event.reason || null;
}

/** Says why this browser plays no seat here, and offers the sealed cards that it keeps. @param {string} id @param {any} failure */
export function showNoSeat(id, failure) {
  const isEnded = failure instanceof Refusal && failure.problem.code === "token-invalid";
  redraw(at("refusal"), el("p", {}, isEnded ? t("play.moved") : failure instanceof Refusal ? failure.message : t("play.no_seat"), !canKeep() && ` ${t("store.nothing")}`), el("p", {}, el("a", { href: linked(`/sessions/${id}`) }, t("play.record"))));
  redraw(at("invite"), cardsLink(id));
  document.body.classList.add("nothing");
}
