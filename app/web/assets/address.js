// @ts-check
// What a page shows, in its address behind `#`: a reload, another language, Back and a link show it again.

/** Milliseconds between two changes of the address: browsers refuse many in a short time. */
const SELDOM = 350;
let wanted = location.hash;
let timer = 0;

/** Writes what the address should be by now. */
export function settleAddress() {
  clearTimeout(timer);
  timer = 0;
  if (wanted !== location.hash) history.replaceState(null, "", wanted || location.pathname + location.search);
}

/**
 * Keeps in the address what the page shows.
 * @param {string} hash with its `#`, or empty
 * @param {boolean} [isNew] what was shown before is a place to come Back to
 */
export function keepAddress(hash, isNew = false) {
  if (isNew) {
    settleAddress();
    history.pushState(null, "", hash);
  }
  wanted = hash;
  if (timer) return;
  settleAddress();
  timer = window.setTimeout(settleAddress, SELDOM);
}

addEventListener("hashchange", (event) => {
  if (document.getElementById(location.hash.slice(1))) { // a jump to a place on the page
    event.stopImmediatePropagation();
    return settleAddress();
  }
  clearTimeout(timer);
  timer = 0;
  wanted = location.hash;
}, true);
addEventListener("click", settleAddress, true); // a link may lead away from here

/** @param {any} value */
export const packed = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What was packed; raises where it was cut or altered. @param {string} given @returns {any} */
export function unpacked(given) {
  const raw = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(raw, (letter) => letter.charCodeAt(0))));
}
