// @ts-check
// Seats bring their own squads or armies: nobody sees another's before all lie there; then all are shown, or refused.

import { moduleOf, styled } from "./books.js";
import { eventsOf, postText } from "./api.js";
import { ListForm } from "./bringing/list-form.js";
import { button, fold, isSure } from "./controls.js";
import { el, parsed, redraw } from "./dom.js";
import { draftOf, keepDraft } from "./drafts.js";
import { offerList } from "./keeping.js";
import { covered, waiting } from "./seat-parts.js";
import { parts, t } from "./text.js";

/** The question to a seat for its list. */
export const BRING = "bring-list";

/**
 * What of the page of a seat is needed here.
 * @typedef {{
 *   session: any, action: any, details: any, held: import("./store.js").Held, mine: number[], player: number | null,
 *   token: (seat: number | null) => string | null, name: (seat: number | null) => string, uncovered: number,
 *   again: () => Promise<void>, draw: () => void, uncover: (seat: number) => Promise<void>,
 *   send: (path: string, body: any, seat: number, again?: boolean, refused?: (failure: any) => void) =>
 *     Promise<boolean>,
 * }} Table
 */

/**
 * What the log says of the lists: the setup as it was opened, and the lists that this token may see, by seat.
 * @param {string} id @param {string | null} token
 */
async function logged(id, token) {
  /** @type {{opened: any, lists: Record<number, any>}} */
  const found = { opened: {}, lists: {} };
  for await (const { type, setup, seat, list } of eventsOf(id, { token })) {
    if (type === "session-opened") found.opened = setup || {};
    if (type === "list-brought") found.lists[seat] = list.unknown ? null : list;
  }
  return found;
}

/** A setup with those of its cards that a list may have. @param {any} opened @param {any} limits */
const offered = ({ cards, ...rest }, { cards: ids }) =>
  ({ ...rest, cards: (cards || []).filter((/** @type {any} */ card) => !ids || ids.includes(card.id)) });

/** That of a table, with the form of its rulebook. @param {Table} table */
export async function bringingAt(table) {
  const { ruleset } = table.session;
  const [module] = await Promise.all([moduleOf(ruleset, "bring", "./bringing/any.js"), styled("lists")]);
  return new Bringing(table, module);
}

/** The part of the page that asks for lists, and tells of those that lie there. */
export class Bringing {
  /** @param {Table} table @param {import("./bringing/list-form.js").Module} module */
  constructor(table, module) {
    this.table = table;
    this.module = module;
    /** @type {Map<number, ListForm>} the form of each seat that makes its list */
    this.forms = new Map();
    /** @type {Map<number, any>} what each seat of this browser has laid there, once it was read */
    this.lain = new Map();
    this.opened = {};
    /** What is on the board before any list is: its HTML; null while it was not read. @type {string | null} */
    this.ground = null;
    /** The seat that changes the list that it has laid there; 0: none does. */
    this.changing = 0;
  }

  /** Whether a seat changes its list: a phone that goes round stays with it. @param {number} seat */
  isChanging(seat) {
    return seat > 0 && seat === this.changing && !this.table.session.bring.shown;
  }

  /** Reads what a seat needs to see, before it is drawn. @param {number} seat */
  async look(seat) {
    const { session, token } = this.table;
    if (session.bring.shown || !seat) return;
    const { opened, lists } = await logged(session.id, token.call(this.table, seat));
    this.opened = opened;
    this.ground ??= this.module.hasBoard?.(opened) ? await postText(`/pages/setups/${session.ruleset}`, this.order()).catch(() => "") : "";
    if (lists[seat]) this.lain.set(seat, lists[seat]);
    else this.lain.delete(seat);
  }

  /** The setup without its lists, as the service looks at it. */
  order() {
    const { options, bring } = this.table.session;
    return { setup: this.opened, options, bring: bring.limits };
  }

  /** Whether lists are being brought, and nothing else is asked before. @param {any} question */
  isOpen(question) {
    const { status, bring } = this.table.session;
    return status === "open" && !bring.shown && (!question || question.question === BRING);
  }

  /**
   * Shows it in its place, where a form that is typed into stays as it is.
   * @param {Element} host @param {any} question @param {any} others
   */
  show(host, question, others) {
    const [first, ...rest] = this.asked(question, others).flat(2).filter(Boolean);
    if (host.firstElementChild !== first) return redraw(host, first, rest);
    while (first.nextSibling) first.nextSibling.remove();
    return host.append(...rest);
  }

  /**
   * What stands in the place of the question.
   * @param {any} question of this browser, that is open @param {any} others the question of another
   */
  asked(question, others) {
    const { session, player: seat } = this.table;
    const rest = [this.lists(), others && !question && waiting(this.table.name(others.seat), others)];
    if (seat && session.bring.limits[seat]) {
      const isMade = this.isChanging(seat) || !session.bring.brought.includes(seat);
      return isMade ? [this.form(seat).host, this.lists(), this.board()] : [this.lies(seat), rest, this.board()];
    }
    if (!question) return rest;
    const { seat: next } = question;
    return [covered(this.table.name(next), () => void this.table.uncover(next)), this.lists(), this.changers(next)];
  }

