// @ts-check
// The controls of forms: each has a name, works with the keyboard, and keeps the focus when its place is drawn again.

import { el, keyed, say } from "./dom.js";
import { t } from "./text.js";

let made = 0;
const newId = () => `c${(made += 1)}`;

/** What was typed and could not be taken, by the key of its field, with what stands there instead. @type {Map<string, {value: any, text: string}>} */
const notes = new Map();

/**
 * A number with a button on each side; one that is typed out of range becomes the nearest, and that is said.
 * @param {{key: string, label: string, value: number | null, min?: number, max?: number, empty?: boolean, set: (value: any) => void}} of
 *   `empty`: nothing may stand there, which is null
 */
export function stepper(of) {
  const id = newId();
  const { min = 0, max = 99 } = of;
  let now = of.value;
  /** @param {number | null} value @param {string} [note] */
  const change = (value, note) => {
    now = value;
    if (note) notes.set(of.key, { value, text: note });
    else notes.delete(of.key);
    if (note) say(note);
    of.set(value);
  };
  /** @param {number} by */
  const step = (by) => {
    if (now === null) return change(min);
    if (now + by >= min && now + by <= max) return change(now + by);
    if (of.empty && by < 0) change(null);
  };
  /** @param {string} typed */
  const take = (typed) => {
    const number = Number(typed.replace("−", "-"));
    if (typed === "" && of.empty) return change(null);
    if (typed === "" || !Number.isInteger(number)) return change(now, t("control.no_number", { typed }));
    const taken = Math.max(min, Math.min(max, number));
    return change(taken, taken === number ? "" : t(number > max ? "control.at_most" : "control.at_least", { typed, limit: taken }));
  };
  const found = notes.get(of.key);
  const note = found && found.value === now ? found.text : "";
  const input = el("input", {
    id, "data-key": `${of.key}=`, type: "text", inputmode: "numeric", value: now ?? "", autocomplete: "off", placeholder: of.empty ? "–" : null, "aria-describedby": note ? `${id}n` : null,
    onchange: (/** @type {any} */ event) => take(event.target.value.trim()),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by) { event.preventDefault(); step(by); }
    },
  });
  const atLeast = now === null || (now <= min && !of.empty);
  const atMost = now !== null && now >= max;
  return el("div", { class: "field stepper" },
    el("label", { for: id }, of.label),
    el("span", { class: "steps" },
      el("button", { type: "button", "data-key": `${of.key}-`, "aria-label": t("control.less", { name: of.label }), "aria-disabled": atLeast ? "true" : null, onclick: () => step(-1) }, "−"),
      input,
      el("button", { type: "button", "data-key": `${of.key}+`, "aria-label": t("control.more", { name: of.label }), "aria-disabled": atMost ? "true" : null, onclick: () => step(1) }, "+")),
    note && el("span", { class: "hint warning", id: `${id}n` }, note));
}

/**
 * Something that is so or not.
 * @param {{key: string, label: string, on: boolean, set: (on: boolean) => void, lang?: string}} of
 */
export function toggle(of) {
  const id = newId();
  const box = el("input", { id, type: "checkbox", "data-key": of.key, checked: of.on, onchange: (/** @type {any} */ event) => of.set(event.target.checked) });
  return el("div", { class: "field toggle" }, box, el("label", { for: id, lang: of.lang }, of.label));
}

/**
 * One of a few.
 * @param {{key: string, label: string, value: any, options: {value: any, text: string}[], set: (value: any) => void, hidden?: boolean}} of
 */
export function segments(of) {
  const name = newId();
  return el("fieldset", { class: "field segments" },
    el("legend", { class: of.hidden ? "unseen" : null }, of.label),
    el("span", { class: "row" }, of.options.map((option, place) => {
      const id = newId();
      return el("span", { class: "segment" },
        el("input", { type: "radio", id, name, "data-key": `${of.key}/${place}`, checked: option.value === of.value, onchange: () => of.set(option.value) }),
        el("label", { for: id }, option.text));
    })));
}

/**
 * A line of text.
 * @param {{key: string, label: string, value: string, set: (value: string) => void, max?: number, list?: string}} of
 */
export function line(of) {
  const id = newId();
  return el("div", { class: "field line" },
    el("label", { for: id }, of.label),
    el("input", { id, "data-key": of.key, type: "text", value: of.value, maxlength: of.max || 60, autocomplete: "off", list: of.list, onchange: (/** @type {any} */ event) => of.set(event.target.value) }));
}

/**
 * One of many.
 * @param {{key: string, label: string, value: any, options: {value: any, text: string}[], set: (value: any) => void}} of
 */
export function select(of) {
  const id = newId();
  const list = el("select", { id, "data-key": of.key, onchange: (/** @type {any} */ event) => of.set(of.options[event.target.selectedIndex].value) },
    of.options.map((option) => el("option", { selected: option.value === of.value }, option.text)));
  return el("div", { class: "field" }, el("label", { for: id }, of.label), list);
}

/** The keys of what is unfolded. */
const unfolded = new Set();
/** Each fold as it was made last, by its key. */
const newest = new Map();

/**
 * What few need, folded; it stays open while its place is drawn again.
 * @param {string} key
 * @param {string} title
 * @param {...any} children
 */
export function fold(key, title, ...children) {
  const keep = (/** @type {boolean} */ open) => void (open ? unfolded.add(key) : unfolded.delete(key));
  const ontoggle = () => {
    keep(made.open);
    const last = newest.get(key);
    if (!made.isConnected || !last.isConnected) last.open = made.open; // it was made while this one was tapped
  };
  // `toggle` comes a moment after the click, and what is made in between would be closed again
  const made = el("details", { class: "fold", open: unfolded.has(key), ontoggle },
    el("summary", { "data-key": `fold/${key}`, onclick: () => keep(!made.open) }, title), el("div", { class: "fields" }, children));
  newest.set(key, made);
  return made;
}

/**
 * A button that does something small.
 * @param {{key: string, text: string, do: () => void, kind?: string, name?: string}} of
 */
export function button(of) {
  return el("button", { type: "button", class: of.kind || "quiet", "data-key": of.key, "aria-label": of.name, onclick: of.do }, of.text);
}

/**
 * Asks before something that cannot be undone, over everything else; the focus is on the way back, and returns to where it was, or to what is drawn in its place.
 * @param {any} question @param {string} yes what it is called to go on
 * @returns {Promise<boolean>}
 */
export function isSure(question, yes) {
  const id = newId();
  const box = el("dialog", { class: "sure", "aria-labelledby": id }, el("p", { id }, question), el("div", { class: "row" },
    button({ key: "back", kind: "secondary", text: t("control.back"), do: () => box.close() }), button({ key: "sure", kind: "primary", text: yes, do: () => box.close("yes") })));
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(box);
  box.showModal();
  return new Promise((decided) => box.addEventListener("close", () => {
    box.remove();
    if (opener?.dataset.key && !opener.isConnected) keyed(document, opener.dataset.key)?.focus();
    decided(box.returnValue === "yes");
  }));
}
