// @ts-check
// The API key with which this tab opens tables and reads lists, where its service asks for one.

import { getText } from "./api.js";
import { saveFile } from "./dom.js";
import { keepInTab, ofTab } from "./store.js";

/** It has no name, so that no form sends it and no address contains it. */
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("key"));
if (field) {
  field.value = ofTab("key") || "";
  field.addEventListener("change", () => keepInTab("key", field.value.trim() || null));
}

/** The key; null without one. @returns {string | null} */
export const apiKey = () => (field ? field.value.trim() || null : ofTab("key"));

/**
 * Lets a link to a spreadsheet send the key, which links do not.
 * @param {HTMLAnchorElement} link @param {string} name what the file is called @param {(failure: any) => void} refused
 */
export function withKey(link, name, refused) {
  link.addEventListener("click", (event) => {
    if (!apiKey()) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    const path = pathname.slice(pathname.indexOf("/v1/")) + search;
    void getText(path, { token: apiKey() }).then((sheet) => saveFile(`${name}.csv`, sheet, "text/csv"), refused);
  });
}
