// @ts-check
// What is made is handed on: kept in this browser by name, saved as a file and opened from one, a link with its code.

import {
  LONGEST_LINK, TooLarge, armyIn, armyNamed, armyNames, forgetArmy, keepArmy, packedArmy, saveAsFile,
} from "./armies.js";
import { Refusal } from "./api.js";
import { codeOf, linkFor, shownLink, warning } from "./code.js";
import { button, isSure } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { linesOf } from "./refusal.js";
import { NotKept } from "./store.js";
import { parts, t } from "./text.js";

/** @typedef {import("./armies.js").Army} Army */

/** Why something cannot be taken, kept or sent, in lines. @param {any} failure @returns {string[]} */
export function whyNot(failure) {
  if (failure instanceof TooLarge) return [t("make.too_large")];
  if (failure instanceof NotKept) return [t("make.not_kept")];
  if (failure instanceof Refusal) return linesOf(failure);
  // `fetch` fails with a TypeError too, without a network; what is read here fails while there is one
  return [navigator.onLine && !/fetch|network|load/i.test(failure.message) ? t("make.bad") : t("try.offline")];
}

/** The ways to hand on what is made, on the page. */
export class Handing {
  /**
   * @param {string} ruleset
   * @param {{army: () => Army, take: (army: Army) => void, refused: (failure: any) => void}} of
   */
  constructor(ruleset, of) {
    this.ruleset = ruleset;
    this.of = of;
    at("keep").addEventListener("click", () => this.perhaps(() => this.keep()));
    at("name").addEventListener("input", () => at("name").setCustomValidity(""));
    at("save").addEventListener("click", () => saveAsFile(of.army()));
    at("share").addEventListener("click", () => this.perhaps(() => this.share()));
    at("file").addEventListener("change", () => this.perhaps(() => this.openFile(at("file"))));
  }

  /** @param {() => Promise<unknown>} done */
  perhaps(done) {
    void done().catch(this.of.refused);
  }

  /** Those that this browser keeps. */
  show() {
    const names = armyNames(this.ruleset);
    at("mine").hidden = !names.length;
    redraw(at("armies"), names.map((name) => el("li", { class: "row" },
      button({ key: `take/${name}`, kind: "kept", text: name, do: () => this.perhaps(async () => this.take(name)) }),
      button({
        key: `forget/${name}`, kind: "quiet away", text: "×", name: t("make.forget", { name }),
        do: () => this.perhaps(() => this.forget(name)),
      }))));
  }

  /** @param {string} name */
  take(name) {
    const army = armyNamed(this.ruleset, name);
    if (army) this.of.take(army);
    at("content").focus();
    say(t("make.taken", { name }));
  }

  /** @param {string} name */
  async forget(name) {
    if (!await isSure(parts("make.forget_sure", { name: el("bdi", {}, name) }), t("make.forget", { name }))) return;
    forgetArmy(this.ruleset, name);
    this.show();
  }

  async keep() {
    const army = this.of.army();
    at("name").setCustomValidity(army.name ? "" : t("make.name_first"));
    if (!at("name").reportValidity()) return say(t("make.name_first"));
    const before = armyNamed(this.ruleset, army.name);
    const isOther = before && JSON.stringify(before) !== JSON.stringify(army);
    const question = parts("make.replace_sure", { name: el("bdi", {}, army.name) });
    if (isOther && !await isSure(question, t("make.replace"))) return undefined;
    keepArmy(army);
    this.show();
    redraw(at("handed"), el("p", { class: "hint" }, t("make.kept", { name: army.name })));
    return say(t("make.kept", { name: army.name }));
  }

  /** @param {HTMLInputElement} input */
  async openFile(input) {
    const file = input.files?.[0];
    input.value = ""; // the same file may be opened again
    if (file) this.of.take(await armyIn(this.ruleset, file));
  }

  /** The link of what is made, with its code; where it is too long for one, the file is the way. */
  async share() {
    const link = linkFor(`/make/${this.ruleset}#a=${await packedArmy(this.of.army())}`);
    if (link.length > LONGEST_LINK) {
      const save = button({ key: "save", text: t("make.save"), do: () => saveAsFile(this.of.army()) });
      return redraw(at("handed"), el("p", { class: "hint" }, t("make.long_link")), save);
    }
    redraw(at("handed"), el("div", { class: "invite" }, await codeOf(link, t("make.code")),
      el("div", {}, el("p", { class: "hint" }, t("make.link_hint")), warning(), shownLink(link, t("make.link")))));
    return navigator.clipboard?.writeText(link).then(() => say(t("try.copied")), () => null);
  }

  /** What was handed on is not what is made now. */
  hide() {
    redraw(at("handed"));
  }
}
