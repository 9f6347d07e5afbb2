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
    else if (name === "value" || name === "checked") /** @type {any} */ (node)[name] = value;
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

/**
 * Puts new children into a place; what had the focus there has it again, by its data-key.
 * @param {Element} host
 * @param {...any} children
 */
export function redraw(host, ...children) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = active && host.contains(active) ? active.dataset.key : undefined;
  host.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  if (key === undefined) return;
  const again = [...host.querySelectorAll("[data-key]")].find((each) => /** @type {HTMLElement} */ (each).dataset.key === key);
  if (again) /** @type {HTMLElement} */ (again).focus();
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
 * Says a line to those who hear the page.
 * @param {string} line
 */
export function say(line) {
  const place = document.getElementById("says");
  if (place) place.textContent = line;
}
