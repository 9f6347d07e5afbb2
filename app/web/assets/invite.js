// @ts-check
// The link with which another phone takes a seat, as a QR code with its words beside it.

import { get, post, root } from "./api.js";
import { button } from "./controls.js";
import { el, redraw, svg } from "./dom.js";
import { carried } from "./seals.js";
import { parts, t } from "./text.js";

const LOCAL = /^(localhost|127\.|\[::1\])/;

/** The address that a phone reaches: this one, unless this one is only good on this machine. */
function address() {
  const lan = document.body.dataset.lan || "";
  return LOCAL.test(location.host) ? lan : lan.startsWith("https:") ? lan : location.origin + root;
}

/** The link of the page that takes what stands behind its `#`. @param {string[]} given */
const joining = (...given) => `${address() || location.origin + root}/join#${given.join(".")}`;

/** @param {{id: string, seat: number, token: string, minutes: number}} of */
async function claimOf({ id, seat, token, minutes }) {
  return (await post(`/v1/sessions/${id}/seats/${seat}/claims`, { minutes }, { token })).claim;
}

/**
 * Makes a claim of a seat: its link, and the link as a QR code.
 * @param {{id: string, seat: number, name: string, token: string, minutes: number}} of
 */
export async function seatCode(of) {
  const link = joining(await claimOf(of), of.id, String(of.seat));
  const code = await post("/pages/codes", { link });
  const margin = 3;
  const drawn = svg("svg", { class: "code", viewBox: `${-margin} ${-margin} ${code.size + 2 * margin} ${code.size + 2 * margin}`, role: "img", "aria-label": t("invite.code", { name: of.name }) },
    svg("rect", { class: "quiet-zone", x: -margin, y: -margin, width: code.size + 2 * margin, height: code.size + 2 * margin }), svg("path", { class: "modules", d: code.path }));
  return { link, drawn };
}

/** A link to be copied by hand. @param {string} link */
export const shownLink = (link) => el("input", { type: "text", readonly: true, value: link, "aria-label": t("invite.link"), onfocus: (/** @type {any} */ event) => event.target.select() });

/** Where this address is only good on this machine. */
const warning = () => LOCAL.test(location.host) && el("p", { class: "hint warning" }, address() ? t("invite.local", { address: address() }) : t("invite.alone"));

/**
 * Makes a claim of a seat, and shows it.
 * @param {Element} host
 * @param {{id: string, seat: number, name: string, token: string}} of
 * @param {"invite.title" | "invite.own"} [title]
 */
export async function invite(host, of, title = "invite.title") {
  const { link, drawn } = await seatCode({ ...of, minutes: 720 });
  redraw(host, el("section", { class: "invite", "aria-label": t("invite.code", { name: of.name }) },
    drawn, el("div", {},
      el("h2", {}, parts(title, { name: el("bdi", {}, of.name) })), el("p", { class: "hint" }, t("invite.hint")),
      warning(), shownLink(link), button({ key: "invite", text: t("invite.again"), do: () => void invite(host, of, title) }))));
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
    const link = joining(await claimOf({ ...of, minutes: 720 }), of.id, String(of.seat), cards);
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
