// @ts-check
// The texts of the pages, which the server puts into the page in its language.

/** @type {Record<string, string>} */
const messages = JSON.parse(document.getElementById("texts")?.dataset.texts || "{}");

export const language = document.documentElement.lang || "en";

const plural = new Intl.PluralRules(language);
const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const grouped = new Intl.NumberFormat(language);
const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * The text `key`, filled; with `count` its plural form. What is no text is shown as it is.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const form = typeof values.count === "number" ? plural.select(values.count) : "other";
  const message = messages[`${key}_${form}`] ?? messages[`${key}_other`] ?? messages[key] ?? key;
  return message.replace(/{{(\w+)}}/g, (_, name) => apart(shown(values[name] ?? "")));
}

/** A value; thousands stand apart as the reader writes them. @param {string | number} value */
const shown = (value) => (typeof value === "number" && value >= 1000 ? grouped.format(value) : String(value));

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

/** An id that joins words or numbers, such as `area-2`, as texts of the service tell it: `Area 2`; another id as it is. @param {string} id */
export const inWords = (id) => (/^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+$/u.test(id) ? id[0].toUpperCase() + id.slice(1).replaceAll(/[-_]/g, " ") : id);

/** What a thing is called that may have no name. @param {{id: string, name?: string | null}} thing */
export const calledBy = (thing) => thing.name || inWords(thing.id);

/** An amount of time in words. @param {number} count @param {string} unit */
export const amountOf = (count, unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);

/** What a rulebook calls a setup to try, in the language of the page. @param {{name: string, called: Record<string, string>}} setup */
export const calledIn = (setup) => setup.called[language] ?? setup.called.en ?? setup.name;

/** A share in percent, as the service tells it: what is possible is never told as 0, nor as certain. @param {number} share */
export function asPercent(share) {
  const sign = share > 0 && share < 0.001 ? "<" : share < 1 && share > 0.999 ? ">" : "";
  const told = share > 0 && share < 1 ? Math.min(Math.max(share, 0.001), 0.999) : share;
  return `${sign}${(told < 0.01 || told > 0.99 ? tenths : whole).format(100 * told)}\u00a0%`;
}

/** @param {number} value */
export const asDecimal = (value) => decimal.format(value);

/** @param {string} fraction such as "5/36" */
export function valueOf(fraction) {
  const [above, below] = fraction.split("/");
  if (below === undefined) return Number(above);
  const scale = Math.max(0, below.length - 15); // beyond 15 digits a number would be cut anyway
  return Number(scale ? above.slice(0, -scale) || 0 : above) / Number(scale ? below.slice(0, -scale) : below);
}
