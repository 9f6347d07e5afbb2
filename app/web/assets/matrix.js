// @ts-check
// Squad against squad: the odds of each attacker against each defender, in a table that fills as they come.

import { armyNamed, armyNames, isFilled, placesIn } from "./armies.js";
import { Refusal, get, newKey, root, sleep } from "./api.js";
import { moduleOf } from "./books.js";
import { button, segments, select, toggle } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { linesOf } from "./refusal.js";
import { language, t } from "./text.js";

const slug = document.body.dataset.ruleset || "";
const base = `/v1/rulesets/${slug}`;

/**
 * @typedef {{name: string, hint: string, sent: any, weapon?: any}} Thing an attacker or a defender, and what is sent of it
 * @typedef {{attackers: Thing[], defenders: Thing[]}} Side
 * @typedef {{attacker: number, defender: number, range: number | null, chances?: any, means?: any, problem?: any}} Cell
 * @typedef {{options: any, become: (situation: any) => void}} Page `become`: shows another situation
 * @typedef {{
 *   hint: string, range: string, ranges: number[], settings: {key: string, label: string, on: boolean}[],
 *   sideOf: (place: any, setup: any) => Promise<Side>,
 *   request: (attackers: Thing[], defenders: Thing[], on: (key: string) => boolean) => any,
 *   situation: (example: any, attacker: Thing, defender: Thing, cell: Cell, sent: any) => any,
 *   figures: (cell: Cell, defender: Thing) => {share: number, large: string, small: string},
 * }} Module what a rulebook says of its squads or armies
 */

/** Asks for odds, and gives each line as it comes. @param {string} path @param {any} body @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
async function* lines(path, body, signal) {
  const headers = { "Accept-Language": language, "Content-Type": "application/json", "Idempotency-Key": newKey() };
  const ask = () => fetch(root + path, { method: "POST", headers, body: JSON.stringify(body), signal });
  let response = await ask();
  for (let tried = 0; response.status === 429 && tried < 5; tried += 1) { // an address has one table at a time, and the one before ends
    await sleep(400);
    response = await ask();
  }
  if (!response.ok || !response.body) throw new Refusal(response.status, await response.json().catch(() => ({})));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    const all = (rest + (value ?? "")).split("\n");
    rest = all.pop() || "";
    for (const line of all) yield JSON.parse(line);
    if (done) return;
  }
}

/** The table of one rulebook. */
class Squads {
  /** @param {HTMLElement} host @param {any} details @param {Module} book @param {Page} page */
  constructor(host, details, book, page) {
    this.host = host;
    this.details = details;
    this.book = book;
    this.page = page;
    this.sides = this.known();
    this.chosen = { attackers: 0, defenders: Math.min(1, this.sides.length - 1) };
    this.on = new Set(book.settings.filter(({ on }) => on).map(({ key }) => key));
    this.range = book.ranges[1] ?? null;
    /** @type {{attackers: Thing[], defenders: Thing[]}} */
    this.things = { attackers: [], defenders: [] };
    /** By places and range. @type {Map<string, Cell>} */
    this.cells = new Map();
    /** What was asked last. @type {any} */
    this.sent = null;
    /** @type {string[]} */
    this.told = [];
    this.asking = new AbortController();
    /** The options of the page that were asked with. */
    this.options = "";
    const look = () => setTimeout(() => { if (this.options !== JSON.stringify(page.options)) void this.ask(); });
    for (const type of ["change", "click"]) at("form").addEventListener(type, look);
  }

  /** The squads that the rulebook has for trying, and those that this browser keeps. @returns {{name: string, place: any, setup: any}[]} */
  known() {
    const samples = Object.values(this.details.game.samples).map(({ name, setup }) => ({ name: name[language] ?? name.en, setup }));
    const own = armyNames(slug).map((name) => ({ name, setup: armyNamed(slug, name)?.setup }));
    const all = [...own, ...samples].flatMap(({ name, setup }) => (placesIn(setup) ?? []).filter(isFilled).map((place, n) =>
      ({ name: place.xws?.name || place.name || `${name} · ${n + 1}`, place, setup })));
    return all.filter(({ name }, n) => all.findIndex((other) => other.name === name) === n);
  }

