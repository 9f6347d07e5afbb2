// @ts-check
// A player: results, what came against what was to be expected, and the faces that were thrown.

import { get, linked, root } from "./api.js";
import { at, el, redraw, svg } from "./dom.js";
import { faceName } from "./draw.js";
import { apiKey, withKey } from "./key.js";
import { linesOf } from "./refusal.js";
import { asDecimal, asPercent, language, t, word } from "./text.js";

const asked = new URLSearchParams(location.search);
const player = (asked.get("player") || "").trim();
const since = asked.get("since") || "";
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const query = new URLSearchParams({ player, ...(since && { since }) });

/** @param {any} session @param {any[]} rulesets */
function result(session, rulesets) {
  const own = session.seats.find((/** @type {any} */ seat) => [seat.name, seat.reference].includes(player));
  const others = session.seats.filter((/** @type {any} */ seat) => seat !== own).map((/** @type {any} */ seat) => seat.name || t("play.seat", { n: seat.seat })).join(", ");
  const winners = session.result && (session.result.winners || (session.result.winner ? [session.result.winner] : []));
  const how = !session.result ? session.status : !winners.length ? "draw" : winners.includes(own?.seat) ? "won" : "lost";
  const scores = session.result?.scores && own ? [own.seat, ...session.seats.map((/** @type {any} */ seat) => seat.seat).filter((/** @type {number} */ seat) => seat !== own.seat)].map((seat) => session.result.scores[seat] ?? "–").join(" : ") : "";
  const row = el("tr", { class: how }, el("td", {}, day.format(new Date(session.created_at))), el("td", {}, rulesets.find((each) => each.slug === session.ruleset)?.title || session.ruleset),
    el("td", {}, el("bdi", {}, others || "–")), el("td", {}, el("a", { href: linked(`/sessions/${session.id}`) }, el("b", {}, ["open", "closed"].includes(how) ? t(`session.${how}`) : t(`players.${how}`))), scores && ` ${scores}`));
  return { how, row };
}

const WIDTH = 360;

/** What came, against the expectation with a bar of two standard errors to each side. @param {any} each */
function band(each) {
  const { actual, expected, standard_error: error } = each;
  const low = Math.min(actual, expected.decimal - 2 * error);
  const high = Math.max(actual, expected.decimal + 2 * error);
  const x = (/** @type {number} */ value) => 12 + ((WIDTH - 24) * (value - low)) / (high - low || 1);
  const sentence = t("players.measured", { measure: word("measure", each.measure), actual, expected: asDecimal(expected.decimal), error: asDecimal(2 * error), count: each.attacks });
  const isFar = Math.abs(each.deviation) > 2;
  return el("li", {}, el("p", {}, el("b", {}, `${t(`players.as_${each.role}`)} · `), sentence),
    error > 0 && svg("svg", { class: "band", viewBox: `0 0 ${WIDTH} 30`, "aria-hidden": "true" },
      svg("line", { class: "error", x1: x(expected.decimal - 2 * error), x2: x(expected.decimal + 2 * error), y1: 15, y2: 15 }),
      svg("line", { class: "expected", x1: x(expected.decimal), x2: x(expected.decimal), y1: 5, y2: 25 }), svg("circle", { class: "actual", cx: x(actual), cy: 15, r: 6 })),
    el("p", { class: "hint" }, error > 0 ? t(isFar ? "players.far" : "players.near") : t("players.certain"), each.choices && ` ${t("players.choices")}`));
}

/** How often each face came, against the same number of each. @param {any} die */
function thrown(die) {
  const counts = Object.entries(die.faces);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const most = Math.max(...counts.map(([, count]) => count), 1);
  const step = WIDTH / counts.length;
  const told = die.p === null || die.p === undefined ? t("players.few") : t(die.p < 0.01 ? "players.odd" : "players.fair", { p: asPercent(die.p), square: asDecimal(die.chi_square), freedom: die.degrees_of_freedom });
  return el("li", {}, el("p", {}, el("b", {}, word("die", die.die)), ` · ${t("players.dice", { count: all })} · ${t(`play.dice_${die.source}`)}`),
    counts.length <= 8 && svg("svg", { class: "faces-chart", viewBox: `0 0 ${WIDTH} 120`, "aria-hidden": "true" },
      counts.map(([face, count], n) => [svg("rect", { class: "bar", x: n * step + step * 0.15, width: step * 0.7, y: 90 - (80 * count) / most, height: (80 * count) / most, rx: 2 }), svg("text", { x: n * step + step / 2, y: 112, "text-anchor": "middle" }, faceName(Number.isNaN(Number(face)) ? face : Number(face)))])),
    el("p", { class: "hint" }, told),
    el("details", { class: "fold" }, el("summary", {}, t("odds.table")), el("table", {}, el("tbody", {}, counts.map(([face, count]) => el("tr", {}, el("th", { scope: "row" }, faceName(Number.isNaN(Number(face)) ? face : Number(face))), el("td", {}, count)))))));
}

async function show() {
  for (const kind of ["sessions", "actions", "rolls"]) at(`${kind}-sheet`).setAttribute("href", `${root}/v1/${kind}?${new URLSearchParams([...query, ["format", "csv"]])}`);
  const [rulesets, sessions, luck] = await Promise.all([get("/v1/rulesets"), get(`/v1/sessions?${new URLSearchParams([...query, ["limit", "100"]])}`, { token: apiKey() }), get(`/v1/actions/luck?${query}`, { token: apiKey() })]);
  const rows = sessions.items.map((/** @type {any} */ session) => result(session, rulesets.items));
  const count = (/** @type {string} */ how) => rows.filter((/** @type {any} */ row) => row.how === how).length;
  redraw(at("balance"), t("players.balance", { won: count("won"), lost: count("lost"), draw: count("draw") }));
  redraw(at("results"), rows.map((/** @type {any} */ row) => row.row));
  redraw(at("luck"), luck.items.length ? el("ul", { class: "lines" }, luck.items.map(band)) : el("p", { class: "hint" }, t("history.nothing")));
  redraw(at("faces"), luck.dice.length ? el("ul", { class: "lines" }, luck.dice.map(thrown)) : el("p", { class: "hint" }, t("history.nothing")));
  at("found").hidden = false;
}

at("player").value = player;
at("since").value = since;
const refused = (/** @type {any} */ failure) => redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
if (player) {
  for (const kind of ["sessions", "actions", "rolls"]) withKey(at(`${kind}-sheet`), kind, refused);
  redraw(at("name"), el("bdi", {}, player));
  document.title = `${player} · Umpire`;
  await show().catch(refused);
}
document.body.classList.add("ready");
