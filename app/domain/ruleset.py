"""Ruleset: one rulebook as a value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from app.domain.board import Board
from app.domain.casualties import Casualty
from app.domain.dice import Die, Face
from app.domain.odds import Distributions
from app.domain.record import By, Role, Seated
from app.domain.resolution import Script
from app.domain.table import Question

A = TypeVar("A")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

Policy = Callable[[Question[object], By], object]
"""An automatic player: a pure function from a question to one of its choices."""

Policies = Mapping[Role, Policy]


def first_option(question: Question[object], _by: By) -> object:
    """The policy of an indifferent player."""
    return next(question.options())


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[A, P, O]):
    """All that the service needs to know of a rulebook."""

    slug: str
    version: int
    title: str
    language: str
    """The language of the source, as a code (de, fr, ru)."""
    script: Script[A, P, O]
    """The attack."""
    prepare: Callable[[A, P], None]
    """Raises IllegalSituation or IllegalOption: every refusal that the situation alone decides."""
    situation: type[A]
    options: type[P]
    """A frozen dataclass with a default for every field."""
    outcome: type[O]
    measures: Mapping[str, Callable[[O], int | bool]]
    """What odds are about."""
    dice: tuple[Die[Face], ...]
    """Every die that the attack or the game rolls."""
    facts: tuple[type, ...]
    """The classes of the facts that an attack notes; `Casualty` belongs to every rulebook and is not listed."""
    examples: tuple[A, ...]
    """The rulebook's own, first of all."""
    questions: tuple[type, ...] = ()
    """The classes of the questions that an attack asks."""
    policies: Mapping[str, Policy] = field(default_factory=lambda: {"default": first_option})
    """Automatic players by name; the first is the default."""
    presets: Mapping[str, P] = field(default_factory=dict)
    """Named sets of options."""
    is_standard: Callable[[P], bool] = lambda _options: True
    """Whether the options are the rulebook's, without house rules."""
    price: Callable[[A, P], None] = lambda _situation, _options: None
    """Raises NotComputable where odds of the situation would cost too much."""
    odds: Callable[[A, P, Policies], Distributions] | None = None
    """A closed form where enumeration is too slow; proven equal to it on small cases."""
    sides: Callable[[A], Mapping[Role, str]] = lambda _situation: {}
    """The sides that a situation names, by role."""
    board: Board[Any, Any, Any, Any] | None = None
    """A whole game held by the server."""

    @property
    def all_facts(self) -> tuple[type, ...]:
        """The classes of the facts of attack and game, with Casualty and, where there is a board, Seated."""
        return (*self.facts, Casualty, *((Seated, *self.board.facts) if self.board else ()))

    @property
    def all_questions(self) -> tuple[type, ...]:
        """The classes of the questions of attack and game, without Act, which asks for a move."""
        return (*self.questions, *(self.board.questions if self.board else ()))

    def policy_name(self, name: str) -> str:
        """The policy that `name` stands for: `default` is an alias of the first."""
        return next(iter(self.policies)) if name == "default" else name
