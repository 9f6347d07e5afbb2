"""The table of a script: it answers rolls and questions from the record first, then from dice and players."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from app.domain.casualties import Casualty
from app.domain.dice import Dice, DiceSource, Die, F, Face, IllegalDice, Shuffler, own_faces
from app.domain.errors import Diverged, Refusal, TableOverrun
from app.domain.hidden import NotShown, Private
from app.domain.names import stored_name
from app.domain.record import (
    EVERYBODY,
    HIDDEN_FACES,
    NOBODY,
    Answer,
    Audience,
    By,
    Chose,
    Entry,
    Noted,
    Origin,
    Record,
    Role,
    Rolled,
    Seated,
    Source,
    seat_name,
    seat_of,
)

CALLS = 10_000
"""How often one run of a script may call the table."""

QUESTIONS = 1_000
"""How many questions one run of a script may put to players; those with only one legal choice are not counted."""

THROWN = {source: Source(Origin(source)) for source in DiceSource}
"""The source of a roll, by who throws."""
TAKEN = Source(Origin.RULES)
"""The source of a choice that was the only legal one."""

C = TypeVar("C")
T = TypeVar("T")


class Question(Protocol[C]):
    """A decision that the rules leave to a player, with choices of the class C.

    Subclasses are frozen dataclasses that name the class of their choices, as in
    `class ChooseCasualties(Question[Units])`, and whose fields are all that the decision depends on.
    """

    public: ClassVar[bool] = True
    """Whether the choices follow from what everybody may see; only then the rules take a single legal choice."""

    @property
    def name(self) -> str:
        """The stored name: `AllocateDamage` is `allocate-damage`."""
        return stored_name(type(self))

    def options(self) -> Iterator[C]:
        """The legal choices, lazily; the first is what a player without a plan takes.

        Where there are too many to list, some of them; `check` decides. Raises nothing.
        """

    def check(self, choice: C) -> None:
        """Raise IllegalChoice, or another Refusal, unless `choice` is legal, without listing the options."""

    def forced(self) -> C | None:
        """The only legal choice; None where there are several."""
        first = list(islice(self.options(), 2))
        return first[0] if len(first) == 1 else None

    def total(self) -> int:
        """How many choices `options` lists."""
        return sum(1 for _ in self.options())

    def is_like(self, choice: C, other: C) -> bool:
        """Whether two choices come to the same, so that one of them is listed."""
        return choice == other

    def context(self) -> object | None:
        """A dataclass of what a client shows beside the choices; its fields fill the text of the question."""
        return None

    def leads_to(self, choice: C) -> object | None:  # noqa: ARG002
        """A dataclass of what follows from `choice`; its fields fill the text of the choice."""
        return None


@dataclass(frozen=True, slots=True)
class RollWanted:
    """A roll that people have to throw."""

    die: Die[Face]
    count: int
    by: By
    rule: str
    index: int
    """Which roll of the record it is, from 0."""
    dice: tuple[int, ...]
    """The places (from 0) in their pool of the dice that are thrown; in a reroll not all."""
    seat: int | None = None
    """The seat that plays the role `by`, in a game."""
    to: Audience = EVERYBODY


@dataclass(frozen=True, slots=True)
class ChoiceWanted(Generic[C]):
    """A question that a player has to answer."""

    question: Question[C]
    by: By
    rule: str
    seat: int | None = None
    """The seat that plays the role `by`, in a game."""
    to: Audience = EVERYBODY

    def answered(self, choice: C) -> Chose:
        """The entry that the record gets with this choice."""
        return Chose(self.rule, self.by, self.question.name, choice, self.to)


Wanted = RollWanted | ChoiceWanted[object]


class Awaiting(BaseException):
    """Stops a script whose next answer is not there yet. Only `resolve` and the odds catch it."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted)
        self.wanted = wanted


RecordedAnswer = tuple[int, Answer, Source | None]
"""A roll or a choice with its place in the record and with where it came from."""

Chosen = tuple[object, Source]
Players = Callable[[Question[object], By], Chosen | None]
"""Answers the question of a role, or in a game of a seat, with a choice and its source; None: no answer yet."""


Watch = Callable[[int, Question[object], By, object, Source | None], None]
"""Sees each choice that the record answers with: its place in the record, the question, who was asked (a role, or in a
game a seat), the choice, and where it came from."""


def nobody(_question: Question[object], _by: By) -> None:
    """Players who never answer."""


