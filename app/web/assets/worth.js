// @ts-check
// What each choice of an open question is worth, by the odds from this point on: a thin bar under each, or why there is none.

import { get } from "./api.js";
import { el } from "./dom.js";
import { linesOf } from "./refusal.js";
import { asDecimal, asPercent, t, word } from "./text.js";

/** The question that was priced last, and what came of it. @type {{key: string, priced: Promise<any>}} */
let last = { key: "", priced: Promise.resolve(null) };

/**
 * The open question with its odds, or with the reason why there are none.
 * @param {string} session @param {{action: number | null, seen: number, seat: number | null}} question @param {string | null} token
 */
async function priced(session, { action, seen, seat }, token) {
  try {
    const { items } = await get(`/v1/sessions/${session}/questions?include=odds`, { token });
    return items.find((/** @type {any} */ each) => each.action === action && each.seen === seen && each.seat === seat) || null;
  } catch (failure) {
    return { odds: null, no_odds: { detail: linesOf(failure).join(" ") } };
  }
}

/**
 * Adds the worth of each choice to the buttons of a question, once it is known; where it is not, it says why.
 * @param {ParentNode} host
 * @param {string} session
 * @param {{kind: string, action: number | null, seen: number, seat: number | null}} question
 * @param {string | null} token
 */
export async function addWorth(host, session, question, token) {
  const place = host.querySelector(".question");
  if (!place || question.kind !== "choice") return;
  const key = JSON.stringify([session, question.action, question.seen, question.seat, token]);
  if (last.key !== key) last = { key, priced: priced(session, question, token) };
  const found = await last.priced;
  if (!found || place.querySelector(".worth, .no-worth")) return;
  const measure = found.odds?.best_by;
  /** @type {Map<string, number>} choices that lead to no attack have none */
  const worth = new Map((found.odds?.choices || []).filter((/** @type {any} */ each) => each.means[measure]).map((/** @type {any} */ each) => [JSON.stringify(each.choice), each.means[measure].decimal]));
  const told = found.odds?.chances[measure] ? asPercent : asDecimal;
  const most = Math.max(...worth.values(), 1e-9);
  for (const button of place.querySelectorAll(".choice")) {
    const value = worth.get(/** @type {HTMLElement} */ (button).dataset.choice || "");
    if (value !== undefined) button.append(shown(`${word("measure", measure)} ${told(value)}`, value / most));
  }
  if (!place.querySelector(".worth")) place.append(el("p", { class: "hint no-worth" }, found.no_odds?.detail || t(worth.size ? "play.no_worth_measured" : "play.no_worth")));
}

/** @param {string} text @param {number} share of the greatest */
function shown(text, share) {
  const bar = el("i", { class: "worth-bar", "aria-hidden": "true" });
  bar.style.width = `${Math.round(100 * share)}%`;
  return el("span", { class: "worth" }, bar, el("span", {}, text));
}
