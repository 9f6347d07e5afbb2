"""The faults of a request from pydantic's errors: each once, in our own words, without those that are none."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any

from pydantic_core import to_json

from app.domain.errors import MOST_TOLD
from app.domain.nearest import nearest
from app.errors import Fault, Path
from app.faults.hints import hints
from app.faults.places import path_in, value_at
from app.faults.schema import Schema

Place = tuple[str | int, ...]
"""Where pydantic tells an error: the path to it, with the members of unions on the way."""
MISSING = ("missing", "union_tag_not_found")
UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
ONE_OF = ("enum", "literal_error", "union_tag_invalid")
SIZES: Mapping[str, tuple[str, str, str]] = {
    "greater_than_equal": ("too-small", "least", "ge"),
    "less_than_equal": ("too-large", "most", "le"),
    "string_too_short": ("too-small", "least-characters", "min_length"),
    "string_too_long": ("too-large", "most-characters", "max_length"),
    "too_short": ("too-small", "least-items", "min_length"),
    "too_long": ("too-large", "most-items", "max_length"),
}
"""For pydantic's errors of size: our code, the text, and the member of `ctx` that holds the limit."""
TYPES: Mapping[str, str] = {
    "int": "whole-number",
    "bool": "true-or-false",
    "string": "text",
    "dataclass": "object",
    "model": "object",
    "dict": "object",
    "tuple": "list",
    "list": "list",
}
"""What a value must be, by the first word of pydantic's error of type."""
NAMED: Mapping[str, str] = {
    "predicate_failed": "characters",
    "string_unicode": "characters",
    "no_such_day": "no-such-day",
    "not_visible": "not-visible",
    "not_all_visible": "not-all-visible",
}
"""The text of errors that say themselves what form is wrong."""
FORMS: dict[str, str] = {}
"""The text that shows a right value, by the pattern that values must match; the modules with the patterns fill it."""
MOST_ERRORS = 200
"""How many errors are looked at: a body may be wrong in thousands of places."""


def faults_in(errors: Iterable[Any], body: object, schema: Schema | None, *, is_choice: bool = False) -> list[Fault]:
    """The faults behind pydantic's errors in a body, in their order.

    `schema` is that of the body; `is_choice`: the body is the choice of an answer.
    """
    found: list[Fault] = []
    for error in of_meant_members(list(islice(errors, MOST_ERRORS)), body):
        is_of_tag = error["type"].startswith("union_tag")
        tag = str((error.get("ctx") or {}).get("discriminator", "")).strip("'")
        loc = (*error["loc"], tag) if is_of_tag and tag else error["loc"]
        at = path_in(loc, body, named=is_of_tag or error["type"] in MISSING)
        found.append(fault_of(error, at, value_at(at, body), body, schema))
    return distinct(found, body, {()} if is_choice else set())[:MOST_TOLD]


def of_meant_members(errors: list[Any], body: object) -> list[Any]:
    """The errors without those of members of a union that an object is less like than another member.

    Less like: with more fields that the member does not have, or lacks.
    """
    strange: dict[Place, Counter[Any]] = {}
    ways = [list(members_in(error, body)) for error in errors]
    for error, way in zip(errors, ways, strict=True):
        for union, member in way:
            strange.setdefault(union, Counter())[member] += error["type"] in (*MISSING, *UNKNOWN)
    least = {union: min(counts.values()) for union, counts in strange.items()}
    return [
        error
        for error, way in zip(errors, ways, strict=True)
        if all(strange[union][member] == least[union] for union, member in way)
    ]


def members_in(error: Mapping[str, Any], body: object) -> Iterator[tuple[Place, Any]]:
    """The place of each union of objects on the way to an error, and its member on this way, the outermost first."""
    loc, at = error["loc"], body
    for n, part in enumerate(loc[:-1]):
        is_there = part in at if isinstance(at, dict) else isinstance(at, list) and isinstance(part, int)
        if is_there:
            at = at[part]  # type: ignore[index]
        elif isinstance(at, dict):
            yield loc[:n], part


