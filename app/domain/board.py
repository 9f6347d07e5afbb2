"""Board: what a rulebook gives so that the server can hold a whole game."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, TypeVar

from app.domain.bringing import Bringing
from app.domain.completion import Note, Said
from app.domain.dice import Die, F
from app.domain.hidden import Private, view_of
from app.domain.names import kind_of, stored_name
from app.domain.odds import Distributions
from app.domain.record import EVERYBODY, NOBODY, Audience, By, Seated
from app.domain.table import Question, Table

S = TypeVar("S")
U = TypeVar("U")
M = TypeVar("M")
P = TypeVar("P")
C = TypeVar("C")
T = TypeVar("T")

SEATED = stored_name(Seated)
"""The stored name of the fact that says which seats play the roles of an attack in a game."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won, ascending; empty for a draw."""
    scores: Mapping[str, int]
    """The score of each seat, by its number as a text."""
    reason: str
    """Why it ended, as a kebab-case word that does not change, because records contain it."""

    @property
    def winner(self) -> int | None:
        """The lowest of the winning seats; None for a draw."""
        return self.winners[0] if self.winners else None


class BoardTable(Table, Generic[S]):
    """A table for a script of a game: every fact that is noted changes `state` by `evolve` at once.

    A fact that not everybody may see as a whole changes nothing: what the state needs of it stands in private parts of
    another one.
    """

    def __init__(self, table: Table, state: S, evolve: Callable[[S, object], S]) -> None:
        self._table, self._evolve = table, evolve
        self.state = state

    def roll(
        self, die: Die[F], count: int, *, by: By, rule: str, dice: tuple[int, ...] = (), to: Audience = EVERYBODY
    ) -> tuple[F, ...]:
        return self._table.roll(die, count, by=by, rule=rule, dice=dice, to=to)

    def ask(self, question: Question[C], *, by: By, rule: str, to: Audience = EVERYBODY) -> C:
        return self._table.ask(question, by=by, rule=rule, to=to)

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        self._table.note(fact, rule=rule, to=to)
        if to is EVERYBODY:
            self.state = self._evolve(self.state, fact)

    def seated(self, attacker: int, defender: int, *, rule: str, situation: object = None) -> None:
        self._table.seated(attacker, defender, rule=rule, situation=situation)
        self.state = self._evolve(self.state, Seated(attacker, defender))

    def shuffle(self, items: Sequence[T], *, by: By, rule: str, to: Audience = NOBODY) -> tuple[Private[T], ...]:
        return self._table.shuffle(items, by=by, rule=rule, to=to)

    def hide(self, value: T, to: Audience) -> Private[T]:
        return self._table.hide(value, to)

    def reveal(self, part: Private[T]) -> T:
        return self._table.reveal(part)

    def checkpoint(self, state: Hashable) -> None:
        self._table.checkpoint(state)


@dataclass(frozen=True, slots=True)
class SeatMove(Generic[M]):
    """A move together with the seat that makes it."""

    seat: int
    """The number of the seat, from 1."""
    action: M
    """A value of one of `Board.actions`."""


