// @ts-check
// Rules are found by what they say: what is typed hides those that do not say it.

import { at } from "./dom.js";
import { t } from "./text.js";

const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rules .step")]);

function find() {
  const typed = at("find").value.trim().toLocaleLowerCase();
  for (const rule of rules) rule.hidden = !rule.textContent?.toLocaleLowerCase().includes(typed);
  at("found").textContent = typed ? t("rules.found", { count: rules.filter((rule) => !rule.hidden).length }) : "";
}

at("find").addEventListener("input", find);
find();
document.body.classList.add("ready");
