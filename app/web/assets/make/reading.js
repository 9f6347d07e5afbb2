// @ts-check
// What was typed into a field, read: its value, or a sentence about what is wrong with it.

import { language, t } from "../text.js";

/** @typedef {{value: any, note?: string} | {fault: string}} Read */

const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false });

/** A number as everybody types it. @param {string} text */
const number = (text) => (text === "" ? NaN : Number(text.replace(/[−–]/g, "-").replace(",", ".")));

/** A length of hundredths as one types it. @param {number} hundredths */
export const asLength = (hundredths) => decimal.format(hundredths / 100);

/** A number as one types it; nothing where there is none. @param {number | null | undefined} value */
export const typedNumber = (value) => (value === null || value === undefined ? "" : String(value).replace("-", "−"));

/** A whole number. @param {number} least @param {number} most @param {boolean} [empty] nothing may stand there */
export const whole = (least, most, empty = false) => (/** @type {string} */ text) => {
  if (empty && /^[-–—]?$/.test(text)) return { value: null };
  const value = number(text);
  if (!Number.isInteger(value)) return { fault: t("control.no_number", { typed: text }) };
  return within(value, least, most, String);
};

/** A length, in hundredths. @param {number} least @param {number} most both in hundredths */
export const length = (least, most) => (/** @type {string} */ text) => {
  const value = number(text);
  if (!Number.isFinite(value)) return { fault: t("typed.no_length", { typed: text }) };
  return within(Math.round(value * 100), least, most, asLength);
};

/**
 * @param {number} value @param {number} least @param {number} most @param {(value: number) => string} told
 * @returns {Read}
 */
function within(value, least, most, told) {
  if (value > most) return { value: most, note: t("control.at_most", { typed: told(value), limit: told(most) }) };
  if (value < least) return { value: least, note: t("control.at_least", { typed: told(value), limit: told(least) }) };
  return { value };
}

/** What nobody sees, but for the joiners, marks and tags with which some scripts and emoji are written. */
const UNSEEN = /(?![\u061C\u180B-\u180F\u200C-\u200F\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}])[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800]/gu;

/** A text without signs that nobody sees, since the service takes none. @param {string} text @param {number} most */
export function seen(text, most = 60) {
  const shown = text.replace(/\p{Z}+/gu, " ").replace(UNSEEN, "").trim();
  return [...shown].slice(0, most).join("").trim();
}

/** A name, in any script; nothing is null. @param {string} text @returns {Read} */
export function name(text) {
  const value = seen(text);
  const note = value === text.replace(/\p{Z}+/gu, " ").trim() ? undefined : t("typed.unseen");
  return { value: value || null, note };
}

/** Several names, with commas between them. @param {string} text @returns {Read} */
export const names = (text) => ({ value: text.split(",").map((each) => seen(each)).filter(Boolean) });

/** An id that is not taken yet. @param {string} begin @param {{id: string}[]} taken */
export function freeId(begin, taken) {
  const known = new Set(taken.map(({ id }) => id));
  let n = 1;
  while (known.has(`${begin}-${n}`)) n += 1;
  return `${begin}-${n}`;
}
