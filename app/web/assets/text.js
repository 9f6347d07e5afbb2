// @ts-check
// The texts of the pages, which the server puts into the page in its language.

/** @type {Record<string, string>} */
const messages = JSON.parse(document.getElementById("texts")?.dataset.texts || "{}");

export const language = document.documentElement.lang || "en";

const plural = new Intl.PluralRules(language);
const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(language, { style: "percent" });
const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * The text `key`, filled; with `count` its plural form. What is no text is shown as it is.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const form = typeof values.count === "number" ? plural.select(values.count) : "other";
  const message = messages[`${key}_${form}`] ?? messages[`${key}_other`] ?? messages[key] ?? key;
  return message.replace(/{{(\w+)}}/g, (_, name) => apart(String(values[name] ?? "")));
}

/** A name that is written from right to left, set apart, so that it does not reorder its sentence. @param {string} value */
const apart = (value) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(value) && !value.startsWith("\u2068") ? `\u2068${value}\u2069` : value);

/**
 * The text `key` in parts, so that a value can be an element.
 * @param {string} key
 * @param {Record<string, Node>} values
 * @returns {(string | Node)[]}
 */
export function parts(key, values) {
  return (messages[key] ?? key).split(/{{(\w+)}}/).map((part, place) => (place % 2 ? values[part] : part));
}

/**
 * The word for a name of the service, such as a token or a measure; the name itself where there is none.
 * @param {string} kind
 * @param {string} name
 */
export function word(kind, name) {
  return messages[`${kind}.${name}`] ?? String(name).replaceAll(/[-_]/g, " ");
}

/** A share in percent: what is possible is never told as 0, nor as certain. @param {number} share */
export const asPercent = (share) => (share > 0 && share < 0.001 ? "<" : share < 1 && share > 0.999 ? ">" : "") + (share === 1 ? whole : percent).format(share > 0 && share < 1 ? Math.min(Math.max(share, 0.001), 0.999) : share);

/** @param {number} value */
export const asDecimal = (value) => decimal.format(value);

/** @param {string} fraction such as "5/36" */
export function valueOf(fraction) {
  const [above, below] = fraction.split("/");
  if (below === undefined) return Number(above);
  const scale = Math.max(0, below.length - 15); // beyond 15 digits a number would be cut anyway
  return Number(scale ? above.slice(0, -scale) || 0 : above) / Number(scale ? below.slice(0, -scale) : below);
}
