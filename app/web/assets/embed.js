// @ts-check
// A session for a frame or an overlay: players, board, story and the last line, some seconds late where that is wished.
// What the address says: parts=players,board,story,last · theme=light|dark · delay=0…120 · reference=club/*

import { follow, get, sleep } from "./api.js";
import { BoardView } from "./board.js";
import { at, el, redraw } from "./dom.js";
import { dueOf } from "./delay.js";
import { marked } from "./draw.js";
import { wholeStory } from "./story.js";
import { t } from "./text.js";

const asked = new URLSearchParams(location.search);
const parts = new Set((asked.get("parts") || "players,board,last").split(","));
const delay = Math.max(0, Math.min(120, Number(asked.get("delay")) || 0)) * 1000;
const reference = asked.get("reference");
if (["light", "dark"].includes(asked.get("theme") || "")) document.body.style.colorScheme = asked.get("theme") || "";

/** @type {import("./delay.js").Shown[]} what was seen and is not shown yet */
let waiting = [];
/** @type {Map<string, any>} */
const rules = new Map();
/** @type {BoardView | null} */
let board = null;
let id = document.body.dataset.session || "";
let watching = new AbortController();

/** Follows a session; one that cannot be read is tried again. */
async function watch() {
  watching.abort();
  watching = new AbortController();
  const { signal } = watching;
  for (let isNew = true; !signal.aborted; await sleep(5000)) {
    await follow(`/v1/sessions/${encodeURIComponent(id)}`, { token: null, signal, seen: (session) => {
      if (!isNew) waiting.push({ id: session.id, seq: session.seq, session, due: Date.now() + delay });
      else void dueOf(session, delay).then((all) => { waiting = [...waiting, ...all].sort((a, b) => a.due - b.due); }, () => { isNew = true; });
      isNew = false;
    } }).catch(() => document.body.classList.add("ready"));
  }
}

/** Changes to the newest open session of the reference; the one that is shown stays where none is open. */
async function choose() {
  for (;;) {
    const found = await get(`/v1/sessions?reference=${encodeURIComponent(reference || "")}&status=open&limit=1`).catch(() => ({ items: [] }));
    const other = found.items[0]?.id;
    if (other && other !== id) {
      id = other;
      void watch();
    } else document.body.classList.add("ready");
    await sleep(2000);
  }
}

/** @param {{id: string, seq: number, session: any}} of */
async function show({ id: shown, seq, session }) {
  const place = at("players");
  place.hidden = !parts.has("players");
  redraw(place, session.seats.map((/** @type {any} */ seat) => el("li", {}, marked(session, seat, t("play.seat", { n: seat.seat })), session.result?.scores?.[seat.seat] !== undefined && ` ${session.result.scores[seat.seat]}`)));
  if (parts.has("board") && session.kind === "game") {
    if (board?.id !== shown) board = new BoardView(at("board"), shown, { token: () => null });
    await board.show(seq);
    if (!board.wanted) throw new Error("the line is down");
  } else at("board").hidden = true;
  if (parts.has("story") || parts.has("last")) await tell(shown, seq, session);
}

/** The story up to an event, without asking for what is told later. @param {string} shown @param {number} seq @param {any} session */
async function tell(shown, seq, session) {
  const log = await get(`/v1/sessions/${shown}/events?after=${Math.max(0, seq - 30)}&limit=60`);
  const events = log.items.filter((/** @type {any} */ each) => each.seq <= seq);
  const number = events.findLast((/** @type {any} */ each) => each.event.action)?.event.action;
  if (!number) {
    redraw(at("story"));
    at("last").hidden = true;
    return;
  }
  const action = await get(`/v1/sessions/${shown}/actions/${number}`);
  const later = log.items.filter((/** @type {any} */ each) => each.seq > seq && each.type === "entries" && each.event.action === number).reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.event.entries.length, 0);
  const record = action.record.slice(0, action.record.length - later);
  const isOver = events.some((/** @type {any} */ each) => each.type === "action-resolved" && each.event.action === number);
  if (!rules.has(session.ruleset)) rules.set(session.ruleset, (await get(`/v1/rulesets/${session.ruleset}`)).rules);
  at("story").hidden = !parts.has("story");
  redraw(at("story"), wholeStory({ ...action, record, status: isOver ? "resolved" : "pending" }, rules.get(session.ruleset), new Set(), session, null, { whole: true }));
  at("last").hidden = !parts.has("last");
  const line = isOver ? action.text : record.at(-1)?.text || "";
  if (at("last").textContent !== line) at("last").textContent = line;
}

if (reference) void choose();
if (id) void watch();
else if (!reference) document.body.classList.add("ready");
for (;;) {
  const due = waiting.filter((each) => each.due <= Date.now());
  const last = due.at(-1);
  if (last) {
    // where the line is down the last picture stays, and this one is tried again
    const isShown = await show(last).then(() => true, () => false);
    if (isShown) waiting = waiting.filter((each) => !due.includes(each));
    document.body.classList.add("ready");
  }
  await sleep(last ? 50 : 200);
}
