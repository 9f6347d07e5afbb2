// @ts-check
// Attacks across sessions, newest first, by rulebook, player and time.

import { get, linked, root } from "./api.js";
import { at, el, redraw } from "./dom.js";
import { apiKey, withKey } from "./key.js";
import { linesOf } from "./refusal.js";
import { language, t } from "./text.js";
import { showYourGames } from "./your-games.js";

showYourGames();

const form = at("filters");
const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const { items: rulesets } = await get("/v1/rulesets");
/** @type {string | null} */
let next = null;

function chosen() {
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (String(value).trim()) given.set(name, String(value).trim());
  return given;
}

/** What is chosen stands in the address. */
function keep() {
  const here = new URL(location.href);
  for (const name of ["ruleset", "player", "since"]) here.searchParams.delete(name);
  for (const [name, value] of chosen()) here.searchParams.set(name, value);
  history.replaceState(null, "", here);
}

/** @param {any} action */
function row(action) {
  const title = rulesets.find((/** @type {any} */ each) => each.slug === action.ruleset)?.title || action.ruleset;
  return el("tr", {},
    el("td", {}, el("time", { datetime: action.created_at }, time.format(new Date(action.created_at)))),
    el("td", {}, title),
    el("td", { "data-players": action.session_id }),
    el("td", {}, el("a", { href: linked(`/sessions/${action.session_id}`) }, el("bdi", { "data-text": `${action.session_id}/actions/${action.number}` }, t(action.kind === "attack" ? "session.action" : "session.move", { n: action.number })))));
}

/** @type {Record<string, Promise<string>>} who plays, by session */
const players = {};

/** @param {string} id of a session */
const playersOf = (id) => (players[id] ??= get(`/v1/sessions/${id}`).then(({ seats }) => seats.map((/** @type {any} */ seat) => seat.name || t("play.seat", { n: seat.seat })).join(" – "), () => ""));

/** Tells in each row who played and what happened, from the top down, some at a time. */
async function tell() {
  const rows = [.../** @type {NodeListOf<HTMLElement>} */ (at("rows").querySelectorAll("[data-text]"))];
  const next = async () => {
    for (let row = rows.shift(); row; row = rows.shift()) {
      const path = row.dataset.text;
      row.removeAttribute("data-text");
      const action = await get(`/v1/sessions/${path}`).catch(() => null);
      if (action?.text) row.textContent = action.text;
      const who = /** @type {HTMLElement | null | undefined} */ (row.closest("tr")?.querySelector("[data-players]"));
      if (who) redraw(who, el("bdi", {}, await playersOf(who.dataset.players || "")));
    }
  };
  await Promise.all([next(), next(), next()]);
}

/** @param {any} failure */
const refused = (failure) => redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));

/** @param {boolean} more whether the page goes on where it ended */
async function show(more) {
  const given = chosen();
  const page = new URL(at("player-page").href);
  page.searchParams.set("player", given.get("player") || "");
  at("player-page").setAttribute("href", page.pathname + page.search);
  at("sheet").setAttribute("href", `${root}/v1/actions?${new URLSearchParams([...given, ["format", "csv"]])}`);
  given.set("limit", "25");
  if (more && next) given.set("cursor", next);
  try {
    const page = await get(`/v1/actions?${given}`, { token: apiKey() });
    next = page.next;
    if (!more) at("rows").replaceChildren();
    at("rows").append(...page.items.map(row));
    at("nothing").hidden = at("rows").childElementCount > 0;
    at("more").hidden = !next;
    redraw(at("refusal"));
    void tell();
  } catch (failure) {
    refused(failure);
  }
}

for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
form.addEventListener("change", () => { keep(); void show(false); });
form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
at("more").addEventListener("click", () => void show(true));
withKey(at("sheet"), "actions", refused);
await show(false);
document.body.classList.add("ready");
