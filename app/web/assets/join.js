// @ts-check
// A link that hands a seat over, or a code in its place: it is asked before the seat is taken, and the key is kept before it is sent.

import { get, linked, newKey, post, root } from "./api.js";
import { fold } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { shownLink } from "./invite.js";
import { linesOf } from "./refusal.js";
import { brought, keepBrought } from "./seals.js";
import { canKeep, heldOf, hold, keepInTab, keepSent, ofTab, sentOf } from "./store.js";
import { language, parts, t } from "./text.js";

const given = location.hash.slice(1);
const isLink = (/** @type {string} */ hash) => /^(umc_[^.]+\.[^.]+\.\d+|\.[^.]+\.)(\.[^.]+)?$/.test(hash);
const isCut = given !== "" && !isLink(given) && !document.getElementById(given);
if (isLink(given) || isCut) keepInTab("claim", isCut ? null : given.split("."));
const kept = canKeep();
if (kept) history.replaceState(null, "", location.pathname + location.search); // the claim stays in no history
addEventListener("hashchange", () => { if (!document.getElementById(location.hash.slice(1))) location.reload(); }); // another link in the open tab

/** @type {string[]} */
const [claim, id, seat, sealed] = isLink(given) ? given.split(".") : (!isCut && ofTab("claim")) || [];
/** Cards that were sealed on another phone: only the link holds them. */
const cards = sealed ? await brought(sealed) : {};
const count = Object.keys(cards).length;
const isTyped = !claim && !count && kept;
const link = `${location.origin}${root}/join#${[claim, id, seat, ...(sealed ? [sealed] : [])].join(".")}`;

/** @param {string[]} lines */
const tell = (...lines) => redraw(at("refusal"), lines.map((line) => el("p", {}, line)));

/** To the table. @param {string} session */
function went(session) {
  keepInTab("claim", null);
  location.assign(linked(`/play/${session}`));
}

/** Keeps the seat that was taken. @param {{session_id: string, seat: number, token: string}} taken */
async function holdTaken({ session_id: session, seat: own, token }) {
  const { ruleset, fairness } = await get(`/v1/sessions/${session}`, { token });
  const held = heldOf(session);
  hold(session, { ruleset, host: held?.host || null, one: false, commitment: held?.commitment || fairness.commitment, seats: { ...held?.seats, [own]: token } });
}

/** Takes the seat of a code that somebody has said. @param {string} code */
async function takeCode(code) {
  const sent = sentOf("code");
  const key = sent?.code === code ? sent.key : newKey();
  try {
    keepSent("code", { code, key });
    const taken = await post("/v1/claims", { code }, { key });
    await holdTaken(taken);
    keepSent("code", null);
    went(taken.session_id);
  } catch (failure) {
    tell(...(/** @type {any} */ (failure).status === 410 ? [t("join.no_code")] : linesOf(failure)));
  }
}

async function take() {
  try {
    if (count) keepBrought(id, cards);
    if (!claim) return went(id);
    const sent = sentOf(`claim:${id}:${seat}`);
    const key = sent?.claim === claim ? sent.key : newKey();
    keepSent(`claim:${id}:${seat}`, { claim, key });
    const taken = await post("/v1/claims", { claim }, { key });
    await holdTaken(taken);
    keepSent(`claim:${id}:${seat}`, null);
    went(taken.session_id);
  } catch (failure) {
    const isGone = /** @type {any} */ (failure).status === 410;
    if (isGone && heldOf(id)?.seats[seat]) went(id); // with this link, in this browser
    else tell(...(isGone ? [t("join.gone")] : linesOf(failure)));
  }
}

/** What is shown where a seat or cards can be taken. */
async function offer() {
  at("take").hidden = false;
  if (!claim) at("take").textContent = t("join.take_cards");
  at("take").addEventListener("click", () => void take());
  redraw(at("elsewhere"), fold("elsewhere", t("join.in_chat"), el("p", { class: "hint" }, t("join.copy")), shownLink(link)));
  const session = await get(`/v1/sessions/${encodeURIComponent(id)}`).catch(() => null);
  const name = session?.seats.find((/** @type {any} */ each) => String(each.seat) === seat)?.name;
  if (name) redraw(at("whose"), parts("join.whose", { name: el("bdi", {}, el("b", {}, name)) }));
  if (session) redraw(at("which"), await which(session));
}

/** Which game it is, and against whom. @param {any} session */
async function which({ ruleset, seats }) {
  const books = await get("/v1/rulesets").catch(() => ({ items: [] }));
  const title = books.items.find((/** @type {any} */ book) => book.slug === ruleset)?.title || ruleset;
  const others = seats.filter((/** @type {any} */ each) => String(each.seat) !== seat);
  const names = others.map((/** @type {any} */ each) => each.name || t("play.seat", { n: each.seat })).join(", ");
  const shown = { game: el("b", {}, title), names: el("bdi", {}, names) };
  return [parts(names ? "join.which" : "join.which_alone", shown), " ", t("join.language", { language: nameOf(language) })];
}

/** The name of a language in itself. @param {string} code */
const nameOf = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code) || code;

if (count) at("cards").textContent = t("join.cards", { count });
if (!claim) for (const line of [at("whose"), at("hint")]) line.hidden = !(isTyped && line === at("whose"));
at("spoken").hidden = !isTyped;
at("spoken").addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); void takeCode(at("letters").value.trim()); });
if (isCut) tell(t("join.cut"));
else if (!claim && !count) redraw(at("whose"), t(kept ? "join.typed" : "join.nothing"));
else if (!kept) {
  tell(t("store.nothing"));
  redraw(at("elsewhere"), el("p", {}, t("join.copy")), shownLink(link));
} else await offer();
document.body.classList.add("ready");
