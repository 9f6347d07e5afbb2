// @ts-check
// Where a table is opened: each seat may bring its own list instead of a setup that has all of them, within limits.

import { moduleOf } from "./books.js";
import { get } from "./api.js";
import { armyNamed, armyNames, isFilled, placesIn } from "./armies.js";
import { Asking } from "./asking.js";
import { Choosing } from "./choosing.js";
import { at, el, redraw } from "./dom.js";
import { amountOf, calledIn, t } from "./text.js";

/** The setup that leaves the lists to the seats, among those to choose from. */
export const EACH = "bring";
const LIMITS = ["points", "ships", "groups"];
/** The list in reserve of the first seat, for the second. */
const SAME = "same";
/** How the game of a rulebook with a battlefield begins, without one of one's own. */
const BEGINNINGS = ["none", "in-turn"];
/** How long there may be for an answer: so many of a unit, and its seconds. @type {[number, string, number][]} */
const TIMES = [[10, "minute", 60], [1, "hour", 3600], [1, "day", 86_400], [3, "day", 86_400], [7, "day", 86_400]];

/** What an opening leaves to its seats, as the fields of the page say it. */
export class Leaving {
  /**
   * @param {() => string} ruleset the one that is chosen
   * @param {{changed: () => void, isMade?: boolean}} of
   *   `changed`: something else is chosen by name; `isMade`: the page makes the battlefield itself, and asks about all of it
   */
  constructor(ruleset, { changed, isMade = false }) {
    this.ruleset = ruleset;
    this.isMade = isMade;
    this.asking = new Asking(() => {});
    this.choosing = new Choosing(ruleset, changed);
    at("bring").after(this.asking.host);
    at("choosing").replaceWith(this.choosing.host);
    const times = TIMES.map(([count, unit, seconds]) => el("option", { value: count * seconds }, amountOf(count, unit)));
    redraw(at("deadline"), el("option", { value: "" }, t("bring.no_deadline")), times);
  }

  /**
   * The choice that each brings a list, where the rulebook has it.
   * @param {string[]} brings @param {string | null} before what was chosen before
   */
  option(brings, before) {
    return brings.length > 0 && el("option", { value: EACH, selected: before === EACH }, t("bring.each"));
  }

  /**
   * Shows the fields that belong to what is chosen.
   * @param {string[]} brings the limits of the rulebook @param {boolean} isChosen @param {any[]} setups those to try
   */
  follow(brings, isChosen, setups) {
    at("bring").hidden = !isChosen;
    for (const name of LIMITS) {
      at(`bring-${name}`).hidden = !brings.includes(name);
      at(`most-${name}`).disabled = !isChosen || !brings.includes(name); // what nobody sees is not checked
    }
    at("bring-printed").hidden = !brings.includes("printed");
    const own = armyNames(this.ruleset());
    const lists = [...own.flatMap((name) => this.listsOf(name)), ...setups.flatMap(samplesOf)];
    at("reserve").parentElement.hidden = this.isMade; // it is for those who bring later
    choices(at("reserve"), [["", "–"], ...lists]);
    choices(at("reserve-2"), [...(this.isMade ? [] : [[SAME, t("bring.same")]]), ["", "–"], ...lists]);
    const hasField = brings.includes("groups") && !this.isMade;
    const isByName = hasField || !brings.includes("groups"); // who makes an army brings its data cards with it
    this.choosing.follow(isByName ? brings : brings.filter((name) => name !== "cards"), setups);
    at("bring-battlefield").hidden = !hasField;
    choices(at("battlefield"), hasField ? [
      ...BEGINNINGS.map((name) => [name, t(`field.begin_${name}`)]),
      ...own.filter((name) => this.fieldOf(name)).map((name) => [`own:${name}`, name]),
    ] : []);
    if (isChosen && !this.isMade) void this.ask(brings);
    else this.asking.about(this.ruleset(), null);
  }

  /** Asks the service about the limits and what is in reserve. @param {string[]} brings */
  async ask(brings) {
    const limits = await this.limits(brings).catch(() => null); // without the network nothing is told
    if (limits && !at("bring").hidden) this.asking.about(this.ruleset(), { ...this.setup(brings), bring: bringOf(limits, 2) });
  }

