// @ts-check
// What stands around the question at a seat: the players, the cover of a phone that goes round, what is seldom needed.

import { button, toggle } from "./controls.js";
import { el } from "./dom.js";
import { colorOf } from "./story.js";
import { parts, t, word } from "./text.js";

/** The players, and whose turn it is. @param {any} session @param {number | null | undefined} turn @param {number[]} mine the seats that are this browser's alone */
export const seatsOf = (session, turn, mine) => session.seats.map((/** @type {any} */ seat) =>
  el("li", { class: seat.seat === turn ? "turn" : "", "aria-current": seat.seat === turn ? "true" : null },
    el("span", { class: `mark-of ${colorOf(session, seat.seat)}`, "aria-hidden": "true" }), el("bdi", {}, seat.name || t("play.seat", { n: seat.seat })),
    seat.side && el("span", { class: "hint" }, ` ${word("side", seat.side)}`), mine.includes(seat.seat) && el("span", { class: "hint" }, ` ${t("play.you")}`)));

/** What a phone shows while it is handed over. @param {string} name @param {() => void} take */
export const covered = (name, take) => el("section", { class: "cover", "aria-label": t("play.give", { name }) },
  el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, t("play.give", { name })),
  el("button", { type: "button", class: "primary", "data-key": "uncover", onclick: take }, t("play.i_am", { name })));

/** What everybody else sees meanwhile. @param {string} name @param {any} question */
export const waiting = (name, question) => el("p", { class: "waiting" }, parts("play.waiting", { name: el("bdi", {}, name) }), el("br"), el("span", { class: "hint" }, question.text));

/**
 * @param {{open: boolean, seat: number | null, held: import("./store.js").Held, calls: import("./calls.js").Calls | null, advises: boolean, action: any, next: boolean,
 *   advise: (on: boolean) => void, send: (path: string, body: any, seat: number | null) => void, invite: () => void}} of
 */
export function tools({ open, seat, held, calls, advises, action, next, advise, send, invite }) {
  if (!open) return [];
  return [
    next && el("a", { class: "to-next", href: "#compose" }, t("play.next")),
    toggle({ key: "advice", label: t("play.advice"), on: advises, set: advise }),
    seat && action && action.status !== "void" && !action.proposal && button({ key: "void", text: t("play.void"), do: () => send(`/actions/${action.number}/void`, {}, held.one ? null : seat) }),
    calls && button({ key: "judge", kind: calls.isCalled ? "secondary" : "quiet", text: t(calls.isCalled ? "judge.called" : "judge.call"), do: () => send("/judge", { wanted: !calls.isCalled }, seat) }),
    held.host && seat && button({ key: "invite", text: t("play.invite"), do: invite }),
  ];
}
