// @ts-check
// The link with which another phone takes a seat, as a QR code with its words beside it.

import { get, post, root } from "./api.js";
import { button } from "./controls.js";
import { el, redraw, svg } from "./dom.js";
import { parts, t } from "./text.js";

const LOCAL = /^(localhost|127\.|\[::1\])/;

/** The address that a phone reaches: this one, unless this one is only good on this machine. */
function address() {
  const lan = document.body.dataset.lan || "";
  return LOCAL.test(location.host) ? lan : lan.startsWith("https:") ? lan : location.origin + root;
}

/**
 * Makes a claim of a seat: its link, and the link as a QR code.
 * @param {{id: string, seat: number, name: string, token: string, minutes: number}} of
 */
export async function seatCode(of) {
  const made = await post(`/v1/sessions/${of.id}/seats/${of.seat}/claims`, { minutes: of.minutes }, { token: of.token });
  const link = `${address() || location.origin + root}/join#${made.claim}.${of.id}.${of.seat}`;
  const code = await post("/pages/codes", { link });
  const margin = 3;
  const drawn = svg("svg", { class: "code", viewBox: `${-margin} ${-margin} ${code.size + 2 * margin} ${code.size + 2 * margin}`, role: "img", "aria-label": t("invite.code", { name: of.name }) },
    svg("rect", { class: "quiet-zone", x: -margin, y: -margin, width: code.size + 2 * margin, height: code.size + 2 * margin }), svg("path", { class: "modules", d: code.path }));
  return { link, drawn };
}

/**
 * Makes a claim of a seat, and shows it.
 * @param {HTMLElement} host
 * @param {{id: string, seat: number, name: string, token: string}} of
 */
export async function invite(host, of) {
  const { link, drawn } = await seatCode({ ...of, minutes: 720 });
  const shown = el("input", { type: "text", readonly: true, value: link, "aria-label": t("invite.link"), onfocus: (/** @type {any} */ event) => event.target.select() });
  redraw(host, el("section", { class: "invite", "aria-label": t("invite.code", { name: of.name }) },
    drawn, el("div", {},
      el("h2", {}, parts("invite.title", { name: el("bdi", {}, of.name) })), el("p", { class: "hint" }, t("invite.hint")),
      LOCAL.test(location.host) && el("p", { class: "hint warning" }, address() ? t("invite.local", { address: address() }) : t("invite.alone")),
      shown, button({ key: "invite", text: t("invite.again"), do: () => void invite(host, of) }))));
}

/** Takes away the links that other phones have used. @param {HTMLElement} host @param {{id: string, token: string | null, mine: number[]}} of */
export async function clearTaken(host, { id, token, mine }) {
  const log = await get(`/v1/sessions/${id}/events?after=1`, { token }).catch(() => ({ items: [] }));
  const claimed = log.items.filter((/** @type {any} */ item) => item.event.change === "claimed" && !mine.includes(item.event.seat)).map((/** @type {any} */ item) => String(item.event.seat));
  for (const place of /** @type {HTMLElement[]} */ ([...host.children])) if (claimed.includes(place.dataset.seat || "")) place.remove();
}
