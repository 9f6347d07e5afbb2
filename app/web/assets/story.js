// @ts-check
// The story of an action: each step with its rule in the margin, dice in the sentence, and what it cost.

import { linked } from "./api.js";
import { el } from "./dom.js";
import { die, faceName, figures, isCard, roll } from "./draw.js";
import { t, word } from "./text.js";

/** The color of a seat: that of its side where sides have one. @param {any} session @param {number} seat */
export function colorOf(session, seat) {
  const side = session?.seats.find((/** @type {any} */ each) => each.seat === seat)?.side;
  return ["soviet", "german"].includes(side) ? side : `seat-${seat}`;
}

/** In a game, the color of each role of the attack that an action holds. @param {any} action @param {any} session @returns {Record<string, string>} */
export function colorsOf(action, session) {
  const seated = session?.kind === "game" && action?.record.findLast((/** @type {any} */ entry) => entry.fact === "seated");
  return seated ? { attacker: colorOf(session, seated.data.attacker), defender: colorOf(session, seated.data.defender) } : {};
}

/** @typedef {(who: string) => string} Painter the color of a role, or of a seat such as `seat-1` */

/** Who has which color in an action. @param {any} action @param {any} session @returns {Painter} */
function painterOf(action, session) {
  const colors = colorsOf(action, session);
  return (who) => colors[who] || (/^seat-\d+$/.test(who) ? colorOf(session, Number(who.slice(5))) : who);
}

/**
 * @param {any} action
 * @param {{id: string, text: string, source: string | null}[]} rules
 * @param {Set<string>} known lines that were there before, so that only new ones are shown as new
 * @param {any} [session] of a game, whose seats have colors
 */
function story(action, rules, known, session) {
  const by = painterOf(action, session);
  const lines = action.record.map((/** @type {any} */ entry, /** @type {number} */ place) => step(entry, rules, !known.has(`${action.number}/${place}`), action.ruleset, by));
  action.record.forEach((/** @type {any} */ _, /** @type {number} */ place) => known.add(`${action.number}/${place}`));
  return el("ol", { class: "story" }, lines);
}

/** @param {any} entry @param {any[]} rules @param {boolean} isNew @param {string} slug @param {Painter} by */
function step(entry, rules, isNew, slug, by) {
  const line = el("li", { class: `step ${entry.kind} ${isNew ? "new" : ""} ${entry.fact === "casualty" ? "cost" : ""}` });
  const body = el("div", { class: "told" }, told(entry, by));
  line.append(margin(entry.rule, rules, body, slug), body);
  return line;
}

/** @param {string | null} id @param {any[]} rules @param {HTMLElement} body @param {string} slug */
function margin(id, rules, body, slug) {
  if (!id) return el("span", { class: "rule" });
  const rule = rules.find((each) => each.id === id);
  if (!rule) return el("span", { class: "rule" }, id);
  const text = el("p", { class: "rule-text", hidden: true }, rule.text, rule.source && el("cite", {}, ` ${t("story.source", { source: rule.source })}`), " ", el("a", { href: linked(`/rules/${slug}`, {}, `#${id}`) }, t("story.rule", { id })));
  const button = el("button", { type: "button", class: "rule", "aria-expanded": "false", "aria-label": t("story.rule", { id }), onclick: () => {
    text.hidden = !text.hidden;
    button.setAttribute("aria-expanded", String(!text.hidden));
  } }, id);
  queueMicrotask(() => body.append(text));
  return button;
}

/** @param {any} entry @param {Painter} by */
function told(entry, by) {
  if (entry.kind === "rolled" && entry.faces?.length) return rolled(entry, by);
  if (entry.fact === "pairs-compared" || entry.data?.pairs?.[0]?.sum !== undefined) return [entry.text, pairs(entry.data.pairs, by)];
  return entry.text || entry.fact;
}

/** The dice stand where the sentence names them; else behind it. @param {any} entry @param {Painter} by */
function rolled(entry, by) {
  const dice = roll(entry.faces, by(entry.by));
  const named = entry.faces.join(", ");
  const text = entry.text || "";
  const place = text.indexOf(named);
  const source = entry.source === "physical" ? el("span", { class: "source" }, t("story.typed")) : null;
  const rest = text.slice(place + named.length);
  if (place >= 0 && typeof entry.faces[0] === "number") return [text.slice(0, place), dice, rest === "." ? "" : rest, source]; // a full stop alone would stand in a line of its own
  return isCard(entry.faces[0]) ? [text, source] : [text, " ", dice, source];
}

/** @param {{defender: number, attacker: number, sum: number, kills: boolean}[]} all @param {Painter} by */
function pairs(all, by) {
  return el("div", { class: "pairs" }, all.map((pair) => el("div", { class: `pair ${pair.kills ? "kills" : ""}`, role: "img", "aria-label": t(pair.kills ? "pair.kills" : "pair.misses", { defender: pair.defender, attacker: pair.attacker, sum: pair.sum }) },
    die(pair.defender, by("defender")), die(pair.attacker, by("attacker")), el("b", { "aria-hidden": "true" }, pair.sum))));
}

/**
 * The outcome in a sentence, with who fell.
 * @param {any} action
 * @param {any} [session] of a game, whose seats have colors
 */
function outcome(action, session) {
  const by = painterOf(action, session);
  return el("div", { class: "outcome" },
    el("p", { class: "verdict" }, action.text),
    action.outcome?.attack_dice?.length > 0 && el("p", { class: "final" },
      finalDice(action.outcome.attack_dice, by("attacker")), finalDice(action.outcome.defense_dice, by("defender"))),
    losses(action, session, by));
}

/**
 * The story of an action with what came of it; where its last line says that already, that line is the verdict.
 * @param {any} action @param {any[]} rules @param {Set<string>} known @param {any} session
 * @param {string | null} reason why it does not count, as a player wrote it
 */
export function wholeStory(action, rules, known, session, reason) {
  const tellsMore = action.text !== action.record.at(-1)?.text || action.casualties.length > 0;
  const lines = story(action, rules, known, session);
  if (action.status === "resolved" && !tellsMore) lines.querySelector(".step:last-child .told")?.classList.add("verdict");
  return [lines, action.status === "resolved" && tellsMore && outcome(action, session), action.status === "void" && voided(action, reason)];
}

/** An action that does not count, and why. @param {any} action @param {string | null} reason as a player wrote it */
const voided = (action, reason) => el("div", { class: "outcome" }, el("p", { class: "verdict" }, action.text), reason && el("p", { class: "hint" }, el("bdi", {}, reason)));

/** @param {any[]} dice @param {string} by */
function finalDice(dice, by) {
  if (!dice?.length) return null;
  return roll(dice.map((each) => each.face), by, (place) => (dice[place].canceled ? "gone" : dice[place].face !== dice[place].rolled ? "changed" : ""));
}

/** @param {any} action @param {any} session @param {Painter} by */
function losses(action, session, by) {
  const defenders = action.situation?.defender?.units;
  if (typeof defenders === "number") {
    const killed = action.casualties.filter((/** @type {any} */ each) => each.lost).length;
    return figures(defenders, by("defender"), t("losses.figures", { killed, all: defenders }), killed);
  }
  if (!action.casualties?.length) return null;
  return el("ul", { class: "losses" }, action.casualties.map((/** @type {any} */ each) =>
    el("li", { class: `chip ${session?.kind === "game" && each.seat ? colorOf(session, each.seat) : each.role} ${each.lost ? "lost" : ""}` }, el("b", {}, each.name || each.unit), ` ${word("fate", each.fate)}`)));
}

export { faceName };
