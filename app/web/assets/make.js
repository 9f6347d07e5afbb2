// @ts-check
// A game of one's own: the form of its rulebook, what the service says of it, and ways to keep, hand on and play it.

import { moduleOf } from "./books.js";
import { keepAddress } from "./address.js";
import { armyNamed, unpackedArmy } from "./armies.js";
import { Refusal, get, post, postText } from "./api.js";
import { Checking } from "./checking.js";
import { at, el, parsed, redraw, say } from "./dom.js";
import { draftOf, keepDraft } from "./drafts.js";
import { optionsFold } from "./forms/options.js";
import { Handing, whyNot } from "./handing.js";
import { Left } from "./left.js";
import { Faults } from "./make/faults.js";
import { openTable, showSides } from "./opening.js";
import { t } from "./text.js";

const slug = document.body.dataset.ruleset || "";
const base = `/v1/rulesets/${slug}`;

/** The page; to its form it is a Form (`make/common.js`). */
class Make {
  /** @param {any} details @param {import("./make/common.js").Module} module */
  constructor(details, module) {
    this.details = details;
    this.module = module;
    this.setup = module.begin(details);
    this.options = { ...details.game.options.defaults };
    /** @type {any} what the service said of the setup; null where it has said nothing, or refused */
    this.answer = null;
    /** @type {any[]} what is wrong, as the service says it */
    this.errors = [];
    this.wrong = new Faults([]);
    for (const name of /** @type {const} */ (["changed", "typed", "refresh", "become", "faults"])) {
      this[name] = /** @type {any} */ (this[name]).bind(this); // forms take what they need of the page
    }
    this.left = new Left(slug, details.game.brings?.places || "", () => this.typed());
    this.checking = new Checking((/** @type {any} */ order) => this.ask(order));
    this.handing = new Handing(slug, {
      army: () => this.army(), take: (army) => this.take(army), refused: (failure) => this.refused(failure),
    });
  }

  async start() {
    at("opening").addEventListener("submit", (/** @type {Event} */ event) => void this.open(event));
    at("begin").addEventListener("change", () => this.beginWith(at("begin").value));
    addEventListener("hashchange", () => void this.fromAddress());
    keepDraft("army", () => this.army());
    this.handing.show();
    await this.fromAddress();
    document.body.classList.add("ready");
  }

  /** What is made, with its name. @returns {import("./armies.js").Army} */
  army() {
    const { drawing } = this.setup;
    return { ruleset: slug, name: at("name").value.trim(), setup: this.sent(), drawing, options: this.otherOptions() };
  }

  /** The setup as the service takes it: without what only the form needs. */
  sent() {
    return this.module.sent?.(this.setup) ?? this.setup;
  }

  /** What is made, as it is asked about and opened. */
  order() {
    return { setup: this.sent(), options: this.otherOptions() };
  }

  /** The options that are no defaults. */
  otherOptions() {
    const { defaults } = this.details.game.options;
    return Object.fromEntries(Object.entries(this.options).filter(([name, value]) => value !== defaults[name]));
  }

  /** Shows what the address carries, else what was typed in this tab before, else what there is to begin with. */
  async fromAddress() {
    const packed = new URLSearchParams(location.hash.slice(1)).get("a");
    try {
      const given = packed ? await unpackedArmy(slug, packed) : this.named() || draftOf("army");
      if (given) this.take(given);
      else this.changed();
    } catch (failure) {
      this.changed();
      this.refused(failure);
    }
  }

  /** The army that the query names; a reload shows what has become of it since. */
  named() {
    const query = new URLSearchParams(location.search);
    const name = query.get("army");
    if (!name || document.body.classList.contains("ready")) return null;
    query.delete("army");
    history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
    return armyNamed(slug, name);
  }

  /** Another army stands in the place of this one. Raises where it is none. @param {import("./armies.js").Army} army */
  take({ name, setup, drawing, options }) {
    const read = this.module.read(drawing ? { ...setup, drawing } : setup);
    this.options = { ...this.details.game.options.defaults, ...options };
    at("name").value = name;
    this.become(read);
  }

  /** @param {string} sample the name of one that the rulebook offers; empty: from the beginning */
  beginWith(sample) {
    const found = this.details.game.setups[sample];
    this.become(found ? this.module.read(structuredClone(found)) : this.module.begin(this.details));
  }

  /** @param {any} setup */
  become(setup) {
    this.setup = setup;
    this.changed();
  }

  changed() {
    this.typed();
    this.refresh();
  }

