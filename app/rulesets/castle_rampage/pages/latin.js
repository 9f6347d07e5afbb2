// @ts-check
// Ids are ASCII: of what a player calls a card its id is made, and the name is shown.

const LETTERS = Object.fromEntries([..."абвгдеёжзийклмнопрстуфхцчшщъыьэюя"].map((letter, n) =>
  [letter, "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" ")[n]]));
/** @type {Record<string, string>} */
const OTHERS = { ß: "ss", ä: "ae", ö: "oe", ü: "ue", æ: "ae", œ: "oe", ø: "o", ł: "l", "«": '"', "»": '"', "„": '"', "“": '"', "”": '"', "’": "'", "–": "-", "—": "-" };

/** A name in ASCII; letters that have no like there are left out. @param {string} name */
export const latin = (name) => [...name.normalize("NFC")].map((letter) => {
  const small = letter.toLowerCase();
  const other = LETTERS[small] ?? OTHERS[small];
  if (other === undefined) return letter;
  return letter === small ? other : other.slice(0, 1).toUpperCase() + other.slice(1);
}).join("").normalize("NFKD").replaceAll(/[^ -~]/g, "").trim();

/**
 * What a player calls something: its id, and the name where it is another one.
 * @param {string} typed @param {string} otherwise the id where nothing of the name is left
 */
export function named(typed, otherwise) {
  const name = typed.trim();
  const id = latin(name) || otherwise;
  return { card: id, name: name && name !== id ? name : null };
}
