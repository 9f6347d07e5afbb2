// @ts-check
// The luck of a closed session: of each player in attacks and in each kind of roll, and what remains unknown.

import { get, linked } from "./api.js";
import { el, svg } from "./dom.js";
import { colorOf, faceName } from "./draw.js";
import { asDecimal, t, word } from "./text.js";

/** More faces than a die has: those are cards. */
const FEW = 6;
/** What was read, by session: nothing of it changes any more. @type {Map<string, Promise<any>>} */
const read = new Map();

/** The luck of a closed session; null where it cannot be read. @param {string} id @param {string | null} token */
export function luckOf(id, token) {
  if (!read.has(id)) read.set(id, get(`/v1/sessions/${id}/luck`, { token }).catch(() => { read.delete(id); return null; }));
  return /** @type {Promise<any>} */ (read.get(id));
}

/** @param {any} of what is expected, with its standard error */
const expected = ({ expected: { decimal }, standard_error: error }) =>
  ({ expected: asDecimal(decimal), error: asDecimal(error) });

/** @param {any} each a measure over the attacks that a seat made */
const attackLine = (each) =>
  el("li", {}, t("session.luck", { measure: word("measure", each.measure), actual: each.actual, ...expected(each) }),
    ` · ${t("over.attacks", { count: each.attacks })}`);

/** @param {any} roll the dice of one kind of roll @param {string} slug */
function rollLine(roll, slug) {
  const kind = [roll.by && word("role", roll.by), word("die", roll.die)].filter(Boolean).join(" · ");
  const rule = el("a", { href: linked(`/rules/${slug}`, {}, `#${roll.rule}`), title: t("story.rule", { id: roll.rule }) }, roll.rule);
  const text = roll.sum ? t("over.sum", { actual: roll.sum.actual, ...expected(roll.sum) })
    : roll.faces.map((/** @type {any} */ each) => t("over.face", {
      face: faceName(each.face), actual: each.actual, ...expected(each),
    })).join("; ");
  return el("li", {}, `${kind} · `, rule, ` × ${roll.count}: ${text}`);
}

/** What of the luck nobody can tell. @param {any} found @param {boolean} isNothing nothing is told */
function unknown({ attacks, without_odds: odds, unseen }, isNothing) {
  return [
    odds > 0 && t("over.without_odds", { count: odds }), unseen > 0 && t("over.unseen", { count: unseen }),
    attacks.some((/** @type {any} */ each) => each.choices) && t("over.skill"), isNothing && t("over.no_luck"),
  ].filter(Boolean).map((line) => el("p", { class: "hint" }, line));
}

/**
 * The luck in lines, player by player.
 * @param {any} found @param {string} slug @param {(seat: number) => string} nameOf
 */
export function linesOfLuck(found, slug, nameOf) {
  const made = found.attacks.filter((/** @type {any} */ each) => each.role === "attacker" && each.standard_error > 0);
  const thrown = found.rolls.filter((/** @type {any} */ each) => each.faces.length <= FEW && (each.by || each.count > 1));
  const seats = [...new Set([...made, ...thrown].map(({ seat }) => seat))].sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
  const of = (/** @type {any[]} */ rows, /** @type {number | null} */ seat) => rows.filter((row) => row.seat === seat);
  return [
    ...seats.map((seat) => el("div", { class: "luck-of" }, seat !== null && el("h4", {}, nameOf(seat)),
      el("ul", { class: "lines" }, of(made, seat).map(attackLine), of(thrown, seat).map((roll) => rollLine(roll, slug))))),
    ...unknown(found, !seats.length),
  ];
}

/** How wide a bar of luck is. */
const WIDE = 160;

/**
 * The luck of each seat in its attacks: what came, against what was to be expected with its standard error; nothing without attacks.
 * @param {any} found @param {string} measure @param {any} session @param {(seat: number) => string} nameOf
 */
export function luckBars({ attacks }, measure, session, nameOf) {
  const rows = attacks.filter((/** @type {any} */ each) => each.role === "attacker" && each.measure === measure && each.standard_error > 0 && each.seat);
  if (!rows.length) return null;
  const most = Math.max(...rows.map((/** @type {any} */ { actual, expected: { decimal }, standard_error: error }) => Math.max(actual, decimal + error)));
  const x = (/** @type {number} */ value) => 6 + (Math.max(0, value) / most) * (WIDE - 12);
  return el("div", { class: "luck-bars" }, el("p", { class: "hint" }, t("over.luck_in", { measure: word("measure", measure) })),
    rows.map((/** @type {any} */ each) => {
      const { seat, actual, expected: { decimal }, standard_error: error, deviation } = each;
      return el("div", { class: `luck-bar ${colorOf(session, seat)}` }, el("bdi", {}, nameOf(seat)),
        svg("svg", { viewBox: `0 0 ${WIDE} 30`, "aria-hidden": "true" },
          svg("path", { class: "error", d: `M${x(decimal - error)} 15v10M${x(decimal - error)} 20H${x(decimal + error)}M${x(decimal + error)} 15v10M${x(decimal)} 17v6` }),
          svg("circle", { cx: x(actual), cy: 20, r: 4.5 }), svg("text", { x: x(actual), y: 11, "text-anchor": "middle" }, actual)),
        el("span", { class: "hint" }, t("over.expected", expected(each)), deviation !== null && [el("br"), t("over.luckier", { n: Math.min(99, Math.max(1, Math.round(100 * below(deviation)))) })]));
    }));
}

/** How much of a normal distribution lies below so many standard deviations (Abramowitz and Stegun 7.1.25). @param {number} deviation */
function below(deviation) {
  const [z, k] = [Math.abs(deviation) / Math.SQRT2, 0.47047];
  const u = 1 / (1 + k * z);
  const tail = (0.3480242 * u - 0.0958798 * u * u + 0.7478556 * u * u * u) * Math.exp(-z * z) / 2;
  return deviation < 0 ? tail : 1 - tail;
}

/**
 * The luck of a session as its page tells it: all of it after its end, before it that of its attacks so far.
 * @param {any} session @param {string | null} token
 */
export async function luckLines({ id, ruleset, status, seats }, token) {
  if (status === "closed") {
    const whole = await luckOf(id, token);
    const nameOf = (/** @type {number} */ seat) => seats[seat - 1]?.name || t("play.seat", { n: seat });
    return whole ? linesOfLuck(whole, ruleset, nameOf) : [];
  }
  const found = await get(`/v1/actions/luck?session_id=${id}`, { token }).catch(() => null);
  const shown = (found?.items || []).filter((/** @type {any} */ each) => each.standard_error > 0);
  return shown.length ? [el("ul", { class: "lines" }, shown.map((/** @type {any} */ each) =>
    el("li", {}, t("session.luck", { measure: word("measure", each.measure), actual: each.actual, ...expected(each) }))))] : [];
}
