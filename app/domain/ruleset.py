"""Ruleset: what the folder of a rulebook exports as RULESET, and all that the service knows of it."""

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from app.domain.board import Board
from app.domain.casualties import Casualty
from app.domain.catalogue import Catalogue, ListReader
from app.domain.completion import Completion, Sent
from app.domain.dice import Die, Face
from app.domain.effort import Effort
from app.domain.errors import Fact
from app.domain.odds import Distributions
from app.domain.record import By, Record, Role, Seated
from app.domain.resolution import Script
from app.domain.table import Question

A = TypeVar("A")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

Policy = Callable[[Question[object], By], object]
"""An automatic player: a pure function from a question, and who is asked, to a legal choice. It raises nothing."""

Policies = Mapping[Role, Policy]
"""The automatic players of both roles of an attack."""


Values = Mapping[str, int | bool | None]
"""The measures of an outcome, by name."""

Left = Mapping[str, object]
"""Values of the fields of a situation that are its defender."""


@dataclass(frozen=True, slots=True)
class FollowUps(Generic[A, P, O]):
    """How a rulebook goes on to a further attack on the same defender."""

    defender: tuple[str, ...]
    """The fields of a situation that are the defender, and stay from attack to attack."""
    left: Callable[[A, O], Left]
    """The values of these fields after an attack; raises nothing."""
    outcomes: Callable[[A, P, Policies, Record, Sequence[A]], Iterator[tuple[Values, Left, Fraction]]] | None = None
    """Every outcome, by its measures, with what is left and its probability; None: by enumeration of the script.

    The record is what was rolled and chosen in the attack already, an empty one at its beginning. Of what is left it
    need not tell apart what the attacks that follow, given last, do not look at.

    May raise NotComputable.
    """
    totals: Mapping[str, str] = field(default_factory=dict)
    """Further measures of several attacks, by name: the numbers of these measures, added up."""
    go_on: Callable[[A, Left, P], A] | None = None
    """A further attack, told of the whole defender, on what is left of it; None: it is the same but for these fields.

    Raises nothing.
    """
    several: Callable[[Sequence[A], P, Policies, Record], Generator[None, None, Distributions] | None] = (
        lambda _attacks, _options, _policies, _so_far: None
    )
    """The distribution of every measure over all attacks, where the rulebook works them out together; else None.

    The record is that of the first attack. Yields now and then. May raise NotComputable.
    """
    in_series: Callable[[Sequence[A], P, Policies, Record], Generator[None, None, Distributions] | None] = (
        lambda _attacks, _options, _policies, _so_far: None
    )
    """The same where policies that search know that the other attacks come; None where none of them searches."""


@dataclass(frozen=True, slots=True)
class FurtherMeasures(Generic[A, P, O]):
    """Numbers of an outcome whose odds are told only where a request names them: to keep them apart costs time.

    Nobody's luck is told by them, as they follow from what players choose.
    """

    measures: Mapping[str, Callable[[O], int | bool]]
    """By name; no name is one of the measures of every odds."""
    odds: Callable[[A, P, Policies, Record, tuple[str, ...]], Distributions] | None = None
    """The odds of every measure and of those named; None: by enumeration of the script. As `odds` of the ruleset."""


@dataclass(frozen=True, slots=True)
class Matrix(Generic[A]):
    """How situations are made of attackers and defenders that are sent apart, each to meet each: for their odds."""

    distance: str
    """The field of a situation that says how far the `attacker` and the `defender` of it are from each other."""
    profile: Callable[[A], Hashable]
    """What the odds of a situation depend on: situations with equal profiles have equal odds. Raises nothing."""
    paired: Callable[[Sent, Sent], tuple[Sent, Sent]] = lambda attacker, defender: (attacker, defender)
    """An attacker and a defender, as they were sent, as they stand in one situation. Raises nothing."""
    said_by: Mapping[str, str] = field(default_factory=dict)
    """The member of an attacker from which another field of a situation follows, by the name of the field."""


def first_option(question: Question[object], _by: By) -> object:
    """A policy that always takes the first choice that the question lists."""
    return next(question.options())


