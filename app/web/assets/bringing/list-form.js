// @ts-check
// The list of a seat before it lies there: chosen from what this browser keeps, taken from a file, pasted or typed.

import { armyIn, armyNamed, armyNames } from "../armies.js";
import { Refusal, post } from "../api.js";
import { Checking } from "../checking.js";
import { button, fold } from "../controls.js";
import { el, redraw, say } from "../dom.js";
import { whyNot } from "../handing.js";
import { Faults } from "../make/faults.js";
import { t, word } from "../text.js";

/**
 * How the list of a rulebook is made; `bringing/<slug>.js` exports it. `n` is the place of the seat, from 0; a setup is
 * what the form of the rulebook in `make/` draws, in which only that place is filled. `opened` is the setup of the game
 * as far as it is agreed, as the service has it.
 *
 * @typedef {{
 *   begin: (n: number, opened: any) => any,
 *   listsIn: (found: any, opened: any) => (any | null)[],
 *   put: (setup: any, n: number, list: any) => void,
 *   listAt: (setup: any, n: number, opened: any) => any | null,
 *   placeOf: (pointer: string, n: number, list: any, setup: any) => string,
 *   draw: (form: import("../make/common.js").Form, n: number, limits: any) => any,
 *   called: (list: any, opened: any) => string,
 *   told: (list: any, again: () => void, opened: any) => any,
 *   cardName: (id: string, opened: any) => string,
 *   learn?: (ids: string[]) => Promise<boolean>,
 *   kept: (list: any) => any,
 *   hasBoard?: (opened: any) => boolean,
 * }} Module
 *   `begin`: the setup to begin with; `listsIn`: the list of each place of what is kept, pasted or in a file, null where
 *   it is empty; raises where there is none. `put`: a list in its place; `listAt`: the list at a place, null where it is
 *   empty; `placeOf`: where in the setup a fault of a list is shown; `draw`: the form within limits, without cards to type where
 *   they are chosen from those of the game; `called`: a list in one line; `told`: its parts as
 *   items of a list, drawn `again` once their names are known; `cardName`: what a card is called;
 *   `learn`: reads what cards are called, and says whether there is anything new; `kept`: a setup with the list, to keep in this browser
 *   `hasBoard`: whether a setup without lists has something on its board that players should see before they bring theirs
 */

/**
 * @typedef {{
 *   ruleset: string, seat: number, text: string, limits: any, opened: any, options: any, details: any, module: Module,
 *   order: any, send: (list: any) => void, leave: (() => void) | null,
 * }} Asked
 *   `text`: the question; `limits`: what the list has to keep to; `leave`: the list that lies there stays as it is;
 *   `order`: the setup, the options and the limits of all lists, as the service takes them
 */

/** How many names of factions or cards are told. */
const MOST_NAMES = 12;

/** What a list has to keep to, in words. @param {any} limits @param {(id: string) => string} cardName what a card is called */
export function limitsOf({ points, ships, groups, factions, cards, printed }, cardName) {
  const counted = Object.entries({ points, ships, groups }).filter(([, most]) => most);
  const faction = (/** @type {string} */ id) => word("faction", id);
  const named = Object.entries({ factions: factions?.map(faction), cards: cards?.slice(0, MOST_NAMES + 1).map(cardName) }).filter(([, names]) => names);
  return [
    ...counted.map(([name, most]) => t(`bring.most_${name}`, { count: most })),
    ...(printed ? [t("bring.printed")] : []),
    ...named.map(([name, all]) =>
      t(`bring.only_${name}`, { names: all.slice(0, MOST_NAMES).join(", ") + (all.length > MOST_NAMES ? " …" : "") })),
  ];
}

/** The form of one seat. Its `host` stays the same while it is drawn anew. */
export class ListForm {
  /** @param {Asked} of */
  constructor(of) {
    this.of = of;
    this.n = of.seat - 1;
    this.setup = of.module.begin(this.n, of.opened);
    this.options = of.options;
    this.details = of.details;
    /** @type {any} the form as the service has seen it last, with its notes; null while it has not, or refuses it */
    this.answer = null;
    /** @type {any[]} what is wrong with the list, at places of the setup */
    this.errors = [];
    this.checking = new Checking((/** @type {any} */ made) => this.look(made));
    this.wrong = new Faults([]);
    /** @type {any[]} lists to choose from: a file held several */
    this.several = [];
    this.refusal = "";
    this.host = el("section", { class: "question bringing", "aria-label": t("bring.title") });
    for (const name of /** @type {const} */ (["changed", "typed", "refresh", "become", "faults"])) {
      this[name] = /** @type {any} */ (this[name]).bind(this); // forms take what they need of the page
    }
    void this.learn();
    this.refresh();
  }

  /** Learns what the cards are called that the list may have. */
  async learn() {
    const { limits, module } = this.of;
    if (limits.cards && await module.learn?.(limits.cards.slice(0, MOST_NAMES))) this.refresh();
  }

  /** Begins with a list that lies there, or that was made in this tab before. @param {any} list null: with nothing */
  begin(list) {
    const [found] = (list && this.lists(list)) || [];
    if (found) this.put(found);
  }

  /** The lists in something; none where it holds none. @param {any} found @returns {any[]} */
  lists(found) {
    try {
      return this.of.module.listsIn(found, this.of.opened).filter(Boolean);
    } catch {
      return [];
    }
  }

  /** @param {any} list */
  put(list) {
    this.errors = [];
    this.of.module.put(this.setup, this.n, structuredClone(list));
    this.changed();
  }

