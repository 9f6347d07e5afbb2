// @ts-check
// A question of the service as buttons: a choice, or the faces of dice that lie on the table.

import { el, redraw } from "./dom.js";
import { die, faceName, isCard, roll } from "./draw.js";
import { t, word } from "./text.js";

/**
 * @typedef {{figures: any[], text: string, answers: any[]}} Way to take a choice together with answers to what it will ask
 * @typedef {(question: any, each: any) => {figures: any[], whole: boolean, ways?: Way[]} | null} Figures
 *   a choice as figures: beside its words, or with `whole` in place of them; `ways` stand behind it; null where words are all there is
 */

/**
 * @param {any} question
 * @param {(answer: {seen: number, choice?: any, faces?: any[], answers?: any[]}) => void} answer
 * @param {{fits?: (choice: any) => boolean, colors?: Record<string, string>, level?: string, body?: HTMLElement | null, figures?: Figures | null}} [shown]
 *   `fits`: which choices to show, all without it; `colors`: in a game the color of each role; `level`: of its heading;
 *   `body`: what stands in place of the choices; `figures`: those of choices
 */
export function asked(question, answer, { fits = () => true, colors = {}, level = "h3", body: own = null, figures = null } = {}) {
  const by = (/** @type {string} */ role) => colors[role] || role;
  const heading = el(level, { class: "ask", tabindex: "-1", "data-key": "ask" }, question.text);
  const role = question.by && el("p", { class: `who ${by(question.by)}` }, whose(question));
  const body = own || (question.kind === "roll" ? faces({ ...question, by: by(question.by) }, answer) : choices(question, answer, fits, by, figures));
  return el("section", { class: "question", "aria-label": t("question.title") }, role, heading, pools(question, by), body);
}

/** @param {any} question */
function whose(question) {
  return ["attacker", "defender"].includes(question.by) ? word("role", question.by) : "";
}

/** The dice that lie on the table, in a row each; those that no choice takes are small. @param {any} question @param {(role: string) => string} by */
function pools(question, by) {
  const { attack_dice: attack, defense_dice: defense, pool } = question.context || {};
  const rows = [["attack", attack, "attacker"], ["defense", defense, "defender"]].filter(([, dice]) => dice?.length);
  if (!rows.length) return null;
  const raised = new Set(question.choices?.flatMap((/** @type {any} */ each) => each.choice.dice || []));
  return el("div", { class: "pools" }, rows.map(([name, dice, role]) =>
    roll(dice.map((/** @type {any} */ each) => each.face), by(role), (place) => (dice[place].canceled ? "gone" : name === pool && raised.has(place) ? "raised" : ""))));
}

const FEW = 12;
/** A list that is longer can be narrowed by typing. */
const SHORT = 8;
/** Whether a question is none of the game, but whether somebody agrees to something. @param {any} question */
export const isAssent = (question) => question.question === "assent";
/** The move that ends a game at once: it stands beside every question, and is asked about first. */
export const CONCEDE = "concede";
/** A move that may end a game is folded away, so that no thumb meets it by chance. */
const isSeldom = (/** @type {any} */ { choice }) => ["propose-end", OFFER].includes(choice.kind);
/** The move that offers a stalemate, and accepts one where it is offered. */
const OFFER = "offer-stalemate";
/** @param {any} question whether a stalemate is offered, which can be declined then */
const isOffered = ({ choices: all }) => all.some((/** @type {any} */ { choice }) => choice.kind === "decline-stalemate");

/** What was typed to find a choice, by the question. @type {Map<string, string>} */
const sought = new Map();

/** A field that narrows a long list of choices to those that say what is typed. @param {any} question @param {HTMLElement} host of the choices */
function narrower(question, host) {
  const key = `${question.action}/${question.seen}/${question.seat}`;
  const narrow = () => {
    const typed = (sought.get(key) || "").toLocaleLowerCase();
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll(".choice"))) /** @type {HTMLElement} */ (each.closest(".with-ways") || each).hidden = !each.textContent?.toLocaleLowerCase().includes(typed);
    if (typed) for (const each of host.querySelectorAll("details")) each.open = true;
  };
  const field = el("input", { type: "text", class: "narrow-field", value: sought.get(key) || "", placeholder: t("question.find"), "aria-label": t("question.find"), "data-key": "find-choice", autocomplete: "off",
    oninput: (/** @type {any} */ event) => { sought.set(key, event.target.value.trim()); narrow(); } });
  queueMicrotask(narrow);
  return field;
}

