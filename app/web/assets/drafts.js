// @ts-check
// What a player has typed and not sent yet: it stays in this tab while the page is loaded again.

import { keepInTab, ofTab } from "./store.js";

/** @type {Map<string, () => any>} */
const drafts = new Map();

/** @param {string} key */
const named = (key) => `draft:${location.pathname}:${key}`;

addEventListener("pagehide", () => drafts.forEach((value, key) => keepInTab(named(key), value())));

/**
 * Keeps something of this page for the next time that it is loaded in this tab.
 * @param {string} key
 * @param {() => any} value what to keep, asked for when the page is left; null where there is nothing to keep
 */
export const keepDraft = (key, value) => void drafts.set(key, value);

/** What was kept when this page was left; null where nothing was. @param {string} key @returns {any} */
export const draftOf = (key) => ofTab(named(key));

/**
 * Keeps what is typed and chosen in a form of the page, and puts back what was.
 * @param {HTMLFormElement} form
 * @param {() => void} follow makes what belongs to what is chosen
 * @returns {() => void} forgets it, since it was sent
 */
export function keepForm(form, follow) {
  let isSent = false;
  const fields = /** @type {any[]} */ ([...form.elements]).filter((field) => field.name && field.type !== "password");
  const isOneOf = (/** @type {any} */ field) => ["radio", "checkbox"].includes(field.type);
  const put = () => {
    for (const [name, value] of draftOf("form") || []) {
      for (const field of fields.filter((each) => each.name === name)) {
        if (isOneOf(field)) field.checked = field.value === value;
        else field.value = value;
      }
    }
    follow();
  };
  put();
  put(); // some can be chosen only now
  keepDraft("form", () => (isSent ? null : fields.filter((field) => !isOneOf(field) || field.checked).map((field) => [field.name, field.value])));
  return () => { isSent = true; };
}
