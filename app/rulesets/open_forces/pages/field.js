// @ts-check
// Open Forces: the battlefield to scale, drawn by hand, with its numbers beside it.

import { button, segments } from "../../../web/assets/controls.js";
import { el, svg } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";
import { unitOf } from "./battlefield.js";
import { canvas, Scale, WIDTH } from "../../../web/assets/make/canvas.js";
import { part } from "../../../web/assets/make/common.js";
import { fieldsOf, lengthOf } from "./numbers.js";
import { freeId } from "../../../web/assets/make/reading.js";
import { begun } from "../../../web/assets/make/shapes.js";
import { thingsOf } from "./terrain.js";

/** @typedef {import("./battlefield.js").Form} Form */

const MOST_OBSTACLES = 100;
const LINES = 1000;
const FORMS = ["round", "rectangle", "area", "wall"];
const [LEAST, MOST] = [1000, 60000];
/** Lengths to which what is moved snaps. */
const SNAPS = [0, 100, 500];
const BEGINNINGS = ["in-turn", "setup", "none"];

/** What is chosen on the drawing. @type {string | null} */
let chosen = null;

/** The lines of the grid, and how long ten units are. @param {Form} form @param {Scale} scale */
function ground(form, scale) {
  const { drawing } = form.setup;
  const every = (/** @type {number} */ size) => [...Array(Math.ceil(size / LINES)).keys()].map((n) => n * LINES);
  const xs = every(drawing.width).map((x) => scale.length(x));
  const ys = every(drawing.height).map((y) => scale.height - scale.length(y));
  const ten = scale.length(LINES);
  return [
    svg("g", { class: "grid" }, xs.map((x) => svg("line", { x1: x, x2: x, y1: 0, y2: scale.height })),
      ys.map((y) => svg("line", { x1: 0, x2: WIDTH, y1: y, y2: y }))),
    svg("g", { class: "ruler", transform: `translate(20 ${scale.height - 20})` },
      svg("path", { d: `M0-8V0H${ten}V-8` }), svg("text", { x: ten / 2, y: -8 }, `10 ${unitOf(form)}`)),
  ];
}

/** Puts something on the battlefield, beside what was put there before. @param {Form} form @param {string} shape */
function add(form, shape) {
  const { obstacles, drawing: { width, height } } = form.setup;
  const id = freeId("obstacle", obstacles);
  const n = obstacles.length * 5;
  const at = (/** @type {number} */ size, /** @type {number} */ share) => Math.round((size * share) / 100) * 100;
  const middle = { x: at(width, (2 + (n % 7)) / 10), y: at(height, (4 + (n % 3)) / 10) };
  const thing = begun(shape, middle);
  obstacles.push({ id, name: null, kind: null, blocks_sight: true, def: 0, crossed_by: [], ...thing });
  chosen = id;
  form.changed();
}

/** Makes the battlefield as wide or as high, with its zones. @param {any} drawing @param {"width" | "height"} member @param {number} value */
function resized(drawing, member, value) {
  const [from, size] = member === "width" ? ["x", "w"] : ["y", "h"];
  const scaled = (/** @type {number} */ length) => Math.round((length * value) / drawing[member] / 100) * 100;
  for (const zone of drawing.zones) {
    const end = Math.min(value, scaled(zone[from] + zone[size]));
    zone[from] = Math.min(scaled(zone[from]), value - 100);
    zone[size] = Math.max(100, end - zone[from]);
  }
  drawing[member] = value;
}

/** How large the battlefield is, and what snaps. @param {Form} form */
function sizes(form) {
  const { drawing } = form.setup;
  const side = (/** @type {"width" | "height"} */ member, /** @type {string} */ label) =>
    lengthOf(form, `field/${member}`, label, drawing[member], (value) => resized(drawing, member, value), LEAST, MOST);
  const snap = (/** @type {number} */ value) => { drawing.snap = value; form.changed(); };
  const text = (/** @type {number} */ value) => (value ? `${value / 100}\u00a0${unitOf(form)}` : t("field.free"));
  return el("div", { class: "fields" }, side("width", t("field.width")), side("height", t("field.height")), segments({
    key: "field/snap", label: t("field.snap"), value: drawing.snap, set: snap,
    options: SNAPS.map((value) => ({ value, text: text(value) })),
  }));
}

/** @param {Form} form */
function tools(form) {
  const { length: count } = form.setup.obstacles;
  if (count >= MOST_OBSTACLES) return el("p", { class: "hint" }, t("field.full", { count, most: MOST_OBSTACLES }));
  return el("div", { class: "row tools-row", role: "group", "aria-label": t("field.add") }, FORMS.map((shape) =>
    button({ key: `field/add/${shape}`, text: t(`field.add_${shape}`), do: () => add(form, shape) })));
}

/** @param {Form} form @param {any} undoing */
function drawing(form, undoing) {
  const { drawing: { width, height, snap } } = form.setup;
  const scale = new Scale(width, height);
  const choose = (/** @type {string | null} */ key) => {
    if (key === chosen) return;
    chosen = key;
    form.refresh();
  };
  const drawn = canvas({
    scale, label: t("field.title"), ground: ground(form, scale), things: thingsOf(form, scale), chosen,
    step: snap || 100, choose, changed: () => form.changed(),
  });
  return el("div", { class: "drawing-place" },
    el("div", { class: "row" }, tools(form), undoing), el("div", { class: "board of" }, drawn),
    el("div", { class: "editor numbers" }, fieldsOf(form, chosen, choose)), form.faults("/obstacles"), form.faults("/battlefield"), form.faults("/zones"));
}

/** How the game begins: without positions, placed in turn, or as drawn. @param {Form} form */
function beginning(form) {
  const { setup } = form;
  const set = (/** @type {string} */ value) => {
    setup.drawing.keeps = value !== "none";
    setup.drawing.left = value === "none" ? setup.obstacles : undefined; // they come back with the battlefield
    if (value !== "none") setup.placement = value;
    form.changed();
  };
  return segments({
    key: "field/beginning", label: t("field.beginning"), value: beginsWith(setup), set,
    options: BEGINNINGS.map((value) => ({ value, text: t(`field.begin_${value}`) })),
  });
}

/** @param {any} setup */
const beginsWith = ({ drawing: { keeps }, placement }) => (keeps ? placement : "none");

/** The battlefield. @param {Form} form @param {any} undoing the buttons that take steps back */
export function battlefield(form, undoing) {
  const { keeps } = form.setup.drawing;
  const about = el("p", { class: "hint" }, t(`field.about_${beginsWith(form.setup)}`));
  return part(t("field.title"), beginning(form), about, keeps && sizes(form),
    keeps && drawing(form, undoing));
}
