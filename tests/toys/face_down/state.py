"""A game as it stands: the deck, the hands and the cards on the table are hidden; so are stakes."""

from dataclasses import dataclass, replace
from typing import TypeVar

from face_down.facts import CardLaid, Dealt, HandSwapped, PairTurnedUp, ScoutSent, Shuffled
from face_down.model import FaceDownCard
from umpire.rulebook.v1 import Private

Part = Private[FaceDownCard]
T = TypeVar("T")
NO_STAKE: Private[int] = Private(0)


@dataclass(frozen=True, slots=True)
class FaceDownState:
    """A game as it stands."""

    hand: int
    """How many cards each seat gets."""
    deck: tuple[Part, ...]
    """The cards that nobody has yet, the next one first."""
    hands: tuple[tuple[Part, ...], ...]
    """The cards of each seat."""
    laid: tuple[tuple[Part, ...], ...]
    """The card that each seat has laid, if any."""
    stakes: tuple[Private[int], ...]
    """The stake of each seat; 0 where it has laid no card."""
    points: tuple[int, ...]
    """The points of each seat."""
    scouted: tuple[bool, ...]
    """Whether the seat has sent its scout."""
    swapped: tuple[bool, ...]
    """Whether the seat has swapped a card."""
    turn: int = 1
    """The number of the seat in turn."""

    @property
    def is_over(self) -> bool:
        """FD-6: whether no seat has a card any more."""
        return not any(self.hands) and not any(self.laid)


def evolve(state: FaceDownState, fact: object) -> FaceDownState:
    """The state after a fact."""
    match fact:
        case Shuffled(deck):
            return replace(state, deck=deck)
        case Dealt(seat, cards):
            return replace(state, deck=state.deck[len(cards) :], hands=put(state.hands, seat, cards))
        case CardLaid(seat, place, stake):
            hand = state.hands[seat - 1]
            hands = put(state.hands, seat, (*hand[:place], *hand[place + 1 :]))
            laid, stakes = put(state.laid, seat, (hand[place],)), put(state.stakes, seat, stake)
            return replace(state, hands=hands, laid=laid, stakes=stakes, turn=3 - seat)
        case PairTurnedUp(points=points):
            return replace(state, points=points, laid=((), ()), stakes=(NO_STAKE, NO_STAKE))
        case ScoutSent(seat):
            return replace(state, scouted=put(state.scouted, seat, True))
        case HandSwapped(seat, hand, back):
            hands, deck = put(state.hands, seat, hand), (*state.deck[1:], back)
            return replace(state, hands=hands, deck=deck, swapped=put(state.swapped, seat, True))
    return state


def put(items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """The items of all seats, with another one for one of them."""
    return tuple(item if n == seat else old for n, old in enumerate(items, 1))
