// @ts-check
// The story of an action: each step with its rule in the margin, dice in the sentence, and what it cost.

import { attackIn, chosenBy, effectOf, weightOf } from "./actions.js";
import { linked } from "./api.js";
import { fold } from "./controls.js";
import { el } from "./dom.js";
import { colorOf, colorsOf, die, faceName, figures, isCard, roll } from "./draw.js";
import { inWords, t, word } from "./text.js";

/** @typedef {(role: string, seat?: number | null) => string} Painter the color of a role, or in a game of a seat */

/** Who has which color in an action. @param {any} action @param {any} session @returns {Painter} */
function painterOf(action, session) {
  const colors = colorsOf(action, session);
  return (role, seat) => colors[role] || role || (seat ? colorOf(session, seat) : "");
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
  if (entry.kind === "rolled" && entry.faces?.length) return diceTold(entry, by);
  if (entry.fact === "pairs-compared" || entry.data?.pairs?.[0]?.sum !== undefined) return [entry.text, pairs(entry.data.pairs, by)];
  return entry.text || entry.fact;
}

/** The dice stand where the sentence names them; else behind it. @param {any} entry @param {Painter} by */
function diceTold(entry, by) {
  const dice = roll(entry.faces, by(entry.by, entry.seat));
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

/** Up to so many lines a story is told whole; a longer one is folded below what mattered in it. */
const SHORT = 4;
/** How many lines stay in sight above a question. */
const LAST = 3;

/**
 * What came of an action, and then how: the verdict, its dice, what mattered, and all lines folded. While a question is open
 * the last lines stand above it.
 * @param {any} action @param {any[]} rules @param {Set<string>} known @param {any} session
 * @param {string | null} reason why it does not count, as a player wrote it
 * @param {{mattered?: any, whole?: boolean}} [of] `mattered`: what stands between the verdict and the lines; `whole`: nothing is folded
 */
export function wholeStory(action, rules, known, session, reason, { mattered = mattersMost(action), whole = false } = {}) {
  const isNew = action.record.some((/** @type {any} */ { kind }, /** @type {number} */ place) =>
    kind === "rolled" && !known.has(`${action.number}/${place}`));
  const lines = story(action, rules, known, session);
  if (action.status === "void") return [voided(action, reason), folded(lines, whole)];
  if (action.status !== "resolved") return soFar(lines, whole);
  const tellsMore = action.text !== action.record.at(-1)?.text || action.casualties.length > 0;
  const isShort = whole || action.record.length <= SHORT;
  if (isShort && !tellsMore) lines.querySelector(".step:last-child .told")?.classList.add("verdict");
  if (isShort && session?.kind === "game" && !action.casualties.length) return [lines, tellsMore && el("p", { class: "hint" }, action.text)];
  return [(tellsMore || !isShort) && outcome(action, session, isNew), !isShort && mattered, folded(lines, isShort)];
}

/** @param {HTMLElement} lines @param {boolean} whole */
const folded = (lines, whole) => (whole || lines.childElementCount <= SHORT ? lines : fold("lines", t("story.all", { count: lines.childElementCount }), lines));

/** The last lines of an action that waits, those before folded. @param {HTMLElement} lines @param {boolean} whole */
function soFar(lines, whole) {
  const rest = whole ? [] : [...lines.children].slice(0, -LAST);
  return [rest.length > 1 && fold("before", t("story.before", { count: rest.length }), el("ol", { class: "story" }, rest)), lines];
}

/**
 * The outcome in a sentence, with its dice large and who fell.
 * @param {any} action @param {any} session of a game, whose seats have colors @param {boolean} isNew its dice are seen to fall
 */
function outcome(action, session, isNew) {
  const by = painterOf(action, session);
  return el("div", { class: "outcome" },
    session?.kind === "game" ? inGame(action) : el("p", { class: "verdict" }, action.text),
    thrown(action, by, isNew),
    losses(action, session, by));
}

/** In a game what came of an action is told first, then what was done and how the game goes on. @param {any} action */
function inGame(action) {
  const effect = effectOf(action);
  const done = [attackIn(action.record)?.text, action.text].filter((text) => text && !effect.includes(text));
  return [el("p", { class: "verdict" }, effect), done.length > 0 && el("p", { class: "hint" }, done.join(" "))];
}

/** The dice of an action, a row for each roll; a tap ends their fall. @param {any} action @param {Painter} by @param {boolean} isNew */
function thrown(action, by, isNew) {
  const { attack_dice: attack, defense_dice: defense } = action.outcome || {};
  const left = /** @type {[string, any[]][]} */ ([["attacker", attack], ["defender", defense]]).filter(([, dice]) => dice?.length);
  const rows = left.length ? left.map(([who, dice]) => [who, finalDice(dice, by(who))]) : rolled(action).map(({ faces, by: who }) => [who, roll(faces, by(who))]);
  if (!rows.length) return null;
  const whose = (/** @type {any} */ who) => ["attacker", "defender"].includes(who) && el("span", { class: "hint" }, word("role", who));
  const host = el("div", { class: `thrown ${isNew ? "falling" : ""}`, onclick: () => host.classList.remove("falling") },
    rows.map(([who, dice]) => el("p", { class: "thrown-row" }, dice, whose(who))));
  return host;
}

/** The first rolls of an action. @param {any} action @returns {any[]} */
const rolled = (action) => action.record.filter((/** @type {any} */ { kind, faces }) => kind === "rolled" && faces?.length && !isCard(faces[0])).slice(0, MOST_ROLLS);

/** So many rolls of one action are shown large; the others stand in its lines. */
const MOST_ROLLS = 4;

/** The lines in which most was decided, where no odds say more: losses before choices before dice. @param {any} action */
export function mattersMost(action) {
  return stepsThat(chosenBy(action.record, weightOf));
}

/** @param {{text: string, rule: string | null, changed?: string}[]} steps */
export function stepsThat(steps) {
  return steps.length > 0 && el("section", { class: "mattered" }, el("h3", {}, t("story.mattered")),
    el("ol", {}, steps.map(({ text, rule, changed }) => el("li", {}, el("span", {}, text), changed && el("b", {}, changed), rule && el("span", { class: "rule-id" }, rule)))));
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
  /** @type {Map<string, {each: any, name: string | null, count: number}>} */
  const chips = new Map();
  for (const each of action.casualties) {
    const name = nameOf(each, action.record);
    const key = JSON.stringify([name ?? [each.role, each.seat, each.fate, each.lost], name && each.unit]);
    chips.set(key, { each, name, count: (chips.get(key)?.count || 0) + 1 });
  }
  return el("ul", { class: "losses" }, [...chips.values()].map(({ each, name, count }) =>
    el("li", { class: `chip ${session?.kind === "game" && each.seat ? colorOf(session, each.seat) : each.role} ${each.lost ? "lost" : ""}` }, el("b", {}, name ?? `${count}\u00a0×`), ` ${word("fate", each.fate)}`)));
}

/** What a unit is called; null where sentences call it otherwise than by its own name or id, such as by its group. @param {any} casualty @param {any[]} record */
function nameOf({ name, unit }, record) {
  const lines = record.filter(({ fact, data }) => fact === "casualty" && data?.unit === unit);
  return name || (lines.some(({ text }) => !text.includes(inWords(unit))) ? null : inWords(unit));
}

export { faceName };
