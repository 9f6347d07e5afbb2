// Entries of a record for a chat or a page: their sentence, and their dice as symbols and as a small drawing.

import type { Schema } from "./types.js";

const SYMBOLS: Record<string, string> = { hit: "✸", crit: "✹", focus: "◉", evade: "↷", blank: "□" };
const PIPS = [..."⚀⚁⚂⚃⚄⚅"];
const SIZE = 32;
const HIDDEN = "?";

/** An entry of a record as people see it. `dice` and `svg` are empty where nothing was rolled, and a `?` where its faces are hidden: `text` says so. */
export interface Rendered {
  text: string;
  dice: string;
  svg: string;
}

/** An entry of a record, with symbols for its dice. The drawing has its texts escaped, so it may stand in a page. */
export function render(entry: Schema<"Entry">): Rendered {
  const text = entry.rule ? `${entry.rule} ${entry.text}` : entry.text;
  if (entry.kind !== "rolled") return { text, dice: "", svg: "" };
  const { die, faces } = entry;
  const symbols = Array.isArray(faces) ? faces.map((face) => symbol(die, face)) : [HIDDEN];
  return { text, dice: symbols.join(" "), svg: drawn(symbols, text) };
}

function symbol(die: string, face: unknown): string {
  if (face === null || face === undefined) return HIDDEN;
  const pips = die === "d6" && typeof face === "number" ? PIPS[face - 1] : undefined;
  return pips ?? (typeof face === "string" ? SYMBOLS[face] : undefined) ?? `[${String(face)}]`;
}

function drawn(symbols: readonly string[], title: string): string {
  const dice = symbols.map(
    (each, n) =>
      `<rect x="${SIZE * n + 2}" y="2" width="${SIZE - 4}" height="${SIZE - 4}" rx="5" fill="#fff" stroke="#333"/>` +
      `<text x="${SIZE * n + SIZE / 2}" y="${SIZE / 2}" text-anchor="middle" dominant-baseline="central" font-size="18" fill="#111">${escaped(each)}</text>`,
  );
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE * symbols.length}" height="${SIZE}" role="img">`;
  return `${head}<title>${escaped(title)}</title>${dice.join("")}</svg>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
