// @ts-check
// What this browser keeps: the tokens of the seats that it plays, and requests that may have been lost.

/** @typedef {{ruleset: string, seats: Record<string, string>, host: string | null, one: boolean, commitment: string | null}} Held */

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(`umpire:${name}`) || "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value */
function write(name, value) {
  if (value === null) localStorage.removeItem(`umpire:${name}`);
  else localStorage.setItem(`umpire:${name}`, JSON.stringify(value));
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
