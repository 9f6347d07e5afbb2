// @ts-check
// What is said of a table of X-Wing wherever one is: the range, the tokens on a ship, and where the attacker is.

import { segments, select } from "../../../web/assets/controls.js";
import { el, svg } from "../../../web/assets/dom.js";
import { t, word } from "../../../web/assets/text.js";

export const TOKENS = ["focus", "calculate", "evade", "reinforce_fore", "reinforce_aft", "strain", "deplete", "stress", "ion", "jam", "disarm", "tractor", "cloak"];

/** What is often on a ship, as a drawing in a field of 24 by 24 around its middle: a path of lines, and dots. @type {Record<string, [string, [number, number, number][]]>} */
const ICONS = {
  focus: ["M8.4 0A8.4 8.4 0 1 1-8.4 0 8.4 8.4 0 1 1 8.4 0", [[0, 0, 3]]],
  calculate: ["M0-9 9 0 0 9-9 0ZM-4 0H-2.6M2.6 0H4", [[0, 0, 1.6]]],
  evade: ["M-7.5 6.5C-7.5-2-1-6.4 7-6.4M2.6-9.6 7.4-6.4 3-2.6", []],
  lock: ["M-8-3.4V-8H-3.4M3.4-8H8V-3.4M8 3.4V8H3.4M-3.4 8H-8V3.4M-2.6 0H2.6M0-2.6V2.6", []],
  stress: ["M0-8.5 9 7.5H-9ZM0-3V2.5", [[0, 5, 1]]],
};

/** The drawing of a token; nothing where there is none. @param {string} token */
export const icon = (token) => ICONS[token] && svg("svg", { class: "icon", viewBox: "-12 -12 24 24", "aria-hidden": "true" },
  svg("path", { d: ICONS[token][0] }), ICONS[token][1].map(([cx, cy, r]) => svg("circle", { cx, cy, r })));

/** Where the attacker is, seen from the defender, with the arcs of the defender there. @type {Record<string, string[]>} */
const SIDES = { unsaid: [], ahead: ["front", "full-front"], side_ahead: ["left", "full-front"], side_behind: ["left", "full-rear"], behind: ["rear", "full-rear"] };

/** Where the attacker is, seen from the defender. @param {string[]} arcs @param {(arcs: string[]) => void} set */
export const seenFrom = (arcs, set) => select({ key: "from", label: t("xw.from"), value: Object.keys(SIDES).find((side) => String(SIDES[side]) === String(arcs)) || "unsaid",
  options: Object.keys(SIDES).map((side) => ({ value: side, text: t(`xw.from_${side}`) })), set: (side) => set(SIDES[side]) });

/** Tokens of a kind, one more with each tap. @param {Record<string, number>} tokens @param {string} token @param {string} key @param {() => void} changed */
export const tapped = (tokens, token, key, changed) => el("button", { type: "button", class: `token ${tokens[token] ? "held" : ""}`, "data-key": `${key}/${token}`, "aria-label": t("xw.token", { name: word("token", token), count: tokens[token] }),
  onclick: () => { tokens[token] = (tokens[token] + 1) % 4; changed(); } }, icon(token), word("token", token), el("b", {}, tokens[token] || ""));

/** Where each range begins on the ruler, in a picture of 390 by 104, and how wide it is. */
const [BEGIN, WIDE] = [74, 74];
/** The outlines of two ships that fly up, the first a fighter with long wings. */
const SHIPS = {
  attacker: "M0-36 9-10 28 20v8L10 20 6 27H-6l-4-7-18 8v-8L-9-10ZM0-12 3.4-2v8h-6.8v-8Z",
  defender: "M0-25 7-6 23 13v8L8 14 5 20H-5L-8 14-23 21v-8L-7-6ZM0-8a5 5 0 1 1-.1 0Z",
};

/** @param {"attacker" | "defender"} role @param {number} x @param {number} turned */
const flying = (role, x, turned) => svg("path", { class: `flying ${role}`, d: SHIPS[role], transform: `translate(${x} 52) rotate(${turned})` });

/** The range as a ruler between both ships: a tap on a part of it sets it. @param {number} range @param {boolean} isObstructed @param {(range: number) => void} set */
export function ruler(range, isObstructed, set) {
  const x = (/** @type {number} */ at) => BEGIN + WIDE * at;
  const target = x(range + 0.56);
  return el("div", { class: "ruler" },
    svg("svg", { viewBox: "0 0 390 104", "aria-hidden": "true" },
      svg("rect", { class: "chosen", x: x(range), y: 6, width: WIDE, height: 98 }),
      svg("path", { class: "arc", d: "M72 52 370 8V96Z" }),
      svg("path", { class: "marks", d: [0, 1, 2, 3, 4].map((at) => `M${x(at)} 6V104`).join("") }),
      svg("path", { class: `aim ${isObstructed ? "obstructed" : ""}`, d: `M76 52H${target - 27}m-8-5 8 5-8 5` }),
      flying("attacker", 40, 90), flying("defender", target, -90)),
    segments({ key: "range", label: t("xw.range"), value: range, options: [0, 1, 2, 3].map((value) => ({ value, text: String(value) })), set }));
}
