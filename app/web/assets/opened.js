// @ts-check
// What the page of a session reads when it is opened, side by side, for a line may be slow; and how a session ended.

import { newestOf } from "./actions.js";
import { changed, get } from "./api.js";
import { el } from "./dom.js";
import { colorOf } from "./draw.js";
import { keepSeen } from "./store.js";
import { parts, t } from "./text.js";

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

/** How a table ended. @param {any} session @param {(seat: number) => string} nameOf */
export function ending(session, nameOf) {
  const { result, bring, clocks } = session;
  const late = Object.keys(clocks || {}).filter((seat) => result?.note === "time" && !clocks[seat].left_ms).map(Number);
  const scores = Object.entries(result?.scores || {});
  const { isWon, shown } = victory(session, nameOf);
  return el("section", { class: "question over" }, el("h2", { class: "ask", tabindex: "-1", "data-key": "ask" }, shown),
    late.length > 0 && el("p", {}, parts("clock.lost", { name: el("bdi", {}, late.map(nameOf).join(", ")) })),
    bring?.refused && el("p", {}, parts("bring.refused", { name: el("bdi", {}, nameOf(bring.refused)) })),
    scores.length > 0 && !isWon && el("ul", { class: "scores" }, scores.map(([seat, score]) => el("li", {}, el("bdi", {}, nameOf(Number(seat))), " ", el("b", {}, score)))));
}

/**
 * Who has won, and with `isWon` by which scores: those of two players, where the winner has more.
 * @param {any} session @param {(seat: number) => string} nameOf
 */
function victory(session, nameOf) {
  const { result, kind } = session;
  const winners = result?.winners || (result?.winner ? [result.winner] : []);
  const over = t(kind === "game" ? "play.over" : "play.closed");
  if (!winners.length) return { isWon: false, shown: [over, result && ` ${t("play.draw")}`] };
  const [winner] = winners;
  const other = session.seats.find((/** @type {any} */ { seat }) => seat !== winner)?.seat;
  const score = (/** @type {number} */ seat) => el("span", { class: `score ${colorOf(session, seat)}` }, result.scores[seat]);
  const isWon = session.seats.length === 2 && winners.length === 1 && result.scores?.[winner] > result.scores?.[other];
  const names = winners.map(nameOf).join(", ");
  return { isWon, shown: [t("over.wins", { names, count: winners.length }), isWon && [", ", parts("over.scores", { most: score(winner), least: score(other) })]] };
}
