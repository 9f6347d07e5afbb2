"""The names of a rulebook's schemas in OpenAPI: they begin with its slug, so no other rulebook changes them."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from app.domain.choices import choice_type
from app.domain.names import stored_name
from app.domain.ruleset import Ruleset

BUILT = (
    "AttackRequest",
    "OddsRequest",
    "SeriesRequest",
    "GameRequest",
    "MoveRequest",
    "OptionsRequest",
    "GameOptionsRequest",
    "AttackAction",
    "GameAction",
    "StateDocument",
    "CatalogueDocument",
    "CatalogueEntry",
)
"""The schemas that the service builds for a rulebook, beside one for each answer, fact and list."""

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


def noted_name(fact: str) -> str:
    """The schema of an entry that notes a fact, by the fact's stored name, without the slug."""
    return f"Noted{title_case(fact)}"


def list_name(path: str) -> str:
    """The schema of the request that holds a list, by the last part of its route, without the slug."""
    return f"{title_case(path)}Request"


def built_names(ruleset: AnyRuleset) -> Iterator[str]:
    """The public names of the schemas that the service builds for a ruleset."""
    answers = [answer_name(stored_name(question)) for question in ruleset.all_questions]
    noted = [noted_name(stored_name(fact)) for fact in ruleset.all_facts]
    lists = [list_name(reader.path) for reader in ruleset.lists]
    for name in (*BUILT, *answers, *noted, *lists):
        yield schema_name(ruleset.slug, name)


def own_classes(ruleset: AnyRuleset) -> tuple[type, ...]:
    """The classes whose values clients send or read, but for those that the domain gives to every rulebook."""
    found: dict[type, None] = {}
    for kind in _roots(ruleset):
        _add_classes(kind, found)
    return tuple(found)


def _roots(ruleset: AnyRuleset) -> Iterator[type]:
    yield from (ruleset.situation, ruleset.options, ruleset.outcome, *ruleset.all_facts)
    yield from map(choice_type, ruleset.all_questions)
    if (board := ruleset.board) is not None:
        yield from (board.setup, board.options, board.state, board.turn, *board.actions)
    if ruleset.catalogue is not None:
        yield ruleset.catalogue.details
    yield from (reader.result for reader in ruleset.lists)


def _add_classes(hint: Any, found: dict[type, None]) -> None:
    """Add the classes that a type names, in itself, in its arguments and in its fields."""
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and kind not in found and _has_schema(kind) and not _is_shared(kind):
        found[kind] = None
        for member in get_type_hints(kind).values() if not issubclass(kind, Enum) else ():
            _add_classes(member, found)
    for argument in get_args(hint):
        _add_classes(argument, found)


def _has_schema(kind: type) -> bool:
    is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return is_dataclass(kind) or issubclass(kind, Enum) or is_named_tuple or is_typeddict(kind)


def _is_shared(kind: type) -> bool:
    return kind.__module__.startswith("app.domain.")
