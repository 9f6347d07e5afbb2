"""The board of Face down: two seats lay cards against each other, and neither sees more than the rules let it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from face_down.facts import CardLaid, Dealt, HandSwapped, PairTurnedUp, ScoutCame, ScoutSent, Shuffled
from face_down.model import FaceDownCard, FaceDownOptions, Value
from face_down.state import NO_STAKE, FaceDownState, evolve
from umpire.rulebook.v1 import (
    D6,
    Board,
    BoardTable,
    GameResult,
    IllegalAction,
    IllegalChoice,
    IllegalSituation,
    Private,
    Question,
    SeatMove,
    seat_name,
)


@dataclass(frozen=True, slots=True)
class FaceDownGameOptions(FaceDownOptions):
    """What the rulebook leaves open in a game."""

    needed: Annotated[int, Ge(1), Le(6)] = 4
    """The lowest face with which a scout sees something."""


@dataclass(frozen=True, slots=True)
class FaceDownSetup:
    """How a game begins."""

    cards: Annotated[tuple[Value, ...], MinLen(2), MaxLen(40)]
    """The cards of the deck, in any order."""
    hand: Annotated[int, Ge(1), Le(9)]
    """How many cards each seat gets."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card face down, with a stake that nobody else knows."""

    varied_by: ClassVar = "kind"
    kind: Literal["lay"]
    """The kind of move."""
    place: Annotated[int, Ge(0), Le(9)]
    """The place of the card in the hand, from 0."""
    stake: Private[Annotated[int, Ge(1), Le(5)]]
    """How many points it is about."""


