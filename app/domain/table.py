"""The table a rule plays on: it rolls, asks and notes, from the record first and then from dice and players."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Generic, Protocol, TypeVar, cast, get_args, get_origin

from app.domain.dice import Dice, Die, F, Face, IllegalDice, fits, own_faces
from app.domain.errors import Diverged, Refusal, TableOverrun
from app.domain.names import stored_name
from app.domain.record import (
    EVERYBODY,
    Answer,
    Audience,
    By,
    Chose,
    Entry,
    Noted,
    Origin,
    Record,
    Rolled,
    Seated,
    Source,
    seat_name,
    seat_of,
)

CALLS = 10_000
"""Table calls that one run of a script may make."""

QUESTIONS = 1_000
"""Questions that one run of a script may put to players; those with one answer are not counted."""

C = TypeVar("C")
E = TypeVar("E", Rolled, Chose, Noted)


class Question(Protocol[C]):
    """A decision that the rules leave to a player. Subclasses are frozen dataclasses that hold all it depends on."""

    public: ClassVar[bool] = True
    """Whether its choices follow from what everybody sees; only then a single choice is taken without asking."""

    @property
    def name(self) -> str:
        """The stored name: `AllocateDamage` is `allocate-damage`."""
        return stored_name(type(self))

    def options(self) -> Iterator[C]:
        """The legal choices, lazily; the first is what an indifferent player takes."""

    def check(self, choice: C) -> None:
        """Raise IllegalChoice, or another Refusal, unless `choice` is legal; cheaper than listing the options."""

    def forced(self) -> C | None:
        """The only legal choice, where there is just one."""
        first = list(islice(self.options(), 2))
        return first[0] if len(first) == 1 else None

    def total(self) -> int:
        """How many choices there are."""
        return sum(1 for _ in self.options())

    def context(self) -> object | None:
        """What a client needs beside the choices, as a dataclass."""
        return None

    def leads_to(self, choice: C) -> object | None:  # noqa: ARG002
        """What `choice` leads to, as a dataclass."""
        return None


def find_choice_type(question: type) -> type | None:
    """The class of a question's choices: `Units` of `class ChooseCasualties(Question[Units])`; None where unnamed."""
    bases = [base for kind in question.__mro__ for base in vars(kind).get("__orig_bases__", ())]
    named = (get_args(base)[0] for base in bases if get_origin(base) is Question)
    return next((choice for choice in named if isinstance(choice, type)), None)


def choice_type(question: type) -> type:
    """The class of a question's choices. Raises TypeError where the question does not name it."""
    if (choice := find_choice_type(question)) is None:
        raise TypeError(f"the question {question.__name__} needs the class of its choices: Question[...]")
    return choice


@dataclass(frozen=True, slots=True)
class RollWanted:
    """A roll that people have to throw."""

    die: Die[Face]
    count: int
    by: By
    rule: str
    index: int
    dice: tuple[int, ...]
    """Which dice of their pool are thrown, by place; in a reroll not all."""
    seat: int | None = None
    """The seat that `by` is played by, in a game."""


@dataclass(frozen=True, slots=True)
class ChoiceWanted(Generic[C]):
    """A question that waits for its player."""

    question: Question[C]
    by: By
    rule: str
    seat: int | None = None
    """The seat that `by` is played by, in a game."""


Wanted = RollWanted | ChoiceWanted[object]


