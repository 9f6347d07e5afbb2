// @ts-check
// What happened in an attack that was tried: its story, its questions, its luck, the check of its dice.

import { get, linked, post } from "./api.js";
import { checkAction, checkPanel } from "./check.js";
import { button } from "./controls.js";
import { Curve, courseOf, mattered } from "./curve.js";
import { at, el, redraw, say } from "./dom.js";
import { luck } from "./odds.js";
import { asked } from "./question.js";
import { linesOf } from "./refusal.js";
import { wholeStory } from "./story.js";
import { t } from "./text.js";
import { addWorth } from "./worth.js";

/** The part of the page that tells an attack. */
export class Happened {
  /**
   * @param {any} details @param {any} form @param {any} moves
   * @param {{chart: import("./odds.js").Chart, goOn: (after: any) => void, title: () => string}} of
   *   `goOn`: the next attack begins with what this one left; `title`: what the table is called
   */
  constructor(details, form, moves, of) {
    this.details = details;
    this.form = form;
    this.moves = moves;
    this.of = of;
    /** @type {any} the action that is told; null while there is none */
    this.action = null;
    this.known = new Set();
    this.curve = new Curve(at("curve"), { went: (line) => this.hold(line) });
  }

  /** The table is another one: what happened at the one before is not told beside it. */
  leave() {
    this.action = null;
  }

  /**
   * @param {any} action @param {import("./try-session.js").Trial} trial
   * @param {boolean} [isNew] it happens now, and is where one looks
   */
  async show(action, trial, isNew = true) {
    this.action = action;
    at("happened").hidden = false;
    at("happened").classList.remove("seen");
    const refusal = el("div", { class: "refused", role: "alert" });
    const send = async (/** @type {any} */ answer) => {
      try {
        await this.show(await post(`/v1/sessions/${action.session_id}/actions/${action.number}/answers`, answer, { token: trial.host }), trial);
        return true;
      } catch (failure) {
        redraw(refusal, linesOf(failure).map((line) => el("p", {}, line)));
        refusal.scrollIntoView({ block: "nearest" });
        return false;
      }
    };
    const seat = { session: trial.id, state: async () => null, answer: (/** @type {any} */ choice) => send({ seen: action.pending.seen, choice }) };
    const question = action.pending && (trial.host
      ? asked(action.pending, (answer) => void send(answer), { body: this.moves?.compose(action.pending, seat) })
      : el("p", { class: "waiting" }, action.pending.text));
    redraw(at("story"), wholeStory(action, this.details.rules, this.known, null, null), question, question && refusal);
    this.curve.show(null, null);
    redraw(at("lucky"));
    redraw(at("proof"));
    redraw(at("again"));
    if (question) {
      say(action.pending.text);
      void addWorth(at("story"), action.session_id, { ...action.pending, action: action.number }, trial.host);
      if (isNew) /** @type {HTMLElement | null} */ (at("story").querySelector(".ask"))?.focus({ preventScroll: true });
      if (isNew) at("story").querySelector(".question")?.scrollIntoView({ block: "nearest" });
      return;
    }
    say(action.text);
    if (action.status === "resolved") await this.over(action, trial, isNew);
  }

  /** Shows the line of the story to which the curve went. @param {number} line */
  hold(line) {
    for (const [place, step] of [...at("story").querySelectorAll(".step")].entries()) {
      step.classList.toggle("held", place === line - 1);
      step.classList.toggle("to-come", place >= line);
    }
  }

  /** The attack in a sentence, and a link to it. @param {any} action */
  async share(action) {
    const url = new URL(linked(`/sessions/${action.session_id}`, { action: action.number }), location.href).href;
    const told = `${this.of.title()}: ${action.text}`;
    if (navigator.share) return void navigator.share({ text: told, url }).catch(() => null);
    redraw(at("shared"), el("input", { type: "text", readonly: true, value: `${told} ${url}`, "aria-label": t("try.shared") }));
    at("shared").firstChild.select();
    await navigator.clipboard?.writeText(`${told} ${url}`).then(() => say(t("try.copied")), () => null);
  }

  /** Shows where a rule applied, in an attack whose dice were made up for that. @param {string} id */
  point(id) {
    redraw(at("lucky"), t("try.seen", { id }));
    at("happened").classList.add("seen");
    redraw(at("proof"));
    const marks = [.../** @type {NodeListOf<HTMLElement>} */ (at("story").querySelectorAll("button.rule"))];
    const mark = marks.find((each) => each.textContent === id);
    mark?.closest(".step")?.classList.add("held");
    mark?.closest("details")?.setAttribute("open", "");
    mark?.click();
    mark?.scrollIntoView({ block: "center" });
  }

  /** @param {any} action @param {import("./try-session.js").Trial} trial @param {boolean} isNew */
  async over(action, trial, isNew) {
    if (isNew) at("happened").scrollIntoView({ block: "start" });
    const isDecided = action.record.some((/** @type {any} */ { kind }) => kind === "rolled");
    const [course, told, checked] = await Promise.all([
      isDecided ? courseOf(action, trial.host) : null,
      get(`/v1/sessions/${action.session_id}/actions/${action.number}?include=odds`, { token: trial.host }),
      checkAction(action, { commitment: trial.commitment, dice: this.details.dice, kept: Boolean(trial.commitment) }),
    ]);
    if (this.action !== action) return;
    const places = told.odds?.measures || {};
    this.of.chart.mark(Object.fromEntries(Object.entries(places).map(([name, place]) => [name, place.value])));
    redraw(at("lucky"), luck(places, this.form.measures[0] || Object.keys(places)[0]));
    at("story").querySelector(".mattered")?.replaceWith(mattered(action, course) || "");
    this.curve.show(action, course);
    redraw(at("proof"), checkPanel(checked, action));
    redraw(at("again"),
      button({ key: "share-result", text: t("try.share_result"), do: () => void this.share(action) }),
      action.outcome.after && !this.form.isOver?.(action.outcome) && button({ key: "again", text: t("try.again"), do: () => this.of.goOn(action.outcome.after) }),
      el("a", { href: linked(`/sessions/${action.session_id}`) }, t("try.session")),
      el("div", { id: "shared" }));
  }
}
