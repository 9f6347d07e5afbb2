// @ts-check
// Try an attack: the form, its odds, the dice, the story.

import { keepAddress, unpacked } from "./address.js";
import { get } from "./api.js";
import { moduleOf } from "./books.js";
import { toggle } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { optionsFold } from "./forms/options.js";
import { Glance } from "./glance.js";
import { renew } from "./page.js";
import { linesOf, showRefusal } from "./refusal.js";
import { ALL_ASKED, changedBy, continued, merged, shortest, whole } from "./situation.js";
import { t } from "./text.js";
import { Trials } from "./try-session.js";

const slug = document.body.dataset.ruleset || "";
const base = `/v1/rulesets/${slug}`;
/** What the server put into the page: what is offered, the example to begin with, and its odds. */
const first = JSON.parse(at("first").dataset.first);

/** The page. */
class Try {
  /** @param {any} details @param {any} form */
  constructor(details, form) {
    this.details = details;
    this.form = form;
    this.clear();
    this.glance = new Glance(base, details.labels.policies, form.measures, { refused: (failure) => this.refused(failure), take: (patch) => this.become(changedBy(this.situation, patch)) }, form.average);
    this.chart = this.glance.chart;
    /** What tells a story; it is loaded once there is one. @type {Promise<import("./result.js").Happened> | null} */
    this.telling = null;
    /** The same, once it is there. @type {import("./result.js").Happened | null} */
    this.story = null;
    this.trials = new Trials(slug);
    /** What is wrong with the link. @type {string[]} */
    this.told = [];
    /** Where the story is found again, for the address. */
    this.place = "";
    this.isBusy = false;
    this.ask = { ...ALL_ASKED };
  }

  /** The example to begin with, and nothing changed. */
  clear() {
    this.preset = first.number;
    this.options = { ...this.details.options.defaults };
    this.situation = structuredClone(this.details.examples[this.preset]);
    this.ask = { ...ALL_ASKED };
  }

  /** What tells a story, with the rules and the moves that only a story needs. */
  happened() {
    this.telling ??= (async () => {
      const moves = moduleOf(slug, "moves");
      const [details, { Happened }] = await Promise.all([get(base), import("./result.js")]);
      this.story = new Happened(details, this.form, await moves, { chart: this.chart, goOn: (after) => this.goOn(after), title: () => at("title").textContent });
      return this.story;
    })();
    this.telling.catch(() => { this.telling = null; }); // the next time it is asked for again
    return this.telling;
  }

  async start() {
    at("roll").addEventListener("click", () => void this.attack("service"));
    at("type").addEventListener("click", () => void this.attack("physical"));
    at("compare").addEventListener("click", () => { this.chart.compare(); at("compare").setAttribute("aria-pressed", String(Boolean(this.chart.other))); });
    at("share").addEventListener("click", () => this.share());
    window.addEventListener("hashchange", () => void this.fromAddress());
    document.getElementById("matrix")?.addEventListener("toggle", () => void import("./matrix.js").then(({ unfold }) => unfold(at("matrix").lastElementChild, this)), { once: true });
    if (first.odds && !location.hash) this.glance.show(first.odds);
    await this.fromAddress();
    document.body.classList.add("ready");
  }

