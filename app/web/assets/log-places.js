// @ts-check
// Where the private parts of events may stand, and what they are there.

/** Where the parts of events stand that name a person, where lists do, and within which members anything may be hidden. @type {Record<string, Record<string, string[]>>} */
const PLACES = {
  personal: {
    "session-opened": ["seats.*.name", "seats.*.reference"],
    "action-declared": ["reference"],
    "void-proposed": ["reason", "reference", "replacement.reference"],
    "action-voided": ["reason"],
    "close-proposed": ["result.note"],
    "session-closed": ["result.note"],
  },
  list: { "session-opened": ["bring.*.reserve"], "list-brought": ["list"] },
  hidden: {
    "session-opened": ["setup"],
    "action-declared": ["situation"],
    "entries": ["entries.*.choice", "entries.*.data", "entries.*.faces", "unused_answers.*.choice"],
    "action-resolved": ["outcome", "casualties"],
    "void-proposed": ["replacement"],
  },
};

/** Within which members something may be unknown to everybody: what the rules say of a part that nobody has seen. @type {Record<string, string[]>} */
const UNKNOWN_TO_ALL = { "action-resolved": ["outcome.*"], "entries": ["entries.*.data.*"] };

/** @param {string} type @param {string[]} place @param {Record<string, string[]>} places */
const isWithin = (type, place, places) => (places[type] || []).some((known) => fits(place.slice(0, known.split(".").length), known.split(".")));

/** What a part at a place is: `personal`, `list` or `hidden`; null: none may be there. @param {string} type @param {string[]} place */
export function kindOf(type, place) {
  for (const kind of ["personal", "list"]) if ((PLACES[kind][type] || []).some((known) => fits(place, known.split(".")))) return kind;
  return isWithin(type, place, PLACES.hidden) ? "hidden" : null;
}

/** @param {string[]} place @param {string[]} known */
const fits = (place, known) => place.length === known.length && known.every((each, i) => each === "*" || each === place[i]);

/** Whether a value at a place may be unknown to everybody. @param {string} type @param {string[]} place */
export const isUnknownToAll = (type, place) => isWithin(type, place, UNKNOWN_TO_ALL);
