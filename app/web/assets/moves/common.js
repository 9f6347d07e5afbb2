// @ts-check
// What the moves share that players make up: what they have set so far stays while the page around is drawn again.

import { el, redraw } from "../dom.js";
import { draftOf, keepDraft } from "../drafts.js";

/**
 * @typedef {{
 *   session: string,
 *   answer: (choice: any, more?: {again: boolean}) => Promise<boolean>,
 *   state: () => Promise<any>,
 *   module: (kind: "fields") => Promise<any>,
 *   options: any,
 * }} Seat
 *   `answer` sends a choice and tells whether it was taken; `again`: it may be sent again once the table has gone on;
 *   `state`: the board as this seat may see it; `module`: one more of the rulebook, which comes when it is needed;
 *   `options`: of the session; null where it was opened without advice before its end
 */

/** @type {Map<string, {about: string, host: HTMLElement, draft: any}>} */
const kept = new Map();
/** What was set when the page was left, by key. @type {Record<string, any>} */
const left = draftOf("moves") || {};
keepDraft("moves", () => ({ ...left, ...Object.fromEntries([...kept].map(([key, { draft }]) => [key, draft])) }));

/**
 * A place for what a player sets. It is the same one, with all that is in it, until the question is about something else.
 * @template Draft
 * @param {string} key
 * @param {any} about what the question is about
 * @param {() => Draft} empty what is set at first
 * @param {(draft: Draft) => any[]} made what stands there
 * @returns {HTMLElement}
 */
export function place(key, about, empty, made) {
  const now = JSON.stringify(about);
  const before = kept.get(key);
  if (before?.about === now) return before.host;
  const draft = before?.draft ?? left[key] ?? empty();
  const host = el("div", { class: "moves" }, made(draft));
  kept.set(key, { about: now, host, draft });
  return host;
}

/** Forgets what was set, since it was sent. @param {string} key */
export function done(key) {
  kept.delete(key);
  delete left[key];
}

/**
 * Fields that are drawn again by themselves; what stands around them, such as the button that sends, is not.
 * @param {(again: () => void) => any[]} drawn
 */
export function part(drawn) {
  const host = el("div", { class: "fields" });
  const again = () => redraw(host, drawn(again));
  again();
  return host;
}

/**
 * One kind of move: its name, and what is set for it once it is opened.
 * @param {{key: string, name: string}} of
 * @param {...any} children
 */
export const kind = (of, ...children) => el("details", { class: "move", name: "move" }, el("summary", { class: "choice", "data-key": `move/${of.key}` }, of.name), children);
