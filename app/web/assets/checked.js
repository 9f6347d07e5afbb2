// @ts-check
// What came of the check of a session, line by line: its record, and what the page shows of it.

import { eventsOf } from "./api.js";
import { el, say } from "./dom.js";
import { difference, isAsLogged } from "./compare.js";
import { t } from "./text.js";

/** @typedef {[isRight: boolean | null, told: string, about?: "log" | "dice" | "story"]} Line null where it is neither right nor wrong */

/** @param {import("./verify.js").Checked} checked @param {string | null} kept the seal of a seat @param {import("./store.js").Seen | null} seen @returns {Line[]} */
export function recordLines(checked, kept, seen) {
  const promised = kept || seen?.commitment;
  const begins = seen && checked.heads[seen.seq - 1] === seen.head;
  const isKept = promised && checked.commitment ? promised === checked.commitment : null;
  const { thrown, computed, wrong, physical } = checked.dice;
  /** @type {(Line | false | null | "")[]} */
  const lines = [
    [checked.chain, checked.chain ? t("verify.chain", { count: checked.events.length }) : t("verify.broken", { n: checked.broken || 0 }), "log"],
    checked.fault && [false, t("verify.fault", { n: checked.fault.event, why: checked.fault.why }), "log"],
    checked.commitment && !checked.fault && [checked.seeds, t(checked.seeds ? "verify.seeds" : "verify.seeds_wrong"), "dice"],
    thrown > 0 && [wrong === 0, wrong ? t("verify.dice_wrong", { wrong, all: thrown }) : t("verify.dice", { count: computed, all: thrown }), "dice"],
    physical > 0 && [null, t("verify.physical", { count: physical })],
    checked.commitment && [isKept, isKept === null ? t("verify.not_kept") : !isKept ? t("verify.other") : kept ? t("verify.kept") : t("verify.first_seen", { n: seen?.seq || 0 }), "log"],
    seen && [begins, begins ? t("verify.begins", { count: seen.seq }) : t("verify.begins_not", { n: seen.seq }), "log"],
  ];
  return /** @type {Line[]} */ (lines.filter(Boolean));
}

/** @type {WeakMap<any, ReturnType<typeof difference>>} what came of comparing an action as it was shown */
const compared = new WeakMap();

/**
 * Compares what the page shows with the record: its events, the actions that it has told so far, and how it ended.
 * @param {{checked: import("./verify.js").Checked, session: any, events: any[], actions: any[], token: string | null}} of
 * @returns {Promise<Line[]>}
 */
export async function shownLines({ checked, session, events, actions, token }) {
  const other = events.find((event, place) => !isAsLogged(event, checked.events[place]));
  const closed = checked.events.find(({ type }) => type === "session-closed");
  /** @type {Line[]} */
  const wrong = other ? [[false, t("verify.event_wrong", { n: other.seq }), "log"]] : [];
  if (session.status !== (closed ? "closed" : "open") || !isAsLogged(session.result, closed?.result ?? null)) wrong.push([false, t("verify.result_wrong"), "story"]);
  for (const action of actions) {
    if (!compared.has(action)) compared.set(action, difference(action, checked.events, await toldOf(action, checked.events, token)));
    const found = compared.get(action);
    if (found) wrong.push([false, t(`verify.${found.what}_wrong`, { n: action.number, line: found.line }), "story"]);
  }
  if (wrong.length) return wrong;
  const dice = actions.flatMap(({ record }) => record).reduce((sum, { kind, faces }) => sum + (kind === "rolled" && Array.isArray(faces) ? faces.length : 0), 0);
  return actions.length ? [[true, t("verify.shown", { count: actions.length, dice }), "story"], [null, t("verify.wording")]] : [];
}

/** The events of an action as the service tells them anew, with sentences. @param {any} action @param {any[]} events @param {string | null} token */
async function toldOf(action, events, token) {
  const told = [];
  const before = events.findIndex((event) => event.action === action.number);
  for await (const event of eventsOf(action.session_id, { token, after: Math.max(0, before), texts: true })) {
    if (event.seq > action.seq) break;
    told.push(event);
  }
  return told;
}

/** What of log, dice and story was compared, each with what came of it. @param {Line[]} lines */
function summary(lines) {
  return /** @type {const} */ (["log", "dice", "story"]).map((about) => {
    const own = lines.filter((line) => line[2] === about && line[0] !== null);
    const isWrong = own.some(([isRight]) => isRight === false);
    return el("li", { class: isWrong ? "differs" : own.length ? "agrees" : "left-out" }, el("b", {}, t(`verify.about_${about}`)), " ",
      t(isWrong ? "verify.differs" : own.length ? "verify.agrees" : "verify.left_out"));
  });
}

/** @param {import("./verify.js").Checked} checked @param {Line[]} lines */
export function verdict(checked, lines) {
  const holds = lines.every(([isRight]) => isRight !== false);
  const told = t(holds ? (checked.dice.thrown ? "verify.holds" : "verify.holds_without") : "verify.fails");
  say(told);
  return el("div", { class: `check ${holds ? "proven" : "wrong"}` }, el("span", { class: "tick", "aria-hidden": "true" }, holds ? "✓" : "✗"), el("div", {}, el("p", {}, el("b", {}, told)), el("ul", { class: "summary" }, summary(lines)),
    el("ul", { class: "lines" }, lines.map(([isRight, line]) => el("li", {}, isRight === null ? "· " : isRight ? "✓ " : "✗ ", line))),
    el("dl", { class: "proof" }, checked.commitment && [el("dt", {}, t("verify.commitment")), el("dd", {}, el("code", {}, checked.commitment))], el("dt", {}, t("verify.head")), el("dd", {}, el("code", {}, checked.head))),
    el("p", {}, ["verify.js", "order.js", "log-conditions.js", "conditions.js", "log-events.js", "log-places.js", "log-shapes.js", "log-values.js", "compare.js", "parts.js", "fairness.js", "digest.js"].map((name) => el("a", { class: "source-link", href: new URL(`./${name}`, import.meta.url).pathname }, name)))));
}
