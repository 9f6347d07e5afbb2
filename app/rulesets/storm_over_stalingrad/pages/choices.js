// @ts-check
// Storm Over Stalingrad: choices with the counters that they are about, as these lie on the map.

import { el, svg } from "../../../web/assets/dom.js";

/** A counter as it lies on the map; nothing where it does not lie there. @param {string} unit */
function counter(unit) {
  const piece = document.querySelector(`#board .piece[data-item="${CSS.escape(unit)}"]`);
  return piece && el("span", { class: `counter-small ${piece.getAttribute("class")}` }, piece.querySelector(".piece-values")?.textContent);
}

const arrow = () => svg("svg", { class: "goes", viewBox: "0 0 24 24" }, svg("path", { d: "M3 12H20m-6-6 6 6-6 6" }));

/** The counters of many units stand for themselves: the words name them. */
const FEW = 4;

/** @param {string[]} units */
const counters = (units) => (units.length <= FEW ? units.map(counter).filter(Boolean) : []);

/** @type {Record<string, (each: any) => any[]>} */
const OF = {
  "choose-firers": ({ choice, leads_to: leads }) => [el("b", { class: "firepower" }, leads?.firepower), counters(choice.units)],
  "choose-movers": ({ choice }) => [counters(choice.units), choice.units.length > 0 && choice.units.length <= FEW && arrow()],
  retreat: ({ choice }) => [counters([choice.unit]), arrow()],
  "allocate-damage": ({ choice }) => (Object.keys(choice.points).length <= FEW ? Object.entries(choice.points).map(([unit, points]) => el("span", { class: "hit" }, counter(unit), el("b", {}, "✹".repeat(Math.min(points, FEW))))) : []),
};

/** @type {import("../../../web/assets/question.js").Figures} */
export function figures(question, each) {
  const drawn = OF[question.question]?.(each).flat().filter(Boolean);
  return drawn?.length ? { figures: drawn, whole: false } : null;
}