  /** Who shares a phone that goes round and has laid a list may change it. @param {number} next the seat that is asked */
  changers(next) {
    const { mine, session } = this.table;
    return mine.filter((seat) => seat !== next && session.bring.brought.includes(seat)).map((seat) =>
      button({ key: `change/${seat}`, text: t("bring.change_of", { name: this.table.name(seat) }), do: () => {
        this.changing = seat;
        void this.table.uncover(seat);
      } }));
  }

  /** What is on the board already. */
  board() {
    if (!this.ground) return null;
    const host = el("section", { class: "board-place" }, parsed(this.ground));
    void import("./labels.js").then(({ keepPlaced }) => keepPlaced(host));
    return host;
  }

  /** Whose list lies there, as everybody sees it. */
  lists() {
    const { limits, brought } = this.table.session.bring;
    const seats = Object.keys(limits).map(Number);
    return el("ul", { class: "lists hint", "aria-label": t("bring.lists") }, seats.map((seat) =>
      el("li", {}, parts(brought.includes(seat) ? "bring.is_there" : "bring.not_there", {
        name: el("bdi", {}, this.table.name(seat)),
      }))));
  }

  /** The form of a seat, which stays while others bring theirs. @param {number} seat */
  form(seat) {
    const found = this.forms.get(seat);
    if (found) return found;
    const { session, details } = this.table;
    const lies = session.bring.brought.includes(seat);
    const limits = session.bring.limits[seat];
    const form = new ListForm({
      ruleset: session.ruleset, seat, limits, opened: offered(this.opened, limits), details,
      options: session.options, module: this.module, order: this.order(), text: t("bring.ask", { name: this.table.name(seat) }),
      send: (list) => void this.send(seat, list),
      leave: lies ? () => { this.forget(seat); void this.table.again(); } : null,
    });
    form.begin(this.lain.get(seat) || draftOf(`list/${seat}`));
    this.forms.set(seat, form);
    keepDraft(`list/${seat}`, () => this.forms.get(seat)?.list ?? null);
    return form;
  }

  /** A seat has made its list. @param {number} seat */
  forget(seat) {
    this.forms.delete(seat);
    this.changing = 0;
    if (this.table.held.one) this.table.uncovered = 0; // the phone goes on
  }

  /** @param {number} seat @param {any} list */
  async send(seat, list) {
    const path = `/v1/sessions/${this.table.session.id}/seats/${seat}/list`;
    const refused = (/** @type {any} */ failure) => this.forms.get(seat)?.refused(list, failure);
    const isThere = await this.table.send(path, { list }, seat, false, refused);
    if (!isThere) return;
    this.forget(seat);
    await this.table.again();
  }

  /** The list of a seat that lies there, as only its player sees it. @param {number} seat */
  lies(seat) {
    const list = this.lain.get(seat);
    const change = () => { this.changing = seat; this.table.draw(); };
    return el("section", { class: "question bringing" },
      el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, t("bring.lies")),
      list && [el("p", {}, el("b", {}, el("bdi", {}, this.module.called(list, this.opened)))), this.parts(list)],
      list && offerList(seat, { ruleset: this.table.session.ruleset, name: list.xws?.name || this.table.name(seat), setup: this.module.kept(list), options: {} }),
      el("div", { class: "row" },
        button({ key: "bring/change", kind: "secondary", text: t("bring.change"), do: change })));
  }

  /** The parts of a list. @param {any} list */
  parts(list) {
    const items = el("ul", { class: "hint" });
    const draw = () => redraw(items, this.module.told(list, draw, this.opened));
    draw();
    return items;
  }

  /** What all have brought, which can be refused before the first move. @param {number | null} seat whose player looks */
  notice(seat) {
    const { session, action } = this.table;
    if (session.status !== "open" || !session.bring.shown || action?.number !== 1) return null;
    const lists = this.listsOf(action.situation);
    const one = (/** @type {any} */ list, /** @type {number} */ n) => list && fold(`brought/${n}`,
      `${this.table.name(n + 1)} · ${this.module.called(list, {})}`, this.parts(list));
    return el("section", { class: "brought", "aria-label": t("bring.shown") },
      el("h2", {}, t("bring.shown")), lists.map(one),
      action.notes.length > 0 && el("ul", { class: "hint", "aria-label": t("bring.notes") },
        action.notes.map((/** @type {any} */ note) => el("li", {}, note.text))),
      el("p", { class: "hint" }, t("bring.as_typed")),
      seat && button({ key: "bring/refuse", text: t("bring.refuse"), do: () => void this.refuse(seat) }));
  }

  /** The list of each place of a whole setup. @param {any} setup @returns {any[]} */
  listsOf(setup) {
    const places = setup[this.table.details.game.brings.places];
    return places.map((/** @type {any} */ place) => this.module.listsIn(place, setup)[0]);
  }

  /** @param {number} seat */
  async refuse(seat) {
    if (!await isSure(t("bring.refuse_sure"), t("bring.refuse"))) return;
    await this.table.send(`/v1/sessions/${this.table.session.id}/seats/${seat}/list`, { refuse: true }, seat);
  }
}
