// @ts-check
// The board of a game, which the service draws: it is shown, tapped, and kept while the next one is on its way.

import { shotIn } from "./actions.js";
import { Refusal, getText } from "./api.js";
import { button } from "./controls.js";
import { el, parsed, redraw } from "./dom.js";
import { inWords, t } from "./text.js";

/** The board in its place on a page. */
export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {string} id of the session
   * @param {{token: () => string | null, tapped?: (item: string) => void, went?: (place: {x: number, y: number}) => void, before?: () => Promise<any>, earlier?: (back: number) => Promise<number>, painter?: (seat: number | null) => string}} of
   *   `tapped`: a piece was tapped; `went`: a place of a field with positions was, in the game's own lengths; `before`: what the first board waits for;
   *   `earlier`: the event before the last move, or with 2 before the one before it, 0 for none; `painter`: the color of a seat
   */
  constructor(host, id, of) {
    this.host = host;
    this.id = id;
    this.of = of;
    this.wanted = "";
    /** The board that is wanted is shown. */
    this.showing = Promise.resolve();
    /** @type {import("./zoom.js").Zoom | null} */
    this.zoom = null;
    /** @type {import("./motion.js").Motion | null} */
    this.motion = null;
    /** Where pieces stand on a picture. @type {typeof import("./motion.js").seenOn} */
    this.seenOn = () => null;
    /** Gives the names on the picture their places. */
    this.place = () => {};
    /** What shows a part of the board, and places its names: it comes with the first board. @type {Promise<void> | null} */
    this.ready = null;
    /** @type {Map<string, string>} */
    this.kept = new Map();
    /** @type {Set<string>} */
    this.marks = new Set();
    /** Who attacked whom last. @type {import("./actions.js").Shot | null} */
    this.shot = null;
  }

  /** Shows the board after an event. @param {number} seq @param {string} [held] the piece that is held @returns {Promise<void>} it is shown */
  show(seq, held = "") {
    const query = `?at=${seq}${held ? `&held=${encodeURIComponent(held)}` : ""}`;
    const token = this.of.token();
    const wanted = `${query} ${token}`; // the same board looks otherwise to other eyes
    if (this.wanted === wanted) this.mark(this.marks);
    else this.showing = this.load((this.wanted = wanted), query, token);
    return this.showing;
  }

  /** Reads the board after an event before it is shown. @param {number} seq @returns {Promise<void>} */
  async ahead(seq) {
    const [query, token] = [`?at=${seq}`, this.of.token()];
    const html = await getText(`/pages/boards/${this.id}${query}`, { token }).catch(() => null);
    if (html !== null) this.kept.set(`${query} ${token}`, html);
  }

  /** @param {string} wanted @param {string} query @param {string | null} token @returns {Promise<void>} */
  async load(wanted, query, token) {
    this.ready ??= this.tools().catch(() => { this.ready = null; }); // the line is down: the next board tries again
    const html = this.kept.get(wanted) ?? await getText(`/pages/boards/${this.id}${query}`, { token }).catch((failure) => (failure instanceof Refusal ? "" : null));
    await this.ready;
    if (this.wanted !== wanted) return undefined;
    if (html === null) { this.wanted = ""; return undefined; } // the line is down: the last picture stays
    if (this.kept.size > 60) this.kept.clear();
    this.kept.set(wanted, html);
    const board = html && parsed(html);
    const isOpen = this.host.querySelector(".as-list")?.hasAttribute("open");
    this.host.hidden = !board;
    if (!board) return redraw(this.host);
    if (isOpen) board.querySelector(".as-list")?.setAttribute("open", "");
    if (this.of.tapped || this.of.went) board.addEventListener("click", (/** @type {any} */ event) => this.clicked(event));
    board.setAttribute("tabindex", "0"); // where it is scrolled, by keys too
    const scrolled = this.host.querySelector(".board")?.scrollTop || 0;
    const [before, faces] = [this.seenOn(this.field), this.motion?.faces(this.host)];
    redraw(this.host, board);
    if (this.field) this.field.dataset.whole ||= this.field.getAttribute("viewBox") || "";
    board.scrollTop = scrolled;
    this.zoom?.show(this.field);
    this.mark(this.marks);
    if (this.motion) this.motion.show(this.field, before);
    else void import("./motion.js").then(({ Motion, seenOn }) => {
      if (this.motion) return undefined;
      [this.motion, this.seenOn] = [new Motion(this.of.painter || String), seenOn];
      this.motion.aims(this.field, this.shot);
      return this.remember(wanted, token);
    }).catch(() => null); // the line is down: with the next board
    if (faces) this.motion?.turn(this.host, faces);
    this.motion?.aims(this.field, this.shot);
  }

  /** Marks the last move on the first board that is shown, by how it was before; one that has just begun has changed nothing yet. @param {string} wanted @param {string | null} token */
  async remember(wanted, token) {
    for (const back of [1, 2]) {
      const seq = this.field && await this.of.earlier?.(back);
      const earlier = seq ? parsed(await getText(`/pages/boards/${this.id}?at=${seq}`, { token })) : null;
      const before = earlier?.querySelector(".battle");
      if (!earlier || !before || !this.field || this.wanted !== wanted) return;
      /** @type {any} */ (before).dataset.whole = before.getAttribute("viewBox") || "";
      const place = el("div", { class: "measured", inert: true }, earlier);
      this.host.append(place);
      const seen = this.seenOn(/** @type {any} */ (before));
      place.remove();
      this.motion?.show(this.field, seen, false);
      this.motion?.aims(this.field, this.shot); // at what fell
      if (this.field.querySelector(".last-move *")) return;
    }
  }

  /** Shows who attacked whom, until something else happens. @param {any[]} record of the action that is shown */
  aims(record) {
    const shot = shotIn(record);
    if (JSON.stringify(shot) !== JSON.stringify(this.shot)) this.motion?.aims(this.field, shot);
    this.shot = shot;
  }

  /** Loads what shows a part of the board, and places its names. */
  async tools() {
    const [{ Zoom }, { keepPlaced }] = await Promise.all([import("./zoom.js"), import("./labels.js"), this.of.before?.()]);
    this.place = keepPlaced(this.host);
    this.zoom = new Zoom(this.host, this.place);
  }

  /** The picture; null where a board is a list. @returns {SVGSVGElement | null} */
  get field() {
    return this.host.querySelector(".battle");
  }

  /** What was seen so far looks otherwise now. */
  forget() {
    this.kept.clear();
    this.wanted = "";
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const item = target.closest("[data-item]");
    if (item) return this.of.tapped?.(/** @type {HTMLElement} */ (item).dataset.item || "");
    const field = /** @type {SVGSVGElement | null} */ (target.closest(".battle"));
    const place = field?.dataset.per && placeOf(field, event);
    if (place) this.of.went?.(place);
  }

  /** Marks pieces. @param {Set<string>} items */
  mark(items) {
    this.marks = items;
    for (const piece of this.host.querySelectorAll("[data-item]")) piece.classList.toggle("marked", items.has(/** @type {HTMLElement} */ (piece).dataset.item || ""));
    this.place();
  }

  /** Lights up the pieces that fit, for as long as a choice is touched. @param {(item: string) => boolean} fits */
  light(fits) {
    for (const piece of this.host.querySelectorAll("[data-item]")) piece.classList.toggle("lit", fits(/** @type {HTMLElement} */ (piece).dataset.item || ""));
  }

  /** Shows where units would stand. @param {{x: number, y: number}[]} places */
  ghosts(places) {
    const field = /** @type {SVGSVGElement | null} */ (this.host.querySelector(".battle[data-per]"));
    if (!field) return;
    const { left, top, per } = /** @type {any} */ (field.dataset);
    const dots = places.map(({ x, y }) => {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [name, value] of Object.entries({ cx: (x - left) * per, cy: (top - y) * per, r: 9 })) dot.setAttribute(name, String(value));
      return dot;
    });
    field.querySelector(".ghosts")?.replaceChildren(...dots);
  }
}

