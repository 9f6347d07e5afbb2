// @ts-check
// What is proposed at a table, before all else: who is asked answers with one tap, who proposed it sees what becomes of it.

import { newestOf, readAction } from "./actions.js";
import { get } from "./api.js";
import { button } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { deed } from "./meanwhile.js";
import { isAssent } from "./question.js";
import { language, parts, t } from "./text.js";

const AND = new Intl.ListFormat(language, { type: "conjunction" });

/**
 * @typedef {object} Proposal
 * @property {"void" | "replace" | "close" | "halt" | "go_on"} kind
 * @property {number[]} seats those who propose it, or have agreed; none where the rules have changed
 * @property {(number | null)[]} asked those who have not answered yet
 * @property {any} action the one that it is about
 * @property {any} context what the question says of it
 * @property {any[]} questions of the service, one for each seat that is asked; clocks have none
 */

/** @typedef {{mine: number[], isHost: boolean, token: string | null, name: (seat: number) => string, send: (path: string, body: any, seat: number | null) => void}} Player who looks */

/** What is proposed, each proposal once. @param {any} session @param {any[]} questions @returns {Proposal[]} */
function proposalsIn({ clock, seats }, questions) {
  /** @type {Map<string, Proposal>} */
  const found = new Map();
  for (const question of questions.filter(isAssent)) {
    const { context, action, seat } = question;
    const key = `${context.proposal}/${action}`;
    /** @type {Proposal} */
    const known = found.get(key) || { kind: context.proposal, seats: context.seats, asked: [], action: action && { number: action }, context, questions: [] };
    known.asked.push(seat);
    known.questions.push(question);
    found.set(key, known);
  }
  if (clock && !clock.waits && clock.agreed.length) {
    const asked = seats.filter((/** @type {any} */ { seat, policy }) => !clock.agreed.includes(seat) && !policy).map((/** @type {any} */ { seat }) => seat);
    found.set("clock", { kind: clock.running ? "halt" : "go_on", seats: clock.agreed, asked, action: null, context: {}, questions: [] });
  }
  return [...found.values()];
}

/** What a proposal is about: the same one, whoever has agreed meanwhile. @param {Proposal} of */
const about = ({ kind, action }) => `${kind}/${action?.number}`;

/** The proposals of a table on a page. */
export class Proposals {
  /** @param {HTMLElement} host @param {string} id of the session */
  constructor(host, id) {
    this.host = host;
    this.id = id;
    /** @type {Proposal[]} */
    this.open = [];
    /** @type {Map<number, any>} the actions that proposals are about */
    this.actions = new Map();
    /** What others have not agreed to, until its proposer has seen it, or somebody moves. @type {{proposal: Proposal, by: any, after: number}[]} */
    this.refused = [];
    this.seq = this.pending = 0;
    this.drawn = "";
  }

  /**
   * Reads what is proposed now, and what became of what this browser's player proposed before.
   * @param {any} session @param {any} newest its newest action @param {any[]} questions @param {Player} player
   */
  async look(session, newest, questions, { mine, token }) {
    const before = this.open.filter(({ seats }) => seats.some((seat) => mine.includes(seat)));
    this.open = session.status === "open" ? proposalsIn(session, questions) : [];
    for (const proposal of this.open.filter(({ action }) => action)) proposal.action = await this.read(proposal.action.number, newest, token);
    const gone = before.filter((one) => !this.open.some((other) => about(other) === about(one)));
    const after = newestOf(session);
    this.refused = this.refused.filter((one) => session.status === "open" && one.after === after && !this.open.some((other) => about(other) === about(one.proposal)));
    if (gone.length && session.status === "open") {
      const { items } = await get(`/v1/sessions/${this.id}/events?after=${this.seq}&limit=100`, { token }).catch(() => ({ items: [] }));
      for (const proposal of gone) {
        const by = items.map((/** @type {any} */ item) => ({ ...item.event, type: item.type })).findLast((/** @type {any} */ event) => isEnd(event, proposal))?.by;
        if (by && !mine.includes(by.seat)) this.refused.push({ proposal, by, after });
      }
    }
    this.seq = session.seq;
    this.pending = session.actions.pending;
  }

  /** @param {number} number @param {any} newest @param {string | null} token */
  async read(number, newest, token) {
    if (newest?.number === number) return newest;
    if (!this.actions.has(number)) this.actions.set(number, await readAction(this.id, number, token).catch(() => ({ number, record: [] })));
    return this.actions.get(number);
  }

  /** Whether somebody who plays here is asked. @param {Player} player */
  asks(player) {
    return this.open.some((proposal) => askedOf(proposal, player) !== undefined);
  }

  /** Draws what is proposed where it is new: what is read aloud is not said twice. @param {Player} player */
  show(player) {
    const { name } = player;
    const key = JSON.stringify([this.open.map((each) => [about(each), each.seats, each.asked, each.questions.map(({ seen }) => seen), this.words(each, name).map(said)]), this.refused.map(({ proposal, by }) => [about(proposal), by]), player.mine]);
    if (key === this.drawn) return;
    this.drawn = key;
    const hadFocus = this.host.contains(document.activeElement);
    redraw(this.host, this.refused.map((one) => this.notice(one, player)), this.open.map((each) => this.box(each, player)));
    if (hadFocus && !this.host.contains(document.activeElement)) /** @type {HTMLElement} */ (document.querySelector("#asked .ask") || at("content")).focus({ preventScroll: true });
  }

