// @ts-check
// What the forms of setups share: how a form plugs into /make, and pieces that several of them draw.

import { el } from "../dom.js";

/**
 * The page around a form. The module of a rulebook, `make.js` in its folder `pages/`, exports
 * - `begin(details)`: the setup to begin with;
 * - `read(found)`: the setup that stands in a file, a link or this browser, so that `draw` can rely on its shape; it
 *   may also take what another program has written. Raises where it finds none. Nobody vouches for what it is given;
 * - `draw(form)`: the elements that show the setup and change it;
 * - `sent(setup)` (optional): the setup as the service takes it. What only the form needs, such as outlines, stands in
 *   `drawing` of its setup; it is kept and handed on beside the setup that is sent;
 * - `isEmpty(setup)` (optional): whether nothing is made yet, or a sentence about what is still missing, which is no
 *   fault, so the service is not asked;
 * - `isText` (optional): the setup is typed as text, so places in it are told as JSON pointers;
 * - `isDrawn` (optional): the form draws the board itself, so the page does not show it once more.
 *
 * @typedef {{
 *   setup: any,
 *   options: any,
 *   details: any,
 *   answer: any,
 *   changed: () => void,
 *   typed: () => void,
 *   refresh: () => void,
 *   become: (setup: any) => void,
 *   faults: (place: string, isDeep?: boolean, called?: (below: string) => string) => any,
 * }} Form
 *   `setup`: what is typed, as the service takes it; the form changes it in place, and may leave in it what is wrong:
 *   the service says so; `options`: those of the game, which the page shows itself; `details`: what the ruleset offers;
 *   `answer`: what the service said of the setup last, null while it has said nothing or refused;
 *   `changed`: the setup is another one now: it is drawn again, and the service is asked;
 *   `typed`: as `changed` while somebody still types, so that nothing is drawn before the service has answered;
 *   `refresh`: only the form looks different now; `become`: another setup stands in its place;
 *   `faults`: what is wrong at a place of the setup, a JSON pointer such as `/squads/0`, and below it unless it is not
 *   to be deep, as elements; `called` says in the words of the form what lies below, else things are named. Each fault is shown once, so inner places ask first; what no place has asked for stands
 *   above.
 */

/**
 * @typedef {{begin: (details: any) => any, read: (found: any) => any, draw: (form: Form) => any,
 *   sent?: (setup: any) => any, isEmpty?: (setup: any) => boolean | string, isText?: boolean, isDrawn?: boolean}} Module
 */

/** Whether a value is an object with members. @param {any} value */
export const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What of a value can be listed; nothing where it is no list. @param {any} value @returns {any[]} */
export const listed = (value) => (Array.isArray(value) ? value : []);

/** A part of a form with a name. @param {any} title @param {...any} children */
export const part = (title, ...children) => el("section", { class: "made" }, el("h2", {}, title), children);