/** The place on a field that was tapped, in the game's own lengths. @param {SVGSVGElement} field @param {MouseEvent} event */
function placeOf(field, event) {
  const matrix = field.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const { left, top, per } = /** @type {any} */ (field.dataset);
  return { x: Number(left) + x / per, y: Number(top) - y / per };
}

/** Whether a choice names a piece, as a value or as what something is given to. @param {any} choice @param {string} item @returns {boolean} */
export function names(choice, item) {
  if (choice === item) return true;
  if (choice === null || typeof choice !== "object") return false;
  return Object.entries(choice).some(([key, value]) => (key === item && Boolean(value)) || names(value, item));
}

/** Whether a question asks where a group is placed. @param {any} question */
export const isPlacing = (question) => question.question === "place-group";

/**
 * The choice that places a group, or takes it towards a place no farther than it may go, all units side by side; and where they stand then.
 * @param {any} question @param {{x: number, y: number}} place
 */
export function wayTo(question, place) {
  const { positions, spd } = question.context;
  const middle = { x: 0, y: 0 };
  for (const { x, y } of positions) { middle.x += x / positions.length; middle.y += y / positions.length; }
  const far = Math.hypot(place.x - middle.x, place.y - middle.y);
  const share = isPlacing(question) ? 1 : Math.min(1, (spd * 100 - 2) / (far || 1));
  const by = { x: Math.trunc((place.x - middle.x) * share), y: Math.trunc((place.y - middle.y) * share) };
  const places = positions.map((/** @type {any} */ at) => ({ x: at.x + by.x, y: at.y + by.y }));
  return { places, choice: isPlacing(question) ? { positions: places } : { distance: 0, path: [places] } };
}

/** What a piece is called on the board; where no name stands there, its id in words. @param {string} item */
export function called(item) {
  const pieces = [...document.querySelectorAll(`[data-item="${CSS.escape(item)}"]`)];
  const names = [":is(.group-name, .ship-name, .cell-name) bdi", "title", ".cell-name", "h4", "bdi"].flatMap((place) => pieces.map((piece) => piece.querySelector(place)));
  return names.find(Boolean)?.firstChild?.textContent?.replace("★", "").trim() || inWords(item);
}

/** What stands above choices that were narrowed by tapping. @param {string[]} items @param {() => void} all */
export const narrowed = (items, all) => el("p", { class: "hint row narrowed" }, el("span", {}, t("board.filter", { names: items.map(called).join(", ") })), button({ key: "all", text: t("board.all"), do: all }));
