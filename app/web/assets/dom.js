// @ts-check
// Elements without markup: what players write is always text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} node
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "checked") /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An element; attributes that begin with "on" are listeners.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(node, attributes, children);
  return node;
}

/** A part of a page as the service wrote it; nothing in it runs. @param {string} html */
export function parsed(html) {
  const found = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  return found && document.adoptNode(found);
}

const TYPED = "input[type=text], textarea";
/** Places to draw anew once the tap or the key under way has arrived: what it is meant for must still be there. @type {Map<Element, any[]>} */
const waiting = new Map();
/** The press and the leaving of a field that are under way. @type {{pressed: Event | null, left: Event | null}} */
const busy = { pressed: null, left: null };

/** @param {"pressed" | "left"} what @param {Event | null} which */
function over(what, which) {
  if (busy[what] === which) busy[what] = null;
  if (busy.pressed || busy.left) return;
  for (const [host, children] of waiting) swap(host, children);
  waiting.clear();
}

for (const type of ["pointerdown", "mousedown"]) addEventListener(type, (event) => { busy.pressed = event; }, true);
for (const type of ["pointerup", "mouseup", "pointercancel"]) addEventListener(type, () => setTimeout(over, 0, "pressed", busy.pressed), true);
addEventListener("click", () => { busy.pressed = null; }, true); // it has arrived
addEventListener("change", (event) => {
  const field = /** @type {any} */ (event.target);
  if (!field.matches(TYPED)) return;
  field.defaultValue = field.value; // nothing in it waits to be taken
  busy.left = event;
  setTimeout(over, 0, "left", event);
}, true);

/** Whether something is being tapped, so that nothing may move. */
export const isTapping = () => Boolean(busy.pressed);

/** Whether a place is to stay as it is: it has what is being tapped or left, or moves what is below it. @param {Element} host */
const isHeld = (host) => [busy.pressed, busy.left].some((event) => event &&
  (host.hasAttribute("data-waits") || host.contains(/** @type {Node | null} */ (event.target))));

/**
 * Puts new children into a place; what had the focus there has it again, by its data-key, with what was typed so far.
 * Where a field in it is being left, or something in it tapped, that is done first; a place with `data-waits` waits for
 * what is tapped or left anywhere. Children that are partly those of
 * before are given as a function, which makes them in time.
 * @param {Element} host
 * @param {...any} children
 */
export function redraw(host, ...children) {
  if (isHeld(host)) waiting.set(host, children);
  else {
    waiting.delete(host);
    swap(host, children);
  }
}

/**
 * What has this data-key in a place, if anything.
 * @param {ParentNode} host @param {string} key
 * @returns {any}
 */
export const keyed = (host, key) => [...host.querySelectorAll("[data-key]")].find((each) => /** @type {HTMLElement} */ (each).dataset.key === key);

/** @param {Element} host @param {any[]} children */
function swap(host, children) {
  const active = /** @type {any} */ (document.activeElement);
  const key = active && host.contains(active) ? active.dataset.key : undefined;
  const typed = key !== undefined && active.matches(TYPED) ? { value: active.value === active.defaultValue ? null : active.value, start: active.selectionStart, end: active.selectionEnd } : null;
  const made = children.flat(9).map((child) => (typeof child === "function" ? child() : child));
  host.replaceChildren(...made.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  if (key === undefined) return;
  const again = keyed(host, key);
  again?.focus();
  if (!again || !typed) return;
  if (typed.value !== null) {
    again.value = typed.value;
    again.addEventListener("blur", () => { if (again.value !== again.defaultValue) again.dispatchEvent(new Event("change", { bubbles: true })); }, { once: true });
  }
  again.setSelectionRange(typed.start, typed.end);
}

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {any}
 */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * Gives the player a file.
 * @param {string} name @param {string} text @param {string} type
 */
export function saveFile(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Says a line to those who hear the page.
 * @param {string} line
 */
export function say(line) {
  const place = document.getElementById("says");
  if (place) place.textContent = line;
}
