// @ts-check
// Names that are similar to what somebody types: a slip of the finger, or a name as it sounds in another language.

/** How many similar names are offered. */
const MOST = 12;

/** Cyrillic letters as one writes them in Latin ones. @type {Record<string, string>} */
const LATIN = {
  а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", к: "k", л: "l", м: "m", н: "n", о: "o",
  п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh", щ: "sh", ъ: "", ы: "y", ь: "",
  э: "e", ю: "yu", я: "ya",
};

/** A text in small Latin letters and digits, word by word. @param {string} text */
const wordsOf = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
  .replace(/[а-я]/g, (letter) => LATIN[letter] ?? letter).replace(/['’.-]/g, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** A word as it sounds: what languages write differently is the same, and vowels are left out. @param {string} text */
const soundOf = (text) => text.replace(/(.)\1+/g, "$1").replace(/dzh|dg/g, "j").replace(/alk/g, "ak").replace(/ph/g, "f")
  .replace(/x/g, "ks").replace(/[cq]/g, "k").replace(/z/g, "s").replace(/[aeiouywh]/g, "");

/**
 * By how many letters a text differs from the beginning of another one at least: missing, added, wrong, or swapped with
 * the next.
 * @param {string} text @param {string} other
 */
export function lettersApart(text, other) {
  let [before, row] = [/** @type {number[]} */ ([]), [...Array(other.length + 1).keys()]];
  for (let n = 1; n <= text.length; n += 1) {
    const next = [n];
    for (let m = 1; m <= other.length; m += 1) {
      const isSame = text[n - 1] === other[m - 1];
      next[m] = Math.min(row[m - 1] + Number(!isSame), row[m] + 1, next[m - 1] + 1);
      const isSwapped = n > 1 && m > 1 && text[n - 1] === other[m - 2] && text[n - 2] === other[m - 1];
      if (isSwapped) next[m] = Math.min(next[m], before[m - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return Math.min(...row);
}

/**
 * How far a typed text is from the words of a name, from any of them on; null where it is not similar.
 * @param {string[]} typed @param {string[]} name @param {(word: string) => string} told @param {number} letters one in so many may differ
 */
function apart(typed, name, told, letters) {
  const sought = typed.map(told).join("");
  if (sought.length < 3) return null;
  const least = Math.min(...name.map((_, n) => lettersApart(sought, name.slice(n).map(told).join(""))));
  return least <= Math.floor(sought.length / letters) ? least : null;
}

/**
 * The cards whose names are most similar to a typed text, as they are written; where none is, as they sound.
 * @template {{name: string, names?: Record<string, string>}} Card
 * @param {string} typed @param {Iterable<Card>} cards @returns {Card[]}
 */
export function alike(typed, cards) {
  const sought = wordsOf(typed);
  const named = [...cards].flatMap((card) => [card.name, ...Object.values(card.names || {})].map((name) =>
    ({ card, words: wordsOf(name), longer: Math.abs(name.length - typed.length) })));
  const near = (/** @type {(word: string) => string} */ told, /** @type {number} */ letters) =>
    named.map((each) => ({ ...each, far: apart(sought, each.words, told, letters) ?? Infinity })).filter(({ far }) => far < Infinity);
  const written = near(String, 4);
  const found = written.length ? written : near(soundOf, 5);
  const best = found.sort((one, other) => one.far - other.far || one.longer - other.longer).map(({ card }) => card);
  return [...new Set(best)].slice(0, MOST);
}