class Awaiting(BaseException):
    """The script stops here: nobody has answered yet. Only resolve() and the odds catch it."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted)
        self.wanted = wanted


Chosen = tuple[object, Source]
Players = Callable[[Question[object], By], Chosen | None]
"""Answers a question put to a role, or in a game to a seat, with a choice and its source; None: not spoken yet."""


def nobody(_question: Question[object], _by: By) -> None:
    """Players who never answer."""


class Table:
    """One run of a script over the answers so far."""

    def __init__(
        self, answers: Sequence[tuple[int, Answer, Source | None]], dice: Dice | None, players: Players
    ) -> None:
        self._answers = list(answers)[::-1]
        self._dice, self._players = dice, players
        self._entries: list[Entry] = []
        self._sources: list[Source | None] = []
        self._seated: Seated | None = None
        self._thrown: list[Die[Face]] = []
        self._calls = self._asked = 0

    def roll(
        self, die: Die[F], count: int, *, by: By, rule: str, dice: tuple[int, ...] = (), to: Audience = EVERYBODY
    ) -> tuple[F, ...]:
        """The faces of `count` dice as thrown; of no dice, no roll is made. `dice`: their places, in a reroll."""
        if count == 0:
            return ()
        self._count_call()
        index = len(self._thrown)
        self._thrown.append(die)
        if recorded := self._recorded():
            place, answer, source = recorded
            expected = Rolled(rule, by, die.name, getattr(answer, "faces", ()), to)
            if answer != expected or not fits(expected.faces, die, count):
                raise Diverged(place)
            return own_faces(self._keep(expected, source).faces, die)
        faces = self._dice.throw(die, count, index=index) if self._dice else None
        if faces is None or self._dice is None:
            places = dice or tuple(range(count))
            raise Awaiting(RollWanted(die, count, by, rule, index, places, seat_of(by, self._seated)))
        if not fits(faces, die, count):
            raise IllegalDice(die, count, index)
        self._keep(Rolled(rule, by, die.name, faces, to), Source(Origin(self._dice.source)))
        return own_faces(faces, die)

    def ask(self, question: Question[C], *, by: By, rule: str, to: Audience = EVERYBODY) -> C:
        """The choice of the player in role `by`; where only one is legal, the rules take it."""
        self._count_call()
        if recorded := self._recorded():
            place, answer, source = recorded
            expected = Chose(rule, by, question.name, getattr(answer, "choice", None), to)
            if answer != expected:
                raise Diverged(place)
            choice = cast(C, expected.choice)
            _check_recorded(question, choice, place)
        else:
            choice, source = self._answer(question, by, rule)
        self._count_question(source)
        self._keep(Chose(rule, by, question.name, choice, to), source)
        return choice

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        """Write a fact into the record."""
        self._count_call()
        self._keep(Noted(rule, fact, to), None)

    def seated(self, attacker: int, defender: int, *, rule: str) -> None:
        """Note which seats play the roles of the attack that follows, when a game runs one."""
        self._seated = Seated(attacker, defender)
        self.note(self._seated, rule=rule)

    def checkpoint(self, state: Hashable) -> None:
        """Promise that what follows depends on `state` only. In play it does nothing; odds merge equal states."""

    def record(self) -> Record:
        """All that has happened in this run."""
        return Record(tuple(self._entries), tuple(self._sources))

    def thrown(self) -> tuple[Die[Face], ...]:
        """The die of each roll of the record, in order."""
        return tuple(self._thrown[: sum(isinstance(entry, Rolled) for entry in self._entries)])

    def _answer(self, question: Question[C], by: By, rule: str) -> tuple[C, Source]:
        if question.public and (only := question.forced()) is not None:
            return only, Source(Origin.RULES)
        seat = seat_of(by, self._seated)
        chosen = self._players(cast(Question[object], question), by if seat is None else seat_name(seat))
        if chosen is None:
            raise Awaiting(ChoiceWanted(cast(Question[object], question), by, rule, seat))
        choice = cast(C, chosen[0])
        question.check(choice)
        return choice, chosen[1]

    def _recorded(self) -> tuple[int, Answer, Source | None] | None:
        return self._answers.pop() if self._answers else None

    def _keep(self, entry: E, source: Source | None) -> E:
        self._entries.append(entry)
        self._sources.append(source)
        return entry

    def _count_question(self, source: Source | None) -> None:
        self._asked += source is None or source.origin is not Origin.RULES
        if self._asked > QUESTIONS:
            raise TableOverrun("too many questions")

    def _count_call(self) -> None:
        self._calls += 1
        if self._calls > CALLS:
            raise TableOverrun("too many table calls")


def _check_recorded(question: Question[C], choice: C, place: int) -> None:
    try:
        question.check(choice)
    except Refusal as illegal:
        raise Diverged(place) from illegal
