// @ts-check
// Try an attack: the form, its odds, the dice, the story.

import { get, newKey, post, root } from "./api.js";
import { checkAction, checkPanel } from "./check.js";
import { button, toggle } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { optionsFold } from "./forms/options.js";
import { Chart, luck } from "./odds.js";
import { linesOf } from "./refusal.js";
import { asked } from "./question.js";
import { continued } from "./situation.js";
import { wholeStory } from "./story.js";
import { t } from "./text.js";
import { addWorth } from "./worth.js";

const slug = document.body.dataset.ruleset || "";
const OWN = ["open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"];
const base = `/v1/rulesets/${slug}`;

/** @param {any} value */
const packed = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} given */
function unpacked(given) {
  const raw = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (letter) => letter.charCodeAt(0))));
}

/** The page. */
class Try {
  /** @param {any} details @param {any} form @param {any} moves */
  constructor(details, form, moves) {
    this.moves = moves;
    this.details = details;
    this.form = form;
    this.options = { ...details.options.defaults };
    this.situation = structuredClone(details.examples[0]);
    this.preset = 0;
    this.ask = { attacker: true, defender: true };
    this.chart = new Chart(at("chart"), form.measures);
    /** @type {Record<string, Promise<any> | null>} by source of the dice, the session that is open */
    this.sessions = {};
    /** @type {any} */
    this.action = null;
    this.known = new Set();
    this.asking = new AbortController();
    this.timer = 0;
    this.isBusy = false;
  }

  start() {
    this.fromLink();
    at("roll").addEventListener("click", () => void this.attack("service"));
    at("type").addEventListener("click", () => void this.attack("physical"));
    at("compare").addEventListener("click", () => { this.chart.compare(); at("compare").setAttribute("aria-pressed", String(Boolean(this.chart.other))); });
    at("share").addEventListener("click", () => this.share());
    for (const event of ["focusin", "pointerdown"]) at("table").addEventListener(event, () => void this.session("service").catch(() => null), { once: true });
    window.addEventListener("hashchange", () => { this.fromLink(); this.changed(); });
    this.changed();
    document.body.classList.add("ready");
  }

  fromLink() {
    const given = /^#(s|see)=(.+)$/.exec(location.hash);
    if (!given) return;
    try {
      const sent = unpacked(given[2]);
      if (given[1] === "see") return void this.see(sent);
      this.situation = { ...this.situation, ...sent.situation };
      this.options = { ...this.options, ...sent.options };
      this.preset = -1;
    } catch {
      // a link that was cut shows the first example
    }
  }

  /** An example in which a rule applies, with dice that are made up for it. @param {{example: number, faces: any[], policy: string, rule: string}} of */
  async see({ example, faces, policy, rule }) {
    this.preset = example;
    this.situation = structuredClone(this.details.examples[example]);
    await this.attack("physical", { policies: { attacker: policy, defender: policy }, dice: { source: "physical", faces } });
    redraw(at("lucky"), t("try.seen", { id: rule }));
    at("happened").classList.add("seen");
    redraw(at("proof"));
    const mark = [.../** @type {NodeListOf<HTMLElement>} */ (at("story").querySelectorAll("button.rule"))].find((each) => each.textContent === rule);
    mark?.closest(".step")?.classList.add("held");
    mark?.click();
    mark?.scrollIntoView({ block: "center" });
  }

