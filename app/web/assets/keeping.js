// @ts-check
// Who sat at a game keeps its setup, to play it again or to change it.

import { get, linked } from "./api.js";
import { keepArmy } from "./armies.js";
import { el, redraw } from "./dom.js";
import { whyNot } from "./handing.js";
import { t } from "./text.js";

/**
 * Offers the setup of a game, which its first action holds.
 * @param {Element} host @param {any} session @param {string | null} token
 */
export function offerSetup(host, session, token) {
  const told = (/** @type {any[]} */ ...lines) => redraw(host, el("p", { class: "hint", role: "status" }, lines));
  const keep = async () => {
    const { situation } = await get(`/v1/sessions/${session.id}/actions/1`, { token });
    const { options, ruleset, seats } = session;
    const players = seats.map((/** @type {any} */ seat) => seat.name || t("play.seat", { n: seat.seat })).join(" – ");
    const name = players.slice(0, 60);
    keepArmy({ ruleset, name, setup: situation, options });
    const link = el("a", { href: linked(`/make/${ruleset}`, { army: name }) }, t("make.keep_open"));
    told(t("make.kept", { name }), " ", link);
  };
  redraw(host, el("button", { type: "button", class: "quiet", "data-key": "keep-setup", onclick: () =>
    void keep().catch((failure) => told(whyNot(failure))) }, t("make.keep_setup")));
}
