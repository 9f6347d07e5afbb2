// @ts-check
// The games of this browser, and the public sessions that are open.

import { get, linked } from "./api.js";
import { at, el } from "./dom.js";
import { apiKey } from "./key.js";
import { t } from "./text.js";
import { showYourGames } from "./your-games.js";

showYourGames();
const [rulesets, sessions] = await Promise.all([get("/v1/rulesets"), get("/v1/sessions?status=open&kind=series&kind=game&limit=6", { token: apiKey() })]).catch(() => [null, null]);
if (sessions?.items.length) {
  const host = at("running");
  host.replaceChildren(...sessions.items.map((/** @type {any} */ session) => {
    const title = rulesets.items.find((/** @type {any} */ each) => each.slug === session.ruleset)?.title || session.ruleset;
    const players = session.seats.map((/** @type {any} */ seat) => seat.name).filter(Boolean).join(" – ");
    return el("li", {}, el("a", { href: linked(`/sessions/${session.id}`) }, title), players && [" · ", el("bdi", {}, players)], ` · ${t(session.kind === "game" ? "tables.moves" : "home.actions", { count: session.actions.resolved })}`);
  }));
}
