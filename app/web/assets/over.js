// @ts-check
// The end of a game as a page: who won and how, where it turned, the luck of both, the proof, the replay, and a link to send.

import { get, linked } from "./api.js";
import { button } from "./controls.js";
import { courseChart, leftShown } from "./course.js";
import { at, el, redraw, say } from "./dom.js";
import { linesOfLuck, luckBars, luckOf } from "./luck.js";
import { ending } from "./opened.js";
import { rematch } from "./rematch.js";
import { amountOf, asDecimal, t, word } from "./text.js";

/** What came of reading a session after its end, by its path: nothing of it changes any more. @type {Map<string, Promise<any>>} */
const read = new Map();

/** @param {string} path @param {string | null} token */
function once(path, token) {
  if (!read.has(path)) read.set(path, get(path, { token }).catch(() => null));
  return /** @type {Promise<any>} */ (read.get(path));
}

/**
 * @param {any} session @param {any} last its last action @param {string | null} token @param {(seat: number) => string} nameOf
 * @param {import("./store.js").Held} held @param {any} details of the rulebook; null while they are read
 */
function overPage(session, last, token, nameOf, held, details) {
  const record = linked(`/sessions/${session.id}`);
  const [course, luck, link] = [el("div"), el("div"), el("div", { id: "shared" })];
  void showCourse(course, luck, session, token, nameOf);
  const share = async () => {
    const text = `${document.title.replace("● ", "")}: ${last?.text || ""}`;
    const url = new URL(record, location.href).href;
    if (navigator.share) return void navigator.share({ text, url }).catch(() => null);
    redraw(link, el("input", { type: "text", readonly: true, value: `${text} ${url}`, "aria-label": t("try.shared") }));
    /** @type {any} */ (link.firstChild).select();
    await navigator.clipboard?.writeText(`${text} ${url}`).then(() => say(t("try.copied")), () => null);
  };
  return [el("p", { class: "hint" }, [details?.title, t(session.kind === "game" ? "tables.moves" : "home.actions", { count: session.actions.resolved }), lasted(session)].filter(Boolean).join(" · ")),
    ending(session, nameOf), last?.text && el("p", { class: "how" }, last.text),
    el("div", { class: "row ways-on" }, button({ key: "share-end", kind: "secondary", text: t("try.share_result"), do: () => void share() }), el("a", { class: "secondary", href: `${record}#move=1` }, t("over.replay")),
      el("a", { class: "secondary", href: `${record}#check` }, t("over.proof")), el("a", { class: "secondary", href: linked("/play") }, t("over.again"))), link, course, luck,
    el("div", { class: "row rematch" }, rematch(session, held))];
}

/** How long it lasted, in hours and minutes. @param {any} session */
function lasted({ created_at: from, closed_at: to }) {
  const all = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  return all > 0 && [all >= 60 && amountOf(Math.floor(all / 60), "hour"), all % 60 > 0 && amountOf(all % 60, "minute")].filter(Boolean).join(" ");
}

/**
 * Shows what is left, how it went, where it turned, and whose luck it was.
 * @param {HTMLElement} host @param {HTMLElement} below for luck @param {any} session @param {string | null} token @param {(seat: number) => string} nameOf
 */
async function showCourse(host, below, session, token, nameOf) {
  const path = `/v1/sessions/${session.id}`;
  const isGame = session.kind === "game" && session.actions.resolved > 0;
  const later = once(`${path}/turning-points?limit=3`, token); // a long game takes a while
  const course = isGame && await once(`${path}/course`, token);
  const draw = (/** @type {any[]} */ turns) => redraw(host, course && [leftShown(course, session, nameOf), courseChart(course, turns.map(({ action }) => action), session, nameOf)], turnsShown(turns, session));
  draw([]);
  const turns = [...((await later)?.items || [])].sort((one, other) => one.action - other.action || one.at - other.at);
  draw(turns);
  const luck = await luckOf(session.id, token);
  const measure = turns[0]?.measure || luck?.attacks[0]?.measure;
  const bars = luck && luckBars(luck, measure, session, nameOf);
  redraw(below, luck && el("section", { class: "luck" }, el("h3", {}, t("over.luck")), bars,
    el("details", { class: "fold", open: !bars }, el("summary", {}, t("over.luck_all")), linesOfLuck(luck, session.ruleset, nameOf))));
}

/** Where it turned, as the chart numbers it. @param {any[]} turns @param {any} session */
function turnsShown(turns, { id }) {
  return turns.length > 0 && el("section", { class: "mattered" }, el("h3", {}, t("over.turned")), el("ol", {}, turns.map(({ action, text, measure, change }, n) =>
    el("li", {}, el("i", { class: "turn-number", "aria-hidden": "true" }, n + 1), el("a", { href: linked(`/sessions/${id}`, {}, `#move=${action}`) }, text), el("b", {}, `${word("measure", measure)} ${change > 0 ? "+" : "−"}\u202f${asDecimal(Math.abs(change))}`)))));
}

/**
 * Shows how a table ended, from its beginning.
 * @param {{session: any, details: any, action: any, eyes: string | null, held: import("./store.js").Held, name: (seat: number) => string}} table
 */
export function showOver(table) {
  const isNew = !at("asked").querySelector(".over");
  redraw(at("asked"), () => overPage(table.session, table.action, table.eyes, (seat) => table.name(seat), table.held, table.details));
  if (isNew) at("since").scrollIntoView({ block: "nearest" });
}
