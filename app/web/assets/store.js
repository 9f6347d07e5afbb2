// @ts-check
// What this browser keeps: the tokens of the seats that it plays, and requests that may have been lost.

/** @typedef {{ruleset: string, seats: Record<string, string>, host: string | null, one: boolean, commitment: string | null}} Held */

/** @param {string} name @param {() => Storage} where @returns {any} */
function read(name, where = () => localStorage) {
  try {
    return JSON.parse(where().getItem(`umpire:${name}`) || "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value @param {() => Storage} where */
function write(name, value, where = () => localStorage) {
  if (value === null) where().removeItem(`umpire:${name}`);
  else where().setItem(`umpire:${name}`, JSON.stringify(value));
}

/** What this tab keeps while it is open. @param {string} name @returns {any} */
export const ofTab = (name) => read(name, () => sessionStorage);

/** Keeps something while this tab is open; a browser that keeps nothing loses it with the page. @param {string} name @param {any} value */
export function keepInTab(name, value) {
  try {
    write(name, value, () => sessionStorage);
  } catch {
    // all goes on without it
  }
}

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
  if (!seenOf(session.id)) write(`seen:${session.id}`, { commitment: session.fairness.commitment, seq: session.seq, head: session.head });
}
