// @ts-check
// What the others did since a player's last move, in two lines each above the question; the board as it was is a tap away.

import { chosenBy, readAction, weightOf } from "./actions.js";
import { el } from "./dom.js";
import { t } from "./text.js";

/** So many moves are told; what was before stands in the record. */
const MOST = 3;

/** @param {any} action who moved or attacked @returns {number | null} */
const actorOf = ({ seats }) => seats?.actor ?? seats?.attacker ?? null;

/** The facts that say who attacks whom; of those that an action has, the first one is told. */
const ATTACKS = ["attack-began", "attack-declared", "fire-declared"];

/** What says who attacks whom, if anything does. @param {any[]} entries */
const attackIn = (entries) => ATTACKS.map((fact) => entries.find((entry) => entry.fact === fact)).find(Boolean);

/** An action in a few sentences: what was done, to whom, and what came of it. @param {any} action */
export function gist({ record }) {
  const [first, ...rest] = record;
  const attack = attackIn(rest);
  const most = chosenBy(rest, weightOf).slice(0, attack ? 1 : 2);
  return [first, attack, ...most].map((entry) => entry?.text).filter(Boolean).join(" ");
}

/** What was done, and to whom, without what came of it. @param {any} action */
export function deed({ record, text }) {
  const [first, ...rest] = record;
  return (attackIn(rest) || first)?.text || text || "";
}

/** What happened between two moves of this browser's player. */
export class Meanwhile {
  /** @param {string} id of the session @param {(seq: number | null) => void} peek shows the board after an event; null: as it is now */
  constructor(id, peek) {
    this.id = id;
    this.peek = peek;
    /** @type {{action: any, before: number}[]} the oldest first, each with the event before it */
    this.moves = [];
    this.peeked = 0;
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
  }

  /** @param {number} number @param {string | null} token */
  read(number, token) {
    const key = `${number} ${token}`;
    if (!this.known.has(key)) this.known.set(key, readAction(this.id, number, token));
    return this.known.get(key);
  }

  /** Reads what is new. @param {any} newest the newest action @param {number[]} mine the seats of who looks @param {string | null} token */
  async look(newest, mine, token) {
    const moves = [];
    for (let action = newest; action && action.number > 1 && !mine.includes(actorOf(action) || 0) && moves.length < MOST;) {
      const earlier = await this.read(action.number - 1, token);
      moves.unshift({ action, before: earlier.seq });
      action = earlier;
    }
    this.moves = moves;
    this.peeked = 0;
  }

  /** @param {() => void} drawn draws this again */
  shown(drawn) {
    if (!this.moves.length) return null;
    const show = (/** @type {any} */ { action, before }) => {
      const isBack = this.peeked === action.number;
      this.peeked = isBack ? 0 : action.number;
      this.peek(isBack ? null : before);
      drawn();
    };
    return el("section", { class: "meanwhile", "aria-label": t("play.meanwhile") }, el("h2", {}, t("play.meanwhile")),
      el("ol", {}, this.moves.map((move) => el("li", {}, el("span", { class: "gist" }, gist(move.action)),
        el("button", { type: "button", class: "quiet", "data-key": `peek/${move.action.number}`, "aria-pressed": String(this.peeked === move.action.number), onclick: () => show(move) }, t(this.peeked === move.action.number ? "play.board_now" : "play.board_before"))))));
  }
}
