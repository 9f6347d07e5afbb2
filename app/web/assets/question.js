// @ts-check
// A question of the service as buttons: a choice, or the faces of dice that lie on the table.

import { el, redraw } from "./dom.js";
import { die, faceName, isCard, roll } from "./draw.js";
import { t, word } from "./text.js";

/**
 * @param {any} question
 * @param {(answer: {seen: number, choice?: any, faces?: any[]}) => void} answer
 * @param {{fits?: (choice: any) => boolean, colors?: Record<string, string>, level?: string, body?: HTMLElement | null}} [shown]
 *   `fits`: which choices to show, all without it; `colors`: in a game the color of each role; `level`: of its heading;
 *   `body`: what stands in place of the choices
 */
export function asked(question, answer, { fits = () => true, colors = {}, level = "h3", body: own = null } = {}) {
  const by = (/** @type {string} */ role) => colors[role] || role;
  const heading = el(level, { class: "ask", tabindex: "-1", "data-key": "ask" }, question.text);
  const role = question.by && el("p", { class: `who ${by(question.by)}` }, whose(question));
  const body = own || (question.kind === "roll" ? faces({ ...question, by: by(question.by) }, answer) : choices(question, answer, fits, by));
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
/** The move that ends a game at once: it stands beside every question, and is asked about first. */
export const CONCEDE = "concede";
/** A move that may end a game is folded away, so that no thumb meets it by chance. */
const isSeldom = (/** @type {any} */ { choice }) => choice.kind === "propose-end";

/** @param {any} question @param {(answer: any) => void} answer @param {(choice: any) => boolean} fits @param {(role: string) => string} by */
function choices(question, answer, fits, by) {
  const drawn = (/** @type {any} */ each) => el("button", { type: "button", class: "choice", "data-choice": JSON.stringify(each.choice), onclick: () => answer({ seen: question.seen, choice: each.choice }) },
    el("span", { class: "words" }, each.text), changes(question, each, by));
  const listed = (/** @type {string} */ title, /** @type {any[]} */ some) => some.length > 0 && el("details", { class: "fold" }, el("summary", {}, title), el("div", { class: "choices" }, some.map(drawn)));
  const fitting = question.choices.filter((/** @type {any} */ each) => each.choice.kind !== CONCEDE && fits(each.choice));
  const seldom = fitting.filter(isSeldom);
  const often = seldom.length < fitting.length ? fitting.filter((/** @type {any} */ each) => !isSeldom(each)) : seldom;
  return [
    el("div", { class: "choices" }, often.slice(0, FEW).map(drawn)),
    listed(t("question.more", { count: often.length - FEW }), often.slice(FEW)),
    often !== seldom && listed(t("play.seldom"), seldom),
  ];
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