/** A stalemate that nobody has offered yet is offered; one that can be declined is accepted. @param {any} question @param {any} each */
function wordsOf(question, { choice, text }) {
  return choice.kind !== OFFER ? text : t(isOffered(question) ? "play.accept_stalemate" : "play.offer_stalemate");
}

/** @param {any} question @param {(answer: any) => void} answer @param {(choice: any) => boolean} fits @param {(role: string) => string} by @param {Figures | null} figures */
function choices(question, answer, fits, by, figures) {
  const drawn = (/** @type {any} */ each) => {
    const own = figures?.(question, each);
    const ways = own?.ways?.map(({ figures: shown, text, answers }, n) => el("button", { type: "button", class: "way-on", "data-key": `way/${JSON.stringify(each.choice)}/${n}`, "aria-label": text, title: text, onclick: () => answer({ seen: question.seen, choice: each.choice, answers }) }, shown));
    const chosen = el("button", { type: "button", class: own?.figures.length ? "choice figured" : "choice", "data-choice": JSON.stringify(each.choice), onclick: () => answer({ seen: question.seen, choice: each.choice }) },
      own && own.figures.length > 0 && el("span", { class: "shown", "aria-hidden": "true" }, own.figures),
      el("span", { class: own?.whole ? "words unseen" : "words" }, wordsOf(question, each)), changes(question, each, by));
    return ways ? el("div", { class: "with-ways" }, chosen, ways) : chosen;
  };
  const listed = (/** @type {string} */ title, /** @type {any[]} */ some) => some.length > 0 && el("details", { class: "fold" }, el("summary", {}, title), el("div", { class: "choices" }, some.map(drawn)));
  const fitting = question.choices.filter((/** @type {any} */ each) => each.choice.kind !== CONCEDE && fits(each.choice));
  const seldom = fitting.filter((/** @type {any} */ each) => isSeldom(each) && !(each.choice.kind === OFFER && isOffered(question)));
  const often = seldom.length < fitting.length ? fitting.filter((/** @type {any} */ each) => !seldom.includes(each)) : seldom;
  const host = el("div", {},
    el("div", { class: "choices" }, often.slice(0, FEW).map(drawn)),
    listed(t("question.more", { count: often.length - FEW }), often.slice(FEW)),
    often !== seldom && listed(t("play.seldom"), seldom));
  return [often.length > SHORT && narrower(question, host), host];
}

/** What a choice makes of dice. @param {any} question @param {any} each @param {(role: string) => string} of */
function changes(question, each, of) {
  const leads = each.leads_to;
  if (!leads?.before?.length || isCard(leads.before[0])) return null;
  const by = of(question.context?.pool === "defense" ? "defender" : "attacker");
  return el("span", { class: "makes", "aria-hidden": "true" }, leads.before.map((/** @type {any} */ face) => die(face, by)),
    el("span", {}, leads.op === "reroll" ? "↻" : "→"), leads.to && leads.before.map(() => die(leads.to, by, "changed")));
}

/** @param {any} question @param {(answer: any) => void} answer */
function faces(question, answer) {
  /** @type {any[]} */
  const tray = [];
  const host = el("div", { class: "typing" });
  const all = [...new Set(question.faces)];
  const draw = () => {
    const full = tray.length === question.count;
    redraw(host,
      el("div", { class: "tray", role: "group", "aria-label": t("dice.tray", { count: tray.length, all: question.count }) },
        [...Array(question.count).keys()].map((place) => (place < tray.length
          ? el("button", { type: "button", class: "on-tray", "data-key": `tray/${place}`, "aria-label": t("dice.back", { face: faceName(tray[place]) }), onclick: () => { tray.splice(place, 1); draw(); } }, shownFace(tray[place], question.by))
          : el("span", { class: "empty-die", "aria-hidden": "true" })))),
      el("div", { class: "faces", role: "group", "aria-label": t("dice.faces") },
        all.map((face) => el("button", { type: "button", class: "face", "data-key": `face/${face}`, "aria-label": faceName(/** @type {any} */ (face)), "aria-disabled": full ? "true" : null, onclick: () => { if (tray.length < question.count) { tray.push(face); draw(); } } }, shownFace(face, question.by)))),
      el("button", { type: "button", class: "primary", "data-key": "send-faces", "aria-disabled": full ? null : "true", onclick: () => full && answer({ seen: question.seen, faces: [...tray] }) }, t("dice.send")));
  };
  draw();
  return host;
}

/** @param {any} face @param {string} by */
function shownFace(face, by) {
  return isCard(face) ? el("span", { class: "card-face" }, faceName(face)) : die(face, by);
}
