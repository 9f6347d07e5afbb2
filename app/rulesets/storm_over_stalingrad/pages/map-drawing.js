// @ts-check
// Storm Over Stalingrad: the map, drawn over a photo: areas by their corners, neighbors by tapping two.

import { button, segments, select } from "../../../web/assets/controls.js";
import { el, say, svg } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";
import { far, snappedTo } from "./borders.js";
import { canvas, Scale } from "../../../web/assets/make/canvas.js";
import { part } from "../../../web/assets/make/common.js";
import { areaFields, kindCalled } from "./map-area.js";
import { areaThings, reach, traced, ways } from "./map-things.js";
import { addArea, called, freeLetter, joinOrPart, MOST_AREAS, putUnit, removeArea, WIDTH } from "./map.js";
import { photo, photoField } from "./photo.js";
import { asLength } from "../../../web/assets/make/reading.js";

/** @typedef {import("./map.js").Form} Form @typedef {{x: number, y: number}} Point */

const TOOLS = ["choose", "draw", "beside", "units"];
const LEAST_CORNERS = 3;
const STEP = 100;

/** What one draws with now. */
const hand = {
  tool: "draw", note: "", isLarge: false, cursor: { x: WIDTH / 2, y: WIDTH / 3 },
  /** @type {string | null} */ chosen: null,
  /** @type {string | null} the first of two areas */ first: null,
  /** @type {string} the kind of the units that are put on the map */ kind: "",
};

/** @param {string} line what the last tap did, or could not do */
function tell(line) {
  hand.note = line;
  say(line);
}

/**
 * One more corner of the area that is drawn; the first one once more closes it.
 * @param {Form} form @param {Point} place
 */
function addCorner(form, place) {
  const { drawing: { outlines, trace } } = form.setup;
  const near = trace.length >= LEAST_CORNERS && far(place, trace[0]) <= reach();
  if (near) return close(form);
  trace.push(snappedTo(place, Object.values(outlines), reach()));
  tell(t("map.corners", { count: trace.length }));
  return form.changed();
}

/** @param {Form} form */
function close(form) {
  const { setup } = form;
  const corners = setup.drawing.trace;
  setup.drawing.trace = [];
  hand.chosen = addArea(setup, corners, freeLetter(setup.areas));
  tell(t("map.closed"));
  form.changed();
}

/** Does what the tool does to an area. @param {Form} form @param {string} key */
function act(form, key) {
  const { setup } = form;
  if (key === "cursor") return addCorner(form, hand.cursor);
  const area = setup.areas.find((/** @type {any} */ { id }) => id === key);
  if (hand.tool === "units") {
    const kind = kindNow(setup);
    putUnit(setup, area, kind);
    tell(t("map.unit_put", { unit: kindCalled(kind), area: called(area) }));
    return form.changed();
  }
  return hand.tool === "beside" ? join(form, area) : undefined;
}

/** @param {Form} form @param {any} area */
function join(form, area) {
  const first = form.setup.areas.find((/** @type {any} */ { id }) => id === hand.first);
  if (!first) {
    hand.first = area.id;
    tell(t("map.beside_what", { area: called(area) }));
    return form.refresh();
  }
  hand.first = null;
  if (first === area) {
    tell(t("map.not_itself"));
    return form.refresh();
  }
  joinOrPart(first, area);
  tell(t("map.joined", { one: called(first), other: called(area) }));
  return form.changed();
}

/** The kind of the units that are put on the map. @param {any} setup */
const kindNow = ({ drawing: { kinds } }) => kinds.find((/** @type {any} */ { key }) => key === hand.kind) || kinds[0];

/**
 * A cross that arrow keys move; Enter puts a corner there.
 * @param {Scale} scale @returns {import("../../../web/assets/make/canvas.js").Thing}
 */
