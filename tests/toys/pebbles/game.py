"""The board of Pebbles: seats take pebbles from a heap in turn, and whoever takes the last one wins."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from pebbles.model import Count, HeapCovered, PebblesAttack, PebblesGrabbed, PebblesOptions
from pebbles.rules import grab
from umpire.rulebook.v1 import Board, BoardTable, GameResult, IllegalAction, IllegalSituation, SeatMove

DICE = 3
"""How many dice a grab in a game throws; fewer where fewer pebbles are left."""


@dataclass(frozen=True, slots=True)
class PebblesGameOptions(PebblesOptions):
    """What the rulebook leaves open in a game."""

    most: Annotated[int, Ge(1), Le(9)] = 3
    """How many pebbles a seat may take without dice."""


@dataclass(frozen=True, slots=True)
class PebblesSetup:
    """How a game begins."""

    pebbles: Annotated[int, Ge(1), Le(99)]
    """How many pebbles lie in the heap."""
    covers: tuple[Count, ...]
    """How often each seat may cover the heap."""


@dataclass(frozen=True, slots=True)
class PebblesState:
    """A game as it stands."""

    pebbles: int
    """How many pebbles are left in the heap."""
    covers: tuple[int, ...]
    """How often each seat may still cover the heap."""
    taken: tuple[int, ...]
    """How many pebbles each seat has taken."""
    turn: int = 1
    """The number of the seat in turn."""

    @property
    def next_seat(self) -> int:
        """The seat after the one in turn."""
        return self.turn % len(self.covers) + 1


@dataclass(frozen=True, slots=True)
class Take:
    """Take pebbles."""

    varied_by: ClassVar = "kind"
    counted_by: ClassVar = "pebbles"
    kind: Literal["take"]
    """The kind of move."""
    pebbles: Annotated[int, Ge(1), Le(9)]
    """How many pebbles to take."""


@dataclass(frozen=True, slots=True)
class Grab:
    """Grab with dice; the next seat may cover the heap."""

    varied_by: ClassVar = "kind"
    kind: Literal["grab"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class GameBegan:
    """PB-3: the heap lies there."""

    pebbles: int
    """How many pebbles lie in the heap."""


@dataclass(frozen=True, slots=True)
class PebblesTaken:
    """PB-4: the seat in turn has taken pebbles."""

    counted_by: ClassVar = "pebbles"
    seat: int
    """The number of the seat that took them."""
    pebbles: int
    """How many pebbles it took."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """PB-4: the next seat is in turn."""

    turn: int
    """The number of the seat that is in turn now."""


@dataclass(frozen=True, slots=True)
class PebblesTurn:
    """What a move leaves behind."""

    varied_by: ClassVar = "over"
    counted_by: ClassVar = "pebbles"
    pebbles: int
    """How many pebbles are left in the heap."""
    turn: int
    """The seat in turn; after the end the winner."""
    over: bool
    """Whether the game is over."""


Move = Take | Grab
Table = BoardTable[PebblesState]


def prepare(setup: PebblesSetup, _options: PebblesGameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation unless there are two seats or more, each with its covers (PB-3)."""
    if len(seats) < 2 or len(setup.covers) != len(seats):
        raise IllegalSituation("covers-for-each-seat", "PB-3", "covers", seats=len(seats))


def set_up(setup: PebblesSetup, _options: PebblesGameOptions) -> PebblesState:
    """The heap, before anything has happened."""
    return PebblesState(setup.pebbles, setup.covers, (0,) * len(setup.covers))


def open_game(_options: PebblesGameOptions, table: Table) -> PebblesTurn:
    """PB-3: seat 1 begins."""
    table.note(GameBegan(table.state.pebbles), rule="PB-3")
    return turn_of(table.state)


def turn_of(state: PebblesState) -> PebblesTurn:
    """The state in short."""
    return PebblesTurn(state.pebbles, state.turn, state.pebbles == 0)


def legal(state: PebblesState, options: PebblesGameOptions, _seat: int) -> Iterator[Move]:
    """PB-4: the most pebbles first."""
    for pebbles in range(min(options.most, state.pebbles), 0, -1):
        yield Take("take", pebbles)
    yield Grab("grab")


def check(state: PebblesState, options: PebblesGameOptions, seat: int, move: Move) -> None:
    """Raise IllegalAction unless it is the seat's turn and there are so many pebbles to take (PB-4, PB-5)."""
    if state.pebbles == 0:
        raise IllegalAction("game-over", "PB-5")
    if seat != state.turn:
        raise IllegalAction("not-your-turn", "PB-4", turn=state.turn)
    most = min(options.most, state.pebbles)
    if isinstance(move, Take) and move.pebbles > most:
        raise IllegalAction("too-many-pebbles", "PB-4", most=most)


def act(made: SeatMove[Move], options: PebblesGameOptions, table: Table) -> PebblesTurn:
    """PB-4, PB-5: the seat takes or grabs; unless that was the last pebble, the next seat is in turn."""
    if isinstance(made.action, Take):
        table.note(PebblesTaken(made.seat, made.action.pebbles), rule="PB-4")
    else:
        state = table.state
        situation = PebblesAttack(state.pebbles, min(DICE, state.pebbles), state.covers[state.next_seat - 1])
        table.seated(attacker=made.seat, defender=state.next_seat, rule="PB-4", situation=situation)
        grab(situation, options, table)
    if table.state.pebbles:
        table.note(TurnEnded(table.state.next_seat), rule="PB-4")
    return turn_of(table.state)


def evolve(state: PebblesState, fact: object) -> PebblesState:
    """The state after a fact."""
    match fact:
        case PebblesTaken(pebbles=taken) | PebblesGrabbed(grabbed=taken):
            return replace(state, pebbles=state.pebbles - taken, taken=added(state.taken, state.turn, taken))
        case HeapCovered():
            return replace(state, covers=added(state.covers, state.next_seat, -1))
        case TurnEnded(turn):
            return replace(state, turn=turn)
    return state


def added(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    """The numbers of all seats, with more for one of them."""
    return tuple(number + more if place == seat else number for place, number in enumerate(numbers, start=1))


def asked(state: PebblesState) -> tuple[int, ...]:
    """PB-4: the seat in turn."""
    return (state.turn,) if state.pebbles else ()


def result(state: PebblesState) -> GameResult | None:
    """PB-5: whoever took the last pebble has won."""
    if state.pebbles:
        return None
    scores = {str(seat): taken for seat, taken in enumerate(state.taken, start=1)}
    return GameResult((state.turn,), scores, "last-pebble-taken")


BOARD: Board[PebblesState, PebblesSetup, Move, PebblesGameOptions] = Board(
    setup=PebblesSetup,
    options=PebblesGameOptions,
    state=PebblesState,
    actions=(Take, Grab),
    turn=PebblesTurn,
    prepare=prepare,
    set_up=set_up,
    open=open_game,
    legal=legal,
    check=check,
    act=act,
    evolve=evolve,
    asked=asked,
    result=result,
    rule="PB-4",
    facts=(GameBegan, PebblesTaken, TurnEnded),
    setups={"two": PebblesSetup(21, (1, 1)), "three": PebblesSetup(15, (2, 1, 0))},
)
