// @ts-check
// What this browser keeps: the tokens of the seats that it plays, and requests that may have been lost.

/** @typedef {{ruleset: string, seats: Record<string, string>, host: string | null, one: boolean, opened?: boolean, begun?: boolean, spare?: "made" | "no", commitment: string | null}} Held */

/** A browser that keeps nothing, such as the window of a chat: what must not be lost is not begun there. */
export class NotKept extends Error {}

/** @param {string} name @param {() => Storage} where @returns {any} */
function read(name, where = () => localStorage) {
  try {
    return JSON.parse(where().getItem(`umpire:${name}`) || "null");
  } catch {
    return null;
  }
}

/** Raises NotKept where the browser refuses. @param {string} name @param {any} value @param {() => Storage} where */
function write(name, value, where = () => localStorage) {
  try {
    if (value === null) where().removeItem(`umpire:${name}`);
    else where().setItem(`umpire:${name}`, JSON.stringify(value));
  } catch {
    throw new NotKept(name);
  }
}

/** Writes what all goes on without. @param {() => void} written */
function perhaps(written) {
  try {
    written();
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser keeps anything beyond this page. */
export const canKeep = () => perhaps(() => write("kept", true)) && perhaps(() => write("kept", null));

/** What this tab keeps while it is open. @param {string} name @returns {any} */
export const ofTab = (name) => read(name, () => sessionStorage);

/** Keeps something while this tab is open; a browser that keeps nothing loses it with the page. @param {string} name @param {any} value */
export const keepInTab = (name, value) => void perhaps(() => write(name, value, () => sessionStorage));

/** @param {string} id @returns {Held | null} what is held of a session */
export const heldOf = (id) => read(`session:${id}`);

/** @param {string} id @param {Held | null} held */
export const hold = (id, held) => write(`session:${id}`, held);

/** @param {string} name @returns {any} a request that was sent and not answered yet */
export const sentOf = (name) => read(`sent:${name}`);

/** @param {string} name @param {any} sent */
export const keepSent = (name, sent) => write(`sent:${name}`, sent);

/** @typedef {{commitment: string | null, seq: number, head: string}} Seen what a session was when this browser saw it first */

/** @param {string} id @returns {Seen | null} */
export const seenOf = (id) => read(`seen:${id}`);

/** Keeps what a session is, unless it was seen before. @param {any} session */
export function keepSeen(session) {
  if (!seenOf(session.id)) perhaps(() => write(`seen:${session.id}`, { commitment: session.fairness.commitment, seq: session.seq, head: session.head }));
}

/** The names of what this browser keeps that begin so, without that beginning. @param {string} beginning @returns {string[]} */
export function keptNames(beginning) {
  const begin = `umpire:${beginning}`;
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(begin)).map((key) => key.slice(begin.length)).sort();
  } catch {
    return [];
  }
}

/** What this browser keeps under a name; null where it keeps nothing. @param {string} name @returns {any} */
export const kept = (name) => read(name);

/** Keeps something for good; raises NotKept. @param {string} name @param {any} value */
export const keep = (name, value) => write(name, value);

/** @param {string} name */
export const forget = (name) => void perhaps(() => write(name, null));

/** The names of the events that this browser organises. */
export const eventNames = () => keptNames("event:");

/** @param {string} name @returns {any} */
export const eventNamed = (name) => read(`event:${name}`);

/** @param {string} name @param {any} event */
export const keepNamed = (name, event) => write(`event:${name}`, event);

/** What a player wishes of this device at every table. @returns {Record<string, boolean>} */
export const wishes = () => read("wishes") || {};

/** @param {Record<string, boolean>} all */
export const keepWishes = (all) => void perhaps(() => write("wishes", all));
