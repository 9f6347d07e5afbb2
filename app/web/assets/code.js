// @ts-check
// Links for phones: the address that a phone reaches, and a link as a QR code.

import { post, root } from "./api.js";
import { el, svg } from "./dom.js";
import { t } from "./text.js";

const LOCAL = /^(localhost|127\.|\[::1\])/;

/** Whether this address is only good on this machine. */
export const isLocal = () => LOCAL.test(location.host);

/** The address that a phone reaches: this one, unless this one is only good on this machine; empty without one. */
export function reached() {
  const lan = document.body.dataset.lan || "";
  return isLocal() ? lan : lan.startsWith("https:") ? lan : location.origin + root;
}

/** A link of the service that goes to a phone. @param {string} path */
export const linkFor = (path) => `${reached() || location.origin + root}${path}`;

/** A link as a QR code with its name. @param {string} link @param {string} label */
export async function codeOf(link, label) {
  const code = await post("/pages/codes", { link });
  const margin = 3;
  const side = code.size + 2 * margin;
  const named = { class: "code", role: "img", "aria-label": label };
  return svg("svg", { viewBox: `${-margin} ${-margin} ${side} ${side}`, ...named },
    svg("rect", { class: "quiet-zone", x: -margin, y: -margin, width: side, height: side }),
    svg("path", { class: "modules", d: code.path }));
}

/** A link to be copied by hand. @param {string} link @param {string} label */
export const shownLink = (link, label) => el("input", {
  type: "text", readonly: true, value: link, "aria-label": label,
  onfocus: (/** @type {any} */ event) => event.target.select(),
});

/** Where this address is only good on this machine. */
export const warning = () => isLocal() && el("p", { class: "hint warning" },
  reached() ? t("invite.local", { address: reached() }) : t("invite.alone"));
