// @ts-check
// Whether a page shows what the record has: an action as the service tells it, against the events of the log.

/** What the first event of an action has and its document has not, or what is forgotten with a person. */
const APART = ["seq", "at", "type", "action", "dice", "reference"];

/** @param {any} node */
const isUnknown = (node) => node.unknown === true && Object.keys(node).length === 1;

/**
 * Whether something is shown as the log has it; what is hidden from the reader is no more than that.
 * @param {any} shown @param {any} logged @returns {boolean}
 */
export function isAsLogged(shown, logged) {
  if (shown === null || logged === null || typeof shown !== "object") return shown === logged;
  if (isUnknown(shown)) return true;
  if (typeof logged !== "object" || Array.isArray(shown) !== Array.isArray(logged)) return false;
  const names = Object.keys(shown);
  return names.length === Object.keys(logged).length && names.every((name) => name in logged && isAsLogged(shown[name], logged[name]));
}

const SEAT = /^seat-(?=\d+$)/;

/** Entries of the log as a record tells them: with the role, and the seat, of whoever rolled or chose. @param {any[]} entries @param {Record<string, number>} seats */
function placed(entries, seats) {
  let roles = seats;
  return entries.map((entry) => {
    if (entry.fact === "seated") roles = entry.data;
    const isSeat = SEAT.test(entry.by);
    const seat = isSeat ? Number(entry.by.replace(SEAT, "")) : roles[entry.by];
    return { ...entry, by: isSeat ? null : entry.by ?? null, seat: seat ?? null };
  });
}

/** Who answers, by role or by the number of the seat. @param {Record<string, string>} policies */
const bySeat = (policies) => Object.fromEntries(Object.entries(policies).map(([who, policy]) => [who.replace(SEAT, ""), policy]));

/** What the log says of an action up to an event. @param {any[]} events @param {number} number @param {number} upto */
function logged(events, number, upto) {
  const own = events.filter((event) => event.action === number && event.seq <= upto);
  const find = (/** @type {string} */ type) => own.find((event) => event.type === type);
  const [isVoid, resolved] = [Boolean(find("action-voided")), find("action-resolved")];
  const begun = find("action-declared") || {};
  const declared = Object.entries({ ...begun, ...(begun.policies && { policies: bySeat(begun.policies) }) }).filter(([name]) => !APART.includes(name));
  return {
    record: placed(own.filter(({ type }) => type === "entries").flatMap((event) => event.entries), begun.seats ?? {}),
    text: isVoid ? null : resolved?.text,
    rest: { ...Object.fromEntries(declared), number, status: isVoid ? "void" : resolved ? "resolved" : "pending", outcome: isVoid ? null : resolved?.outcome ?? null, casualties: isVoid ? [] : resolved?.casualties ?? [] },
  };
}

/**
 * Where an action is shown otherwise than the log has it; null where it is shown as it is.
 * @param {any} action as it is shown
 * @param {any[]} events of the log
 * @param {any[]} told the same events as the service tells them, with sentences
 * @returns {{what: "line" | "wording" | "outcome" | "words", line: number} | null} a `line` of its record, from 1, or only its
 *   `wording`; the `outcome`, or only the `words` for it
 */
export function difference(action, events, told) {
  const [own, again] = [logged(events, action.number, action.seq), logged(told, action.number, action.seq)];
  for (let place = 0; place < Math.max(action.record.length, own.record.length); place += 1) {
    const { text, ...entry } = action.record[place] || {};
    if (!isAsLogged(entry, own.record[place] ?? {})) return { what: "line", line: place + 1 };
    if (text !== again.record[place]?.text) return { what: "wording", line: place + 1 };
  }
  const rest = Object.fromEntries(Object.keys(own.rest).map((name) => [name, action[name]]));
  if (!isAsLogged(rest, own.rest)) return { what: "outcome", line: 0 };
  return action.status === "resolved" && action.text !== again.text ? { what: "words", line: 0 } : null;
}