  /** The lists in what is kept by a name, as choices. @param {string} name */
  listsOf(name) {
    const places = placesIn(armyNamed(this.ruleset(), name)?.setup) || [];
    const filled = [...places.keys()].filter((n) => isFilled(places[n]));
    return filled.map((n) => [`own:${n}:${name}`, filled.length > 1 ? `${name} · ${n + 1}` : name]);
  }

  /** What is kept by a name, where it has a battlefield. @param {string} name */
  fieldOf(name) {
    const army = armyNamed(this.ruleset(), name);
    return army?.setup?.placement === "in-turn" || army?.setup?.obstacles?.length ? army : null;
  }

  /** Where the list in reserve for a seat comes from; empty: there is none. Those after the second have the first one's. @param {number} n from 0 */
  reserveOf(n) {
    const { value } = at(n === 1 || this.isMade ? "reserve-2" : "reserve");
    return value === SAME ? at("reserve").value : value;
  }

  /** The list that is in reserve for a seat; null where none is. @param {number} n from 0 */
  async reserve(n) {
    const [from, place, ...named] = this.reserveOf(n).split(":");
    if (!from) return null;
    const [ruleset, name] = [this.ruleset(), named.join(":")];
    const { listsIn } = await moduleOf(ruleset, "bring", "./bringing/any.js");
    const setup = from === "own" ? armyNamed(ruleset, name)?.setup : (await get(`/v1/rulesets/${ruleset}`)).game.setups[name];
    return listsIn(setup, {})[Number(place)];
  }

  /** What the list of each of the first two seats has to keep to. @param {string[]} brings */
  async limits(brings) {
    const most = (/** @type {string} */ name) => Number(at(`most-${name}`).value);
    const named = LIMITS.filter((name) => brings.includes(name) && most(name) > 0).map((name) => [name, most(name)]);
    const printed = brings.includes("printed") && at("printed").checked ? { printed: true } : {};
    const shared = { ...Object.fromEntries(named), ...printed, ...this.choosing.limits() };
    const reserves = await Promise.all([this.reserve(0), this.reserve(1)]);
    return reserves.map((reserve) => ({ ...shared, ...(reserve ? { reserve } : {}) }));
  }

  /** Forgets what is chosen by name, once a table is opened with it. */
  sent() {
    this.choosing.isSent = true;
  }

  /** Takes over what an event was opened with, but for lists in reserve. @param {any} body @param {any} limits */
  put(body, limits) {
    const [all] = [limits].flat();
    at("deadline").value = body.deadline?.seconds ?? "";
    at("printed").checked = all.printed === true;
    for (const name of LIMITS.filter((limit) => all[limit])) at(`most-${name}`).value = all[name];
    void this.choosing.put(all, body.setup);
  }

  /** What an opening is told of how long there is for a list, and for each answer. */
  deadline() {
    const seconds = Number(at("deadline").value);
    return seconds ? { deadline: { seconds } } : {};
  }

  /** The setup with all but the lists, and the options that come with it. @param {string[]} brings */
  setup(brings) {
    const { value } = at("battlefield");
    const cards = this.choosing.setup();
    if (!brings.includes("groups") || value === "none") return { setup: cards };
    const army = value.startsWith("own:") ? this.fieldOf(value.slice(4)) : null;
    if (!army) return { setup: { ...cards, placement: "in-turn" } };
    const { cards: _own, armies: _brought, ...agreed } = army.setup;
    return { setup: { ...agreed, ...cards, placement: "in-turn" }, options: army.options };
  }
}

/**
 * Shows what there is to choose from; what was chosen stays, at first it is the first.
 * @param {any} list @param {string[][]} all values with their texts
 */
function choices(list, all) {
  const before = list.options.length ? list.value : all[0]?.[0];
  redraw(list, all.map(([value, text]) => el("option", { value, selected: value === before }, text)));
}

/** The lists of a setup to try, as choices. @param {any} setup */
const samplesOf = (setup) => [...Array(setup.seats).keys()].map((n) => [`sample:${n}:${setup.name}`, `${calledIn(setup)} · ${n + 1}`]);

/** What so many seats bring within limits: those of all, or of each of the first two. @param {any} limits @param {number} seats */
export function bringOf(limits, seats) {
  const each = [limits].flat();
  return Object.fromEntries([...Array(seats).keys()].map((n) => [n + 1, each[n] ?? each[0]]));
}
