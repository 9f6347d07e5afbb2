// @ts-check
// Until when a question can be answered, where the table has a deadline: shown as a time, and said as it comes near.

import { get } from "./api.js";
import { at, el, redraw, say } from "./dom.js";
import { language, parts, t } from "./text.js";

/** Seconds before the end at which the time that is left is said. */
export const SAID = [300, 60, 10];

/** Says how many seconds are left: whole minutes, or less than one. @param {number} left */
export const sayLeft = (left) => say(left < 60 ? t("play.seconds_left", { count: left }) : t("play.minutes_left", { count: left / 60 }));

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(language, { weekday: "long", hour: "2-digit", minute: "2-digit" });

/** @type {Map<number, Promise<number>>} the time of an event, by its number */
const times = new Map();
/** The event with which the question stood open that is shown. */
let shown = 0;
/** @type {number[]} */
let timers = [];

/** The event with which a question stood open; 0 where nothing answers it in time: dice that people throw, and assent. @param {any} question @param {any} action */
function asking(question, action) {
  if (!question || question.kind !== "choice" || question.question === "assent") return 0;
  if (question.question === "act") return question.seen;
  return question.action && question.action === action?.number ? action.seq : question.question === "bring-list" ? 1 : 0;
}

/**
 * Shows until when the question of a table is open, and says to its player how much time is left.
 * @param {any} session @param {any} action its last one @param {any} question @param {{isMine: boolean, name: string, token: string | null}} of
 */
export async function showUntil(session, action, question, { isMine, name, token }) {
  const seq = session.deadline && session.status === "open" ? asking(question, action) : 0;
  if (seq === shown) return;
  shown = seq;
  for (const timer of timers.splice(0)) clearTimeout(timer);
  redraw(at("until"));
  if (!seq) return;
  if (!times.has(seq)) times.set(seq, get(`/v1/sessions/${session.id}/events?after=${seq - 1}&limit=1`, { token }).then(({ items }) => Date.parse(items[0].event.at)));
  const since = await /** @type {Promise<number>} */ (times.get(seq)).catch(() => { times.delete(seq); return 0; });
  if (!since || shown !== seq) return;
  const end = new Date(since + session.deadline.seconds * 1000);
  const time = el("time", { datetime: end.toISOString() }, (end.toDateString() === new Date().toDateString() ? clock : day).format(end));
  redraw(at("until"), parts(isMine ? "play.until" : "play.until_they", { time, name: el("bdi", {}, name) }));
  if (!isMine) return;
  for (const left of SAID) {
    const wait = end.getTime() - left * 1000 - Date.now();
    if (wait > 0 && wait < 2 ** 31) timers.push(setTimeout(() => sayLeft(left), wait));
  }
}
