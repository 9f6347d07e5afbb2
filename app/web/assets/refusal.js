// @ts-check
// Why something was refused, in the words of the service.

import { Refusal } from "./api.js";
import { at, el, redraw } from "./dom.js";
import { NotKept } from "./store.js";
import { t } from "./text.js";

/**
 * The lines that say why a request failed: all that is wrong, that a seat has moved, or that the service is not there.
 * @param {any} failure
 * @returns {string[]}
 */
export function linesOf(failure) {
  if (failure instanceof NotKept) return [t("store.nothing")];
  if (!(failure instanceof Refusal)) return [t("try.offline")];
  const { code, errors, detail, title, rule } = failure.problem;
  if (code?.startsWith("token-") && document.getElementById("key")) return [t("key.wanted")];
  if (code === "token-invalid") return [t("play.moved")];
  const lines = errors?.length ? errors.map((/** @type {any} */ each) => each.detail) : [detail || title || t("try.offline")];
  return rule ? lines.map((/** @type {string} */ line) => `${line} (${rule})`) : lines;
}

/** Shows why something was refused where one looks. @param {any} failure */
export function showRefusal(failure) {
  redraw(at("refusal"), linesOf(failure).map((line) => el("p", {}, line)));
  at("refusal").scrollIntoView({ block: "nearest" });
}
