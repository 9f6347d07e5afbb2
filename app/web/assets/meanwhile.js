// @ts-check
// What the others did since a player's last move, in two lines each above the question; the board as it was is a tap away.

import { attackIn, effectOf, readAction } from "./actions.js";
import { el } from "./dom.js";
import { t } from "./text.js";

/** So many moves are told; what was before stands in the record. */
const MOST = 3;

/** @param {any} action who moved or attacked @returns {number | null} */
const actorOf = ({ seats }) => seats?.actor ?? seats?.attacker ?? null;

/** What came of an action, and of which attack. @param {any} action */
const gist = (action) => [el("b", {}, effectOf(action)), " ", attackIn(action.record)?.text];

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
