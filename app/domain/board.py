"""Board: a whole game held by the server, as a value of its rulebook."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.domain.dice import Die, F
from app.domain.names import kind_of, stored_name
from app.domain.record import EVERYBODY, Audience, By, Seated
from app.domain.table import Question, Table

S = TypeVar("S")
U = TypeVar("U")
M = TypeVar("M")
P = TypeVar("P")
C = TypeVar("C")

SEATED = stored_name(Seated)
"""The stored name of the fact that tells which seats play the roles of an attack."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won, ascending; nobody alone is a draw."""
    scores: Mapping[str, int]
    """Scores by seat."""
    reason: str
    """Why it ended, as a stable kebab-case word."""

    @property
    def winner(self) -> int | None:
        """The lowest of the winning seats; None is a draw."""
        return self.winners[0] if self.winners else None


class BoardTable(Table, Generic[S]):
    """A table that folds every fact it is told into the state of a game."""

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
        self.state = self._evolve(self.state, fact)

    def seated(self, attacker: int, defender: int, *, rule: str) -> None:
        self._table.seated(attacker, defender, rule=rule)
        self.state = self._evolve(self.state, Seated(attacker, defender))

    def checkpoint(self, state: Hashable) -> None:
        self._table.checkpoint(state)


@dataclass(frozen=True, slots=True)
class SeatMove(Generic[M]):
    """A seat's move."""

    seat: int
    action: M


@dataclass(frozen=True)
class Board(Generic[S, U, M, P]):
    """A game: what begins it, what may be played in it, and what follows.

    A script never changes the state. It notes facts, and `evolve` folds them; so the state follows from the log.
    """

    setup: type[U]
    options: type[P]
    """The ruleset's options with those of the game beside them; a frozen dataclass with a default for every field."""
    state: type[S]
    actions: tuple[type, ...]
    """The classes of moves, each with a field `kind: Literal["..."]`."""
    turn: type
    """What comes of a move: the outcome of an action in a game."""
    prepare: Callable[[U, P, tuple[int, ...]], None]
    """Raises IllegalSituation or IllegalOption unless the game can be set up for these seats."""
    set_up: Callable[[U, P], S]
    """The state before anything has happened."""
    open: Callable[[P, BoardTable[S]], object]
    """The script of action 1."""
    legal: Callable[[S, P, int], Iterable[M]]
    """The moves of a seat, the best known first."""
    check: Callable[[S, P, int, M], None]
    """Raises IllegalAction unless the seat may make the move."""
    act: Callable[[SeatMove[M], P, BoardTable[S]], object]
    """The script of a move."""
    evolve: Callable[[S, object], S]
    asked: Callable[[S], tuple[int, ...]]
    """The seats that are to move, first the one whose turn it is; nobody once the game has ended."""
    result: Callable[[S], GameResult | None]
    rule: str = ""
    """The rule that says whose turn it is."""
    facts: tuple[type, ...] = ()
    """The classes of the facts that only a game notes."""
    questions: tuple[type, ...] = ()
    """The classes of the questions that only a game asks."""
    setups: Mapping[str, U] | None = None
    """Setups to try, by name."""
    needs_service_dice: bool = False
    """Whether it shuffles, which people cannot do for it."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The `kind` of each class of moves, in their order."""
        return tuple(kind_of(move) for move in self.actions)

    def fold(self, state: S, facts: Iterable[object]) -> S:
        """The state after `facts`."""
        for fact in facts:
            state = self.evolve(state, fact)
        return state

    def opening_script(self, setup: U, options: P, table: Table) -> object:
        """Action 1 as a script."""
        return self.open(options, BoardTable(table, self.set_up(setup, options), self.evolve))

    def move_script(self, state: S) -> Callable[[SeatMove[M], P, Table], object]:
        """A move from `state` as a script."""
        return lambda move, options, table: self.act(move, options, BoardTable(table, state, self.evolve))


@dataclass(frozen=True, slots=True)
class Act(Question[Any]):
    """The question that asks a seat to move."""

    board: Board[Any, Any, Any, Any]
    state: object
    rules: object
    seat: int

    def options(self) -> Iterator[object]:
        """The legal moves."""
        return iter(self.board.legal(self.state, self.rules, self.seat))

    def check(self, choice: object) -> None:
        self.board.check(self.state, self.rules, self.seat, choice)


ACT = stored_name(Act)
"""The stored name of the question that asks a player to move."""