class Table:
    """One run of a script over the answers that there are so far."""

    def __init__(
        self,
        answers: Sequence[RecordedAnswer],
        dice: Dice | None,
        players: Players,
        number: int = 0,
        watch: Watch | None = None,
    ) -> None:
        """`number`: that of the action in its session, by which its private parts are told apart from others."""
        self._answers = list(answers)[::-1]
        self._watch = watch
        self._dice, self._players, self._number = dice, players, number
        self._parts = 0
        self._revealed: list[str] = []
        self._entries: list[Entry] = []
        self._sources: list[Source | None] = []
        self._seated: Seated | None = None
        self._thrown: list[Die[Face]] = []
        self._asked = 0

    def roll(
        self, die: Die[F], count: int, *, by: By, rule: str, dice: tuple[int, ...] = (), to: Audience = EVERYBODY
    ) -> tuple[F, ...]:
        """The faces of `count` dice in the order of the throw, as the die has them; no dice make no roll.

        `dice`: in a reroll, the places (from 0) of these dice in their pool. Raises Awaiting where nobody has thrown
        yet, IllegalDice where the faces thrown do not fit, Diverged where the record has something else here.
        """
        if count == 0:
            return ()
        self._count_call()
        index = len(self._thrown)
        if self._answers:
            place, answer, source = self._answers.pop()
            expected = Rolled(rule, by, die.name, getattr(answer, "faces", HIDDEN_FACES), to)
            if answer != expected:
                raise Diverged(place)
            if expected.faces is HIDDEN_FACES:
                raise NotShown(die.name)
            own = own_faces(expected.faces, die, count)
            if own is None:
                raise Diverged(place)
            self._keep_roll(expected, source, die)
            return own
        faces = self._dice.throw(die, count, index=index) if self._dice else None
        if faces is None or self._dice is None:
            places = dice or tuple(range(count))
            raise Awaiting(RollWanted(die, count, by, rule, index, places, seat_of(by, self._seated), to))
        own = own_faces(faces, die, count)
        if own is None:
            raise IllegalDice(die, count, index, by, faces)
        self._keep_roll(Rolled(rule, by, die.name, faces, to), THROWN[self._dice.source], die)
        return own

    def ask(self, question: Question[C], *, by: By, rule: str, to: Audience = EVERYBODY) -> C:
        """The choice of the player in the role `by`; where only one is legal, the rules take it.

        Raises Awaiting where the player has not answered yet, what `check` raises where the choice is illegal,
        Diverged where the record has something else here.
        """
        self._count_call()
        if self._answers:
            place, answer, source = self._answers.pop()
            expected = Chose(rule, by, question.name, getattr(answer, "choice", None), to)
            if answer != expected:
                raise Diverged(place)
            if expected.choice is None:
                raise NotShown(question.name)
            choice = cast(C, expected.choice)
            _check_recorded(question, choice, place)
            if self._watch is not None:
                self._watch(place, cast(Question[object], question), self._player(by), choice, source)
        else:
            choice, source = self._answer(question, by, rule, to)
        self._count_question(source)
        self._entries.append(Chose(rule, by, question.name, choice, to))
        self._sources.append(source)
        return choice

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        """Write a fact into the record. `to`: who may see it."""
        if len(self._entries) >= CALLS:
            raise TableOverrun("too many table calls")
        self._entries.append(Noted(rule, fact, to))
        self._sources.append(None)

    def shuffle(self, items: Sequence[T], *, by: By, rule: str, to: Audience = NOBODY) -> tuple[Private[T], ...]:
        """The items in a random order, as private parts that those in `to` may see; a single item stays as it is.

        The service shuffles, with a proof once seeds are revealed. In the hands of those who may not see the order, the
        parts are unknown. Raises Awaiting where people throw the dice, Diverged where the record has something else.
        """
        size = len(items)
        if size < 2:
            return tuple(self.hide(item, to) for item in items)
        self._count_call()
        die, index = shuffled_die(size), len(self._thrown)
        if self._answers:
            place, answer, source = self._answers.pop()
            kept = Rolled(rule, by, die.name, getattr(answer, "faces", HIDDEN_FACES), to)
            if answer != kept or (kept.faces is not HIDDEN_FACES and sorted(kept.faces) != list(range(size))):
                raise Diverged(place)
        else:
            order = self._dice.shuffle(size, index=index) if isinstance(self._dice, Shuffler) else None
            if order is None:
                raise Awaiting(RollWanted(die, size, by, rule, index, die.faces, seat_of(by, self._seated), to))
            kept, source = Rolled(rule, by, die.name, order, to), THROWN[DiceSource.SERVICE]
        self._keep_roll(kept, source, die)
        if kept.faces is HIDDEN_FACES:
            return tuple(self._part(None, to) for _ in items)
        return tuple(self.hide(items[at], to) for at in cast(tuple[int, ...], kept.faces))

    def hide(self, value: T, to: Audience) -> Private[T]:
        """A new private part that only those in `to` may see, by the names of their seats."""
        return self._part(value, to)

    def reveal(self, part: Private[T]) -> T:
        """The value of a private part, which everybody may see from now on, wherever the log of the session has it.

        The fact that tells it is noted by the caller. Raises NotShown in the hands of those who may not see it.
        """
        if part.to is not EVERYBODY and part.tag not in self._revealed:
            self._revealed.append(part.tag)
        return part.value

    @property
    def revealed(self) -> tuple[str, ...]:
        """The tags of the private parts that this run has revealed, in order."""
        return tuple(self._revealed)

    def _part(self, value: T | None, to: Audience) -> Private[T]:
        self._parts += 1
        return Private(value, to, f"{self._number}.{self._parts}")

    def seated(self, attacker: int, defender: int, *, rule: str, situation: object = None) -> None:  # noqa: ARG002
        """Note which seats play the roles of the attack that follows in a game; who is asked depends on it.

        `situation` is that of the attack, from which its odds are computed; None: there are no odds of it.
        """
        self._seated = Seated(attacker, defender)
        self.note(self._seated, rule=rule)

    def checkpoint(self, state: Hashable) -> None:
        """Declare that what follows depends on `state` only, so that odds can continue equal states as one.

        Outside of odds it does nothing.
        """

    @property
    def unread(self) -> int:
        """How many answers of the record the script has not come to yet."""
        return len(self._answers)

    def record(self) -> Record:
        """The entries of this run so far, with their sources."""
        return Record(tuple(self._entries), tuple(self._sources))

    def thrown(self) -> tuple[Die[Face], ...]:
        """The die of each roll of the record, in order."""
        return tuple(self._thrown)

    def _answer(self, question: Question[C], by: By, rule: str, to: Audience) -> tuple[C, Source]:
        if question.public and (only := question.forced()) is not None:
            return only, TAKEN
        chosen = self._players(cast(Question[object], question), self._player(by))
        if chosen is None:
            seat = seat_of(by, self._seated)
            raise Awaiting(ChoiceWanted(cast(Question[object], question), by, rule, seat, to))
        choice = cast(C, chosen[0])
        question.check(choice)
        return choice, chosen[1]

    def _player(self, by: By) -> By:
        """Who is asked: a role, or in a game the seat that plays it."""
        seat = seat_of(by, self._seated)
        return by if seat is None else seat_name(seat)

    def _keep_roll(self, roll: Rolled, source: Source | None, die: Die[Face]) -> None:
        self._entries.append(roll)
        self._sources.append(source)
        self._thrown.append(die)

    def _count_question(self, source: Source | None) -> None:
        self._asked += source is None or source.origin is not Origin.RULES
        if self._asked > QUESTIONS:
            raise TableOverrun("too many questions")

    def _count_call(self) -> None:
        if len(self._entries) >= CALLS:
            raise TableOverrun("too many table calls")


