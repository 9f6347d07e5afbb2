// @ts-check
// Why something was refused, in the words of the service.

import { Refusal } from "./api.js";
import { t } from "./text.js";

/**
 * The lines that say why a request failed: all that is wrong, that a seat has moved, or that the service is not there.
 * @param {any} failure
 * @returns {string[]}
 */
export function linesOf(failure) {
  if (!(failure instanceof Refusal)) return [t("try.offline")];
  const { code, errors, detail, title, rule } = failure.problem;
  if (code === "token-invalid") return [t("play.moved")];
  const lines = errors?.length ? errors.map((/** @type {any} */ each) => each.detail) : [detail || title];
  return rule ? lines.map((/** @type {string} */ line) => `${line} (${rule})`) : lines;
}
