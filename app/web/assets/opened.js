// @ts-check
// What the page of a session reads when it is opened, side by side, for a line may be slow; and how a session ended.

import { changed, get } from "./api.js";
import { keepSeen } from "./store.js";
import { newestOf } from "./story.js";
import { t } from "./text.js";

/**
 * Reads a session, and with `more` its ruleset, its first events and its newest action; with a board that too, as it is now.
 * @param {string} id @param {string | null} token
 */
export async function firstRead(id, token) {
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const early = get(`${path}/events?after=0&limit=200`, { token }).catch(() => ({ items: [] })); // the page asks again
  const { document: session, etag } = /** @type {{document: any, etag: string}} */ (await changed(path, { token, etag: "" }));
  keepSeen(session);
  const number = newestOf(session);
  const more = async (/** @type {import("./board.js").BoardView | null} */ board) => {
    const [details, newest, { items: events }] = await Promise.all([
      get(`/v1/rulesets/${session.ruleset}`), number ? get(`${path}/actions/${number}`, { token }).catch(() => null) : null,
      early, number && board?.ahead(session.seq),
    ]);
    return { details, newest, events };
  };
  return { session, etag, more };
}

/** How it ended, in words; nothing where nobody said. @param {any} session */
export function resultOf({ result, seats }) {
  if (!result) return [];
  const winners = result.winners || (result.winner ? [result.winner] : []);
  return [winners.length ? t("play.won", { names: winners.map((/** @type {number} */ seat) => seats[seat - 1]?.name || t("play.seat", { n: seat })).join(", ") }) : t("play.draw")];
}
