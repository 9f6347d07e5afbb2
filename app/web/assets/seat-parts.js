// @ts-check
// What stands with the question at a seat: the players, the cover of a phone that goes round, the way back; code and link of a table
// that was just opened, until the others are there or its player starts without waiting.

import { read, stateAt } from "./actions.js";
import { Refusal, linked, sleep } from "./api.js";
import { moduleOf, styled } from "./books.js";
import { button } from "./controls.js";
import { marked } from "./draw.js";
import { at, el, redraw } from "./dom.js";
import { renew } from "./page.js";
import { canKeep, hold } from "./store.js";
import { parts, t, word } from "./text.js";

/** The players, and whose turn it is. @param {any} session @param {number | null | undefined} turn @param {number[]} mine the seats that are this browser's alone */
export const seatsOf = (session, turn, mine) => session.seats.map((/** @type {any} */ seat) =>
  el("li", { class: seat.seat === turn ? "turn" : "", "aria-current": seat.seat === turn ? "true" : null },
    marked(session, seat, t("play.seat", { n: seat.seat })),
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
 * The seat that is asked, for moves that a player makes up.
 * @param {{token: (seat: number | null) => string | null, eyes: string | null, hides: boolean, session: any, questions: any[], answer: (question: any, answer: any) => Promise<boolean>}} table
 * @param {any} question @returns {import("./moves/common.js").Seat}
 */
export function composing(table, { seat, question: name }) {
  const { id, ruleset, options, advice } = table.session;
  return {
    session: id,
    options: advice === "after" ? null : options,
    module: async (kind) => {
      for (;;) {
        const found = await Promise.all([moduleOf(ruleset, kind), styled("lists")]).catch(() => null);
        if (found) return found[0];
        await renew(); // the service is another one; or the line is down
        await sleep(1000);
      }
    },
    state: async () => (await read(stateAt(id), isHiding(table) ? table.token(seat) : table.eyes)).state,
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

const MISSING = "#invite > [data-seat]";
const page = document.body.classList;

/** Whether the page shows code and link, and not the table. */
export const isGathering = () => page.contains("gathering");

/**
 * Makes room for the links of places that nobody has taken, in place of the table; goes on by itself when the last is taken.
 * @param {string} id of the session @param {import("./store.js").Held} held @param {any[]} others the seats that are played elsewhere
 * @param {() => void} over the table comes into sight
 * @returns {any[]} the places whose links are to be shown: those of a table that was opened here
 */
export function gather(id, held, others, over) {
  const missing = held.opened ? others.filter(({ unclaimed }) => unclaimed) : [];
  if (!missing.length) return [];
  const row = el("div", { class: "row", id: "gathering" });
  const show = () => {
    page.toggle("gathering", !held.begun);
    page.toggle("begun", Boolean(held.begun));
    redraw(row, held.begun
      ? [el("span", { class: "hint" }, t("gather.missing")), button({ key: "show-code", text: t("gather.show"), do: () => turn(false) })]
      : button({ key: "begin", kind: "secondary", text: t("gather.begin"), do: () => turn(true) }));
  };
  const turn = (/** @type {boolean} */ begun) => {
    held.begun = begun;
    hold(id, held);
    show();
    if (begun) over();
  };
  at("invite").after(row);
  show();
  const watch = new MutationObserver(() => {
    if (document.querySelector(MISSING)) return;
    watch.disconnect();
    row.remove();
    const hadTable = !isGathering();
    page.remove("gathering", "begun");
    if (!hadTable) over();
  });
  watch.observe(at("invite"), { childList: true });
  return missing;
}
