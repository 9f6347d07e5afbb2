// @ts-check
// Open a table for two: the rulebook, the names, one phone or two.

import { get } from "./api.js";
import { clockIn } from "./clocks.js";
import { at, el, redraw } from "./dom.js";
import { keepForm } from "./drafts.js";
import { EACH, Leaving, bringOf } from "./leaving.js";
import { openTable, showSides } from "./opening.js";
import { OwnSetups } from "./own.js";
import { linesOf } from "./refusal.js";
import { calledIn, t } from "./text.js";
import { showYourGames } from "./your-games.js";

showYourGames();

const form = at("opening");
/** @param {string} name */
const chosen = (name) => form.elements[name].value;
const own = new OwnSetups(at("own"), at("setup"), { ruleset: () => chosen("ruleset"), changed: () => void follow() });

const leaving = new Leaving(() => chosen("ruleset"), { changed: () => void follow() });

/** The rulebook that is chosen, as the page knows it. */
function book() {
  const { sides, setups, brings } = /** @type {any} */ (form.querySelector("[name=ruleset]:checked")).dataset;
  return { sides: sides.split(" ").filter(Boolean), setups: JSON.parse(setups), brings: brings.split(" ").filter(Boolean) };
}

/** Shows what belongs to the rulebook: whether there are whole games, their setups, and a name for each seat. */
function follow() {
  const { sides, setups, brings } = book();
  at("kind").hidden = !setups.length;
  const isGame = setups.length > 0 && chosen("kind") === "game";
  const list = at("setup");
  const before = list.dataset.of === chosen("ruleset") ? list.value : null;
  list.dataset.of = chosen("ruleset");
  redraw(list, setups.map((/** @type {any} */ setup) =>
    el("option", { value: setup.name, selected: setup.name === before }, calledIn(setup))), leaving.option(brings, before), own.options(before));
  for (const id of ["setup-field", "own"]) at(id).hidden = !isGame;
  const isLeft = isGame && list.value === EACH;
  leaving.follow(brings, isLeft, setups);
  const offered = setups.find((/** @type {any} */ setup) => setup.name === list.value);
  const seats = isGame ? offered?.seats || own.seats : 2;
  const isPlayed = isGame && (!isLeft || leaving.reserveOf(1)); // the service brings what is in reserve
  at("phones-service").parentElement.hidden = !isPlayed;
  if (!isPlayed && chosen("phones") === "service") at("phones-two").checked = true;
  for (const field of form.querySelectorAll("[data-seat]")) field.hidden = Number(field.dataset.seat) > seats;
  for (const field of form.querySelectorAll("[data-seat]")) if (isAlone(isGame) && field.dataset.seat > 1) field.hidden = true;
  at("level").hidden = !isAlone(isGame);
  at("clock").hidden = !isGame;
  showSides(isGame ? offered?.sides || own.sides : sides);
  return { sides, brings, isGame, isLeft, seats };
}

/** Whether the service plays every seat but the first: it plays whole games. @param {boolean} isGame */
const isAlone = (isGame) => isGame && chosen("phones") === "service";

/** What a seat is called; one without a name is called by its number, in the language of each reader. @param {string} name */
const named = (name) => (name ? { name } : {});

/** @param {{sides: string[], brings: string[], isGame: boolean, isLeft: boolean, seats: number}} of */
async function ordered({ sides, brings, isGame, isLeft, seats }) {
  const others = [...Array(seats).keys()].slice(1).map((place) => place + 1);
  const body = {
    kind: isGame ? "game" : "series", visibility: "unlisted", dice: { source: chosen("dice") },
    seats: [...Array(seats).keys()].map((place) => ({ ...named(isAlone(isGame) && place ? t("play.the_service") : chosen(`name-${place + 1}`).trim()), ...(sides.length && !isGame ? { side: sides[place] } : {}) })),
  };
  if (isAlone(isGame)) Object.assign(body, { policies: Object.fromEntries(others.map((seat) => [seat, chosen("level")])) });
  if (!isGame) return body;
  Object.assign(body, clockIn(form));
  if (isLeft) return { ...body, ...leaving.setup(brings), ...leaving.deadline(), bring: bringOf(await leaving.limits(brings), seats) };
  if (own.chosen) return { ...body, setup: own.chosen.setup, options: own.chosen.options };
  const details = await get(`/v1/rulesets/${chosen("ruleset")}`);
  return { ...body, setup: details.game.setups[chosen("setup")] };
}

/** @param {Event} event */
async function open(event) {
  event.preventDefault();
  const ruleset = chosen("ruleset");
  try {
    await openTable(ruleset, await ordered(follow()), { one: chosen("phones") === "one", done: () => { sent(); leaving.sent(); } });
  } catch (failure) {
    redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
  }
}

form.addEventListener("submit", open);
form.addEventListener("change", follow);
const sent = keepForm(form, follow);
document.body.classList.add("ready");
