// @ts-check
// A link that hands a seat over: it is asked before the seat is taken, and the key is kept before it is sent.

import { get, linked, newKey, post } from "./api.js";
import { at, el, redraw } from "./dom.js";
import { brought, keepBrought } from "./seals.js";
import { heldOf, hold, keepSent, sentOf } from "./store.js";
import { parts, t } from "./text.js";

const given = location.hash.slice(1).split(".");
if ([3, 4].includes(given.length)) sessionStorage.setItem("umpire:claim", JSON.stringify(given));
history.replaceState(null, "", location.pathname + location.search); // the claim stays in no history
/** @type {string[]} */
const [claim, id, seat, sealed] = JSON.parse(sessionStorage.getItem("umpire:claim") || "[]");
/** Cards that were sealed on another phone: only the link holds them. */
const cards = sealed ? await brought(sealed) : {};
const count = Object.keys(cards).length;

/** @param {string} line */
const tell = (line) => redraw(at("refusal"), el("p", {}, line));

/** To the table. @param {string} session */
function went(session) {
  sessionStorage.removeItem("umpire:claim");
  location.assign(linked(`/play/${session}`));
}

async function take() {
  if (count) keepBrought(id, cards);
  if (!claim) return went(id);
  const sent = sentOf(`claim:${id}:${seat}`);
  const key = sent?.claim === claim ? sent.key : newKey();
  keepSent(`claim:${id}:${seat}`, { claim, key });
  try {
    const taken = await post("/v1/claims", { claim }, { key });
    const session = claim && await get(`/v1/sessions/${taken.session_id}`, { token: taken.token });
    const held = heldOf(taken.session_id);
    hold(taken.session_id, { ruleset: session.ruleset, host: held?.host || null, one: false, commitment: held?.commitment || session.fairness.commitment, seats: { ...held?.seats, [taken.seat]: taken.token } });
    keepSent(`claim:${id}:${seat}`, null);
    went(taken.session_id);
  } catch (failure) {
    tell(/** @type {any} */ (failure).status === 410 ? t("join.gone") : /** @type {any} */ (failure).problem ? /** @type {Error} */ (failure).message : t("try.offline"));
  }
}

if (count) at("cards").textContent = t("join.cards", { count });
if (!claim) for (const line of [at("whose"), at("hint")]) line.hidden = true;
if (!claim && !count) tell(t("join.nothing"));
else {
  at("take").hidden = false;
  if (!claim) at("take").textContent = t("join.take_cards");
  at("take").addEventListener("click", () => void take());
  const session = await get(`/v1/sessions/${encodeURIComponent(id)}`).catch(() => null);
  const name = session?.seats.find((/** @type {any} */ each) => String(each.seat) === seat)?.name;
  if (name) redraw(at("whose"), parts("join.whose", { name: el("bdi", {}, el("b", {}, name)) }));
}
document.body.classList.add("ready");