@dataclass(frozen=True, slots=True)
class Concede:
    """The seat gives the game up."""

    varied_by: ClassVar = "kind"
    kind: Literal["concede"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat does nothing now; what follows from it, the rules of the game say."""

    varied_by: ClassVar = "kind"
    kind: Literal["pass"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class LookAhead(Generic[S, M]):
    """How the player `best` judges moves of a game: by the best attack that each allows, else by how near it comes to
    one. Both functions raise nothing.
    """

    gain: Callable[[S, Any, Distributions], Fraction]
    """What the attacker may expect of an attack: from the board before the move, its situation and its odds."""
    missing: Callable[[S, M], tuple[int, ...] | None]
    """From the board after a move without an attack how much is missing for one: the less, the better; None: nobody
    can tell.
    """


@dataclass(frozen=True, slots=True)
class Course(Generic[S]):
    """How a game goes: by a number of each seat, and by what each has left. All may see it once the game is over.

    The functions raise nothing, and read no private part.
    """

    measure: str
    """The name of the number, such as `army_value`; its text is `course.<name>`."""
    round: Callable[[S], int]
    """The number of the round or the turn; 0 before the first."""
    value: Callable[[S, int], int]
    """The number of a seat, from 0: the more, the better for it."""
    left: Callable[[S, int], Mapping[str, int]]
    """What a seat has left, by the ids of its things: the units of each group, the cards of each structure. What is
    gone may be missing.
    """


@dataclass(frozen=True)
class Board(Generic[S, U, M, P]):
    """The types and functions of a game.

    All functions are pure. The scripts `open` and `act` do not change the state: they note facts, and `evolve` makes
    the next state from each fact. So the state can be computed again from the log at any time, which is how it is
    verified, how an action is voided, and how an earlier state is shown.
    """

    setup: type[U]
    """The dataclass that a client sends to open a game."""
    options: type[P]
    """A frozen dataclass with a default for every field; usually derived from the options of the attack.

    They are fixed when the game is opened.
    """
    state: type[S]
    """The frozen dataclass that holds the whole game as it stands. Clients read it and the database keeps it as JSON.

    What not everybody may see in it stands in private parts (`Private`), such as the cards of a hand.
    """
    actions: tuple[type, ...]
    """The dataclasses of the moves, each with a field such as `kind: Literal["pass"]`, which distinguishes them."""
    turn: type
    """The dataclass that `open` and `act` return: the outcome of an action in a game."""
    prepare: Callable[[U, P, tuple[int, ...]], None]
    """Called with the setup, the options and the seats (1, 2, ...) before a game is opened.

    Raises IllegalSituation or IllegalOption where they do not fit; nothing else. All that can be refused is refused
    here, because the functions below rely on it.
    """
    set_up: Callable[[U, P], S]
    """Gives the state before anything has happened. Called after `prepare`; raises nothing."""
    open: Callable[[P, BoardTable[S]], object]
    """The script of action 1, which begins the game; `table.state` is what `set_up` gave. Returns a `turn`.

    It rolls, asks and notes through the table, and raises nothing of its own.
    """
    legal: Callable[[S, P, int], Iterable[M]]
    """The moves that a seat may make, lazily, the one that a player without a plan makes first.

    Where there are too many to list, some of them; `check` decides. Called for the seats that `asked` names, with the
    state as the seat may see it. Raises nothing.
    """
    check: Callable[[S, P, int, M], None]
    """Called before each move, with the state as the seat may see it, so that no refusal tells more. Raises
    IllegalAction unless the seat may make the move, and NotYours, which is answered with 403, where the move is about
    what belongs to another player; `raise_all` raises the first of several, and all are told.
    """
    act: Callable[[SeatMove[M], P, BoardTable[S]], object]
    """The script of a move that `check` has let pass. Returns a `turn`.

    It rolls, asks and notes through the table, and raises nothing of its own. An attack in it is the ruleset's attack
    script on the same table; `table.seated` says before which seats attack and defend.
    """
    evolve: Callable[[S, object], S]
    """Gives the state after a fact, and the same state for a fact that changes nothing. Called for every fact that a
    script notes for everybody, again whenever the state is computed from the log. Raises nothing, but that it reads a
    private part may end it with NotShown in the hands of those who may not see it.
    """
    asked: Callable[[S], tuple[int, ...]]
    """The seats that may move now, first the one whose turn it is; empty once the game has ended. Raises nothing."""
    result: Callable[[S], GameResult | None]
    """How the game ended; None while it goes on. Called after every action; raises nothing."""
    rule: str = ""
    """The id of the rule that says whose turn it is; it stands in the question for a move."""
    facts: tuple[type, ...] = ()
    """The dataclasses of the facts that only a game notes; `Seated` belongs to every board and is not listed."""
    questions: tuple[type, ...] = ()
    """The classes of the questions that only a game asks; `Act`, which asks for a move, is not listed."""
    setups: Mapping[str, U] | None = None
    """Complete setups by name, which a client can send as they are to try the game."""
    presets: Mapping[str, P] = field(default_factory=dict)
    """Named values of `options`, such as the editions of a rulebook."""
    sides: Callable[[U, tuple[str | None, ...]], tuple[str | None, ...]] = lambda _setup, asked: asked
    """The side of each seat in a game of this setup, seat 1 first, from those that the opening asks for (None: any).

    Called after `prepare`. Raises IllegalSituation where a seat asks for another side than the setup gives it.
    """
    leads_to: Callable[[S, M], object | None] = lambda _state, _move: None
    """From the state as the seat may see it, a dataclass of what a move is about or leads to, beside what the move
    says; its fields fill the text of the move. Annotated with the class that it returns; None where there is nothing to
    say. Raises nothing.
    """
    lists_every_move: bool = True
    """Whether `legal` lists every legal move; then `check` refuses all others. False where there are too many."""
    seats: Callable[[U], int] | None = None
    """How many seats a setup is for, so that a game that is opened without seats gets them; None: nobody can tell."""
    hides: bool = False
    """Whether the state, a fact, a roll or a choice of the game has anything that not everybody may see.

    Then its seeds are revealed at its end only: they would tell what was shuffled.
    """
    hides_in: Callable[[U], bool] = lambda _setup: True
    """Whether a game of this setup hides anything, where `hides` says that games may. Raises nothing."""
    shows: tuple[type, ...] = ()
    """The facts with which everybody comes to see what one player alone knew and the service did not: no private part
    is revealed then. An action with one of them is never voided, as one that reveals a private part.
    """
    ahead: LookAhead[S, M] | None = None
    """How `best` judges moves; None: by the measures of the best attack that follows at once or is allowed."""
    view: Callable[[S, int | None], S] = view_of
    """The state as a seat (None: everybody) may see it. Without one, private parts that are not for it are unknown.

    Raises nothing.
    """
    at_table: Callable[[M], bool] | None = None
    """Whether a move tells what only people at the table can see, such as a range; None: the state has all there is.

    Where some moves do, people declare those of every seat, also of one that the service plays: it answers the
    questions of such a seat only. After a deadline it makes the first legal move that tells no such thing.
    """
    needs_service_dice: Callable[[U], bool] = lambda _setup: False
    """Whether the service has to throw the dice in a game of this setup, because it shuffles. Raises nothing."""
    whole: Callable[[U], U] = lambda setup: setup
    """A setup with all that follows from it, such as the ships of a list; the same game begins with it. Called after
    `prepare`; raises nothing.
    """
    said: Callable[[U], Iterable[Said]] = lambda _setup: ()
    """What is played with a setup, in sentences for its players; none: how many they are. Called after `prepare`, with
    what `whole` gives; raises nothing."""
    by_id: Callable[[U], Iterable[Note]] = lambda _setup: ()
    """Notes about what of a setup the rulebook knows by its id alone, and applies no effect of, and about what is
    unusual in it, though nothing forbids it. Called as `said`."""
    course: Course[S] | None = None
    """How a game goes, to show it after the end; None: nobody can tell."""
    bringing: Bringing[U, Any, Any, Any, P] | None = None
    """How seats bring a part of the setup themselves; None: the opening has all of it."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The `kind` of each class of `actions`, in their order. Raises TypeError where one has none."""
        return tuple(kind_of(move) for move in self.actions)

    def fold(self, state: S, facts: Iterable[object]) -> S:
        """The state after `facts`, in order."""
        for fact in facts:
            state = self.evolve(state, fact)
        return state

    def opening_script(self, setup: U, options: P, table: Table) -> object:
        """`open` as a script on an ordinary table, for `resolve`."""
        return self.open(options, BoardTable(table, self.set_up(setup, options), self.evolve))

    def move_script(self, state: S) -> Callable[[SeatMove[M], P, Table], object]:
        """`act` as a script on an ordinary table, for `resolve`; the move is made in `state`."""
        return lambda move, options, table: self.act(move, options, BoardTable(table, state, self.evolve))


@dataclass(frozen=True, slots=True)
class Act(Question[Any]):
    """The question that asks a seat for a move. It is shown to clients and never stands in a record."""

    board: Board[Any, Any, Any, Any]
    state: object
    """As the seat may see it."""
    rules: object
    seat: int

    def options(self) -> Iterator[object]:
        """The legal moves."""
        return iter(self.board.legal(self.state, self.rules, self.seat))

    def check(self, choice: object) -> None:
        self.board.check(self.state, self.rules, self.seat, choice)

    def leads_to(self, choice: object) -> object | None:
        """What the move is about or leads to, as the board says."""
        return self.board.leads_to(self.state, choice)

    def by_default(self) -> object | None:
        """The move of a player who does not decide: the first that does not tell what only people can see."""
        at_table = self.board.at_table
        return next((move for move in self.options() if at_table is None or not at_table(move)), None)


ACT = stored_name(Act)
"""The stored name of the question that asks a player to move."""
