// @ts-check
// A rematch from the end of a game: one tap offers it, and one tap of each other player joins. Nobody gets another's seat.

import { get, linked, post } from "./api.js";
import { button } from "./controls.js";
import { el } from "./dom.js";
import { showRefusal } from "./refusal.js";
import { heldOf, hold } from "./store.js";
import { t } from "./text.js";

/** @typedef {import("./store.js").Held} Held */

/**
 * What a player who has seats here can do about a rematch; nothing where nobody else plays.
 * @param {any} session @param {Held} held
 */
export function rematch(session, held) {
  const mine = Object.keys(held.seats);
  if (!mine.length || session.seats.length < 2) return null;
  const { rematch: id } = session;
  const there = linked(`/play/${id}`);
  if (id && heldOf(id)) return el("a", { class: "primary", href: there }, t("over.to_rematch"));
  const offer = button({ key: "rematch", kind: "primary", text: t(id ? "over.join" : "over.rematch"), do: () => void play(session, held) });
  return id ? [el("p", { class: "offered", role: "status" }, t("over.offered")), offer] : offer;
}

/**
 * Offers or joins with each seat of this browser, holds the new seats, and goes there. The key is that of the session: a lost answer comes again.
 * @param {any} session @param {Held} held
 */
async function play({ id, ruleset }, held) {
  document.body.classList.add("busy");
  try {
    /** @type {Record<string, string>} */
    const seats = {};
    let there = "";
    for (const token of Object.values(held.seats)) {
      const taken = await post(`/v1/sessions/${id}/rematch`, undefined, { token, key: `rematch-of-${id}` });
      seats[taken.seat] = taken.token;
      there = taken.session_id;
      const { fairness } = await get(`/v1/sessions/${there}`, { token: taken.token });
      hold(there, { ruleset, seats, host: null, one: held.one, commitment: fairness.commitment });
    }
    location.assign(linked(`/play/${there}`));
  } catch (failure) {
    showRefusal(failure);
  } finally {
    document.body.classList.remove("busy");
  }
}
