// @ts-check
// What the service says is wrong, each at its place: the innermost place that asks for a fault shows it, and no other.

import { el } from "../dom.js";
import { inWords } from "../text.js";

/** The faults of a setup that is drawn anew. */
export class Faults {
  /**
   * @param {any[]} errors as the service says them, with a `pointer` below `/setup`
   * @param {any} [setup] in which they are, for the names of its things
   * @param {boolean} [isText] the setup is typed as text, in which pointers say where something stands
   */
  constructor(errors, setup = null, isText = false) {
    this.setup = setup;
    this.isText = isText;
    /** @type {Set<any>} those of which no place has asked yet */
    this.unshown = new Set(errors);
  }

  /**
   * What is wrong at a place of the setup, and below it where `isDeep`.
   * @param {string} place @param {boolean} [isDeep] @param {(below: string) => string} [called] what is wrong there, in
   *   the words of the form; else the thing is named that lies below the place
   */
  at(place, isDeep = true, called = (below) => this.named(place, below)) {
    const pointer = `/setup${place}`;
    const here = [...this.unshown].filter((error) =>
      error.pointer === pointer || (isDeep && error.pointer.startsWith(`${pointer}/`)));
    for (const error of here) this.unshown.delete(error);
    return here.map(({ detail, pointer: whole }) => el("p", { class: "fault" }, told(called(whole.slice(pointer.length)), detail)));
  }

  /** What no place has asked for. */
  left() {
    return [...this.unshown].map(({ detail, pointer }) =>
      el("li", { class: "fault" }, told(this.named("", pointer.replace("/setup", "")), detail), this.isText && [" ", el("code", {}, pointer)]));
  }

  /** What the innermost thing is called that lies below a place; nothing where none does. @param {string} place @param {string} below */
  named(place, below) {
    let [part, name] = [this.setup, ""];
    const inner = below.split("/").length - 1;
    const steps = [...place.split("/").slice(1), ...below.split("/").slice(1)];
    for (const [n, step] of steps.entries()) {
      part = part?.[step];
      if (n >= steps.length - inner) name = this.calledIn(part) || name;
    }
    return name;
  }

  /** What a thing is called: by its name, else as its card, else by its id. @param {any} thing */
  calledIn(thing) {
    const id = thing?.id ?? thing?.card;
    if (typeof id !== "string") return "";
    const card = this.setup.cards?.find?.((/** @type {any} */ each) => each?.id === thing.card);
    return String(thing.name || card?.name || inWords(id));
  }
}

/** A fault behind what it is about, unless it names that itself. @param {string} name @param {string} detail */
const told = (name, detail) => [name && !detail.includes(name) && [el("b", {}, el("bdi", {}, name)), ": "], detail];
