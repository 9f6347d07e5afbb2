// @ts-check
// The end of a game as a page: who won and how, where it turned, the luck of both, the proof, the replay, and a link to send.

import { get, linked } from "./api.js";
import { button } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { luckOf, luckTold } from "./luck.js";
import { ending } from "./opened.js";
import { rematch } from "./rematch.js";
import { asDecimal, t, word } from "./text.js";

/** What came of reading a session after its end, by its path: nothing of it changes any more. @type {Map<string, Promise<any>>} */
const read = new Map();

/** @param {string} path @param {string | null} token */
function once(path, token) {
  if (!read.has(path)) read.set(path, get(path, { token }).catch(() => null));
  return /** @type {Promise<any>} */ (read.get(path));
}

/**
 * @param {any} session @param {any} last its last action @param {string | null} token @param {(seat: number) => string} nameOf
 * @param {import("./store.js").Held} held
 */
function overPage(session, last, token, nameOf, held) {
  const record = linked(`/sessions/${session.id}`);
  const [turned, luck, link] = [el("div"), el("div"), el("div", { id: "shared" })];
  void turns(turned, session.id, token);
  void lucky(luck, session, token, nameOf);
  const share = async () => {
    const told = `${document.title.replace("● ", "")}: ${last?.text || ""}`;
    const url = new URL(record, location.href).href;
    if (navigator.share) return void navigator.share({ text: told, url }).catch(() => null);
    redraw(link, el("input", { type: "text", readonly: true, value: `${told} ${url}`, "aria-label": t("try.shared") }));
    /** @type {any} */ (link.firstChild).select();
    await navigator.clipboard?.writeText(`${told} ${url}`).then(() => say(t("try.copied")), () => null);
  };
  return [ending(session, nameOf), last?.text && el("p", { class: "how" }, last.text), turned, luck,
    el("div", { class: "row rematch" }, rematch(session, held)),
    el("div", { class: "row ways-on" }, el("a", { class: "secondary", href: `${record}#move=1` }, t("over.replay")), el("a", { class: "secondary", href: `${record}#check` }, t("over.proof")),
      button({ key: "share-end", kind: "secondary", text: t("try.share_result"), do: () => void share() }), el("a", { class: "secondary", href: linked("/play") }, t("over.again"))), link];
}

/** @param {HTMLElement} host @param {string} id @param {string | null} token */
async function turns(host, id, token) {
  const found = await once(`/v1/sessions/${id}/turning-points?limit=3`, token);
  if (!found?.items.length) return;
  redraw(host, el("section", { class: "mattered" }, el("h3", {}, t("over.turned")), el("ol", {}, found.items.map((/** @type {any} */ { action, text, measure, change }) =>
    el("li", {}, el("a", { href: linked(`/sessions/${id}`, {}, `#move=${action}`) }, text), el("b", {}, `${word("measure", measure)} ${change > 0 ? "+" : "−"}\u202f${asDecimal(Math.abs(change))}`))))));
}

/**
 * @param {HTMLElement} host @param {any} session @param {string | null} token @param {(seat: number) => string} nameOf
 */
async function lucky(host, { id, ruleset }, token, nameOf) {
  const found = await luckOf(id, token);
  redraw(host, found && el("section", { class: "luck" }, el("h3", {}, t("over.luck")), luckTold(found, ruleset, nameOf)));
}

/**
 * Shows how a table ended, from its beginning.
 * @param {{session: any, action: any, eyes: string | null, held: import("./store.js").Held, name: (seat: number) => string}} table
 */
export function showOver(table) {
  const isNew = !at("asked").querySelector(".over");
  redraw(at("asked"), () => overPage(table.session, table.action, table.eyes, (seat) => table.name(seat), table.held));
  if (isNew) at("since").scrollIntoView({ block: "nearest" });
}