  /** Shows what the address says: a table, and the story of an attack at it. */
  async fromAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    this.leave();
    this.clear();
    try {
      if (given.has("s")) this.take(unpacked(given.get("s") || ""));
      if (given.has("d")) this.take(whole(this.details, unpacked(given.get("d") || "")));
      if (given.has("see")) this.show(unpacked(given.get("see") || "").example);
      else this.anew();
    } catch {
      this.told = [t("try.bad_link")];
      this.clear();
      this.show(this.preset);
      return;
    }
    if (given.has("see")) await this.see(unpacked(given.get("see") || ""));
    if (given.has("a")) await this.again(given.get("a") || "");
  }

  /** Shows an example. @param {number} preset */
  show(preset) {
    this.preset = preset;
    this.situation = structuredClone(this.details.examples[preset]);
    this.anew();
  }

  /** The table of a link. @param {any} sent */
  take(sent) {
    Object.assign(this, merged(this, sent));
    this.preset = this.details.examples.findIndex((/** @type {any} */ each) => JSON.stringify(each) === JSON.stringify(this.situation));
  }

  /** The story of an attack that was made before. @param {string} place */
  async again(place) {
    const { hash } = location;
    const [id, number] = place.split(".");
    try {
      const { trial, action } = await this.trials.find(id, number);
      if (location.hash !== hash) return;
      this.place = place;
      await (await this.happened()).show(action, trial, false);
    } catch (failure) {
      this.refused(null, linesOf(failure));
    }
  }

  /** What the address says of the table and its story. */
  address() {
    return `#d=${shortest(this.details, this)}${this.place && `&a=${this.place}`}`;
  }

  /** The table is another one; the story at the one before is found by Back. */
  leave() {
    this.story?.leave();
    at("happened").hidden = true;
    this.chart.mark({});
    this.place = "";
    if (this.told.length) redraw(at("refusal"));
    this.told = [];
    redraw(at("link"));
  }

  /** The next attack, with what one has left. @param {any} after */
  goOn(after) {
    this.situation = continued(this.situation, after);
    this.form.again?.(this.situation);
    this.preset = -1;
    this.changed();
    at("table").scrollIntoView();
  }

  /** An example in which a rule applies, with dice that are made up for it. @param {{example: number, faces: any[], policy: string, rule: string}} of */
  async see({ faces, policy, rule }) {
    if (!await this.attack("physical", { policies: { attacker: policy, defender: policy }, dice: { source: "physical", faces } })) return;
    this.story?.point(rule);
  }

  /** The situation is another one: the form, its odds and the address follow. */
  changed() {
    const isNew = Boolean(this.place);
    this.leave();
    this.anew();
    keepAddress(this.address(), isNew);
  }

  /** Another table: with a change that the rulebook offers, or of two squads. @param {any} situation */
  become(situation) {
    this.preset = -1;
    this.situation = situation;
    this.changed();
  }

  /** The form, what its dice follow from, and its odds. */
  anew() {
    this.refresh();
    redraw(at("title"), this.details.labels.examples[this.preset + 1] || this.form.question?.(this.situation) || at("title").textContent);
    this.promised();
    this.glance.ask(this);
  }

  /** The form as it is now. */
  refresh() {
    const form = { situation: this.situation, details: this.details, changed: () => { this.preset = -1; this.changed(); }, refresh: () => this.refresh() };
    const presets = el("div", { class: "presets", role: "group", "aria-label": t("try.examples") }, this.details.examples.map((/** @type {any} */ example, /** @type {number} */ n) =>
      el("button", { type: "button", class: "quiet", "data-key": `example/${n}`, "aria-pressed": String(n === this.preset), onclick: () => { this.preset = n; this.situation = structuredClone(example); this.changed(); } }, this.details.labels.examples[n + 1] ?? t("try.example", { n: n + 1 }))));
    const questions = this.details.questions.length > 0;
    const who = questions && el("div", { class: "fields asks" }, ["attacker", "defender"].map((role) =>
      toggle({ key: `ask/${role}`, label: t(`try.ask_${role}`), on: this.ask[/** @type {"attacker"} */ (role)], set: (on) => { this.ask[/** @type {"attacker"} */ (role)] = on; keepAddress(this.address()); } })));
    const options = optionsFold(this.details.options.described, this.details.labels.options, this.options, Object.keys(this.details.options.presets), {
      changed: () => this.changed(),
      preset: (/** @type {string} */ name) => { this.options = { ...this.details.options.presets[name] }; this.changed(); },
    });
    redraw(at("form"), this.form.show(form), options, who, presets);
  }

  /** @param {any} failure of the odds or the attack; null where the odds came @param {string[]} [told] of the attack: it stays when odds come */
  refused(failure, told = this.told) {
    this.told = told;
    const lines = new Set([...told, ...(failure ? linesOf(failure) : [])]);
    redraw(at("refusal"), [...lines].map((line) => el("p", {}, line)));
    document.body.classList.toggle("stale", Boolean(failure));
  }

  /** The seal of the dice of the next attack, where it is there already. */
  promised() {
    const seal = this.trials.open("service", this.options)?.commitment;
    if (at("type").hidden || !seal) return redraw(at("commitment")); // no dice are thrown here, or none yet
    redraw(at("commitment"), el("span", { class: "seal", "aria-hidden": "true" }), el("span", {}, t("try.committed"), " ", el("code", { title: seal }, seal.slice(0, 16), "…")));
  }

  /** @param {"service" | "physical"} source @param {any} [more] what else is sent @returns whether it was made */
  async attack(source, more = null) {
    if (this.isBusy) return false;
    this.isBusy = true;
    document.body.classList.add("busy");
    at("form").inert = true; // the story is one of this table
    try {
      const policies = { attacker: this.ask.attacker ? "ask" : "default", defender: this.ask.defender ? "ask" : "default" };
      const { action, trial } = await this.trials.attack({ situation: this.situation, policies, ...more }, source, this.options);
      this.leave();
      this.promised();
      this.place = `${trial.id}.${action.number}`;
      if (!more) keepAddress(this.address());
      await (await this.happened()).show(action, trial);
      return true;
    } catch (failure) {
      this.refused(failure, linesOf(failure));
      at("refusal").scrollIntoView({ block: "nearest" });
      return false;
    } finally {
      this.isBusy = false;
      at("form").inert = false;
      document.body.classList.remove("busy");
    }
  }

  share() {
    const link = new URL(location.href);
    link.hash = `d=${shortest(this.details, this)}`;
    redraw(at("link"), el("input", { type: "text", readonly: true, value: link.href, "aria-label": t("try.link") }));
    at("link").firstChild.select();
    navigator.clipboard?.writeText(link.href).then(() => say(t("try.copied")), () => null);
  }
}

try {
  await new Try(first.details, await moduleOf(slug, "form", "./forms/any.js")).start();
} catch (failure) {
  redraw(at("form"));
  showRefusal(failure);
  document.body.classList.add("ready");
  await renew();
}
