// @ts-check
// A link that hands a seat over: it is asked before the seat is taken, and the key is kept before it is sent.

import { get, linked, newKey, post, root } from "./api.js";
import { fold } from "./controls.js";
import { at, el, redraw } from "./dom.js";
import { shownLink } from "./invite.js";
import { linesOf } from "./refusal.js";
import { brought, keepBrought } from "./seals.js";
import { canKeep, heldOf, hold, keepInTab, keepSent, ofTab, sentOf } from "./store.js";
import { parts, t } from "./text.js";

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
const link = `${location.origin}${root}/join#${[claim, id, seat, ...(sealed ? [sealed] : [])].join(".")}`;

/** @param {string[]} lines */
const tell = (...lines) => redraw(at("refusal"), lines.map((line) => el("p", {}, line)));

/** To the table. @param {string} session */
function went(session) {
  keepInTab("claim", null);
  location.assign(linked(`/play/${session}`));
}

async function take() {
  try {
    if (count) keepBrought(id, cards);
    if (!claim) return went(id);
    const sent = sentOf(`claim:${id}:${seat}`);
    const key = sent?.claim === claim ? sent.key : newKey();
    keepSent(`claim:${id}:${seat}`, { claim, key });
    const taken = await post("/v1/claims", { claim }, { key });
    const session = await get(`/v1/sessions/${taken.session_id}`, { token: taken.token });
    const held = heldOf(taken.session_id);
    hold(taken.session_id, { ruleset: session.ruleset, host: held?.host || null, one: false, commitment: held?.commitment || session.fairness.commitment, seats: { ...held?.seats, [taken.seat]: taken.token } });
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
}

if (count) at("cards").textContent = t("join.cards", { count });
if (!claim) for (const line of [at("whose"), at("hint")]) line.hidden = true;
if (!claim && !count) tell(t(isCut ? "join.cut" : "join.nothing"));
else if (!kept) {
  tell(t("store.nothing"));
  redraw(at("elsewhere"), el("p", {}, t("join.copy")), shownLink(link));
} else await offer();
document.body.classList.add("ready");
