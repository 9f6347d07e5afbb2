// @ts-check
// One live screen of all tables of an event: whose turn, for how long, who has finished, where a judge is wanted.

import { changed, eventsOf, get, linked, post, root, sleep } from "./api.js";
import { button } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { marked } from "./draw.js";
import { apiKey, withKey } from "./key.js";
import { ending } from "./opened.js";
import { linesOf } from "./refusal.js";
import { heldOf } from "./store.js";
import { hear } from "./streams.js";
import { t } from "./text.js";
import { eventOf } from "./tournament.js";

const reference = new URLSearchParams(location.search).get("reference") || "";
const event = eventOf(reference.replace(/\/\*$/, ""));
/** The name of an event means all of its tables. */
const references = reference && !reference.endsWith("*") ? [reference, `${reference}/*`] : [reference];
const query = references.map((each) => `reference=${encodeURIComponent(each)}`).join("&");

/** Milliseconds between two looks for further tables, and between two looks at all of them where there is no stream. */
const [FIND, LOOK] = [20000, 2000];

/** @typedef {{id: string, etag: string, session: any, questions: any[], seq: number, at: number, judge: any}} Seen */
/** @type {Map<string, Seen>} */
const seen = new Map();

/** @param {string} id */
const tokenOf = (id) => heldOf(id)?.host || null;

/** Finds the sessions of the event, those that this browser opened and the public ones; whether there are more than before. */
async function find() {
  const before = seen.size;
  const own = event?.tables.filter((table) => table.id).map((table) => /** @type {string} */ (table.id)) || [];
  if (!reference && !own.length) return false;
  const listed = await get(`/v1/sessions?${query}&limit=200&order=newest`, { token: apiKey() }).catch(() => ({ items: [] }));
  for (const id of new Set([...own, ...listed.items.map((/** @type {any} */ each) => each.id)])) {
    if (!seen.has(id)) seen.set(id, { id, etag: "", session: null, questions: [], seq: 0, at: 0, judge: null });
  }
  return seen.size > before;
}

/** Reads what has changed at a table. @param {Seen} one */
async function look(one) {
  const token = tokenOf(one.id);
  const news = await changed(`/v1/sessions/${one.id}`, { token, etag: one.etag });
  if (!news) return;
  one.etag = news.etag;
  one.session = news.document;
  const questions = await get(`/v1/sessions/${one.id}/questions`, { token });
  one.questions = questions.items;
  for await (const { seq, at: when, type, wanted, by } of eventsOf(one.id, { token, after: one.seq })) {
    one.seq = seq;
    one.at = Date.parse(when);
    if (type === "judge-called") one.judge = wanted ? by : null;
  }
}

/** Who wants a judge; nobody at a table that is closed. @param {Seen} one */
const wantedAt = ({ session, judge }) => (session.status === "open" ? judge : null);

/** How a table stands, the most pressing first. @param {Seen} one */
const pressing = (one) => (one.session.status === "closed" ? 3 : wantedAt(one) ? 0 : one.questions.length ? 1 : 2);

/** @param {number} ms */
const lasted = (ms) => {
  const minutes = Math.max(0, Math.floor(ms / 60000));
  if (!minutes) return t("tables.now");
  return minutes < 60 ? t("tables.minutes", { count: minutes }) : t("tables.hours", { count: Math.floor(minutes / 60) });
};