  /** The situation is another one: the form and its odds follow. */
  changed() {
    this.refresh();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.price(), 120);
  }

  refresh() {
    const form = { situation: this.situation, details: this.details, changed: () => { this.preset = -1; this.changed(); }, refresh: () => this.refresh() };
    const presets = el("div", { class: "presets", role: "group", "aria-label": t("try.examples") }, this.details.examples.map((/** @type {any} */ example, /** @type {number} */ n) =>
      el("button", { type: "button", class: "quiet", "data-key": `example/${n}`, "aria-pressed": String(n === this.preset), onclick: () => { this.preset = n; this.situation = structuredClone(example); this.changed(); } }, this.details.labels.examples[n + 1] ?? t("try.example", { n: n + 1 }))));
    const questions = this.details.questions.length > 0;
    const who = questions && el("div", { class: "fields asks" }, ["attacker", "defender"].map((role) =>
      toggle({ key: `ask/${role}`, label: t(`try.ask_${role}`), on: this.ask[/** @type {"attacker"} */ (role)], set: (on) => { this.ask[/** @type {"attacker"} */ (role)] = on; } })));
    const options = optionsFold(this.details.options.described, this.details.labels.options, this.options, Object.keys(this.details.options.presets), {
      changed: () => this.reopened(),
      preset: (name) => { this.options = { ...this.details.options.presets[name] }; this.reopened(); },
    });
    redraw(at("form"), presets, this.form.show(form), options, who);
  }

  /** Other options need another session: those of a session are fixed. */
  reopened() {
    this.sessions = {};
    redraw(at("commitment"));
    this.changed();
  }

  async price() {
    this.asking.abort();
    this.asking = new AbortController();
    try {
      const odds = await post(`${base}/odds`, { situation: this.situation, options: this.options }, { signal: this.asking.signal });
      this.refused(null);
      this.chart.show(odds);
    } catch (failure) {
      if (/** @type {any} */ (failure).name === "AbortError") return;
      this.refused(failure);
    }
  }

  /** @param {any} failure */
  refused(failure) {
    const lines = failure ? linesOf(failure) : [];
    redraw(at("refusal"), lines.map((line) => el("p", {}, line)));
    at("odds").classList.toggle("stale", lines.length > 0);
  }

  /** The session in which attacks of this page are made, opened once; its dice are committed from then on. @param {"service" | "physical"} source */
  session(source) {
    this.sessions[source] ??= post(`${base}/sessions`, { kind: "series", visibility: "unlisted", options: this.options, dice: { source } })
      .then((session) => { if (source === "service") this.promised(session); return session; })
      .catch((failure) => { this.sessions[source] = null; throw failure; });
    return this.sessions[source];
  }

  /** @param {any} session */
  promised(session) {
    if (at("type").hidden) return; // no dice are thrown here
    const short = session.fairness.commitment;
    redraw(at("commitment"), el("span", { class: "seal", "aria-hidden": "true" }), el("span", {}, t("try.committed"), " ", el("code", { title: short }, short.slice(0, 16), "…")));
  }

  /** @param {"service" | "physical"} source @param {any} [more] what else is sent */
  async attack(source, more = {}) {
    if (this.isBusy) return;
    this.isBusy = true;
    document.body.classList.add("busy");
    try {
      const session = await this.session(source);
      const policies = { attacker: this.ask.attacker ? "ask" : "default", defender: this.ask.defender ? "ask" : "default" };
      const action = await post(`${base}/attacks`, { situation: this.situation, session_id: session.id, policies, ...more }, { token: session.tokens.host, key: newKey() });
      this.sent = structuredClone(this.situation);
      await this.show(action, session);
    } catch (failure) {
      this.refused(failure);
      at("refusal").scrollIntoView({ block: "nearest" });
    } finally {
      this.isBusy = false;
      document.body.classList.remove("busy");
    }
  }

  /** @param {any} action @param {any} session */
  async show(action, session) {
    this.action = action;
    at("happened").hidden = false;
    at("happened").classList.remove("seen");
    const refusal = el("div", { class: "refused", role: "alert" });
    const send = async (/** @type {any} */ answer) => {
      try {
        await this.show(await post(`/v1/sessions/${action.session_id}/actions/${action.number}/answers`, answer, { token: session.tokens.host }), session);
        return true;
      } catch (failure) {
        redraw(refusal, linesOf(failure).map((line) => el("p", {}, line)));
        refusal.scrollIntoView({ block: "nearest" });
        return false;
      }
    };
    const seat = { session: session.id, state: async () => null, answer: (/** @type {any} */ choice) => send({ seen: action.pending.seen, choice }) };
    const body = action.pending && this.moves?.compose(action.pending, seat);
    const question = action.pending && asked(action.pending, (answer) => void send(answer), { body });
    const isOver = action.status === "resolved";
    redraw(at("story"), wholeStory(action, this.details.rules, this.known, null, null), question, question && refusal);
    redraw(at("lucky"));
    redraw(at("proof"));
    redraw(at("again"));
    if (question) {
      say(action.pending.text);
      void addWorth(at("story"), action, session.tokens.host);
      /** @type {HTMLElement | null} */ (at("story").querySelector(".ask"))?.focus({ preventScroll: true });
      at("story").querySelector(".question")?.scrollIntoView({ block: "nearest" });
      return;
    }
    say(action.text);
    if (isOver) await this.over(action, session);
  }

  /** @param {any} action @param {any} session */
  async over(action, session) {
    at("happened").querySelector("h2")?.scrollIntoView({ block: matchMedia("(min-width: 900px)").matches ? "nearest" : "start" });
    const [told, checked] = await Promise.all([
      get(`/v1/sessions/${action.session_id}/actions/${action.number}?include=odds`, { token: session.tokens.host }),
      checkAction(action, { commitment: session.fairness.commitment, dice: this.details.dice, kept: true }),
    ]);
    if (this.action !== action) return;
    const places = told.odds?.measures || {};
    this.chart.mark(Object.fromEntries(Object.entries(places).map(([name, place]) => [name, place.value])));
    redraw(at("lucky"), luck(places, this.form.measures[0] || Object.keys(places)[0]));
    redraw(at("proof"), checkPanel(checked, action));
    redraw(at("again"),
      action.outcome.after && !this.form.isOver?.(action.outcome) && button({ key: "again", text: t("try.again"), do: () => { this.situation = continued(this.sent, action.outcome.after); this.form.again?.(this.situation); this.preset = -1; this.changed(); at("table").scrollIntoView(); } }),
      el("a", { href: `${root}/sessions/${action.session_id}` }, t("try.session")));
  }

  share() {
    const link = new URL(location.href);
    link.hash = `s=${packed({ situation: this.situation, options: this.options })}`;
    history.replaceState(null, "", link);
    const shown = el("input", { type: "text", readonly: true, value: link.href, "aria-label": t("try.link") });
    redraw(at("link"), shown);
    shown.select();
    navigator.clipboard?.writeText(link.href).then(() => say(t("try.copied")), () => null);
  }
}

const moves = slug === "storm-over-stalingrad" ? import(`./moves/${slug}.js`) : null;
const [details, form] = await Promise.all([get(base), import(OWN.includes(slug) ? `./forms/${slug}.js` : "./forms/any.js")]);
new Try(details, form, await moves).start();
