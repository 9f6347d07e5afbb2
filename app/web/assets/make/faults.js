// @ts-check
// What the service says is wrong, each at its place: the innermost place that asks for a fault shows it, and no other.

import { el } from "../dom.js";

/** The faults of a setup that is drawn anew. */
export class Faults {
  /** @param {any[]} errors as the service says them, with a `pointer` below `/setup` */
  constructor(errors) {
    /** @type {Set<any>} those of which no place has asked yet */
    this.unshown = new Set(errors);
  }

  /** What is wrong at a place of the setup, and below it where `isDeep`. @param {string} place @param {boolean} [isDeep] */
  at(place, isDeep = true) {
    const pointer = `/setup${place}`;
    const here = [...this.unshown].filter((error) =>
      error.pointer === pointer || (isDeep && error.pointer.startsWith(`${pointer}/`)));
    for (const error of here) this.unshown.delete(error);
    return here.map((error) => el("p", { class: "fault" }, error.detail));
  }

  /** What no place has asked for. */
  left() {
    return [...this.unshown].map(({ detail, pointer }) =>
      el("li", { class: "fault" }, detail, " ", el("code", {}, pointer)));
  }
}
