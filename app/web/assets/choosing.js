// @ts-check
// Where a table is opened: of which factions and cards each player may make a list, by name.

import { armyNamed, armyNames } from "./armies.js";
import { get } from "./api.js";
import { pilotName, pilotsFound, readPilots, readUpgrades, upgradeName, upgradesFound } from "./cards.js";
import { button, fold, select, toggle } from "./controls.js";
import { el, redraw } from "./dom.js";
import { draftOf, keepDraft } from "./drafts.js";
import { picker } from "./make/picker.js";
import { calledIn, t, word } from "./text.js";

/** The factions of X-Wing. */
export const FACTIONS = [
  "rebelalliance", "galacticempire", "scumandvillainy", "resistance", "firstorder", "galacticrepublic", "separatistalliance",
];

/** How many pilots, and upgrades, are shown of those that were found. */
const MOST_FOUND = 15;

/** @typedef {{id: string, name: string, whole?: any}} Card `whole`: a data card, as the setup of the game has it */
/** @typedef {{ruleset: string, factions: string[], from: string, cards: Card[]}} Chosen `from`: whose data cards are used */

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
    if (this.host.dataset.of === this.ruleset()) return;
    this.host.dataset.of = this.ruleset();
    this.draw();
  }

  draw() {
    const count = this.chosen.factions.length + this.chosen.cards.length;
    const isFleet = this.brings.includes("factions");
    const parts = isFleet ? [this.factions(), this.byName()] : this.brings.includes("cards") ? [this.dataCards()] : [];
    redraw(this.host, parts.length > 0 && fold("bring/choosing",
      `${t(isFleet ? "bring.choose_fleet" : "bring.choose_cards")}${count ? ` (${count})` : ""}`, parts, this.chips()));
  }

  /** @param {Partial<Chosen>} change */
  become(change) {
    Object.assign(this.chosen, change);
    this.draw();
    this.changed();
  }

  factions() {
    const { factions } = this.chosen;
    const set = (/** @type {string} */ id) => (/** @type {boolean} */ on) =>
      this.become({ factions: on ? [...factions, id] : factions.filter((each) => each !== id) });
    return el("fieldset", { class: "field" }, el("legend", {}, t("bring.choose_factions")), FACTIONS.map((id) =>
      toggle({ key: `bring/faction/${id}`, label: word("faction", id), on: factions.includes(id), set: set(id) })));
  }

  /** Pilots and upgrades, each found by its name. */
  byName() {
    const find = async (/** @type {string} */ part) => {
      const [all, upgrades] = await Promise.all([pilotsFound(part), upgradesFound(part)]);
      return [...all.slice(0, MOST_FOUND), ...upgrades.slice(0, MOST_FOUND)];
    };
    const take = (/** @type {any} */ { id, name }) => {
      const others = this.chosen.cards.filter((card) => card.id !== id);
      this.become({ cards: [...others, { id, name: name || id }] });
    };
    return [el("p", { class: "hint" }, t("bring.choose_hint")),
      picker({ key: "bring/card", label: t("bring.choose_card"), find, take })];
  }

  /** The data cards of an army that all use. */
  dataCards() {
    const own = armyNames(this.ruleset()).map((name) => ({ value: `own:${name}`, text: name }));
    const samples = this.setups.map((each) => ({ value: `sample:${each.name}`, text: calledIn(each) }));
    const options = [{ value: "", text: t("bring.choose_own") }, ...own, ...samples];
    return select({
      key: "bring/from", label: t("bring.choose_from"), value: this.chosen.from, options, set: (from) => void this.use(from),
    });
  }

  /** @param {string} from */
  async use(from) {
    const [kind, ...named] = from.split(":");
    const name = named.join(":");
    const ruleset = this.ruleset();
    const read = async () => (await get(`/v1/rulesets/${ruleset}`)).game.setups[name];
    const setup = kind === "own" ? armyNamed(ruleset, name)?.setup : from ? await read().catch(() => null) : null;
    const cards = (setup?.cards || []).map((/** @type {any} */ card) => ({ id: card.id, name: card.name || card.id, whole: card }));
    this.become({ from, cards });
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
    const whole = (/** @type {string} */ id) => setup?.cards?.find((/** @type {any} */ card) => card.id === id);
    if (this.brings.includes("factions") && cards.length) {
      await readUpgrades();
      await readPilots({ pilots: cards.filter((/** @type {string} */ id) => upgradeName(id) === id).map((/** @type {string} */ id) => ({ id })) });
    }
    const named = (/** @type {string} */ id) => whole(id)?.name || (upgradeName(id) === id ? pilotName(id) : upgradeName(id));
    this.become({ factions, cards: cards.map((/** @type {string} */ id) => ({ id, name: named(id), ...(whole(id) ? { whole: whole(id) } : {}) })) });
  }
}