function cursor(scale) {
  const draw = () => {
    const [x, y] = scale.at(hand.cursor);
    const cross = svg("path", { d: `M${x - 16} ${y}h32M${x} ${y - 16}v32` });
    return [svg("circle", { class: "reach", cx: x, cy: y, r: 24 }), cross];
  };
  const place = t("field.place", { x: asLength(hand.cursor.x), y: asLength(hand.cursor.y) });
  const { x, y } = hand.cursor;
  return { key: "cursor", name: t("map.cursor", { place }), kind: "cursor", draw,
    hold: () => (by) => { hand.cursor = { x: x + by.x, y: y + by.y }; } };
}

/** @param {Form} form */
function picture(form) {
  const { setup } = form;
  const { width, height } = setup.drawing;
  const scale = new Scale(width, height);
  const { tool } = hand;
  const choose = (/** @type {string | null} */ key) => {
    if (key === hand.chosen) return;
    hand.chosen = key;
    form.refresh();
  };
  const remove = (/** @type {string} */ id) => removeArea(setup, id);
  const things = areaThings(form, scale, tool === "choose", remove);
  const isDrawing = tool === "draw" && setup.areas.length < MOST_AREAS;
  const drawn = canvas({
    scale, label: t("map.title"), ground: [], step: STEP, choose, chosen: tool === "beside" ? hand.first : hand.chosen,
    things: isDrawing ? [...things, cursor(scale)] : things, over: [ways(setup, scale), traced(setup, scale)],
    changed: () => (tool === "draw" ? form.refresh() : form.changed()),
    act: tool === "choose" ? undefined : (key) => act(form, key),
    tapped: isDrawing ? (place) => addCorner(form, place) : undefined,
  });
  const under = photo();
  const kind = `board ss board-place ${hand.isLarge ? "large" : ""} ${under ? "over-photo" : ""}`;
  return el("div", { class: kind }, el("div", { class: "layers" }, under, drawn));
}

/** What a tap does, and how. @param {Form} form */
function tools(form) {
  const { setup, refresh } = form;
  const { tool } = hand;
  const set = (/** @type {string} */ value) => {
    Object.assign(hand, { tool: value, first: null, note: "" });
    refresh();
  };
  const isFull = tool === "draw" && setup.areas.length >= MOST_AREAS;
  const about = isFull ? t("map.full", { most: MOST_AREAS }) : t(`map.about_${tool}`);
  return [
    segments({
      key: "map/tool", label: t("map.tool"), value: tool, set,
      options: TOOLS.map((value) => ({ value, text: t(`map.tool_${value}`) })),
    }),
    el("p", { class: "hint" }, about), tool === "units" && palette(form),
  ];
}

/**
 * What the last tap did, below the map: what grows above it would move the map away under the finger.
 * @param {Form} form
 */
function done(form) {
  const { length: count } = form.setup.drawing.trace;
  const closing = { key: "map/close", kind: "secondary", text: t("map.close", { count }), do: () => close(form) };
  return el("div", { class: "done" }, el("p", { class: "hint", role: "status" }, hand.note),
    hand.tool === "draw" && count >= LEAST_CORNERS && button(closing));
}

/** The kinds of units, one of which a tap puts on the map. @param {Form} form */
const palette = ({ setup, refresh }) => select({
  key: "map/kind", label: t("map.kind"), value: kindNow(setup).key, set: (key) => { hand.kind = key; refresh(); },
  options: setup.drawing.kinds.map((/** @type {any} */ kind) => ({ value: kind.key, text: kindCalled(kind) })),
});

/** The map. @param {Form} form @param {any} undoing the buttons that take steps back */
export function mapDrawing(form, undoing) {
  const { setup, refresh } = form;
  const came = (/** @type {number} */ ratio) => {
    if (!setup.areas.length) setup.drawing.height = Math.round(setup.drawing.width * ratio);
  };
  const larger = hand.isLarge ? t("board.smaller") : t("board.enlarge");
  const size = () => { hand.isLarge = !hand.isLarge; refresh(); };
  return part(t("map.title"), photoField({ came, refresh }), el("div", { class: "drawing-place" }, tools(form),
    el("div", { class: "row" }, undoing, button({ key: "map/size", text: larger, do: size })),
    picture(form), done(form),
    el("div", { class: "editor numbers" }, areaFields(form, hand.chosen, () => { hand.chosen = null; })),
    form.faults("/areas")));
}
