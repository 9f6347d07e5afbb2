// @ts-check
// The link with which another phone takes a seat, as a QR code with its words beside it.

import { get, post } from "./api.js";
import { codeOf, linkFor, shownLink as shown, warning } from "./code.js";
import { button } from "./controls.js";
import { el, redraw } from "./dom.js";
import { carried } from "./seals.js";
import { parts, t } from "./text.js";

/** Minutes for which letters are good that are said. */
const SAID = 10;

/** The link of the page that takes what stands behind its `#`. @param {string[]} given */
const joining = (...given) => linkFor(`/join#${given.join(".")}`);

/**
 * Makes a claim. @param {{id: string, seat: number, token: string}} of @param {{minutes?: number, code?: boolean, code_minutes?: number, spare?: boolean}} wanted
 * @returns {Promise<{claim: string, code: string | null, code_expires_at: string | null}>}
 */
const claimOf = ({ id, seat, token }, wanted) => post(`/v1/sessions/${id}/seats/${seat}/claims`, wanted, { token });

/**
 * Makes a claim of a seat: its link, the link as a QR code, and the letters that can be typed, with their end.
 * @param {{id: string, seat: number, name: string, token: string, minutes: number, typed: number}} of minutes for which link and letters are good
 */
export async function seatCode({ minutes, typed, ...of }) {
  const { claim, code, code_expires_at: until } = await claimOf(of, { minutes, code: true, code_minutes: typed });
  const link = joining(claim, of.id, String(of.seat));
  return { link, drawn: await codeOf(link, t("invite.code", { name: of.name })), letters: code || "", until: new Date(until || 0) };
}

/**
 * Where the letters of a seat are typed. @param {"invite.say" | "organise.say"} key @param {string} letters @param {Record<string, Node>} [more]
 */
export const toType = (key, letters, more = {}) => parts(key, {
  letters: el("b", { class: "letters", translate: "no" }, letters), address: el("bdi", {}, linkFor("/join").replace(/^https?:\/\//, "")), ...more });

/** Makes the spare claim of a seat; its link. @param {{id: string, seat: number, token: string}} of */
export const spareLink = async (of) => joining((await claimOf(of, { spare: true })).claim, of.id, String(of.seat));

/** A link to be copied by hand. @param {string} link */
export const shownLink = (link) => shown(link, t("invite.link"));

/**
 * Makes a claim of a seat, and shows it.
 * @param {Element} host
 * @param {{id: string, seat: number, name: string, token: string}} of
 * @param {"invite.title" | "invite.own"} [title]
 */
export async function invite(host, of, title = "invite.title") {
  const { link, drawn, letters } = await seatCode({ ...of, minutes: 720, typed: SAID });
  redraw(host, el("section", { class: "invite", "aria-label": t("invite.code", { name: of.name }) },
    drawn, el("div", {},
      el("h2", {}, parts(title, { name: el("bdi", {}, of.name) })), el("p", { class: "hint" }, t("invite.hint")),
      warning(), spoken(letters), shownLink(link), button({ key: "invite", text: t("invite.again"), do: () => void invite(host, of, title) }))));
}

/** What can be said in place of the link, as long as it is good. @param {string} letters */
function spoken(letters) {
  const line = el("p", { class: "spoken" }, toType("invite.say", letters));
  setTimeout(() => redraw(line, t("invite.said")), SAID * 60_000);
  return line;
}

/**
 * Shows how a seat goes on with another phone. Sealed cards go along in a link without a code, which the service would have to draw.
 * @param {Element} host @param {{id: string, seat: number, name: string, token: string}} of
 */
export async function inviteOn(host, of) {
  const place = host.querySelector("[data-own]") || host.appendChild(el("div", { "data-own": "" }));
  const cards = carried(of.id);
  if (!cards) await invite(place, of, "invite.own");
  else {
    const link = joining((await claimOf(of, { minutes: 720 })).claim, of.id, String(of.seat), cards);
    redraw(place, el("section", { class: "invite alone" }, el("div", {}, el("h2", {}, parts("invite.own", { name: el("bdi", {}, of.name) })), el("p", { class: "hint" }, t("invite.hint"), " ", t("invite.cards")), warning(), shownLink(link))));
  }
  place.scrollIntoView({ block: "nearest" });
}

/** The link that brings the sealed cards of this browser to the phone that has the seat now; null without any. @param {string} id of the session */
export function cardsLink(id) {
  const cards = carried(id);
  return cards && el("section", { class: "invite alone" }, el("div", {}, el("h2", {}, t("invite.only_cards")), el("p", { class: "hint" }, t("invite.cards")), shownLink(joining("", id, "", cards))));
}

/** Takes away the links that other phones have used. @param {HTMLElement} host @param {{id: string, token: string | null, mine: number[]}} of */
export async function clearTaken(host, { id, token, mine }) {
  const log = await get(`/v1/sessions/${id}/events?after=1`, { token }).catch(() => ({ items: [] }));
  const claimed = log.items.filter((/** @type {any} */ item) => item.event.change === "claimed" && !mine.includes(item.event.seat)).map((/** @type {any} */ item) => String(item.event.seat));
  for (const place of /** @type {HTMLElement[]} */ ([...host.children])) if (claimed.includes(place.dataset.seat || "")) place.remove();
}
