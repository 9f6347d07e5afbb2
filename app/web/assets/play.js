// @ts-check
// Open a table for two: the rulebook, the names, one phone or two.

import { newKey, post, root } from "./api.js";
import { at, el, redraw } from "./dom.js";
import { hold, keepSent, sentOf } from "./store.js";
import { t, word } from "./text.js";

const form = at("opening");
/** @param {string} name */
const chosen = (name) => form.elements[name].value;

function sides() {
  const names = /** @type {HTMLInputElement} */ (form.querySelector("[name=ruleset]:checked"))?.dataset.sides?.split(" ").filter(Boolean) || [];
  for (const seat of [1, 2]) at(`side-${seat}`).textContent = names[seat - 1] ? word("side", names[seat - 1]) : "";
  return names;
}

/** @param {Event} event */
async function open(event) {
  event.preventDefault();
  const names = sides();
  const ruleset = chosen("ruleset");
  const body = {
    kind: "series", visibility: "unlisted", dice: { source: chosen("dice") },
    seats: [1, 2].map((seat) => ({ name: chosen(`name-${seat}`).trim() || t("play.seat", { n: seat }), ...(names.length ? { side: names[seat - 1] } : {}) })),
  };
  // the key is kept before it is sent: an answer that gets lost is asked for again with it
  const before = sentOf("opening");
  const sent = before && JSON.stringify([before.ruleset, before.body]) === JSON.stringify([ruleset, body]) ? before : { ruleset, body, key: newKey() };
  keepSent("opening", sent);
  try {
    const session = await post(`/v1/rulesets/${ruleset}/sessions`, body, { key: sent.key });
    hold(session.id, { ruleset, seats: session.tokens.seats, host: session.tokens.host, one: chosen("phones") === "one", commitment: session.fairness.commitment });
    keepSent("opening", null);
    location.assign(`${root}/play/${session.id}${location.search}`);
  } catch (failure) {
    redraw(at("refusal"), el("p", {}, /** @type {any} */ (failure).problem ? /** @type {Error} */ (failure).message : t("try.offline")));
  }
}

form.addEventListener("submit", open);
form.addEventListener("change", sides);
sides();
document.body.classList.add("ready");
