// @ts-check
// "These dice are right": what the browser itself computed of an attack, in words.

import { el, redraw } from "./dom.js";
import { bytes, leadsTo, rollsOf, same } from "./fairness.js";
import { linked } from "./api.js";
import { t } from "./text.js";

const CHAIN = 1024; // actions of a session that one seal serves

/** @param {Record<string, string>} shares in hex, by number of the seat @returns {Record<string, Uint8Array>} */
const raw = (shares) => Object.fromEntries(Object.entries(shares).map(([seat, share]) => [seat, bytes(share)]));

/**
 * @param {any} action
 * @param {{commitment: string | null, dice: any[], kept: boolean, shares?: Record<string, string>}} known `kept`: the commitment was seen before the roll; `shares`: what the seats revealed
 * @returns {Promise<{verdict: string, text: string, rolls: import("./fairness.js").Checked[]}>} `verdict` is proven, wrong, none, later or typed
 */
export async function checkAction(action, known) {
  const rolled = action.record.filter((/** @type {any} */ entry) => entry.kind === "rolled" && entry.faces?.length);
  const count = rolled.reduce((/** @type {number} */ sum, /** @type {any} */ entry) => sum + entry.faces.length, 0);
  if (!count) return { verdict: "none", text: t("check.none"), rolls: [] };
  if (rolled.some((/** @type {any} */ entry) => entry.source === "physical")) return { verdict: "typed", text: t("check.typed"), rolls: [] };
  const { seed, commitment } = action.fairness;
  if (!seed) return { verdict: "later", text: t("check.later"), rolls: [] };
  const steps = ((action.number - 1) % CHAIN) + 1;
  const promise = (action.number <= CHAIN && known.commitment) || commitment;
  const isPromised = await leadsTo(action.session_id, seed, steps, promise);
  const rolls = await rollsOf({ session: action.session_id, number: action.number, seed, record: action.record, dice: known.dice, entropy: raw(known.shares || {}) });
  const isRight = isPromised && rolls.every((roll) => roll.computed === null || same(roll.computed, roll.faces));
  const decks = rolls.filter((roll) => roll.computed === null).length;
  const text = !isRight ? t("check.wrong") : `${t(known.kept ? "check.proven" : "check.derived", { count })}${decks ? ` ${t("check.decks", { count: decks })}` : ""}`;
  return { verdict: isRight ? "proven" : "wrong", text, rolls };
}

/**
 * @param {{verdict: string, text: string, rolls: import("./fairness.js").Checked[]}} checked
 * @param {any} action
 */
export function checkPanel(checked, action) {
  const mark = { proven: "✓", wrong: "✗" }[checked.verdict] || "·";
  return el("div", { class: `check ${checked.verdict}` },
    el("span", { class: "tick", "aria-hidden": "true" }, mark),
    el("div", {}, el("p", {}, checked.text),
      checked.rolls.length > 0 && el("details", { class: "fold" }, el("summary", {}, t("check.how")),
        el("dl", { class: "proof" },
          el("dt", {}, t("check.commitment")), el("dd", {}, el("code", {}, action.fairness.commitment)),
          el("dt", {}, t("check.seed")), el("dd", {}, el("code", {}, action.fairness.seed)),
          checked.rolls.map((roll) => [el("dt", {}, t("check.roll", { n: roll.roll, die: roll.die })), el("dd", {}, roll.computed ? roll.computed.join(", ") : "–")])),
        el("p", {}, el("a", { href: new URL("./fairness.js", import.meta.url).pathname }, t("check.source")), " · ",
          el("a", { href: linked(`/sessions/${action.session_id}`) }, t("check.session"))))));
}

/**
 * Shows in its place what comes of checking the last action at a table, unless it is another by then.
 * @param {Element} host @param {{action: any, held: import("./store.js").Held, session: any, details: any, game: any}} table
 */
export async function showProof(host, table) {
  const { action, held: { commitment }, session, details, game } = table;
  if (action?.status !== "resolved" || !details) return redraw(host);
  const checked = await checkAction(action, { commitment, dice: details.dice, kept: true, shares: session.entropy?.revealed });
  if (table.action === action) redraw(host, !(game && checked.verdict === "none") && checkPanel(checked, action));
}
