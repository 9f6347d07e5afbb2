// @ts-check
// The shape of each event's body: made from the service's own by `python -m tests.record_shapes`.
//
// A text is a type, or the name of a shape below. An object has these members and no others; those with `?` may be
// absent. `[shape]` is a list, `{"*": shape}` an object with any keys, `{"|": shapes}` one of several, `{"=": values}`
// one of these values.

/** @type {Record<string, any>} */
export const SHAPES = {
  "action-declared": {"seq": "integer", "at": "date-time", "type": {"=": ["action-declared"]}, "action": "integer", "kind": "string", "ruleset_version": "integer", "situation": "object", "options": "object", "dice": "SessionDice", "policies": {"*": "string"}, "seats": {"*": "integer"}, "sent_by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}, "reference": {"|": ["string", "null"]}, "played_at": {"|": ["date-time", "null"]}},
  "action-resolved": {"seq": "integer", "at": "date-time", "type": {"=": ["action-resolved"]}, "action": "integer", "outcome": "object", "casualties": ["CasualtyShown"]},
  "action-voided": {"seq": "integer", "at": "date-time", "type": {"=": ["action-voided"]}, "action": "integer", "by": {"|": [{"=": ["host", "seats", "service"]}, "SentBySeat"]}, "reason": {"|": ["string", "null"]}, "replaced_by": {"|": ["integer", "null"]}},
  "CasualtyShown": {"role": {"=": ["attacker", "defender"]}, "side": {"|": ["string", "null"]}, "seat": {"|": ["integer", "null"]}, "unit": "string", "fate": {"=": ["killed", "destroyed", "damaged", "flipped", "retreated", "eliminated"]}, "lost": "boolean", "rule": "string", "detail": "object", "name": {"|": ["string", "null"]}},
  "chain-committed": {"seq": "integer", "at": "date-time", "type": {"=": ["chain-committed"]}, "number": "integer", "length": "integer", "commitment": "string"},
  "ChainOpened": {"number": "integer", "length": "integer", "commitment": "string"},
  "clock-expired": {"seq": "integer", "at": "date-time", "type": {"=": ["clock-expired"]}, "seat": "integer", "flag": "string"},
  "ClockOpened": {"seconds": "integer", "increment": "integer", "flag": "string"},
  "clock-switched": {"seq": "integer", "at": "date-time", "type": {"=": ["clock-switched"]}, "running": "boolean", "by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}, "agreed?": {"|": [["integer"], "null"]}},
  "clocks-changed": {"seq": "integer", "at": "date-time", "type": {"=": ["clocks-changed"]}, "left_ms": {"*": "integer"}, "running": ["integer"]},
  "close-declined": {"seq": "integer", "at": "date-time", "type": {"=": ["close-declined"]}, "by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}},
  "close-proposed": {"seq": "integer", "at": "date-time", "type": {"=": ["close-proposed"]}, "seat": "integer", "result": {"|": ["SessionResultShown", "null"]}, "abandon": "boolean", "anew?": "boolean"},
  "Deadline": {"seconds": "integer", "policy": "string"},
  "deadline-passed": {"seq": "integer", "at": "date-time", "type": {"=": ["deadline-passed"]}, "action": {"|": ["integer", "null"]}, "by": "string", "seat": {"|": ["integer", "null"]}, "policy": "string"},
  "entries": {"seq": "integer", "at": "date-time", "type": {"=": ["entries"]}, "action": "integer", "from": "integer", "entries": ["LoggedEntry"], "unused_answers": ["UnusedAnswer"], "sent_by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}},
  "judge-called": {"seq": "integer", "at": "date-time", "type": {"=": ["judge-called"]}, "wanted": "boolean", "by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}},
  "list-brought": {"seq": "integer", "at": "date-time", "type": {"=": ["list-brought"]}, "seat": "integer", "list": "object", "by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}},
  "list-refused": {"seq": "integer", "at": "date-time", "type": {"=": ["list-refused"]}, "seat": "integer"},
  "LoggedChoice": {"kind": {"=": ["chose"]}, "rule": "string", "question": "string", "choice": "object", "source": {"=": ["seat", "host", "request", "policy", "rules"]}, "policy?": {"|": ["string", "null"]}, "by": "string"},
  "LoggedEntry": {"|": ["LoggedRoll", "LoggedChoice", "LoggedFact"]},
  "LoggedFact": {"kind": {"=": ["noted"]}, "rule": "string", "fact": "string", "data": "object"},
  "LoggedRoll": {"kind": {"=": ["rolled"]}, "rule": "string", "die": "string", "faces": {"|": [[{"|": ["integer", "string"]}], "Unknown"]}, "source": {"=": ["service", "physical"]}, "by": "string"},
  "personal-forgotten": {"seq": "integer", "at": "date-time", "type": {"=": ["personal-forgotten"]}, "parts": ["string"]},
  "private-revealed": {"seq": "integer", "at": "date-time", "type": {"=": ["private-revealed"]}, "action": {"|": ["integer", "null"]}, "parts": ["RevealedPart"]},
  "rematch-offered": {"seq": "integer", "at": "date-time", "type": {"=": ["rematch-offered"]}, "session": "uuid", "seat": "integer"},
  "RevealedPart": {"digest": "string", "salt": "string", "bytes": "string"},
  "seat-changed": {"seq": "integer", "at": "date-time", "type": {"=": ["seat-changed"]}, "seat": "integer", "change": {"=": ["token-renewed", "claimed", "joined"]}, "by": {"|": [{"=": ["host", "owner"]}, "SentBySeat"]}},
  "seat-committed": {"seq": "integer", "at": "date-time", "type": {"=": ["seat-committed"]}, "seat": "integer", "commitment": "string"},
  "seat-looked": {"seq": "integer", "at": "date-time", "type": {"=": ["seat-looked"]}, "seat": "integer", "by": {"=": ["host"]}},
  "SeatOpened": {"seat": "integer", "name": {"|": ["string", "null"]}, "side": {"|": ["string", "null"]}, "reference": {"|": ["string", "null"]}, "unclaimed?": "boolean"},
  "seat-revealed": {"seq": "integer", "at": "date-time", "type": {"=": ["seat-revealed"]}, "seat": "integer", "entropy": "string"},
  "seat-waived": {"seq": "integer", "at": "date-time", "type": {"=": ["seat-waived"]}, "seat": "integer", "by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}},
  "seeds-revealed": {"seq": "integer", "at": "date-time", "type": {"=": ["seeds-revealed"]}, "upto": "integer", "seed": "string"},
  "SentBySeat": {"seat": "integer"},
  "session-closed": {"seq": "integer", "at": "date-time", "type": {"=": ["session-closed"]}, "result": {"|": ["SessionResultShown", "null"]}, "reason": {"=": ["closed", "abandoned", "finished", "time"]}},
  "SessionDice": {"source": {"=": ["service", "physical"]}},
  "session-opened": {"seq": "integer", "at": "date-time", "type": {"=": ["session-opened"]}, "session": "uuid", "ruleset": "string", "ruleset_version": "integer", "kind": {"=": ["single", "series", "game"]}, "options": "object", "seats": ["SeatOpened"], "dice": "SessionDice", "policies": {"*": "string"}, "deadline?": "Deadline", "entropy?": {"=": ["seats"]}, "advice?": {"=": ["after"]}, "take_back?": {"=": ["free"]}, "clock?": "ClockOpened", "host?": "boolean", "hides?": "boolean", "bring?": {"*": "object"}, "setup": {"|": ["object", "null"]}, "chain": {"|": ["ChainOpened", "null"]}},
  "SessionResultShown": {"winner": {"|": ["integer", "null"]}, "winners?": ["integer"], "scores": {"|": [{"*": "integer"}, "null"]}, "note": {"|": ["string", "null"]}},
  "Unknown": {"unknown": {"=": [true]}},
  "UnusedAnswer": {"question": "string", "choice": "object"},
  "void-declined": {"seq": "integer", "at": "date-time", "type": {"=": ["void-declined"]}, "action": "integer", "by": {"|": [{"=": ["host", "service"]}, "SentBySeat"]}},
  "void-proposed": {"seq": "integer", "at": "date-time", "type": {"=": ["void-proposed"]}, "action": "integer", "seat": "integer", "reason": {"|": ["string", "null"]}, "replacement?": "object", "reference?": {"|": ["string", "null"]}, "anew?": "boolean"},
};
