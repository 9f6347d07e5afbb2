// @ts-check
// Organise: pairings become tables of one event, and sheets with a code for each seat.

import { get, linked, newKey, post } from "./api.js";
import { clockIn } from "./clocks.js";
import { button } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { keepForm } from "./drafts.js";
import { seatCode, toType } from "./invite.js";
import { apiKey } from "./key.js";
import { EACH, Leaving, bringOf } from "./leaving.js";
import { OwnSetups } from "./own.js";
import { linesOf } from "./refusal.js";
import { eventNames, heldOf, hold } from "./store.js";
import { calledIn, language, t } from "./text.js";
import { eventOf, keepEvent, pairings, referenceOf } from "./tournament.js";

const DAYS = 3 * 24 * 60;
const HOURS = 12 * 60;
const clock = new Intl.DateTimeFormat(language, { weekday: "short", hour: "2-digit", minute: "2-digit" });
const form = at("opening");
/** @param {string} name */
const chosen = (name) => form.elements[name].value.trim();
const own = new OwnSetups(at("own"), at("setup"), { ruleset: () => chosen("ruleset"), changed: () => follow() });

const leaving = new Leaving(() => chosen("ruleset"), { changed: () => follow() });

/** The limits of lists that the rulebook knows; none where nobody brings one. @returns {string[]} */
const brings = () => at("ruleset").selectedOptions[0].dataset.brings.split(" ").filter(Boolean);

function follow() {
  const { setups } = /** @type {any} */ (at("ruleset").selectedOptions[0]).dataset;
  const all = JSON.parse(setups);
  const before = at("setup").value;
  redraw(at("setup"), el("option", { value: "" }, t("play.kind_series")), all.map((/** @type {any} */ setup) => el("option", { value: setup.name, selected: setup.name === before }, t("organise.game", { setup: calledIn(setup) }))), leaving.option(brings(), before), own.options(before));
  leaving.follow(brings(), at("setup").value === EACH, all);
  at("clock").hidden = !at("setup").value;
  void own.seats; // what is chosen is told
  const { tables, wrong } = pairings(chosen("pairings"));
  redraw(at("count"), t("organise.tables", { count: tables.length }), wrong.length > 0 && ` ${t("organise.wrong", { lines: wrong.join(" / ") })}`);
}

/** What every table of a round is opened with. */
async function body() {
  const setup = chosen("setup");
  const shared = { kind: setup ? "game" : "series", visibility: chosen("visibility"), dice: { source: chosen("dice") } };
  if (!setup) return shared;
  Object.assign(shared, clockIn(form));
  if (setup === EACH) return { ...shared, ...leaving.setup(brings()), ...leaving.deadline() };
  if (own.chosen) return { ...shared, setup: own.chosen.setup, options: own.chosen.options };
  const details = await get(`/v1/rulesets/${chosen("ruleset")}`);
  return { ...shared, setup: details.game.setups[setup] };
}

/** @param {Event} submitted */
async function open(submitted) {
  submitted.preventDefault();
  const { tables } = pairings(chosen("pairings"));
  const reference = chosen("reference").replace(/\/+$/, "");
  if (!tables.length) return;
  const round = Number(chosen("round")) || 1;
  try {
    const before = eventOf(reference);
    const left = before?.tables.filter((table) => table.round !== round || table.id) || [];
    const first = left.filter((table) => table.round === round).length;
    /** @type {import("./tournament.js").Event} */
    const event = { reference, ruleset: chosen("ruleset"), body: await body(), ...(chosen("setup") === EACH ? { limits: await leaving.limits(brings()) } : {}), tables: [...left, ...tables.map((names, n) => ({ round, table: first + n + 1, names, key: newKey(), id: null }))] };
    keepEvent(event); // the keys are kept before they are sent: what gets lost is opened once
    await openAll(event);
    at("pairings").value = "";
    at("round").value = round + 1;
    follow();
    await show(reference, round);
  } catch (failure) {
    redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
  }
}

