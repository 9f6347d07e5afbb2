"""Conditions as data: what an event asks of the events before it, in expressions that Python and the pages both read.

An expression is one of three things:

- A text names a value. `event.seat` is a member of the body, everything else is a value of the session as its log has
  made it so far, by the names of `EventTarget` and of the columns of a session. What is absent is null.
- A number, true, false or null stands for itself.
- A list begins with an operator. These are `OPERATORS`, `and`, `or`, `if` (the second part has to hold if the first
  one does), and `text`, for a text that stands for itself.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from app.domain.fairness import seat_commitment
from app.persistence.stored.rows import raw_id

Expression = Any
"""Data as JSON has it: see above."""
Evaluate = Callable[[Any, Any], Any]
"""The value of an expression for the state of a log and an event."""


class Condition(NamedTuple):
    """What has to hold before an event is applied, and what every checker says where it does not."""

    why: str
    holds: Expression


def text(value: str) -> Expression:
    """A text that stands for itself."""
    return ["text", value]


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are equal, with their types: true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def sources_of(entries: list[Any], kind: str) -> list[str]:
    """The sources of the entries of a kind, each once."""
    return [*{entry["source"] for entry in entries if entry["kind"] == kind}]


def commitment_of(session: str, seat: int, entropy: str) -> str:
    """What a seat of a session commits itself to that will reveal these bytes; all in hex but the seat."""
    return seat_commitment(raw_id(session), seat, bytes.fromhex(entropy)).hex()


OPERATORS: Mapping[str, Callable[..., Any]] = {
    "=": same,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    "+": lambda one, other: one + other,
    "*": lambda one, other: one * other,
    "in": lambda item, items: item is not None and any(same(item, each) for each in items or ()),
    "within": lambda some, items: all(any(same(one, each) for each in items) for one in some or ()),
    "not": lambda one: not one,
    "size": lambda items: len(items or ()),
    "count": lambda number: [*range(1, number + 1)],
    "keys": lambda node: [*(node or ())],
    "numbers": lambda node: [int(key) for key in node or ()],
    "values": lambda node: [*(node or {}).values()],
    "at": lambda node, key: (node or {}).get(str(key)),
    "list": lambda *items: [*items],
    "matches": lambda value, pattern: re.fullmatch(pattern, value) is not None,
    "sources": sources_of,
    "commitment": commitment_of,
}
"""Each operator that takes the values of its arguments. `within`: whether all items of one list are in another;
`count`: 1 … n; `numbers`: the keys of an object as numbers; `at`: the value of an object with a key; `matches`: whether
a text is as a regular expression says."""


def compiled(expression: Expression, read: Callable[[str], Evaluate]) -> Evaluate:
    """A function that evaluates an expression; `read` gives one that reads a value by its name."""
    if isinstance(expression, str):
        return read(expression)
    if not isinstance(expression, list):
        return lambda _state, _event: expression
    name, *rest = expression
    if name == "text":
        return lambda _state, _event: rest[0]
    parts = [compiled(one, read) for one in rest]
    match name, parts:
        case "and", _:
            return lambda state, event: all(part(state, event) for part in parts)
        case "or", _:
            return lambda state, event: any(part(state, event) for part in parts)
        case "if", (when, then):
            return lambda state, event: not when(state, event) or then(state, event)
    return applied(OPERATORS[name], parts)


def applied(operator: Callable[..., Any], parts: list[Evaluate]) -> Evaluate:
    """A function that applies an operator to the values of its arguments."""
    match parts:
        case (own,):
            return lambda state, event: operator(own(state, event))
        case (one, other):
            return lambda state, event: operator(one(state, event), other(state, event))
    return lambda state, event: operator(*[part(state, event) for part in parts])


def within(node: Any, path: Sequence[str]) -> Any:
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
OPEN = Condition("the session is closed", ["=", "status", text("open")])
EXISTING_SEAT = Condition("its seat does not exist", ["in", "event.seat", "seats"])


def sent_by_somebody(sender: str, *others: str) -> Condition:
    """It was the host, the service, one of `others`, or a seat of the session."""
    is_somebody = ["or", is_one_of(sender, "host", "service", *others), ["in", f"{sender}.seat", "seats"]]
    return Condition("nobody is called so who sends anything here", is_somebody)


def has_host(sender: str = "event.by", *unless: Expression) -> Condition:
    """Where it is said to be the host's, the session has one, unless something else holds."""
    return Condition("the session has no host", ["if", ["=", sender, text("host")], ["or", "host", *unless]])