  /** What it is, in words: a sentence, and what it is about. @param {Proposal} proposal @param {(seat: number) => string} name @returns {any[]} */
  words({ kind, seats, action, context, questions }, name) {
    if (questions[0]?.choices.length === 1) return [el("p", { class: "said" }, questions[0].text)]; // the rules have changed
    const names = el("bdi", {}, AND.format(seats.map(name)));
    const { reason, result, abandon } = context;
    const winners = result ? result.winners || (result.winner ? [result.winner] : []) : [];
    const many = seats.length > 1 ? "_together" : "";
    return [
      el("p", { class: "said" }, parts(`proposal.${kind}${many}`, { names, what: el("span", { class: "what" }, action ? deed(action) : "") })),
      result && el("p", {}, winners.length ? t("play.won", { names: winners.map(name).join(", ") }) : t("play.draw"), result.scores && ` ${Object.entries(result.scores).map(([seat, score]) => `${name(Number(seat))} ${score}`).join(", ")}`),
      abandon && this.pending > 0 && el("p", {}, t("proposal.abandon")),
      (reason || result?.note) && el("p", { class: "hint" }, el("bdi", {}, reason || result.note)),
    ].filter(Boolean);
  }

  /** @param {Proposal} proposal @param {Player} player */
  box(proposal, player) {
    const { mine, name, send } = player;
    const key = about(proposal);
    const seat = askedOf(proposal, player);
    const own = proposal.seats.find((each) => mine.includes(each));
    const rest = proposal.asked.filter((each) => each !== null).map((each) => name(/** @type {number} */ (each)));
    const deeds = seat !== undefined ? this.answers(proposal, seat, send)
      : own !== undefined && [button({ key: `withdraw/${key}`, kind: "secondary", text: t("proposal.withdraw"), do: () => this.decline(proposal, own, send) })];
    return el("section", { class: `proposal ${seat !== undefined ? "asks" : "waits"}`, "data-kind": proposal.kind, "aria-label": t("proposal.title") },
      this.words(proposal, name), seat !== undefined && mine.length > 1 && el("p", { class: "hint" }, parts("play.for", { name: el("bdi", {}, name(seat || 0)) })),
      seat === undefined && rest.length > 0 && el("p", { class: "hint" }, parts("proposal.waits", { names: el("bdi", {}, AND.format(rest)) })), deeds && el("div", { class: "answers" }, deeds));
  }

  /** The two answers; one where the rules have changed, which only ends it. @param {Proposal} proposal @param {number | null} seat @param {Player["send"]} send */
  answers(proposal, seat, send) {
    const question = proposal.questions.find((each) => each.seat === seat);
    const key = about(proposal);
    const agree = question ? () => send(question.answer.path, { seen: question.seen, [question.answer.member]: question.choices[0].choice }, seat)
      : () => send(`/v1/sessions/${this.id}/clock`, { running: proposal.kind === "go_on" }, seat);
    return [button({ key: `agree/${key}`, kind: "primary", text: t("proposal.agree"), do: agree }),
      question?.choices.length !== 1 && button({ key: `refuse/${key}`, kind: "secondary", text: t("proposal.refuse"), do: () => this.decline(proposal, seat, send) })];
  }

  /** Ends a proposal: who is asked refuses it, who made it withdraws it. @param {Proposal} proposal @param {number | null} seat @param {Player["send"]} send */
  decline({ kind, action }, seat, send) {
    const path = action ? `/actions/${action.number}/answers` : kind === "close" ? "/close" : "/clock";
    send(`/v1/sessions/${this.id}${path}`, path === "/clock" ? { running: kind === "halt" } : { agree: false }, seat);
  }

  /** @param {{proposal: Proposal, by: any, after: number}} one @param {Player} player */
  notice(one, player) {
    const { proposal, by } = one;
    const away = () => {
      this.refused = this.refused.filter((each) => each !== one);
      this.show(player);
    };
    return el("section", { class: "proposal declined", "data-kind": proposal.kind, "aria-label": t("proposal.title") },
      el("p", { class: "said" }, by.seat ? parts("proposal.refused", { name: el("bdi", {}, player.name(by.seat)) }) : t("proposal.refused_host")), this.words(proposal, player.name).slice(0, 1).map(quoted),
      el("div", { class: "answers" }, button({ key: `seen/${about(proposal)}`, kind: "secondary", text: t("proposal.seen"), do: away })));
  }
}

/** @param {any} word */
const said = (word) => word?.textContent ?? word;
/** @param {any} word */
const quoted = (word) => el("p", { class: "hint" }, said(word));

/** The seat of this browser that is asked, null: as the host; undefined: none is. @param {Proposal} proposal @param {Player} player @returns {number | null | undefined} */
const askedOf = ({ asked }, { mine, isHost }) => asked.find((seat) => (seat === null ? isHost : mine.includes(seat)));

/** Whether with an event a proposal ended without having been done. @param {any} event @param {Proposal} proposal */
function isEnd({ type, action, running, agreed }, proposal) {
  if (proposal.action) return type === "void-declined" && action === proposal.action.number;
  if (proposal.kind === "close") return type === "close-declined";
  return type === "clock-switched" && !agreed?.length && running === (proposal.kind === "halt");
}