class Exchanged(Table):
    """A table for an attack inside another one, whose attacker is the defender of the other; its roles are exchanged.

    What it rolls, asks and notes stands in the record, and goes to the players, by the roles of the other attack.
    """

    def __init__(self, table: Table) -> None:
        super().__init__((), None, nobody)
        self._table = table

    def roll(
        self, die: Die[F], count: int, *, by: By, rule: str, dice: tuple[int, ...] = (), to: Audience = EVERYBODY
    ) -> tuple[F, ...]:
        return self._table.roll(die, count, by=exchanged(by), rule=rule, dice=dice, to=_exchanged_audience(to))

    def ask(self, question: Question[C], *, by: By, rule: str, to: Audience = EVERYBODY) -> C:
        return self._table.ask(question, by=exchanged(by), rule=rule, to=_exchanged_audience(to))

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        own = replace(fact, role=Role(exchanged(fact.role))) if isinstance(fact, Casualty) else fact
        self._table.note(own, rule=rule, to=_exchanged_audience(to))

    def shuffle(self, items: Sequence[T], *, by: By, rule: str, to: Audience = NOBODY) -> tuple[Private[T], ...]:
        return self._table.shuffle(items, by=exchanged(by), rule=rule, to=_exchanged_audience(to))

    def hide(self, value: T, to: Audience) -> Private[T]:
        return self._table.hide(value, _exchanged_audience(to))

    def reveal(self, part: Private[T]) -> T:
        return self._table.reveal(part)

    def checkpoint(self, state: Hashable) -> None:
        self._table.checkpoint(state)


def exchanged(by: By) -> By:
    """The other role of an attack; who plays no role of it stays the same."""
    return OTHER_ROLE.get(by, by)


OTHER_ROLE: Mapping[By, By] = {Role.ATTACKER: Role.DEFENDER, Role.DEFENDER: Role.ATTACKER}


def _exchanged_audience(to: Audience) -> Audience:
    return None if to is None else tuple(exchanged(by) for by in to)


SHUFFLE = "shuffle"
"""The name, in records, of the die of a shuffle: its faces are the places (from 0) of the items before it."""


def shuffled_die(size: int) -> Die[int]:
    """The die of a shuffle of so many items; it shows each place once."""
    return Die(SHUFFLE, tuple(range(size)))


def _check_recorded(question: Question[C], choice: C, place: int) -> None:
    try:
        question.check(choice)
    except Refusal as illegal:
        raise Diverged(place) from illegal
