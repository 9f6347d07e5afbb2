// @ts-check
// What is said of a table of X-Wing wherever one is: the tokens on a ship, and where the attacker is.

import { select } from "../../../web/assets/controls.js";
import { el } from "../../../web/assets/dom.js";
import { t, word } from "../../../web/assets/text.js";

export const TOKENS = ["focus", "calculate", "evade", "reinforce_fore", "reinforce_aft", "strain", "deplete", "stress", "ion", "jam", "disarm", "tractor", "cloak"];

/** Where the attacker is, seen from the defender, with the arcs of the defender there. @type {Record<string, string[]>} */
const SIDES = { unsaid: [], ahead: ["front", "full-front"], side_ahead: ["left", "full-front"], side_behind: ["left", "full-rear"], behind: ["rear", "full-rear"] };

/** Where the attacker is, seen from the defender. @param {string[]} arcs @param {(arcs: string[]) => void} set */
export const seenFrom = (arcs, set) => select({ key: "from", label: t("xw.from"), value: Object.keys(SIDES).find((side) => String(SIDES[side]) === String(arcs)) || "unsaid",
  options: Object.keys(SIDES).map((side) => ({ value: side, text: t(`xw.from_${side}`) })), set: (side) => set(SIDES[side]) });

/** Tokens of a kind, one more with each tap. @param {Record<string, number>} tokens @param {string} token @param {string} key @param {() => void} changed */
export const tapped = (tokens, token, key, changed) => el("button", { type: "button", class: `token ${tokens[token] ? "held" : ""}`, "data-key": `${key}/${token}`, "aria-label": t("xw.token", { name: word("token", token), count: tokens[token] }),
  onclick: () => { tokens[token] = (tokens[token] + 1) % 4; changed(); } }, word("token", token), el("b", {}, tokens[token] || ""));
