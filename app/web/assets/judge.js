// @ts-check
// What the host of a table does as its judge: look at the sheet of a roll, void with a reason, close with a result.

import { canBeVoid } from "./actions.js";
import { get, post } from "./api.js";
import { Clocks } from "./clocks.js";
import { button, fold, line, select, stepper } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { Proposals } from "./proposals.js";
import { linesOf } from "./refusal.js";
import { t } from "./text.js";

/** The judge's part of the page of a session. */
export class Judge {
  /** @param {HTMLElement} host @param {string} id @param {string} token */
  constructor(host, id, token) {
    this.host = host;
    this.id = id;
    this.token = token;
    this.reason = "";
    /** @type {{winner: number | null, scores: Record<string, number>}} */
    this.result = { winner: null, scores: {} };
    /** @type {any} */
    this.sheet = null;
    /** @type {string[]} */
    this.told = [];
    /** @type {any} */
    this.session = null;
    /** @type {any} */
    this.action = null;
    this.clocks = new Clocks(at("clocks"));
    this.proposals = new Proposals(at("proposals"), id);
  }

  /** @param {any} session as it is now */
  news(session) {
    this.show(session, this.action);
    void this.follow(session);
  }

  /** Shows the clocks, which the host lets run, and what is proposed. @param {any} session */
  async follow(session) {
    const { id, token } = this;
    /** @param {number} seat */
    const name = (seat) => session.seats[seat - 1]?.name || t("play.seat", { n: seat });
    const looks = { mine: [], isHost: true, token, name, send: (/** @type {string} */ path, /** @type {any} */ body) => void this.post(path, body) };
    this.clocks.show(session, [], name, () => void this.post(`/v1/sessions/${id}/clock`, { running: true }));
    const found = await get(`/v1/sessions/${id}/questions`, { token }).catch(() => null); // it comes with the next news
    if (found) await this.proposals.look(session, null, found.items, looks);
    this.proposals.show(looks);
  }

  /** @param {any} session @param {any} action the one that is shown */
  show(session, action) {
    this.session = session;
    if (this.action?.number !== action?.number) this.sheet = null;
    this.action = action;
    this.draw();
  }

  draw() {
    const { session, action } = this;
    const open = session.status === "open";
    /** @param {any} seat */
    const name = (seat) => seat.name || t("play.seat", { n: seat.seat });
    redraw(this.host, el("h2", {}, t("judge.title")),
      this.told.length > 0 && el("div", { role: "alert", class: "refused" }, this.told.map((each) => el("p", {}, each))),
      action && el("div", { class: "row" }, button({ key: "sheet", text: t("judge.sheet"), kind: "secondary", do: () => void this.look() })),
      this.sheet && sheetOf(this.sheet),
      open && canBeVoid(session, action) && el("div", { class: "row" },
        line({ key: "reason", label: t("judge.reason"), value: this.reason, max: 200, set: (value) => { this.reason = value; } }),
        button({ key: "void", text: t("judge.void"), kind: "secondary", do: () => void this.send(`/actions/${action.number}/void`, { reason: this.reason || null }) })),
      open && fold("close", t("judge.close"),
        session.seats.length > 0 && select({ key: "winner", label: t("judge.winner"), value: this.result.winner, options: [{ value: null, text: t("judge.draw") }, ...session.seats.map((/** @type {any} */ seat) => ({ value: seat.seat, text: name(seat) }))], set: (winner) => { this.result.winner = winner; } }),
        session.seats.map((/** @type {any} */ seat) => stepper({ key: `score/${seat.seat}`, label: t("judge.score", { name: name(seat) }), value: this.result.scores[seat.seat] ?? 0, max: 9999, set: (score) => { this.result.scores[seat.seat] = score; this.draw(); } })),
        button({ key: "close", text: t("judge.close"), kind: "secondary", do: () => void this.send("/close", { result: { ...this.result }, abandon: session.actions.pending > 0 }) })));
  }

  async look() {
    this.sheet = await get(`/v1/sessions/${this.id}/actions/${this.action.number}/verification`, { token: this.token }).catch((failure) => { this.told = linesOf(failure); return null; });
    this.draw();
  }

  /** @param {string} path of the session @param {any} body */
  send(path, body) {
    return this.post(`/v1/sessions/${this.id}${path}`, body);
  }

  /** @param {string} path @param {any} body */
  async post(path, body) {
    try {
      await post(path, body, { token: this.token });
      this.told = [];
      this.reason = "";
    } catch (failure) {
      this.told = linesOf(failure);
    }
    this.draw();
  }
}

/** The sheet with which a roll is computed on paper. @param {any} sheet */
function sheetOf(sheet) {
  const code = (/** @type {any} */ value) => el("dd", {}, el("code", {}, value ?? "–"));
  return el("div", { class: "sheet-of" }, el("p", { class: "hint" }, t("judge.sheet_hint")),
    el("dl", { class: "proof" }, el("dt", {}, t("check.commitment")), code(sheet.commitment), el("dt", {}, t("check.seed")), code(sheet.seed),
      (sheet.rolls || []).map((/** @type {any} */ roll) => [el("dt", {}, t("check.roll", { n: roll.roll, die: roll.die }), ` → ${(roll.recorded || roll.faces || []).join(", ")}`), code(roll.stream)])));
}
