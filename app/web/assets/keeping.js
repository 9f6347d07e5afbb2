// @ts-check
// Who sits at a game keeps its setup, or the list that is brought to it, to play it again or to change it.

import { get, linked } from "./api.js";
import { keepArmy } from "./armies.js";
import { button, fold, line } from "./controls.js";
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

/** Keeps the list that a seat has brought, under a name that it chooses. @param {number} seat @param {import("./armies.js").Army} army */
export function offerList(seat, army) {
  let { name } = army;
  const said = el("p", { class: "hint", role: "status" });
  const keep = () => {
    try {
      keepArmy({ ...army, name });
      redraw(said, t("make.kept", { name }));
    } catch (failure) {
      redraw(said, whyNot(failure).join(" "));
    }
  };
  const set = (/** @type {string} */ typed) => { name = typed.trim() || name; };
  return fold(`bring/keep/${seat}`, t("make.keep"), line({ key: `bring/name/${seat}`, label: t("make.name"), value: name, set }),
    button({ key: "bring/keep", kind: "secondary", text: t("make.keep"), do: keep }), said);
}
