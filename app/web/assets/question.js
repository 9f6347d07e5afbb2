// @ts-check
// A question of the service as buttons: a choice, or the faces of dice that lie on the table.

import { el, redraw } from "./dom.js";
import { die, faceName, isCard, roll } from "./draw.js";
import { t, word } from "./text.js";

/**
 * @param {any} question
 * @param {(answer: {seen: number, choice?: any, faces?: any[]}) => void} answer
 */
export function asked(question, answer) {
  const heading = el("h3", { class: "ask", tabindex: "-1" }, question.text);
  const role = question.by && el("p", { class: `who ${question.by}` }, whose(question));
  const body = question.kind === "roll" ? faces(question, answer) : choices(question, answer);
  return el("section", { class: "question", "aria-label": t("question.title") }, role, heading, pools(question), body);
}

/** @param {any} question */
function whose(question) {
  return ["attacker", "defender"].includes(question.by) ? word("role", question.by) : "";
}

/** The dice that a question is about. @param {any} question */
function pools(question) {
  const dice = question.context?.dice;
  if (!Array.isArray(dice) || !dice[0]?.face) return null;
  const by = question.context.pool === "defense" ? "defender" : "attacker";
  const others = question.context[by === "attacker" ? "defense_dice" : "attack_dice"];
  return el("div", { class: "pools" },
    roll(dice.map((each) => each.face), by, (place) => (dice[place].canceled ? "gone" : "")),
    others?.length > 0 && roll(others.map((/** @type {any} */ each) => each.face), by === "attacker" ? "defender" : "attacker", () => "small"));
}

const FEW = 12;

/** @param {any} question @param {(answer: any) => void} answer */
function choices(question, answer) {
  const all = question.choices.map((/** @type {any} */ each) =>
    el("button", { type: "button", class: "choice", "data-choice": JSON.stringify(each.choice), onclick: () => answer({ seen: question.seen, choice: each.choice }) },
      el("span", { class: "words" }, each.text), changes(question, each)));
  const rest = all.splice(FEW);
  return [
    el("div", { class: "choices" }, all),
    rest.length > 0 && el("details", { class: "fold" }, el("summary", {}, t("question.more", { count: rest.length })), el("div", { class: "choices" }, rest)),
  ];
}

/** What a choice makes of dice. @param {any} question @param {any} each */
function changes(question, each) {
  const leads = each.leads_to;
  if (!leads?.before?.length || isCard(leads.before[0])) return null;
  const by = question.context?.pool === "defense" ? "defender" : "attacker";
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
