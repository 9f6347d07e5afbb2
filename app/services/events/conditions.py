"""Conditions as data: what an event asks of the events before it, in expressions that Python and the pages both read.

An expression is one of three things:

- A text names a value. `event.seat` is a member of the body, everything else is a value of the session as its log has
  made it so far, by the names of `EventTarget` and of the columns of a session. What is absent is null.
- A number, true, false or null stands for itself.
- A list begins with an operator. These are `OPERATORS`, `and`, `or`, `if` (the second part has to hold if the first
  one does), and `text`, for a text that stands for itself.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from app.domain.fairness import seat_commitment
from app.persistence.stored.private import agrees
from app.persistence.stored.rows import raw_id

Expression = Any
"""Data as JSON has it: see above."""


class Condition(NamedTuple):
    """What has to hold before an event is applied, and what every checker says where it does not."""

    why: str
    holds: Expression


def text(value: str) -> Expression:
    """A text that stands for itself."""
    return ["text", value]


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are equal, with their types: true is not 1."""
    return one is other or (one == other and has_types_of(one, other))


def has_types_of(one: Any, other: Any) -> bool:
    """Whether two equal values of JSON have true and false at the same places."""
    if isinstance(one, dict):
        return all(has_types_of(value, other[key]) for key, value in one.items())
    if isinstance(one, (list, tuple)):
        return all(map(has_types_of, one, other))
    return isinstance(one, bool) == isinstance(other, bool)


def sources_of(entries: list[Any], kind: str) -> list[str]:
    """The sources of the entries of a kind, each once."""
    return [*{entry["source"] for entry in entries if entry["kind"] == kind}]


def commitment_of(session: str, seat: int, entropy: str) -> str:
    """What a seat of a session commits itself to that will reveal these bytes; all in hex but the seat."""
    return seat_commitment(raw_id(session), seat, bytes.fromhex(entropy)).hex()


def is_in(item: Any, items: Iterable[Any] | None) -> bool:
    """Whether a value that is there is one of some."""
    if item is None:
        return False
    for each in items or ():  # noqa: SIM110 - written with each event: a generator costs a call for each item
        if each is item or (each == item and has_types_of(each, item)):
            return True
    return False


def are_in(some: Iterable[Any] | None, items: Iterable[Any] | None) -> bool:
    """Whether all items of one list are in another."""
    for one in some or ():  # noqa: SIM110 - see above
        if not is_in(one, items):
            return False
    return True


def choosers(
    entries: list[Any], seats: Mapping[str, int], seated: Mapping[str, int] | None, in_move: bool
) -> list[int | None]:
    """The seats that have chosen themselves among some entries, each once; None for a role that no seat plays.

    `seats` play the roles of an attack. Where the entries are those of a move (`in_move`), `seated` play the roles of
    the attack in it, as far as it is known.
    """
    found: list[int | None] = []
    for entry in entries:
        if entry["kind"] == "noted":
            seated = seated_by(entry) or seated
        elif entry["kind"] == "chose" and entry["source"] in ("seat", "request"):
            by = entry["by"]
            seat = int(by.removeprefix("seat-")) if by.startswith("seat-") else {**seats, **(seated or {})}.get(by)
            found += [] if seat in found or (seat is None and in_move) else [seat]
    return found


def seated_by(entry: Any) -> Mapping[str, int] | None:
    """Which seats play the roles of the attack that a fact begins; None where it begins none."""
    data = entry["data"] if entry.get("fact") == "seated" else None
    return data if isinstance(data, dict) and "attacker" in data else None


OPERATORS: Mapping[str, Callable[..., Any]] = {
    "=": same,
    "in": is_in,
    "within": are_in,
    "numbers": lambda node: [int(key) for key in node or ()],
    "list": lambda *items: [*items],
    "matches": lambda value, pattern: re.fullmatch(pattern, value) is not None,
    "between": lambda values, least, most: all(least <= value <= most for value in values),
    "without": lambda items, others: [one for one in items if one not in others],
    "agrees": agrees,
    "choosers": choosers,
    "sources": sources_of,
    "commitment": commitment_of,
}
"""Each operator that is a function. `within`: whether all items of one list are in another; `numbers`: the keys of an
object as numbers; `matches`: whether a text is as a regular expression says; `between`: whether each value is;
`without`: the items that are not among others; `agrees`: whether two values are equal but for parts that are not
shown."""
WRITTEN = {
    "size": "len({} or ())",
    "count": "[*range(1, {} + 1)]",
    "keys": "[*({} or ())]",
    "values": "[*({} or {{}}).values()]",
    "at": "({} or {{}}).get(str({}))",
    "first": "next(iter({} or ()), None)",
}
"""Each operator that Python writes as one expression, which costs no call. `count`: 1 … n; `at`: the value of an object
with a key."""
INFIX = {"and": " and ", "or": " or ", "<": " < ", "<=": " <= ", "+": " + ", "*": " * "}
"""Each operator that Python writes between its arguments."""