def fault_of(error: Mapping[str, Any], at: Path, sent: object, body: object, schema: Schema | None) -> Fault:
    """One error as a fault at this path. The value sent is never repeated."""
    kind, ctx = error["type"], error.get("ctx") or {}
    if kind in MISSING:
        holder = value_at(at[:-1], body)
        if kind == "union_tag_not_found" and isinstance(holder, dict) and isinstance(holder.get("choice"), dict):
            return Fault(at[:-1], "wrong-form", "whole-item")
        return Fault(at, "missing", "missing")
    if kind in UNKNOWN:
        code = "unknown-option" if at[:1] == ("options",) else "unknown-field"
        known = schema.names(at[:-1], body) if schema else ()
        return Fault(at, code, "unknown-field", hints(at[-1] if at else "", known))
    if kind in ONE_OF:
        expected = str(ctx.get("expected", ctx.get("expected_tags", "")))
        known = re.findall(r"'([^']*)'", expected) or expected.lower().split(" or ")
        code = "unknown-option" if at[-1:] == ("preset",) else "wrong-form"
        return Fault(at, code, "one-of", {"nearest": nearest(sent, known), "allowed": known})
    if kind in SIZES:
        sized = f"string_{kind}" if isinstance(sent, str) and f"string_{kind}" in SIZES else kind  # behind a predicate
        code, text, limit = SIZES[sized]
        return Fault(at, code, text, {"limit": ctx[limit]})
    if kind == "int_parsing_size":
        is_negative = isinstance(sent, int) and sent < 0
        return Fault(at, "too-small" if is_negative else "too-large", "too-far-from-zero")
    if kind == "string_pattern_mismatch":
        return Fault(at, "wrong-form", FORMS.get(ctx.get("pattern", ""), "form"), {"pattern": ctx.get("pattern")})
    if kind in NAMED:
        return Fault(at, "wrong-form", NAMED[kind])
    return wrong_type(kind, at, body, schema)


def wrong_type(kind: str, at: Path, body: object, schema: Schema | None) -> Fault:
    """A value of another type than the one that belongs there; for an object with an example."""
    wanted = TYPES.get(kind.partition("_")[0])
    if wanted is None:
        return Fault(at, "wrong-form", "form")
    example = schema.example(at, body) if schema and wanted == "object" else None
    shown = {"example": to_json(example).decode()} if example else {}
    return Fault(at, "wrong-type", "wrong-type", {"types": [wanted], **shown})


def distinct(found: Sequence[Fault], body: object, choices: Set[Path]) -> list[Fault]:
    """The faults without those that only follow from others, and each place once.

    A value that fits no member of a union has an error for each member: with a fault deeper in it, its type was right.
    An item that is wrong is not counted by pydantic, so that its list seems too short. A field that is misspelled seems
    to be missing too. `choices` are paths where a choice is expected.
    """
    items = {fault.at[:-1] for fault in found if is_whole_item(fault, choices)}
    meant = {(*fault.at[:-1], fault.params["nearest"]) for fault in found if fault.params.get("nearest")}
    kept: dict[Path, Fault] = {}
    for fault in found:
        at = next((at for at in items if fault.at[: len(at)] == at), None)
        if at is not None:
            kept[at] = Fault(at, "wrong-form", "whole-item")
            continue
        is_above = any(len(other.at) > len(fault.at) and other.at[: len(fault.at)] == fault.at for other in found)
        held = value_at(fault.at, body)
        if fault.text == "missing" and fault.at in meant:
            continue
        is_full = fault.text == "least-items" and isinstance(held, list) and len(held) >= fault.params["limit"]
        if is_full or (is_above and fault.code == "wrong-type" and isinstance(held, (dict, list))):
            continue
        if fault.at in kept:
            fault = either(kept[fault.at], fault)
        kept[fault.at] = fault
    return list(kept.values())


def is_whole_item(fault: Fault, choices: Set[Path]) -> bool:
    """Whether a choice is a whole item of the list `choices`, in whose `choice` the real one lies."""
    is_inside = fault.at[-2:] == ("choice", "choice") or (fault.at[-1:] == ("choice",) and fault.at[:-1] in choices)
    return fault.text == "unknown-field" and is_inside


def either(one: Fault, other: Fault) -> Fault:
    """Two faults of one place as one; two types of which either is right, as both."""
    if one.code != "wrong-type" or other.code != "wrong-type":
        return one
    types = dict.fromkeys([*one.params["types"], *other.params["types"]])
    return Fault(one.at, one.code, one.text, {**other.params, **one.params, "types": list(types)})