  /** Asks for the odds of what is chosen. */
  async ask() {
    this.asking.abort();
    const { signal } = this.asking = new AbortController();
    this.options = JSON.stringify(this.page.options);
    this.cells = new Map();
    this.told = [];
    this.draw();
    await sleep(this.sent ? 300 : 0); // more may be changed, and the service sees that nobody waits for the table before
    if (signal.aborted) return;
    try {
      const [from, to] = await Promise.all([this.chosen.attackers, this.chosen.defenders].map((n) => this.book.sideOf(this.sides[n].place, this.sides[n].setup)));
      if (signal.aborted) return;
      this.things = { attackers: from.attackers, defenders: to.defenders };
      this.draw();
      this.sent = this.book.request(from.attackers, to.defenders, (key) => this.on.has(key));
      for await (const line of lines(`${base}/odds/matrix`, { ...this.sent, options: this.page.options }, signal)) {
        if (line.end) say(t("matrix.done", { count: line.cells }));
        else this.fill(line);
      }
    } catch (failure) {
      if (signal.aborted) return;
      this.told = linesOf(failure);
      this.draw();
    }
  }

  /** @param {Cell} cell */
  fill(cell) {
    this.cells.set(`${cell.attacker}/${cell.defender}/${cell.range}`, cell);
    const place = this.host.querySelector(`[data-cell="${cell.attacker}/${cell.defender}"]`);
    if (place && cell.range === this.range) redraw(place, this.shown(cell.attacker, cell.defender));
  }

  /** What stands in a cell. @param {number} attacker @param {number} defender */
  shown(attacker, defender) {
    const cell = this.cells.get(`${attacker}/${defender}/${this.range}`);
    if (!cell) return el("span", { class: "wait", "aria-hidden": "true" }, "…");
    if (cell.problem) return el("span", { class: "none", title: cell.problem.detail }, "–", el("span", { class: "unseen" }, cell.problem.detail));
    const [from, to] = [this.things.attackers[attacker], this.things.defenders[defender]];
    const { share, large, small } = this.book.figures(cell, to);
    const open = () => {
      this.page.become(this.book.situation(this.details.examples[0], from, to, cell, this.sent));
      at("odds").scrollIntoView();
    };
    const made = el("button", { type: "button", class: "cell", "data-key": `matrix/${attacker}/${defender}`,
      "aria-label": t("matrix.cell", { attacker: from.name, defender: to.name, large, small }), onclick: open }, el("b", {}, large), el("span", {}, small));
    made.style.setProperty("--share", share.toFixed(3));
    return made;
  }

  draw() {
    const { attackers, defenders } = this.things;
    const choose = (/** @type {"attackers" | "defenders"} */ role) => select({ key: `matrix/${role}`, label: t(`matrix.${role}`), value: this.chosen[role],
      options: this.sides.map(({ name }, n) => ({ value: n, text: name })), set: (n) => { this.chosen[role] = n; void this.ask(); } });
    const swap = () => { this.chosen = { attackers: this.chosen.defenders, defenders: this.chosen.attackers }; void this.ask(); };
    const set = (/** @type {string} */ key, /** @type {boolean} */ on) => { this.on[on ? "add" : "delete"](key); void this.ask(); };
    const range = this.book.ranges.length > 0 && segments({ key: "matrix/range", label: this.book.range, value: this.range,
      options: this.book.ranges.map((value) => ({ value, text: String(value) })), set: (value) => { this.range = value; this.draw(); } });
    redraw(this.host,
      el("div", { class: "fields" }, choose("attackers"), choose("defenders"), button({ key: "matrix/swap", text: t("matrix.swap"), do: swap })),
      el("div", { class: "fields" }, this.book.settings.map(({ key, label }) => toggle({ key: `matrix/${key}`, label, on: this.on.has(key), set: (on) => set(key, on) })), range),
      this.told.map((line) => el("p", { class: "fault", role: "alert" }, line)),
      el("p", { class: "hint" }, this.book.hint),
      attackers.length > 0 && el("div", { class: "matrix" }, el("table", {},
        el("caption", { class: "unseen" }, t("matrix.title")),
        el("thead", {}, el("tr", {}, el("td", {}), defenders.map((to) => el("th", { scope: "col" }, head(to))))),
        el("tbody", {}, attackers.map((from, n) => el("tr", {}, el("th", { scope: "row" }, head(from)),
          defenders.map((_, m) => el("td", { "data-cell": `${n}/${m}` }, this.shown(n, m)))))))));
  }
}

/** What stands at a row or a column. @param {Thing} thing */
const head = ({ name, hint }) => [el("bdi", {}, name), hint && el("span", { class: "hint" }, hint)];

/**
 * Fills the place of the table, the first time that it is unfolded.
 * @param {HTMLElement} host @param {Page} page
 */
export async function unfold(host, page) {
  try {
    const [details, book] = await Promise.all([get(base), moduleOf(slug, "matrix")]);
    const squads = new Squads(host, details, book, page);
    squads.draw();
    await squads.ask();
  } catch (failure) {
    redraw(host, linesOf(failure).map((line) => el("p", { class: "fault", role: "alert" }, line)));
  }
}
