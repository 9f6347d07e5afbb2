// @ts-check
// Open a table for two: the rulebook, the names, one phone or two.

import { get, linked, newKey, post } from "./api.js";
import { at, el, redraw } from "./dom.js";
import { keepForm } from "./drafts.js";
import { linesOf } from "./refusal.js";
import { hold, keepSent, sentOf } from "./store.js";
import { t, word } from "./text.js";

const form = at("opening");
/** @param {string} name */
const chosen = (name) => form.elements[name].value;

/** The rulebook that is chosen, as the page knows it. */
function book() {
  const { sides, setups } = /** @type {any} */ (form.querySelector("[name=ruleset]:checked")).dataset;
  return { sides: sides.split(" ").filter(Boolean), setups: JSON.parse(setups) };
}

/** Shows what belongs to the rulebook: whether there are whole games, their setups, and a name for each seat. */
function follow() {
  const { sides, setups } = book();
  at("kind").hidden = !setups.length;
  const isGame = setups.length > 0 && chosen("kind") === "game";
  const list = at("setup");
  const before = list.dataset.of === chosen("ruleset") ? list.value : null;
  list.dataset.of = chosen("ruleset");
  redraw(list, setups.map((/** @type {any} */ setup) => el("option", { value: setup.name, selected: setup.name === before }, word("setup", setup.name))));
  at("setup-field").hidden = !isGame;
  const seats = isGame ? setups.find((/** @type {any} */ setup) => setup.name === list.value)?.seats || 2 : 2;
  for (const field of form.querySelectorAll("[data-seat]")) field.hidden = Number(field.dataset.seat) > seats;
  for (const seat of [1, 2]) at(`side-${seat}`).textContent = !isGame && sides[seat - 1] ? word("side", sides[seat - 1]) : "";
  return { sides, isGame, seats };
}

/** @param {{sides: string[], isGame: boolean, seats: number}} of */
async function ordered({ sides, isGame, seats }) {
  const body = {
    kind: isGame ? "game" : "series", visibility: "unlisted", dice: { source: chosen("dice") },
    seats: [...Array(seats).keys()].map((place) => ({ name: chosen(`name-${place + 1}`).trim() || t("play.seat", { n: place + 1 }), ...(sides.length && !isGame ? { side: sides[place] } : {}) })),
  };
  if (!isGame) return body;
  const details = await get(`/v1/rulesets/${chosen("ruleset")}`);
  return { ...body, setup: details.game.setups[chosen("setup")] };
}

/** @param {Event} event */
async function open(event) {
  event.preventDefault();
  const ruleset = chosen("ruleset");
  try {
    const body = await ordered(follow());
    // the key is kept before it is sent: an answer that gets lost is asked for again with it
    const before = sentOf("opening");
    const order = before && JSON.stringify([before.ruleset, before.body]) === JSON.stringify([ruleset, body]) ? before : { ruleset, body, key: newKey() };
    keepSent("opening", order);
    const session = await post(`/v1/rulesets/${ruleset}/sessions`, body, { key: order.key });
    hold(session.id, { ruleset, seats: session.tokens.seats, host: session.tokens.host, one: chosen("phones") === "one", commitment: session.fairness.commitment });
    keepSent("opening", null);
    sent();
    location.assign(linked(`/play/${session.id}`));
  } catch (failure) {
    redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
  }
}

form.addEventListener("submit", open);
form.addEventListener("change", follow);
const sent = keepForm(form, follow);
document.body.classList.add("ready");