  typed() {
    redraw(at("refusal"));
    this.handing.hide();
    if (location.hash && document.body.classList.contains("ready")) keepAddress(""); // what it carries is another one
    const missing = this.module.isEmpty?.(this.setup);
    if (missing) this.emptied(missing);
    else this.checking.want(structuredClone(this.order()));
  }

  /** Nothing is made yet, or something is missing, which is no fault. @param {true | string} missing */
  emptied(missing) {
    this.checking.leave();
    [this.answer, this.errors] = [null, []];
    document.body.classList.remove("stale");
    for (const place of ["notes", "board"]) redraw(at(place));
    this.told(missing === true ? t("make.empty") : missing);
  }

  /** Asks the service. @param {any} made @returns {Promise<() => void>} shows what it said */
  async ask(made) {
    try {
      const order = await this.left.order(made); // seats whose places are empty bring their own
      const answer = await post(`${base}/setups`, order);
      const board = this.module.isDrawn ? "" : await postText(`/pages/setups/${slug}`, order);
      return () => this.answered(answer, board);
    } catch (failure) {
      return () => this.failed(failure);
    }
  }

  /** @param {any} answer @param {string} board */
  answered(answer, board) {
    [this.answer, this.errors] = [answer, []];
    document.body.classList.remove("stale");
    this.told([answer, ...answer.brings].map(({ text }) => text).join(" "));
    redraw(at("notes"), answer.notes.map((/** @type {any} */ note) => el("li", {}, note.text)));
    redraw(at("board"), board && parsed(board));
    this.refresh();
  }

  /** @param {any} failure */
  failed(failure) {
    const errors = failure instanceof Refusal ? failure.problem.errors || [] : [];
    [this.answer, this.errors] = [null, errors];
    document.body.classList.add("stale");
    this.told(t("make.faults", { count: errors.length }));
    redraw(at("notes"));
    this.refresh();
    if (!errors.length) this.refused(failure);
  }

  /** @param {string} line */
  told(line) {
    if (at("told").textContent === line) return;
    redraw(at("told"), line);
    say(line);
  }

  /** The form as it is now, with the faults at their places, and above it those that have none. */
  refresh() {
    this.wrong = new Faults(this.errors, this.sent(), this.module.isText);
    const { described, presets } = this.details.game.options;
    const options = optionsFold(described, this.details.labels.options, this.options, Object.keys(presets), {
      changed: () => this.changed(),
      preset: (name) => { this.options = { ...presets[name] }; this.changed(); },
    });
    redraw(at("form"), this.module.draw(this), options);
    redraw(at("faults"), this.wrong.left());
    this.left.follow(this.sent());
    const { seats, sides } = this.answer || { seats: 2, sides: [] };
    showSides(sides);
    for (const field of at("opening").querySelectorAll("[data-seat]")) {
      field.hidden = Number(field.dataset.seat) > seats;
    }
  }

  /** @param {string} place @param {boolean} [isDeep] @param {(below: string) => string} [called] */
  faults(place, isDeep, called) {
    return this.wrong.at(place, isDeep, called);
  }

  /** @param {any} failure */
  refused(failure) {
    redraw(at("refusal"), whyNot(failure).map((line) => el("p", {}, line)));
    at("refusal").scrollIntoView({ block: "nearest" });
  }

  /** Opens a table with what is made, for a phone each or for one that goes round. @param {any} event */
  async open(event) {
    event.preventDefault();
    const numbers = [...Array(this.answer?.seats || 2).keys()].map((place) => place + 1);
    const seats = numbers.map((n) => ({ name: at(`name-${n}`).value.trim() || t("play.seat", { n }) }));
    const about = { kind: "game", visibility: "unlisted", dice: { source: "service" }, seats };
    const made = this.order();
    try {
      const { order, list } = this.left.isUnseen(made.setup) ? await this.left.unseen(made) : { order: await this.left.order(made), list: null };
      const body = { ...about, ...order, ...this.left.deadline(made.setup) };
      await openTable(slug, body, { one: event.submitter?.value === "one", list });
    } catch (failure) {
      this.refused(failure);
    }
  }
}

try {
  const [details, module] = await Promise.all([get(base), moduleOf(slug, "make", "./make/any.js")]);
  await new Make(details, module).start();
} catch (failure) {
  redraw(at("form"));
  redraw(at("refusal"), whyNot(failure).map((line) => el("p", {}, line)));
  document.body.classList.add("ready");
}