  /** The list as it is now; null where nothing is made yet. */
  get list() {
    return this.of.module.listAt(this.setup, this.n, this.of.opened);
  }

  changed() {
    this.typed();
    this.refresh();
  }

  typed() {
    [this.several, this.refusal] = [[], ""];
    const { list, setup } = this;
    if (list) this.checking.want(structuredClone({ list, setup }));
    else this.checking.leave();
  }

  /** Asks the service about the list before it is sent, as one that stands in. @param {{list: any, setup: any}} made @returns {Promise<() => void>} */
  async look(made) {
    const { ruleset, seat, order } = this.of;
    const limits = { ...order.bring[seat], reserve: made.list };
    try {
      const { notes } = await post(`/v1/rulesets/${ruleset}/setups`, { ...order, bring: { ...order.bring, [seat]: limits } });
      return () => this.seen(made, notes, []);
    } catch (failure) {
      return () => this.seen(null, [], failure instanceof Refusal ? failure.problem.errors || [] : []);
    }
  }

  /** @param {{list: any, setup: any} | null} made @param {any[]} notes @param {any[]} errors */
  seen(made, notes, errors) {
    const reserve = `/bring/${this.of.seat}/reserve`;
    const own = (/** @type {any[]} */ all) => all.filter(({ pointer }) => pointer.startsWith(reserve))
      .map((each) => ({ ...each, pointer: each.pointer.replace(reserve, "/list") }));
    this.errors = this.placed(own(errors), this.list);
    this.answer = made && { setup: made.setup, notes: this.placed(own(notes), made.list) };
    this.refresh();
  }

  /** What is said of a list, at places of the setup. @param {any[]} all @param {any} list */
  placed(all, list) {
    return all.map((each) => ({ ...each, pointer: this.of.module.placeOf(each.pointer, this.n, list, this.setup) }));
  }

  /** @param {any} setup */
  become(setup) {
    this.setup = setup;
    this.changed();
  }

  /** @param {string} place @param {boolean} [isDeep] @param {(below: string) => string} [called] */
  faults(place, isDeep, called) {
    return this.wrong.at(place, isDeep, called);
  }

  refresh() {
    this.wrong = new Faults(this.errors, this.setup);
    const { module, limits, text } = this.of;
    const form = module.draw(this, this.n, limits);
    const cardName = (/** @type {string} */ id) => module.cardName(id, this.of.opened);
    redraw(this.host, el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, text),
      el("ul", { class: "limits hint" }, limitsOf(limits, cardName).map((line) => el("li", {}, line))),
      this.choices(), this.refusal && el("p", { class: "fault", role: "alert" }, this.refusal),
      form, el("ul", {}, this.wrong.left()), this.buttons());
  }

  /** The lists that this browser keeps, and a file that holds one. */
  choices() {
    const { ruleset } = this.of;
    const names = armyNames(ruleset);
    const kept = names.flatMap((name) => this.lists(armyNamed(ruleset, name)?.setup).map((list, place) =>
      this.choice(`mine/${name}/${place}`, name, list)));
    const file = el("input", { type: "file", id: "bring-file", accept: ".json,.txt,.xws,application/json" });
    file.addEventListener("change", () => file.files?.[0] && void this.open(file.files[0]));
    return [
      kept.length > 0 && fold("bring/mine", t("make.mine"), el("div", { class: "choices" }, kept)),
      this.several.length > 0 && el("div", { class: "choices" }, el("p", { class: "hint" }, t("bring.several")),
        this.several.map((list, place) => this.choice(`several/${place}`, "", list))),
      el("div", { class: "field file" }, el("label", { for: "bring-file" }, t("make.file")), file),
    ];
  }

  /** @param {string} key @param {string} name @param {any} list */
  choice(key, name, list) {
    return el("button", { type: "button", class: "choice", "data-key": key, onclick: () => this.take(list) },
      name && el("bdi", {}, name), name && " · ", this.of.module.called(list, this.of.opened));
  }

  /** Another list stands in the place of this one. @param {any} list */
  take(list) {
    this.put(list);
    say(this.of.module.called(list, this.of.opened));
  }

  /** @param {File} file */
  async open(file) {
    try {
      const { setup } = await armyIn(this.of.ruleset, file);
      const lists = this.lists(setup);
      if (lists.length === 1) return this.take(lists[0]);
      [this.several, this.refusal] = [lists, lists.length ? "" : t("make.bad")];
    } catch (failure) {
      [this.several, this.refusal] = [[], whyNot(failure).join(" ")];
    }
    return this.refresh();
  }

  buttons() {
    const { send, leave } = this.of;
    const isEmpty = !this.list;
    const sent = () => this.list && send(this.list);
    return el("div", { class: "row" },
      el("button", { type: "button", class: "primary", "data-key": "bring", "aria-disabled": isEmpty ? "true" : null,
        onclick: sent }, t("bring.send")),
      leave && button({ key: "bring/leave", kind: "secondary", text: t("bring.leave"), do: leave }));
  }

  /** Shows why a list was not taken, each fault at its place. @param {any} list @param {any} failure */
  refused(list, failure) {
    const errors = failure instanceof Refusal ? failure.problem.errors || [] : [];
    this.errors = this.placed(errors, list);
    this.refusal = errors.length ? t("make.faults", { count: errors.length }) : whyNot(failure).join(" ");
    this.refresh();
    this.host.querySelector(".fault")?.scrollIntoView({ block: "center" });
    say(this.refusal);
  }
}
