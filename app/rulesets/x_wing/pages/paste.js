// @ts-check
// X-Wing: a squad as a builder gives it: XWS, a text with a card in each line, or a link.

import { Refusal, post } from "../../../web/assets/api.js";
import { button, fold } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { isMap, listed } from "../../../web/assets/make/common.js";
import { t } from "../../../web/assets/text.js";
import { readNames, pilotName, upgradeName } from "./cards.js";

const SQUADS = "/v1/rulesets/x-wing/squads";

/** A text; null for anything else. @param {any} value */
const text = (value) => (typeof value === "string" ? value.slice(0, 200) : null);

/** What of a listed upgrade is needed: ids by slot. @param {any} sent */
function upgradesOf(sent) {
  const all = Object.entries(isMap(sent) ? sent : {}).slice(0, 41);
  const texts = (/** @type {any} */ ids) => [ids].flat().filter((id) => typeof id === "string").slice(0, 21);
  return Object.fromEntries(all.map(([slot, ids]) => [slot, texts(ids)]));
}

/** A listed ship without what builders write beside it. @param {any} sent */
function pilotOf(sent) {
  const points = Number(sent.points ?? NaN);
  return {
    id: text(sent.id) || text(sent.name) || "", ...(text(sent.ship) ? { ship: sent.ship } : {}),
    ...(Number.isInteger(points) ? { points } : {}), upgrades: upgradesOf(sent.upgrades),
  };
}

/** A squad as the service takes it, from an XWS list. @param {any} xws */
export function squadOf(xws) {
  const { name, faction } = xws;
  const all = listed(xws.pilots).filter(isMap).map(pilotOf);
  return { xws: { name: text(name), faction: text(faction), pilots: all } };
}

/** What was pasted and is not right, with why, by squad; nothing is typed once it was read. @type {Record<number, {typed: string, told: string}>} */
const pastes = {};

/**
 * A squad as a builder exports it.
 * @param {import("../../../web/assets/make/common.js").Form} form @param {number} n @param {boolean} isOpen
 */
export function pasted(form, n, isOpen) {
  const { typed = "", told = "" } = pastes[n] || {};
  const named = { "data-key": `${n}/xws`, "aria-label": t("make.xws") };
  const area = el("textarea", { rows: 3, spellcheck: "false", ...named }, typed);
  const take = async () => {
    const sent = area.value;
    try {
      const { squad, told } = await squadIn(sent);
      form.setup.squads[n] = squad;
      pastes[n] = { typed: "", told };
      form.changed();
    } catch (failure) {
      pastes[n] = { typed: sent, told: whyNone(failure) };
      form.refresh();
    }
  };
  area.addEventListener("paste", () => setTimeout(() => void take())); // what is pasted has arrived by then
  const parts = [
    el("p", { class: "hint" }, t("make.xws")), area, told && el("p", { class: "fault", role: "status" }, told),
    button({ key: `${n}/read`, text: t("xw.read"), do: () => void take() }),
  ];
  return isOpen || told ? el("div", { class: "pasted" }, parts) : fold(`${n}/paste`, t("xw.squad"), parts);
}

/** Why there is no squad in what was pasted. @param {unknown} failure */
export const whyNone = (failure) => (failure instanceof Refusal ? failure.message : t("xw.no_xws"));

/** The squad in what a builder has exported, and what is to be said of it. Raises where there is none. @param {string} exported */
async function squadIn(exported) {
  const found = isText(exported) ? null : JSON.parse(objectIn(exported));
  if (found) {
    if (!Array.isArray(found.pilots) || !found.pilots.some(isMap)) throw new TypeError("no pilots");
    return { squad: squadOf(found), told: "" };
  }
  const read = await post(SQUADS, { xws: exported });
  await readNames(read.xws);
  for (const pilot of read.xws.pilots) delete pilot.upgrades.other; // lines that name nothing, which are told
  return { squad: squadOf(read.xws), told: readAs(read) };
}

/** The object in a text, with double quotes where it has single ones. @param {string} exported */
function objectIn(exported) {
  const found = exported.slice(exported.indexOf("{"), exported.lastIndexOf("}") + 1);
  return /^\{\s*'/.test(found) ? doubleQuoted(found) : found;
}

/** A text with double quotes around texts, and with JSON's words for Python's. @param {string} text */
function doubleQuoted(text) {
  /** @type {Record<string, string>} */
  const words = { None: "null", True: "true", False: "false", "\\'": "'", '"': '\\"' };
  const parts = /("(?:[^"\\]|\\.)*"?)|'((?:[^'\\]|\\.)*)'?|\b(None|True|False)\b/gs;
  return text.replace(parts, (_, double, single, word) => {
    if (single === undefined) return word ? words[word] : double;
    return `"${single.replace(/\\.|"/gs, (/** @type {string} */ sign) => words[sign] ?? sign)}"`;
  });
}

/** Whether it is a text of names or a link, and no JSON. @param {string} exported */
const isText = (exported) => exported.trim() !== "" && !exported.includes("{");

/** What a text was read as where it says something else. @param {any} squad as the service has read it */
export function readAs({ read_as: alike, not_known: others }) {
  const called = (/** @type {string} */ card) => (card.startsWith("pilot:") ? pilotName(card.slice(6)) : upgradeName(card.slice(8)));
  const lines = alike.map((/** @type {any} */ { text: typed, card }) => t("xw.read_as", { typed, name: called(card) }));
  const names = others.map((/** @type {any} */ { id }) => id).join(", ");
  return [...lines, ...(names ? [t("xw.not_known", { names })] : [])].join(" ");
}
