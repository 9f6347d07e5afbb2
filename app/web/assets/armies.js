// @ts-check
// Setups of one's own: kept in this browser by name, as a file, and as a link that carries all of it behind its `#`.

import { saveFile } from "./dom.js";
import { forget, keep, kept, keptNames } from "./store.js";

/**
 * @typedef {{ruleset: string, name: string, setup: any, options: any, drawing?: any}} Army
 *   `drawing`: what its form needs beside the setup, such as outlines; a map
 */

/** How long a link may be: longer ones are cut by messengers, and no phone reads their code. */
export const LONGEST_LINK = 2000;
/** What is looked at at all of a link, and of a file: the service takes no more. */
const LONGEST_READ = 16 * 1024;
const LARGEST = 256 * 1024;

/** What is too large to be read, or to be carried by a link. */
export class TooLarge extends Error {}

/** The names of those that this browser keeps of a rulebook. @param {string} ruleset */
export const armyNames = (ruleset) => keptNames(`army:${ruleset}:`);

/** @param {string} ruleset @param {string} name @returns {Army | null} */
export const armyNamed = (ruleset, name) => kept(`army:${ruleset}:${name}`);

/** Keeps one in this browser; raises NotKept. @param {Army} army */
export const keepArmy = (army) => keep(`army:${army.ruleset}:${army.name}`, army);

/** @param {string} ruleset @param {string} name */
export const forgetArmy = (ruleset, name) => forget(`army:${ruleset}:${name}`);

/** The places of seats in a setup whose seats can bring their lists; null where it has no such places. @param {any} setup @returns {any[] | null} */
export const placesIn = (setup) => [setup?.squads, setup?.armies].find(Array.isArray) ?? null;

/** Whether there is a list in the place of a seat. @param {any} place */
export const isFilled = (place) => [place?.ships, place?.xws?.pilots, place?.groups].some((all) => all?.length > 0);

/** Whether a game can be opened with a setup: it has a list for every seat, where seats have lists. @param {any} setup */
export function isWhole(setup) {
  const places = placesIn(setup);
  return places === null || (places.length > 1 && places.every(isFilled));
}

/**
 * Bytes that went through a stream; raises TooLarge where they become too many, so that a small link is no large setup.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {any} stream
 */
async function through(bytes, stream) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = /** @type {any} */ (next.value);
    size += part.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new TooLarge();
    }
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** An army as a part of an address. @param {Army} army */
export async function packedArmy({ name, setup, options, drawing }) {
  const text = JSON.stringify([name, setup, options, drawing].filter((part) => part !== undefined));
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The army that was packed so. Raises TooLarge, or where it was cut. @param {string} ruleset @param {string} packed */
export async function unpackedArmy(ruleset, packed) {
  if (packed.length > LONGEST_READ) throw new TooLarge();
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const whole = await through(bytes, new DecompressionStream("deflate-raw"));
  const [name, setup, options, drawing] = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(whole));
  return armyOf(ruleset, { name, setup, options, drawing });
}

/** What somebody has sent, as an army. @param {string} ruleset @param {any} sent @returns {Army} */
export function armyOf(ruleset, { name, setup, options, drawing }) {
  const map = (/** @type {any} */ part) => (typeof part === "object" && part !== null && !Array.isArray(part) ? part : null);
  const army = { ruleset, name: typeof name === "string" ? name.slice(0, 60) : "", setup, options: map(options) ?? {} };
  return map(drawing) ? { ...army, drawing } : army;
}

/**
 * The army that a file holds, or the setup alone. Raises TooLarge, or where it is none.
 * @param {string} ruleset @param {File} file
 */
export async function armyIn(ruleset, file) {
  if (file.size > LARGEST) throw new TooLarge();
  const found = JSON.parse(await file.text());
  const name = file.name.replace(/\.[^.]*$/, "");
  if (found?.setup === undefined) return armyOf(ruleset, { name, setup: found, options: {} });
  if (found.ruleset !== ruleset) throw new TypeError("of another rulebook");
  return armyOf(ruleset, found);
}

/** Hands an army out as a file. @param {Army} army */
export function saveAsFile(army) {
  saveFile(`${army.name.replaceAll(/[\\/:*?"<>|\s]+/g, "-") || army.ruleset}.json`, JSON.stringify(army, null, 1), "application/json");
}
