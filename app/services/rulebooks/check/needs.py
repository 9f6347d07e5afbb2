"""Which texts a rulebook needs, in which variants, and what may fill them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from app.domain.board import ACT
from app.domain.casualties import Casualty
from app.domain.choices import class_returned, find_choice_type
from app.domain.names import find_kind, stored_name
from app.domain.record import Seated
from app.domain.ruleset import Ruleset

Kinds = tuple[type, ...]
"""Dataclasses."""


@dataclass(frozen=True)
class Need:
    """A text that may be looked up: its key, and the dataclasses whose fields may fill its holes."""

    key: str
    filled_by: Kinds = ()
    variants: tuple[str | None, ...] = (None,)
    """The variants that may be looked up; None is the text without a variant."""
    also: tuple[str, ...] = ()
    """Names that may fill its holes beside the fields."""


def needs_of(ruleset: Ruleset[Any, Any, Any], fates: tuple[str, ...], *, seats_roles: bool) -> Iterator[Need]:
    """Every text that the records and the questions of a ruleset need.

    `fates`: those that its casualties may have; none: it notes no casualty. `seats_roles`: whether a game seats the
    roles of an attack.
    """
    yield _varied("outcome", ruleset.outcome)
    for fact in ruleset.all_facts:
        if (fact is not Casualty or fates) and (fact is not Seated or seats_roles):
            variants = fates if fact is Casualty else variants_of(fact)
            yield Need(f"fact.{stored_name(fact)}", (fact,), variants, ("unit", "count"))
    for question in ruleset.all_questions:
        yield from _needs_of_question(question)
    if ruleset.board is not None:
        yield _varied("turn", ruleset.board.turn)
        yield Need(f"question.{ACT}", also=("by",))
        leads = class_returned(ruleset.board.leads_to)
        also = tuple(_on_the_wire(field.name) for field in fields(leads)) if leads is not None else ()
        for move in ruleset.board.actions:
            variants = (find_kind(move),) if getattr(move, "varied_by", None) == "kind" else variants_of(move)
            yield Need(f"choice.{ACT}", (move,), variants, (*also, "count"))


def _varied(key: str, kind: type) -> Need:
    return Need(key, (kind,), variants_of(kind), ("count",))


def _needs_of_question(question: type) -> Iterator[Need]:
    """The text of a question, of each of its choices, and of a choice that was made."""
    name, choice = stored_name(question), find_choice_type(question)
    if choice is None:
        return
    yield Need(f"chose.{name}", (choice,), also=("by",))
    shown = returned_by(question, "context")
    yield Need(f"question.{name}", shown, variants_of(*shown), ("by", "count"))
    leads = returned_by(question, "leads_to")
    varied = tuple(kind for kind in leads if hasattr(kind, "varied_by"))
    also = tuple(_on_the_wire(field.name) for kind in leads for field in fields(kind))
    yield Need(f"choice.{name}", (choice,), variants_of(*varied, choice), (*also, "count"))


def returned_by(question: type, method: str) -> Kinds:
    """The dataclasses that a method of a question may return, as its annotation says."""
    return _dataclasses(_members(get_type_hints(getattr(question, method)).get("return")))


def variants_of(*kinds: type) -> tuple[str | None, ...]:
    """The values of the fields that `varied_by` of dataclasses names; None where they cannot be listed."""
    found: list[str | None] = []
    for kind in kinds:
        varied_by = getattr(kind, "varied_by", None)
        for member in _members(hints_of(kind).get(varied_by) if varied_by else None):
            found += _values(member)
    return tuple(dict.fromkeys(found)) or (None,)


@cache
def hints_of(kind: type) -> Mapping[str, Any]:
    """The types of a dataclass's fields, by their names on the wire."""
    hints = get_type_hints(kind)
    return {_on_the_wire(field.name): hints[field.name] for field in fields(kind)}


def fills(kinds: Kinds, path: tuple[str, ...]) -> bool:
    """Whether a path of names leads to a field of one of the dataclasses; what lies in a mapping cannot be known."""
    if not path:
        return True
    for kind in kinds:
        if path[0] in (hints := hints_of(kind)):
            inner = tuple(member for member in _members(hints[path[0]]) if member is not NoneType)
            return any(get_origin(member) not in (None, tuple) for member in inner) or fills(
                _dataclasses(inner), path[1:]
            )
    return False


def _values(hint: Any) -> list[str | None]:
    if hint is bool:
        return ["true", "false"]
    if get_origin(hint) is Literal:
        return [str(value) for value in get_args(hint)]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [str(member.value) for member in hint]
    return [None]


def _on_the_wire(name: str) -> str:
    return name.rstrip("_")


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _dataclasses(hints: Iterable[Any]) -> Kinds:
    return tuple(hint for hint in hints if isinstance(hint, type) and is_dataclass(hint))