@dataclass(frozen=True, slots=True)
class Scout:
    """Send the scout to the card that the other seat has laid."""

    varied_by: ClassVar = "kind"
    kind: Literal["scout"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Draw a card, and put one back."""

    varied_by: ClassVar = "kind"
    kind: Literal["swap"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """A card to put back."""

    value: int
    """How strong the card is."""


@dataclass(frozen=True, slots=True)
class ChooseBack(Question[PutBack]):
    """FD-5: which card goes back; only who is asked may see the choices."""

    public: ClassVar[bool] = False
    hand: tuple[Private[FaceDownCard], ...]

    def options(self) -> Iterator[PutBack]:
        for value in dict.fromkeys(card.value.value for card in self.hand):
            yield PutBack(value)

    def check(self, choice: PutBack) -> None:
        if choice not in self.options():
            raise IllegalChoice("no-such-card", "FD-5", value=choice.value)


@dataclass(frozen=True, slots=True)
class FaceDownTurn:
    """What a move leaves behind."""

    varied_by: ClassVar = "over"
    turn: int
    """The seat in turn."""
    over: bool
    """Whether the game is over."""


Move = Lay | Scout | Swap
Table = BoardTable[FaceDownState]


def prepare(setup: FaceDownSetup, _options: FaceDownGameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation unless two seats play, and there are cards for both (FD-2)."""
    if seats != (1, 2) or 2 * setup.hand > len(setup.cards):
        raise IllegalSituation("cards-for-two", "FD-2", "cards", needed=2 * setup.hand)


def set_up(setup: FaceDownSetup, _options: FaceDownGameOptions) -> FaceDownState:
    """The cards before the shuffle."""
    deck = tuple(Private(FaceDownCard(value)) for value in setup.cards)
    neither = (False, False)
    return FaceDownState(setup.hand, deck, ((), ()), ((), ()), (NO_STAKE, NO_STAKE), (0, 0), neither, neither)


def open_game(_options: FaceDownGameOptions, table: Table) -> FaceDownTurn:
    """FD-2: shuffle and deal; nobody sees the deck, and each seat only its own hand."""
    cards = tuple(card.value for card in table.state.deck)
    table.note(Shuffled(table.shuffle(cards, by=seat_name(1), rule="FD-2")), rule="FD-2")
    for seat in (1, 2):
        hand = tuple(card.shown_to(seat_name(seat)) for card in table.state.deck[: table.state.hand])
        table.note(Dealt(seat, hand), rule="FD-2")
    return turn_of(table.state)


def turn_of(state: FaceDownState) -> FaceDownTurn:
    """The state in short."""
    return FaceDownTurn(state.turn, state.is_over)


def legal(state: FaceDownState, options: FaceDownGameOptions, seat: int) -> Iterator[Move]:
    """FD-3 … FD-5."""
    for place in range(len(state.hands[seat - 1])):
        for stake in range(1, options.stakes + 1):
            yield Lay("lay", place, Private(stake))
    if state.laid[2 - seat] and not state.scouted[seat - 1]:
        yield Scout("scout")
    if state.deck and not state.swapped[seat - 1]:
        yield Swap("swap")


def check(state: FaceDownState, options: FaceDownGameOptions, seat: int, move: Move) -> None:
    """Raise IllegalAction unless it is the seat's turn, and it may do this (FD-3 … FD-6)."""
    if state.is_over:
        raise IllegalAction("game-over", "FD-6")
    if seat != state.turn:
        raise IllegalAction("not-your-turn", "FD-3", turn=state.turn)
    if isinstance(move, Lay) and (not move.stake.is_known or move.stake.value > options.stakes):
        raise IllegalAction("stake-too-high", "FD-3", most=options.stakes)
    if move not in legal(state, options, seat):
        raise IllegalAction("not-now", "FD-3")


def act(made: SeatMove[Move], options: FaceDownGameOptions, table: Table) -> FaceDownTurn:
    """FD-3 … FD-5: the seat lays a card, scouts or swaps."""
    seat, me = made.seat, seat_name(made.seat)
    if isinstance(made.action, Lay):
        table.note(CardLaid(seat, made.action.place, made.action.stake), rule="FD-3")
        if all(table.state.laid):
            turn_up(table)
    elif isinstance(made.action, Scout):
        table.note(ScoutSent(seat), rule="FD-4")
        face = table.roll(D6, 1, by=me, rule="FD-4", to=(me,))[0]
        (card,) = table.state.laid[2 - seat]
        seen = (card.value,) if face >= options.needed else ()
        table.note(ScoutCame(seen), rule="FD-4", to=(me,))
    else:
        swap(seat, table)
    return turn_of(table.state)


def turn_up(table: Table) -> None:
    """FD-3: the higher card wins both stakes; equal cards win nothing."""
    cards = tuple(table.reveal(part) for (part,) in table.state.laid)
    stakes = tuple(table.reveal(part) for part in table.state.stakes)
    first, second = (card.value for card in cards)
    won = (sum(stakes) if first > second else 0, sum(stakes) if second > first else 0)
    points = tuple(old + new for old, new in zip(table.state.points, won, strict=True))
    table.note(PairTurnedUp(cards, stakes, points), rule="FD-3")


def swap(seat: int, table: Table) -> None:
    """FD-5: draw the next card; the seat chooses in secret which one goes to the end of the deck."""
    me = seat_name(seat)
    hand = (*table.state.hands[seat - 1], table.state.deck[0].shown_to(me))
    chosen = table.ask(ChooseBack(hand), by=me, rule="FD-5", to=(me,))
    place = next(n for n, card in enumerate(hand) if card.value.value == chosen.value)
    left = (*hand[:place], *hand[place + 1 :])
    table.note(HandSwapped(seat, left, hand[place].shown_to()), rule="FD-5")


def asked(state: FaceDownState) -> tuple[int, ...]:
    """FD-3: the seat in turn."""
    return () if state.is_over else (state.turn,)


def result(state: FaceDownState) -> GameResult | None:
    """FD-6: the seat with more points wins."""
    if not state.is_over:
        return None
    best = max(state.points)
    winners = tuple(seat for seat, points in enumerate(state.points, 1) if points == best)
    scores = {str(seat): points for seat, points in enumerate(state.points, 1)}
    return GameResult(winners if len(winners) == 1 else (), scores, "cards-played")


BOARD: Board[FaceDownState, FaceDownSetup, Move, FaceDownGameOptions] = Board(
    setup=FaceDownSetup,
    options=FaceDownGameOptions,
    state=FaceDownState,
    actions=(Lay, Scout, Swap),
    turn=FaceDownTurn,
    prepare=prepare,
    set_up=set_up,
    open=open_game,
    legal=legal,
    check=check,
    act=act,
    evolve=evolve,
    asked=asked,
    result=result,
    rule="FD-3",
    facts=(Shuffled, Dealt, CardLaid, PairTurnedUp, ScoutSent, ScoutCame, HandSwapped),
    questions=(ChooseBack,),
    setups={"ten": FaceDownSetup((1, 2, 3, 4, 5, 6, 7, 8, 9, 9), 3)},
    hides=True,
    needs_service_dice=lambda _setup: True,
)