@dataclass(frozen=True, slots=True)
class Covered(Generic[A]):
    """What lies face down in a situation whose script takes it open: lists of things, from the first on turned up.

    In a session they are for the host and the sender until they are turned up. The `after` of the outcome has what is
    left of each, under the same name. In the hands of others a thing is `{"unknown": true}`, which its class takes;
    a script that reads such a one raises NotShown.
    """

    stacks: tuple[str, ...]
    """The names of the lists, which are fields of the situation."""
    turned_up: Callable[[Record], Mapping[str, int]]
    """How many things of each list a record has turned up. Raises nothing."""
    check: Callable[[A], None]
    """Called after `prepare` before an attack is declared. Raises IllegalSituation for a thing that is unknown, which
    only odds take."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a situation that a player can still make; its text is `what-if.<name>`."""

    name: str
    """A kebab-case word."""
    patch: Mapping[str, object]
    """The JSON merge patch of the situation, with the names that clients send."""
    params: Mapping[str, Fact] = field(default_factory=dict)
    """What fills the text."""


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[A, P, O]):
    """A rulebook. All functions are pure: the same arguments always give the same result.

    The rulebook is checked when the service starts: what does not fit together is told in sentences.
    """

    slug: str
    """The name in paths and records, in kebab-case; it never changes. In title case it begins the names of schemas."""
    version: int
    """Raised when the script would tell a recorded action in another way; stored with each action."""
    title: str
    """The name that people read."""
    language: str
    """The language of the source, as a code (de, fr, ru)."""
    script: Script[A, P, O]
    """The attack: rolls, asks and notes through the table, and returns its outcome.

    Called after `prepare`, and again from its start whenever an answer arrives. It may raise IllegalSituation before
    its first call of the table, where odds accept what an attack does not; nothing else.
    """
    prepare: Callable[[A, P], None]
    """Called with each situation before the script, its odds or its examples are.

    Raises IllegalSituation or IllegalOption for all that can be refused without dice and players; nothing else.
    """
    situation: type[A]
    """The frozen dataclass that a client sends for an attack."""
    options: type[P]
    """A frozen dataclass with a default for every field: what the rulebook leaves open, and house rules."""
    outcome: type[O]
    """The frozen dataclass that the script returns."""
    measures: Mapping[str, Callable[[O], int | bool | None]]
    """The numbers of an outcome whose odds can be asked for, by name; they raise nothing.

    None stands only for what an outcome of an earlier version does not tell.
    """
    dice: tuple[Die[Face], ...]
    """Every die that the attack or the game rolls. A die whose faces vary, such as a deck, stands here when complete.

    Dice are listed, because a script can make one as it runs.
    """
    facts: tuple[type, ...]
    """The dataclasses of the facts that an attack notes; `Casualty` belongs to every rulebook and is not listed.

    The stored name is the class name in kebab-case. `dataclasses_of(facts)` lists a module that holds only facts.
    """
    examples: tuple[A, ...]
    """Situations that `prepare` accepts, the rulebook's own first."""
    yes_no: tuple[str, ...] = ()
    """The measures that are yes-or-no. Over several attacks they are true once one attack made them true; all others
    are added up."""
    matters: Callable[[A], tuple[tuple[str, int], ...]] | None = None
    """What the odds of a situation tell in a sentence, what matters most first: measures, each with the value that it
    is at least. None: every measure with 1, those that are yes-or-no first. Raises nothing."""
    what_if: Callable[[A], Iterator[Change]] | None = None
    """The few changes of a situation that the attacker can still make; one that `prepare` refuses is left out. Raises
    nothing. None: the rulebook offers none."""
    better_for: Mapping[str, Role] = field(default_factory=dict)
    """Whose luck a large value of a measure is, by its name; the attacker's where the measure is not named."""
    questions: tuple[type, ...] = ()
    """The classes of the questions that an attack asks, each derived from `Question[...]`."""
    policies: Mapping[str, Policy] = field(default_factory=lambda: {"default": first_option})
    """Automatic players by name, at least one; the first is the default."""
    plan: Callable[[A, P], Callable[[], object] | None] | None = None
    """Finds what is left to work out before policies answer in an attack; None where nothing is, or never.

    The work may take long and is kept for the policies. It is done before several attacks of a series come to the
    writer, so that none of them has to step aside for it. Work that compares equal is done once for all who need it.
    """
    plan_answer: Callable[[Policy, Question[object]], Callable[[], object] | None] | None = None
    """Finds what is left to work out before a policy answers a question; None where nothing is, or never.

    The writer, where all others wait, asks before each answer; such work is done elsewhere, and the attack comes again.
    """
    presets: Mapping[str, P] = field(default_factory=dict)
    """Named sets of options, such as the editions of a rulebook."""
    is_standard: Callable[[P], bool] = lambda _options: True
    """Whether options are as the rulebook has them, without house rules. Raises nothing."""
    price: Callable[[A, P], None] = lambda _situation, _options: None
    """Called before odds are computed. Raises NotComputable or LimitExceeded where they would take too long."""
    odds: Callable[[A, P, Policies, Record], Distributions] | None = None
    """Computes the distribution of every measure where the enumeration of all rolls is too slow.

    The record is what was rolled and chosen already, an empty one at the beginning. Tests prove it equal to the
    enumeration on small situations. May raise NotComputable or LimitExceeded; Diverged for a record that is not one of
    the attack.
    """
    within: "Callable[[Ruleset[A, P, O], Effort], Ruleset[A, P, O]] | None" = None
    """The same rulebook, whose odds take their work from an effort before or while they do it, and raise LimitExceeded
    where there is not enough left; None where `price` leaves no odds that take long."""
    further: FurtherMeasures[A, P, O] | None = None
    """Measures that are told only where a request names them; None where there are none."""
    rehearsal: Script[A, P, object] | None = None
    """The rolls and questions of an attack whose odds can be computed though `script` refuses it; None: `script`."""
    then: FollowUps[A, P, O] | None = None
    """How a further attack on the same defender goes on; None where odds of several attacks cannot be asked for."""
    matrix: Matrix[A] | None = None
    """How attackers meet defenders that are sent apart; None where a situation has no attacker and no defender."""
    ends: tuple[str, ...] = ()
    """The reasons for which `prepare` refuses an attack that is made again with what it has left: one side or the other
    is gone, or has nothing left to attack with. For any other reason it is not refused.
    """
    added_members: Mapping[str, int] = field(default_factory=dict)
    """Members of outcomes, at any depth, that earlier versions did not record: the version that first did, by name.

    An outcome of an earlier version is compared without them.
    """
    best_by: tuple[str, ...] = ()
    """The measures whose means tell which of several choices is best, the first that differs; empty: all in order."""
    sides: Callable[[A], Mapping[Role, str]] = lambda _situation: {}
    """The sides that a situation names for the roles, by which seats are found; empty where it names none."""
    side_names: tuple[str, ...] = ()
    """The sides that a seat may play, as `sides` names them; empty where a seat may name any."""
    hides: bool = False
    """Whether situations or outcomes have private parts: what is sent in them is for the host and the sender only."""
    covers: Covered[A] | None = None
    """With `hides`: what lies face down in situations, where it does not stand in private parts."""
    board: Board[Any, Any, Any, Any] | None = None
    """A whole game; None where the server resolves single attacks only."""
    catalogue: Catalogue[Any] | None = None
    """What situations can name; None where there is no such list."""
    lists: tuple[ListReader[Any], ...] = ()
    """Readers of lists that other programs write."""
    completions: Mapping[type, Completion] = field(default_factory=dict)
    """How what clients send becomes whole, by its class: the situation, the setup, and choices of questions."""

    @property
    def all_facts(self) -> tuple[type, ...]:
        """The classes of the facts of attack and game, with Casualty and, where there is a board, Seated."""
        return (*self.facts, Casualty, *((Seated, *self.board.facts) if self.board else ()))

    @property
    def all_questions(self) -> tuple[type, ...]:
        """The classes of the questions of attack and game, without Act, which asks for a move."""
        return (*self.questions, *(self.board.questions if self.board else ()))

    def policy_name(self, name: str) -> str:
        """The name of the policy that `name` means: `default` is another name of the first."""
        return next(iter(self.policies)) if name == "default" else name
