// @ts-check
// Damage points, dealt by tapping the units; the service says which ways there are and what each does.

import { called } from "../../../web/assets/board.js";
import { el } from "../../../web/assets/dom.js";
import { button } from "../../../web/assets/controls.js";
import { t, word } from "../../../web/assets/text.js";
import { done, part, place } from "../../../web/assets/moves/common.js";

const FEW = 4;

/**
 * What stands in place of the choices; null where the choices say all.
 * @param {any} question @param {import("../../../web/assets/moves/common.js").Seat} seat
 */
export function compose(question, seat) {
  if (question.question !== "allocate-damage" || question.choices.length <= FEW) return null;
  const key = `${seat.session}/${question.seat}/damage`;
  return place(key, [question.action, question.seen], () => /** @type {Record<string, number>} */ ({}), (points) => {
    const send = async (/** @type {any} */ choice) => { if (await seat.answer(choice)) done(key); };
    const listed = el("details", { class: "fold" }, el("summary", {}, t("ss.all_ways", { count: question.choices_total })),
      el("div", { class: "choices" }, question.choices.map((/** @type {any} */ each) => el("button", { type: "button", class: "choice", onclick: () => void send(each.choice) }, each.text))));
    return [part((again) => dealt(question, points, again, send)), listed];
  });
}

/** @param {any} question @param {Record<string, number>} points @param {() => void} again @param {(choice: any) => Promise<void>} send */
function dealt({ context: { units, must_apply: all }, choices }, points, again, send) {
  const sum = Object.values(points).reduce((total, each) => total + each, 0);
  const same = (/** @type {any} */ other) => units.every((/** @type {any} */ { unit }) => (other[unit] || 0) === (points[unit] || 0));
  const known = choices.find((/** @type {any} */ each) => same(each.choice.points));
  return [
    el("p", { class: "hint", role: "status" }, t("ss.dealt", { sum, all }), known && `. ${known.text}`),
    el("div", { class: "counters", role: "group", "aria-label": t("ss.tap_damage") }, units.map((/** @type {any} */ { unit, state, most }) => {
      const now = points[unit] || 0;
      const room = now < most && sum < all;
      return el("button", { type: "button", class: `counter target ${state} ${now ? "fires" : ""}`, "data-key": `damage/${unit}`, "aria-label": t("ss.hit_unit", { name: called(unit), state: word("state", state), points: now, most }),
        onclick: () => { points[unit] = room ? now + 1 : 0; again(); } }, el("span", {}, called(unit)), el("b", {}, "✹".repeat(now) || "–"));
    })),
    button({ key: "deal", kind: sum === all || known ? "primary" : "secondary", text: t("ss.deal"), do: () => void send({ points: Object.fromEntries(Object.entries(points).filter(([, each]) => each)) }) }),
  ];
}
