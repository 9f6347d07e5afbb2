// @ts-check
// What a page loads once it needs it: the modules of the rulebook that it is about, and styles.

/**
 * @typedef {{modules: Record<string, string[]>, hides: boolean, at_table: boolean, concedes: boolean, state: boolean}} Book
 *   `modules`: those of each kind, with all that they import; `hides`: its games may hide something; `at_table`: others make the
 *   moves of a seat that the service plays; `concedes`: a player can concede; `state`: its moves need the board
 */

/** @type {Record<string, Book>} */
const books = JSON.parse(document.getElementById("books")?.dataset.books || "{}");

/** @param {string} slug @returns {Book | undefined} nothing where it is not installed */
export const bookOf = (slug) => books[slug];

/** The address of a module by its place. @param {string} place */
const addressOf = (place) => new URL(`../../${place}.js`, import.meta.url).href;

/** What has been asked for beside a module that imports it. @type {Set<string>} */
const asked = new Set();

/**
 * The module of a kind that a rulebook has, else the one for any rulebook; null without both. All that it imports is asked for at once.
 * @param {string} slug @param {"form" | "moves" | "fields" | "make" | "bring" | "choose" | "matrix" | "choices"} kind @param {string} [any]
 * @returns {Promise<any>}
 */
export async function moduleOf(slug, kind, any) {
  const [place, ...imported] = books[slug]?.modules[kind] ?? [];
  for (const each of imported.filter((one) => !asked.has(one))) {
    asked.add(each);
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: addressOf(each) }));
  }
  const found = place ? addressOf(place) : any;
  return found ? import(found) : null;
}

/** @type {Map<string, Promise<any>>} */
const styles = new Map();

/** Loads styles that the page names for later. @param {string} part of the page, or the slug of a rulebook @returns {Promise<any>} they count */
export function styled(part) {
  const links = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll(`link[data-late="${part}"]`)]);
  const load = (/** @type {HTMLLinkElement} */ link) => new Promise((done) => {
    link.onload = link.onerror = done;
    link.disabled = false;
  });
  if (!styles.has(part)) styles.set(part, Promise.all(links.map(load)));
  return /** @type {Promise<any>} */ (styles.get(part));
}
