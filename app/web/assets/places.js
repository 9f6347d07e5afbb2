// @ts-check
// The places of a record: which move is seen, how many of its lines, and the event after which it was so.

/** @typedef {{number: number, line: number, seq: number, isWhole: boolean}} Place
 *   `number`: of the action, 0 before the first; `line`: how many lines of it are told; `seq`: of the event after which it
 *   was so; `isWhole`: all that happened to the action by then is told */

/** @param {any} event */
const linesIn = (event) => (event.type === "entries" ? event.entries.length : 0);

/** The numbers of the actions that have begun. @param {any[]} events */
export const numbersIn = (events) => events.filter(({ type }) => type === "action-declared").map(({ action }) => action);

/** The place after an event. @param {any[]} events @param {number} seq @returns {Place} */
export function placeAfter(events, seq) {
  const before = events.slice(0, seq);
  const number = before.reduce((last, each) => each.action || last, 0);
  const own = before.filter(({ action }) => action === number && number);
  return { number, line: own.reduce((sum, event) => sum + linesIn(event), 0), seq, isWhole: own.some(({ type }) => /^action-(resolved|voided)$/.test(type)) };
}

/** The end of an action, as far as it has come; the last action ends with the record. @param {any[]} events @param {number} number @returns {Place} */
export function endOf(events, number) {
  const numbers = numbersIn(events);
  if (!number) return placeAfter(events, numbers.length ? events.findIndex(({ type }) => type === "action-declared") : events.length);
  if (number === numbers.at(-1)) return { ...placeAfter(events, events.length), number };
  return placeAfter(events, events.findLastIndex(({ action, type }) => action === number && /^(entries|action-.*)$/.test(type)) + 1);
}

/** The place at which so many lines of an action are told. @param {any[]} events @param {number} number @param {number} line @returns {Place} */
export function lineOf(events, number, line) {
  let told = 0;
  for (const event of events) {
    if (event.action !== number || event.type !== "entries") continue;
    told += linesIn(event);
    if (told >= line) return { number, line, seq: event.seq, isWhole: false };
  }
  return endOf(events, number);
}

/** A place in an address: `#at=12` is an event, `#move=3` an action, `#move=3.7` seven of its lines. @param {any[]} events @param {string} hash @returns {Place | null} */
export function placeIn(events, hash) {
  const at = /^#at=(\d+)$/.exec(hash);
  if (at) return placeAfter(events, Math.max(1, Math.min(Number(at[1]), events.length)));
  const move = /^#move=(\d+)(?:\.(\d+))?$/.exec(hash);
  if (!move || Number(move[1]) > (numbersIn(events).at(-1) || 0)) return null;
  return move[2] === undefined ? endOf(events, Number(move[1])) : lineOf(events, Number(move[1]), Number(move[2]));
}

/** What the address says of a place; nothing at the end. @param {any[]} events @param {Place} place */
export function addressOf(events, { number, line, seq, isWhole }) {
  if (seq >= events.length) return "";
  return !number ? "#move=0" : isWhole ? `#move=${number}` : `#move=${number}.${line}`;
}
