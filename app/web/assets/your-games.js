// @ts-check
// The games of which this browser holds a seat: whose turn it is, against whom, how long ago. One request asks for all.

import { linked, post } from "./api.js";
import { button, fold } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { forget, heldOf, keptNames } from "./store.js";
import { language, t } from "./text.js";

/** @typedef {{id: string, held: import("./store.js").Held, seat: any}} Mine a session with what is held of it; `seat`: what the service tells of it, if it does */

/** How many seats a request may name. */
const AT_ONCE = 50;
/** How many games that are over are shown unfolded. */
const SHOWN = 5;

const place = at("your-games");
/** @type {Record<string, string>} */
const titles = JSON.parse(place.dataset.titles || "{}");
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
/** Units of time with their seconds, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** How long ago something was, in words. @param {string} then */
function sinceThen(then) {
  const seconds = Math.max(0, (Date.now() - Date.parse(then)) / 1000); // the clock of this device may be slow
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) || ["second", Infinity];
  return el("time", { datetime: then, title: time.format(new Date(then)) }, ago.format(-Math.floor(seconds / length) || 0, unit));
}

/** The sessions of which this browser holds a seat, the newest first. @returns {Mine[]} */
const heldHere = () => keptNames("session:").reverse().flatMap((id) => {
  const held = heldOf(id);
  return held && Object.keys(held.seats).length ? [{ id, held, seat: null }] : [];
});

/** Asks how they stand; of what is not answered nothing is known. @param {Mine[]} all */
async function ask(all) {
  for (let begin = 0; begin < all.length; begin += AT_ONCE) {
    const some = all.slice(begin, begin + AT_ONCE);
    const tokens = some.map(({ held }) => Object.values(held.seats)[0]);
    const { items } = await post("/v1/seats", { tokens }).catch(() => ({ items: [] }));
    for (const [n, one] of some.entries()) one.seat = items[n] || null;
  }
}

/** Whether this browser no longer has the seat. @param {Mine} one */
const isGone = ({ seat }) => seat?.problem?.code === "token-invalid";

/** Whether the service tells how the session stands. @param {Mine} one */
const isKnown = ({ seat }) => Boolean(seat) && !seat.problem;

/** @param {Mine} one */
const isOver = (one) => isKnown(one) && one.seat.status === "closed";

/** The seats that a session waits for and that are played here. @param {Mine} one @returns {number[]} */
const asked = ({ held, seat }) => seat.waits_for.filter((/** @type {number} */ each) => String(each) in held.seats);

/** Whether somebody here is to play. @param {Mine} one */
const isTurn = (one) => isKnown(one) && !isOver(one) && (one.seat.questions > 0 || asked(one).length > 0);

/** @param {any} seat */
const nameOf = ({ seat, name }) => name || t("play.seat", { n: seat });

/** The names of these seats. @param {any[]} seats @param {(seat: any) => boolean} [which] */
const names = (seats, which = () => true) => seats.filter(which).map(nameOf).join(", ");

/** Who plays: the others, and on a phone that goes round all. @param {Mine} one */
const players = ({ held, seat }) => names(seat.seats, (each) => held.one || !(each.seat in held.seats));

/** How a game has ended, as the player here sees it. @param {Mine} one */
function ended({ held, seat: { result, seats } }) {
  if (!result) return t("yours.over");
  const winners = result.winners || (result.winner ? [result.winner] : []);
  if (!winners.length) return t("yours.over_draw");
  const isOwn = !held.one && winners.some((/** @type {number} */ each) => each in held.seats);
  return isOwn ? t("yours.over_you") : t("yours.over_won", { names: names(seats, (each) => winners.includes(each.seat)) });
}

/** Whose turn it is. @param {Mine} one */
function turn(one) {
  const { held, seat: { seats, waits_for: waits } } = one;
  if (isTurn(one) && !held.one) return t("yours.turn");
  if (seats.some((/** @type {any} */ each) => each.unclaimed)) return t("yours.gathers");
  const awaited = names(seats, (each) => waits.includes(each.seat));
  return awaited ? t(waits.length > 1 ? "yours.waits" : "yours.turn_of", { name: awaited }) : t("yours.between");
}

/** A game as a row that leads to its seat. @param {Mine} one */
function row(one) {
  const { id, held, seat } = one;
  const title = titles[held.ruleset] || held.ruleset;
  if (isGone(one)) return el("li", { class: "gone" }, el("p", {}, el("b", {}, title), " ", t("yours.gone")),
    button({ key: `forget/${id}`, text: t("yours.forget"), name: t("yours.forget_this", { title }), do: () => { forget(`session:${id}`); void show(); } }));
  return el("li", {}, el("a", { href: linked(`/play/${id}`), class: isTurn(one) ? "turn" : null, "data-key": id },
    el("span", {}, el("b", {}, title), isKnown(one) && players(one) && [" ", el("bdi", {}, players(one))]),
    el("span", { class: "how-now" }, isKnown(one) && [el("span", {}, isOver(one) ? ended(one) : turn(one)), " · ", sinceThen(seat.last_at)])));
}

/** The moment of the last event, for the order. @param {Mine} one */
const lastOf = ({ seat }) => (seat?.last_at ? Date.parse(seat.last_at) : 0);

/** @param {Mine[]} all */
function draw(all) {
  const sorted = [...all].sort((one, other) => Number(isGone(one)) - Number(isGone(other)) || Number(isTurn(other)) - Number(isTurn(one)) || lastOf(other) - lastOf(one));
  const over = sorted.filter(isOver).map(row);
  redraw(at("your-games-open"), sorted.filter((one) => !isOver(one) && !isGone(one)).map(row));
  const done = el("ul", { class: "lines" }, over);
  redraw(at("your-games-over"), over.length > SHOWN ? fold("finished", t("yours.finished", { count: over.length }), done) : over.length > 0 && done,
    sorted.some(isGone) && el("ul", { class: "lines" }, sorted.filter(isGone).map(row)));
  place.hidden = !all.length;
}

/** Shows the way to each seat at once, and how each game stands as soon as the service tells. */
async function show() {
  const all = heldHere();
  if (place.hidden) draw(all);
  if (all.length) {
    place.setAttribute("aria-busy", "true");
    await ask(all);
    draw(all.filter(({ id }) => heldOf(id))); // some may have been forgotten meanwhile
    place.removeAttribute("aria-busy");
  } else place.hidden = true;
}

/** Shows the list, and again whenever somebody comes back to the page. */
export function showYourGames() {
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") void show(); });
  addEventListener("pageshow", (event) => { if (event.persisted) void show(); });
  void show();
}
