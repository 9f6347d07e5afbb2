// @ts-check
// The modules of rulebooks, which a page loads once it knows which rulebook it is about.

/** Where the modules of each rulebook are, by its slug and their kind. @type {Record<string, Record<string, string>>} */
const books = JSON.parse(document.getElementById("books")?.dataset.books || "{}");

/**
 * The module of a kind that a rulebook has, else the one for any rulebook; null without both.
 * @param {string} slug @param {"form" | "moves" | "make" | "bring" | "choose"} kind @param {string} [any]
 * @returns {Promise<any>}
 */
export async function moduleOf(slug, kind, any) {
  const place = books[slug]?.[kind] ?? any;
  return place ? import(place) : null;
}