/** @param {import("./tournament.js").Event} event */
async function openAll(event) {
  const sides = JSON.parse(/** @type {any} */ (at("ruleset").selectedOptions[0]).dataset.sides);
  for (const table of event.tables.filter((each) => !each.id)) {
    redraw(at("count"), t("organise.opening", { n: table.table }));
    const seats = table.names.map((name, n) => ({ name: name.slice(0, 60), ...(event.body.kind === "series" && sides[n] ? { side: sides[n] } : {}) }));
    const session = await post(`/v1/rulesets/${event.ruleset}/sessions`, { ...event.body, ...(event.limits ? { bring: bringOf(event.limits, seats.length) } : {}), seats, reference: referenceOf(event, table) }, { key: table.key, token: apiKey() });
    hold(session.id, { ruleset: event.ruleset, seats: {}, host: session.tokens.host, one: false, commitment: session.fairness.commitment });
    table.id = session.id;
    keepEvent(event);
  }
  redraw(at("refusal"));
}

/** Shows the sheets of a round: a code for each seat, new ones each time. @param {string} reference @param {number} round */
async function show(reference, round) {
  const event = eventOf(reference);
  const tables = event?.tables.filter((table) => table.round === round && table.id) || [];
  redraw(at("sheets"), el("div", { class: "head" }, el("h2", {}, t("organise.sheets", { n: round })), button({ key: "print", kind: "secondary", text: t("organise.print"), do: () => print() })),
    el("p", { class: "hint" }, t("organise.cut")));
  for (const table of tables) {
    const id = /** @type {string} */ (table.id);
    const token = heldOf(id)?.host || "";
    /** @type {any[]} */
    const codes = [];
    for (const [n, name] of table.names.entries()) codes.push(await seatCode({ id, seat: n + 1, name, token, minutes: DAYS, typed: HOURS }).catch(() => null));
    at("sheets").append(el("article", { class: "sheet" }, el("h3", {}, t("organise.table", { n: table.table }), el("span", { class: "hint" }, ` ${t("organise.round_n", { n: round })} · `, el("bdi", {}, reference))),
      el("div", { class: "seat-sheets" }, table.names.map((name, n) => el("div", { class: "seat-sheet" }, el("p", { class: "name" }, el("bdi", {}, name)), codes[n]?.drawn || el("p", {}, t("organise.gone")), codes[n] && [el("p", { class: "hint" }, t("organise.scan")), el("p", { class: "spoken" }, toType("organise.say", codes[n].letters, { time: el("span", {}, clock.format(codes[n].until)) }))])))));
  }
  at("sheets").scrollIntoView();
  say(t("organise.sheets", { n: round }));
  list();
}

/** The events of this browser. */
function list() {
  redraw(at("events"), eventNames().map((reference) => {
    const event = eventOf(reference);
    const rounds = [...new Set(event?.tables.map((table) => table.round))];
    return el("li", {}, el("a", { href: linked("/tables", { reference: `${reference}/*` }) }, el("bdi", {}, reference)), el("span", { class: "hint" }, ` ${t("organise.tables", { count: event?.tables.length || 0 })} `),
      rounds.map((round) => button({ key: `${reference}/${round}`, text: t("organise.sheets", { n: round }), do: () => void show(reference, round) })));
  }));
  at("mine").hidden = eventNames().length === 0;
}

/** An event goes on: its name, its rulebook, and the round after its last one. */
function goOn() {
  const event = eventOf((new URLSearchParams(location.search).get("reference") || "").replace(/\/\*$/, ""));
  if (!event) return;
  at("reference").value = event.reference;
  at("ruleset").value = event.ruleset;
  at("visibility").value = event.body.visibility;
  at("round").value = Math.max(...event.tables.map((table) => table.round)) + 1;
  if (!event.limits) return;
  follow();
  at("setup").value = EACH;
  leaving.put(event.body, event.limits);
}

form.addEventListener("submit", open);
form.addEventListener("input", follow);
keepForm(form, follow);
goOn();
follow();
list();
document.body.classList.add("ready");
