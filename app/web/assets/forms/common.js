// @ts-check
// What the forms share: a form shows a situation, changes it, and says so.

import { el } from "../dom.js";

/**
 * @typedef {{
 *   situation: any,
 *   details: any,
 *   changed: () => void,
 *   refresh: () => void,
 * }} Form
 *   `details`: what the ruleset offers; `changed`: the situation is another one now, show it and its odds;
 *   `refresh`: only the form looks different now
 */

/**
 * One side of the table, with the colour of its role.
 * @param {string} role
 * @param {string} title
 * @param {...any} children
 */
export const side = (role, title, ...children) => el("section", { class: `side ${role}` }, el("h2", {}, title), children);

/** @param {...any} children */
export const fields = (...children) => el("div", { class: "fields" }, children);
