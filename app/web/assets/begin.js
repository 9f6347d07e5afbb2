// @ts-check
// What the page of a seat begins with: asked for at once and side by side, before the rest of the page has come.

import { actionAt, askAhead, newestOf, stateAt } from "./actions.js";
import { changed, get } from "./api.js";
import { bookOf, moduleOf } from "./books.js";
import { heldOf } from "./store.js";

export const id = document.body.dataset.session || "";
/** What this browser holds of the session; null: it plays no seat. */
export const held = heldOf(id);

/** @typedef {{session: any, etag: string, details: any, moves: any, asked: {document: any, etag: string} | null, hides: boolean}} Begun `etag` of the session; `details` of the rulebook: null in a game, which begins without */

/** Reads what the page begins with. @param {import("./store.js").Held} of @returns {Promise<Begun>} */
async function read({ ruleset, one, host, seats }) {
  const own = Object.values(seats)[0] || host;
  const token = one ? host : own;
  const reading = changed(`/v1/sessions/${id}`, { token, etag: "" }).then(async (found) => {
    const { document: session, etag } = /** @type {NonNullable<typeof found>} */ (found);
    const isGame = session.kind === "game";
    const newest = newestOf(session);
    for (const number of isGame ? [newest, newest - 1] : [newest]) if (number > 0) askAhead(actionAt(id, number), token); // what the others did stands above the question
    if (isGame && newest > 0 && bookOf(ruleset)?.state) askAhead(stateAt(id), token);
    return { session, etag, details: isGame && !session.bring ? null : await detailsOf(ruleset) };
  });
  const first = one && bookOf(ruleset)?.hides ? get(`/v1/sessions/${id}/events?after=0&limit=1`, { token: own }) : null;
  const [table, moves, asked, opened] = await Promise.all([reading, moduleOf(ruleset, "moves"), changed(`/v1/sessions/${id}/questions`, { token, etag: "" }), first]);
  return { ...table, moves, asked, hides: Boolean(opened?.items[0].event.hides) };
}

/** The rulebook of a table. @param {string} slug @returns {Promise<any>} */
export const detailsOf = (slug) => get(`/v1/rulesets/${slug}`);

/** What the page begins with; null where this browser plays no seat. */
export const begun = held && read(held);
begun?.catch(() => null); // who waits for it says why it failed
