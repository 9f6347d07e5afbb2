"""The names of a rulebook's schemas in OpenAPI: they begin with its slug, so no other rulebook changes them."""

from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from app import domain
from app.domain.ruleset import Ruleset

BUILT = (
    *("AttackRequest", "OddsRequest", "ThenRequest", "SeriesRequest", "GameRequest", "OpeningRequest", "MoveRequest"),
    *(
        "AttackBatchRequest",
        "MatrixRequest",
        "OptionsInput",
        "GameOptionsInput",
        "GameMove",
        "GameSituation",
        "SetupSent",
    ),
    *("AttackAction", "GameAction", "Action", "OtherAction", "StateDocument", "SetupRequest", "SetupDocument"),
)
"""The schemas that the service builds for a rulebook, beside those for each list."""

AnyRuleset = Ruleset[Any, Any, Any]


def schema_name(slug: str, name: str) -> str:
    """The public name of a rulebook's schema: `ThresholdSet` of open-forces is `OpenForcesThresholdSet`.

    A name that already begins with the title-case slug stays as it is.
    """
    title = title_case(slug)
    begins_so = name.startswith(title) and not name[len(title) :][:1].islower()
    return name if begins_so else title + name


def title_case(name: str) -> str:
    """A kebab-case name as a part of a schema's name: `open-forces` is `OpenForces`."""
    return "".join(part.capitalize() for part in name.split("-"))


def answer_name(question: str) -> str:
    """The schema of a choice sent along, by the question's stored name, without the slug."""
    return f"Answer{title_case(question)}"


def list_name(path: str) -> str:
    """The schema of the request that holds a list, by the last part of its route, without the slug."""
    return f"{title_case(path)}Request"


def built_names(ruleset: AnyRuleset) -> Iterator[str]:
    """The public names of the schemas that the service builds for a ruleset."""
    for name in (*BUILT, *(list_name(reader.path) for reader in ruleset.lists)):
        yield schema_name(ruleset.slug, name)


def own_classes(ruleset: AnyRuleset) -> tuple[type, ...]:
    """The classes that have a schema in OpenAPI, but for those that the domain gives to every rulebook."""
    found: dict[type, None] = {}
    for root in _roots(ruleset):
        _add_classes(_named_in(root), found)
    return tuple(found)


def _roots(ruleset: AnyRuleset) -> Iterator[Any]:
    yield from (ruleset.situation, ruleset.options, ruleset.outcome)
    if (board := ruleset.board) is not None:
        yield from (board.setup, board.options, *board.actions, board.state, board.turn)
        if (bringing := board.bringing) is not None:
            yield from (bringing.setup, bringing.list, bringing.limits)
    yield from (reader.result for reader in ruleset.lists)


def _add_classes(kinds: Iterable[type], found: dict[type, None]) -> None:
    """Add classes, each before those that its fields name."""
    for kind in kinds:
        if kind not in found:
            found[kind] = None
            _add_classes(_named_by(kind), found)


@cache
def _named_by(kind: type) -> tuple[type, ...]:
    """The classes that the fields of a class name."""
    hints = () if issubclass(kind, Enum) else get_type_hints(kind).values()
    return tuple(dict.fromkeys(named for hint in hints for named in _named_in(hint)))


def _named_in(hint: Any) -> Iterator[type]:
    """The classes that a type names, itself and in its arguments."""
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and _has_schema(kind) and not _is_shared(kind):
        yield kind
    for argument in get_args(hint):
        yield from _named_in(argument)


def _has_schema(kind: type) -> bool:
    is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return is_dataclass(kind) or issubclass(kind, Enum) or is_named_tuple or is_typeddict(kind)


def _is_shared(kind: type) -> bool:
    return kind.__module__.startswith(f"{domain.__name__}.")