/** @param {Seen} one */
function card(one) {
  const { session, questions } = one;
  const judge = wantedAt(one);
  const [, round, number] = /\/r(\d+)\/t(\d+)$/.exec(session.reference || "") || [];
  /** @param {number} seat */
  const name = (seat) => session.seats.find((/** @type {any} */ each) => each.seat === seat)?.name || t("play.seat", { n: seat });
  const turns = [...new Set(questions.map((each) => each.seat).filter(Boolean))];
  const done = () => post(`/v1/sessions/${one.id}/judge`, { wanted: false }, { token: tokenOf(one.id) }).then(() => look(one)).then(draw);
  return el("li", { class: `table-card ${session.status} ${judge ? "wanted" : ""}` },
    el("h2", {}, el("a", { href: linked(`/sessions/${one.id}`) }, number ? t("organise.table", { n: number }) : t("session.title")), round && el("span", { class: "hint" }, ` ${t("organise.round_n", { n: round })}`)),
    el("ul", { class: "seats" }, session.seats.map((/** @type {any} */ seat) => el("li", { class: turns.includes(seat.seat) ? "turn" : "" }, marked(session, seat, name(seat.seat))))),
    judge && el("p", { class: "judge" }, el("b", {}, t("tables.judge", { name: judge.seat ? name(judge.seat) : t("tables.host") })), tokenOf(one.id) && button({ key: `judge/${one.id}`, text: t("tables.was_there"), do: () => void done() })),
    session.status === "closed" ? ending(session, name) : el("p", { class: "hint" }, turns.length ? t("tables.waiting", { names: turns.map(name).join(", ") }) : t("tables.free"), " · ", el("b", {}, lasted(Date.now() - one.at)), " · ", t(session.kind === "game" ? "tables.moves" : "home.actions", { count: session.actions.resolved })));
}

let said = "";

function draw() {
  const shown = [...seen.values()].filter((one) => one.session).sort((a, b) => pressing(a) - pressing(b) || a.at - b.at);
  const closed = shown.filter((one) => one.session.status === "closed").length;
  const wanted = shown.filter(wantedAt).length;
  redraw(at("about"), `${t("organise.tables", { count: shown.length })} · ${t("tables.finished", { count: closed })}${wanted ? ` · ${t("tables.wanted", { count: wanted })}` : ""}`);
  redraw(at("tables"), shown.map(card));
  at("nothing").hidden = shown.length > 0;
  const now = wanted ? t("tables.wanted", { count: wanted }) : "";
  if (now !== said) say((said = now));
}

/** The tables at which something may still happen. */
const open = () => [...seen.values()].filter((one) => one.session?.status !== "closed");

/** Reads what has changed at some tables, and shows it; what cannot be read is said. @param {() => Iterable<Seen>} some */
async function read(some) {
  try {
    for (const one of some()) await look(one);
    at("line").hidden = true;
    redraw(at("refusal"));
  } catch (failure) {
    if (/** @type {any} */ (failure).problem) redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
    else at("line").hidden = false;
  }
  draw();
  document.body.classList.add("ready");
}

/** Follows the open tables as one stream until the line breaks, or there are more tables. */
async function follow() {
  /** @type {Set<Seen>} tables with news that are not read yet */
  const news = new Set();
  let reading = Promise.resolve();
  /** @param {Iterable<Seen>} some */
  const told = (some) => {
    for (const one of some) news.add(one);
    reading = reading.then(() => news.size ? read(function* () { for (const one of news) { news.delete(one); yield one; } }) : undefined);
  };
  const more = new AbortController();
  const timer = setInterval(() => void find().then((isMore) => (isMore ? more.abort() : draw()), () => null), FIND);
  const named = open().slice(0, 300).map(({ id }) => `session_id=${id}`).join("&");
  try {
    if (named) await hear(`/v1/events?${named}&after=now`, { signal: more.signal, opened: () => told(open()), heard: ({ session_id: id }) => told([seen.get(id)].filter((one) => one !== undefined)) });
    else await Promise.all([read(open), sleep(FIND)]);
  } finally {
    clearInterval(timer);
  }
  return more.signal.aborted;
}

async function watch() {
  for (;;) {
    await find().catch(() => null);
    const isMore = await follow().catch((failure) => failure.name === "AbortError");
    if (isMore) continue;
    await read(open); // without a stream it looks by itself
    await sleep(document.hidden ? 5 * LOOK : LOOK);
  }
}

at("sheet").setAttribute("href", `${root}/v1/sessions?${query}&format=csv`);
withKey(at("sheet"), "sessions", (failure) => redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line))));
const next = new URL(at("next").href);
next.searchParams.set("reference", reference);
at("next").setAttribute("href", next.pathname + next.search);
at("reference").textContent = reference;
at("form-reference").value = reference;
void watch();
