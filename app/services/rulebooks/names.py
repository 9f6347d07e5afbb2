"""The names of a rulebook's schemas in OpenAPI: they begin with its slug, so no other rulebook changes them."""

from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from app.domain.board import ACT
from app.domain.choices import choice_type, context_type, effect_type
from app.domain.names import stored_name
from app.domain.ruleset import Ruleset

BUILT = (
    *("AttackRequest", "OddsRequest", "ThenRequest", "SeriesRequest", "GameRequest", "OpeningRequest", "MoveRequest"),
    *("AttackInBatch", "AttackBatchRequest", "AttackInBatchAnswer", "AttackBatchAnswer"),
    *("OptionsRequest", "GameOptionsRequest", "Answer", "GameMove"),
    *("AttackAction", "GameAction", "Action", "OtherAction", "StateDocument"),
    *("ListedAttack", "ListedGameAction", "ListedAction", "OtherListedAction"),
    *("Entry", "Chose", "OtherChose", "Noted", "OtherNoted"),
    *("GameSituation", "GameMoveShown", "OtherGameMove", "CatalogueDocument", "CatalogueEntry"),
)
"""The schemas that the service builds for a rulebook, beside those for each question, each fact and each list."""

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


def asked_name(question: str) -> str:
    """The schema of an open question, by its stored name, without the slug."""
    return f"Ask{title_case(question)}"


def legal_name(question: str) -> str:
    """The schema of a choice that a question lists, by the question's stored name, without the slug."""
    return f"Legal{title_case(question)}"


def chose_name(question: str) -> str:
    """The schema of an entry that answers a question, by the question's stored name, without the slug."""
    return f"Chose{title_case(question)}"


def shown_name(name: str) -> str:
    """The schema of a value as it is read, where the same class is also sent, by the name of what is sent."""
    return f"{name}Shown"


def noted_name(fact: str) -> str:
    """The schema of an entry that notes a fact, by the fact's stored name, without the slug."""
    return f"Noted{title_case(fact)}"


def list_name(path: str) -> str:
    """The schema of the request that holds a list, by the last part of its route, without the slug."""
    return f"{title_case(path)}Request"


def built_names(ruleset: AnyRuleset) -> Iterator[str]:
    """The public names of the schemas that the service builds for a ruleset."""
    questions = [stored_name(question) for question in ruleset.all_questions]
    asked = [name(question) for name in (asked_name, legal_name) for question in (*questions, ACT)]
    answered = [name(question) for name in (answer_name, chose_name) for question in questions]
    noted = [noted_name(stored_name(fact)) for fact in ruleset.all_facts]
    lists = [list_name(reader.path) for reader in ruleset.lists]
    shown = [shown_name(kind.__name__) for kind in _classes_of(_sent(ruleset))]
    for name in (*BUILT, *asked, *answered, *noted, *lists, *shown):
        yield schema_name(ruleset.slug, name)


def own_classes(ruleset: AnyRuleset) -> tuple[type, ...]:
    """The classes whose values clients send or read, but for those that the domain gives to every rulebook."""
    return _classes_of((*_sent(ruleset), *_read(ruleset)))


def _classes_of(roots: Iterable[type]) -> tuple[type, ...]:
    found: dict[type, None] = {}
    for root in roots:
        _add_classes(_named_in(root), found)
    return tuple(found)


def _sent(ruleset: AnyRuleset) -> Iterator[type]:
    yield from (ruleset.situation, ruleset.options)
    yield from map(choice_type, ruleset.all_questions)
    if (board := ruleset.board) is not None:
        yield from (board.setup, board.options, *board.actions)


def _read(ruleset: AnyRuleset) -> Iterator[type]:
    yield from (ruleset.outcome, *ruleset.all_facts)
    for question in ruleset.all_questions:
        yield from filter(None, (context_type(question), effect_type(question)))
    if (board := ruleset.board) is not None:
        yield from (board.state, board.turn)
    if ruleset.catalogue is not None:
        yield ruleset.catalogue.details
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
    return kind.__module__.startswith("app.domain.")
