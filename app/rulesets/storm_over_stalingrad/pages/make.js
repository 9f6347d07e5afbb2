// @ts-check
// A game of Storm Over Stalingrad of one's own: a map that is drawn, its units, and what comes later.

import { mapDrawing } from "./map-drawing.js";
import { areasTable } from "./map-areas.js";
import { kindsTable, mapTables } from "./map-tables.js";
import { emptyMap, isEmpty, read, sent } from "./map.js";
import { held, historyOf } from "../../../web/assets/make/undo.js";

export { emptyMap as begin, isEmpty, read, sent };

const undoing = historyOf();

/** @param {import("./map.js").Form} page */
export function draw(page) {
  const form = held(page);
  const tools = undoing(form, "undo");
  return [mapDrawing(form, tools), areasTable(form), kindsTable(form), mapTables(form)];
}
