// @ts-check
// The moves of a whole game are listed as they are; those of a siege have fields, which come once a siege asks for one.

import { el } from "../../../web/assets/dom.js";

/** The module with the fields of a siege, once it has come. @type {any} */
let fields = null;

/**
 * What stands in place of the choices; null where the choices say all.
 * @param {any} question @param {import("../../../web/assets/moves/common.js").Seat} seat
 */
export function compose(question, seat) {
  if (question.question !== "show-card" && (question.question !== "act" || isWhole(question))) return null;
  if (fields) return fields.composed(question, seat);
  const host = el("div");
  void seat.module("fields").then((found) => {
    fields = found;
    host.replaceChildren(fields.composed(question, seat));
  });
  return host;
}

/** Whether the service has dealt the cards: then every move is listed. @param {any} question */
const isWhole = (question) => question.choices.some((/** @type {any} */ each) => ["lay-card", "play-card"].includes(each.choice.kind));
