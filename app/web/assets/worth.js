// @ts-check
// What each choice of an open question is worth, by the odds from this point on: a thin bar under each.

import { get } from "./api.js";
import { el } from "./dom.js";
import { asDecimal, word } from "./text.js";

/**
 * Adds the worth of each choice to the buttons of a question, once it is known; where it is not, they stay as they are.
 * @param {ParentNode} host
 * @param {any} action
 * @param {string | null} token
 */
export async function addWorth(host, action, token) {
  if (action.pending?.kind !== "choice") return;
  const found = await get(`/v1/sessions/${action.session_id}/actions/${action.number}/odds`, { token }).catch(() => null);
  const measure = found?.best_by;
  if (!measure || !found.choices?.length) return;
  /** @type {Map<string, number>} */
  const worth = new Map(found.choices.map((/** @type {any} */ each) => [JSON.stringify(each.choice), each.means[measure].decimal]));
  const most = Math.max(...worth.values(), 1e-9);
  for (const button of host.querySelectorAll(".choice")) {
    const value = worth.get(/** @type {HTMLElement} */ (button).dataset.choice || "");
    if (value === undefined || button.querySelector(".worth")) continue;
    const bar = el("i", { class: "worth-bar", "aria-hidden": "true" });
    bar.style.width = `${Math.round((100 * value) / most)}%`;
    button.append(el("span", { class: "worth" }, bar, el("span", {}, `${word("measure", measure)} ${asDecimal(value)}`)));
  }
}