def compiled(conditions: Sequence[Condition], source_of: Callable[[str], str]) -> Callable[[Any, Any], str | None]:
    """A function of the log so far and an event that returns why the first condition does not hold; None: all do.

    It is made from Python's own source, since the service checks conditions with each event that it writes.
    `source_of` gives the source that reads a value by its name.
    """
    lines = [f"    if not {source(holds, source_of)}: return {why!r}" for why, holds in conditions]
    found: dict[str, Any] = {"within": within, "OPERATORS": OPERATORS}
    exec("\n".join(["def check(now, event):", "    session = now.session", *lines]), found)
    check: Callable[[Any, Any], str | None] = found["check"]
    return check


def source(expression: Expression, source_of: Callable[[str], str]) -> str:
    """An expression in Python."""
    if isinstance(expression, str):
        return source_of(expression)
    if not isinstance(expression, list):
        return repr(expression)
    name, *rest = expression
    if name == "text":
        return repr(rest[0])
    parts = [source(one, source_of) for one in rest]
    match name, parts:
        case "not", (one,):
            return f"(not {one})"
        case "if", (first, then):
            return f"(not {first} or {then})"
        case "=", (one, other) if rest[1] is None or is_text(rest[1]) or all(map(is_count, rest)):
            return f"({one} {'is' if rest[1] is None else '=='} {other})"
        case "in", (one, _) if isinstance(rest[1], list) and rest[1][0] == "list" and all(map(is_text, rest[1][1:])):
            return f"({one} in {tuple(each[1] for each in rest[1][1:])!r})"
    if name in INFIX:
        return f"({INFIX[name].join(parts)})"
    return WRITTEN[name].format(*parts) if name in WRITTEN else f"OPERATORS[{name!r}]({', '.join(parts)})"


def is_text(expression: Expression) -> bool:
    """Whether an expression is a text that stands for itself."""
    return isinstance(expression, list) and expression[0] == "text"


def is_count(expression: Expression) -> bool:
    """Whether an expression is a number of things."""
    return type(expression) is int or (isinstance(expression, list) and expression[0] == "size")


def within(node: Any, *path: str) -> Any:
    """What stands at a path in JSON data, or in the columns of a row; None where it is absent."""
    for key in path:
        node = node.get(key) if isinstance(node, dict) else getattr(node, key, None)
    return node


def is_one_of(value: Expression, *texts: str) -> Expression:
    """Whether a value is one of these texts."""
    return ["in", value, ["list", *map(text, texts)]]


def is_absent(value: Expression) -> Expression:
    """Whether there is no such value."""
    return ["=", value, None]


def is_there(value: Expression) -> Expression:
    """Whether there is such a value."""
    return ["not", is_absent(value)]


def all_of(*parts: Expression) -> Expression:
    """Whether all of these hold."""
    return ["and", *parts]


def any_of(*parts: Expression) -> Expression:
    """Whether one of these holds."""
    return ["or", *parts]


def when(first: Expression, then: Expression) -> Expression:
    """Whether something holds, if something else does."""
    return ["if", first, then]


IS_GAME = ["=", "kind", text("game")]
IS_BY_SERVICE = ["=", "event.by", text("service")]
OPEN = Condition("the session is closed", ["=", "status", text("open")])
NOT_LOST = Condition("the time of a player was over, and the game with it", ["not", "is_lost"])
AFTER_DEADLINE = ["=", "before.type", text("deadline-passed")]
IN_TIME = Condition("a deadline had passed, and something else follows", ["not", AFTER_DEADLINE])
PLAYS_ON = (OPEN, NOT_LOST, IN_TIME)
"""The session is open, and what happens is not what the end of somebody's time brings with it."""
EXISTING_SEAT = Condition("its seat does not exist", ["in", "event.seat", "seats"])


HAS_VERSION = Condition("versions of a rulebook begin with 1", ["<", 0, "event.ruleset_version"])


def sent_by_somebody(sender: str, *others: str) -> Condition:
    """It was the host, one of `others`, or a seat of the session."""
    is_somebody = any_of(is_one_of(sender, "host", *others), ["in", f"{sender}.seat", "seats"])
    return Condition("nobody is called so who sends anything here", is_somebody)


def has_host(sender: str = "event.by", *unless: Expression) -> Condition:
    """Where it is said to be the host's, the session has one, unless something else holds."""
    return Condition("the session has no host", when(["=", sender, text("host")], any_of("host", *unless)))
