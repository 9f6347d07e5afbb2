// @ts-check
// Where a table is opened: of which factions and cards each player may make a list, by name.

import { moduleOf } from "./books.js";
import { button, fold } from "./controls.js";
import { el, redraw } from "./dom.js";
import { draftOf, keepDraft } from "./drafts.js";
import { t } from "./text.js";

/** @typedef {{id: string, name: string, whole?: any}} Card `whole`: a data card, as the setup of the game has it */
/** @typedef {{ruleset: string, factions: string[], from: string, cards: Card[]}} Chosen `from`: whose data cards are used */

/**
 * @typedef {{
 *   title: string, fields: (choosing: Choosing) => any[],
 *   namesOf?: (choosing: Choosing, cards: string[]) => Promise<(id: string) => string>,
 * }} Module
 *   what a rulebook lets its players choose from: `title`: the key of its text; `namesOf`: what cards are called
 */

/** What may be chosen from, as the fields of the page say it; nothing chosen is anything. */
export class Choosing {
  /** @param {() => string} ruleset @param {() => void} changed */
  constructor(ruleset, changed) {
    this.ruleset = ruleset;
    this.changed = changed;
    this.host = el("div", { class: "fields choosing" });
    /** @type {string[]} */
    this.brings = [];
    /** @type {any[]} */
    this.setups = [];
    /** What a rulebook asks; null while it is not there, and where it asks nothing. @type {Module | null} */
    this.module = null;
    this.loading = Promise.resolve();
    /** @type {Chosen} */
    this.chosen = draftOf("choosing") || this.none();
    this.isSent = false;
    keepDraft("choosing", () => (this.isSent ? null : this.chosen));
  }

  /** @returns {Chosen} */
  none() {
    return { ruleset: this.ruleset(), factions: [], from: "", cards: [] };
  }

  /**
   * Shows the fields of the rulebook that is chosen.
   * @param {string[]} brings its limits @param {any[]} setups those to try
   */
  follow(brings, setups) {
    [this.brings, this.setups] = [brings, setups];
    if (this.chosen.ruleset !== this.ruleset()) this.chosen = this.none();
    const ruleset = this.ruleset();
    if (this.host.dataset.of === ruleset) return;
    this.host.dataset.of = ruleset;
    this.loading = this.load(ruleset);
  }

  /** Shows what a rulebook lets its players choose from, unless another one is chosen meanwhile. @param {string} ruleset */
  async load(ruleset) {
    this.module = null;
    const module = await moduleOf(ruleset, "choose").catch(() => null); // without the network nothing is asked
    if (this.host.dataset.of !== ruleset) return;
    this.module = module;
    this.draw();
  }

  draw() {
    const count = this.chosen.factions.length + this.chosen.cards.length;
    const parts = this.module?.fields(this) || [];
    redraw(this.host, parts.length > 0 && fold("bring/choosing", `${t(this.module?.title || "")}${count ? ` (${count})` : ""}`, parts, this.chips()));
  }

  /** @param {Partial<Chosen>} change */
  become(change) {
    Object.assign(this.chosen, change);
    this.draw();
    this.changed();
  }

  /** What is chosen by name; a tap takes one away. */
  chips() {
    const { cards } = this.chosen;
    const drop = (/** @type {Card} */ card) => this.become({ cards: cards.filter((each) => each !== card) });
    return cards.length > 0 && el("div", { class: "upgrades", role: "group", "aria-label": t("bring.chosen") }, cards.map((card) =>
      button({ key: `bring/chosen/${card.id}`, kind: "quiet chip", text: `${card.name} ×`, name: t("xw.drop", { name: card.name }), do: () => drop(card) })));
  }

  /** What of it are limits of a list. */
  limits() {
    const { factions, cards } = this.chosen;
    return { ...(factions.length ? { factions } : {}), ...(cards.length ? { cards: cards.map(({ id }) => id) } : {}) };
  }

  /** What of it stands in the setup of the game. */
  setup() {
    const cards = this.chosen.cards.flatMap(({ whole }) => (whole ? [whole] : []));
    return cards.length ? { cards } : {};
  }

  /** Takes over limits that were set before. @param {any} limits @param {any} setup the one that they belong to */
  async put({ factions = [], cards = [] }, setup) {
    await this.loading;
    const whole = (/** @type {string} */ id) => setup?.cards?.find((/** @type {any} */ card) => card.id === id);
    const called = (await this.module?.namesOf?.(this, cards)) || ((/** @type {string} */ id) => id);
    const named = (/** @type {string} */ id) => whole(id)?.name || called(id);
    this.become({ factions, cards: cards.map((/** @type {string} */ id) => ({ id, name: named(id), ...(whole(id) ? { whole: whole(id) } : {}) })) });
  }
}
