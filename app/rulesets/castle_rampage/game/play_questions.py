"""The questions of a whole game: which card of the hand is discarded, and which card on the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.domain.casualties import UnitId
from app.domain.errors import IllegalChoice
from app.domain.table import Question
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard
from app.rulesets.castle_rampage.game.hands import Cards
from app.rulesets.castle_rampage.game.traits import CardTold, card_details


class DiscardFor(StrEnum):
    """Why a card of the hand is discarded."""

    UNIT = "unit"
    BONUS = "bonus"
    COST = "cost"
    EFFECT = "effect"
    HAND_LIMIT = "hand-limit"


RULE_OF = {
    DiscardFor.UNIT: "CR-11",
    DiscardFor.BONUS: "CR-11",
    DiscardFor.COST: "CR-8",
    DiscardFor.EFFECT: "CR-20",
    DiscardFor.HAND_LIMIT: "CR-7",
}
"""The rule by which a card is discarded."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the hand."""

    card: UnitId | None = None
    """The id of the card; null, where one more unit may raise an attack: none."""


@dataclass(frozen=True, slots=True)
class DiscardContext:
    """Why a card is discarded."""

    varied_by: ClassVar = "why"
    why: DiscardFor
    """Why."""
    card: str
    """The id of the card that asks for it; empty where none does."""
    symbol: str
    """The symbol that the unit needs; empty where none is needed."""
    left: int
    """How many cards are to be discarded for it, this one among them."""


@dataclass(frozen=True, slots=True)
class DiscardFromHand(Question[HeldCard]):
    """CR-8, CR-10, CR-11, CR-20: which card of the hand is discarded; others see only that one is wanted."""

    public: ClassVar[bool] = False
    hand: Cards
    why: DiscardFor
    card: str
    left: int
    kinds: tuple[CatalogueCard, ...]
    """The catalogue."""
    symbols: tuple[str, ...] = ()
    """The symbols of the units that are still needed, this one first."""
    kept: int = 0
    """How many cards have to be left for the cost."""

    @property
    def names(self) -> tuple[str, ...]:
        """The cards of the hand. Raises NotShown for those who do not see it."""
        return tuple(part.value for part in self.hand)

    def options(self) -> Iterator[HeldCard]:
        """Units with few symbols first; a unit that only raises the attack may be left."""
        found = list(dict.fromkeys(self.names))
        if self.symbols:
            found.sort(key=lambda name: len(symbols_of(self.kinds, name)))
        if self.why is DiscardFor.BONUS:
            yield HeldCard()
        for name in found:
            if self.refusal(name) is None:
                yield HeldCard(name)

    def check(self, choice: HeldCard) -> None:
        if choice.card is None:
            if self.why is not DiscardFor.BONUS:
                raise IllegalChoice("card-needed", RULE_OF[self.why])
        elif (reason := self.refusal(choice.card)) is not None:
            raise IllegalChoice(reason, RULE_OF[self.why], card=choice.card, symbol=next(iter(self.symbols), None))

    def refusal(self, card: str) -> str | None:
        """Why a card may not be discarded for this; None: it may."""
        held = self.names
        if card not in held:
            return "card-not-in-hand"
        if not self.symbols:
            return None
        if self.symbols[0] not in symbols_of(self.kinds, card):
            return "other-symbol"
        left = list(held)
        left.remove(card)
        return None if can_pay(self.kinds, tuple(left), self.symbols[1:], self.kept) else "units-needed-elsewhere"

    def context(self) -> DiscardContext:
        return DiscardContext(self.why, self.card, next(iter(self.symbols), ""), self.left)

    def leads_to(self, choice: HeldCard) -> CardTold | None:
        return card_details(self.kinds, choice.card)


def symbols_of(kinds: tuple[CatalogueCard, ...], card: str) -> tuple[str, ...]:
    """CR-10: the symbols that a card has as a unit."""
    return next((kind.units for kind in kinds if kind.card == card), ())


def can_pay(kinds: tuple[CatalogueCard, ...], hand: tuple[str, ...], symbols: tuple[str, ...], cost: int) -> bool:
    """CR-8, CR-10, CR-11: whether a hand has a card of its own for each symbol, and enough others for the cost."""
    if not symbols:
        return len(hand) >= cost
    fitting = [card for card in dict.fromkeys(hand) if symbols[0] in symbols_of(kinds, card)]
    return any(can_pay(kinds, without_one(hand, card), symbols[1:], cost) for card in fitting)


def without_one(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one copy of a card."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


@dataclass(frozen=True, slots=True)
class PermanentCard:
    """A card that lies in front of a player."""

    card: UnitId
    """The id of the card."""


@dataclass(frozen=True, slots=True)
class PermanentContext:
    """Whose card is discarded, and by which card."""

    seat: int
    """The number of the seat in front of which the cards lie."""
    card: str
    """The id of the card that asks for it."""


@dataclass(frozen=True, slots=True)
class ChoosePermanent(Question[PermanentCard]):
    """CR-9, CR-20: which of the cards in front of the other player is discarded."""

    seat: int
    card: str
    in_play: tuple[str, ...]
    kinds: tuple[CatalogueCard, ...]
    """The catalogue."""

    def options(self) -> Iterator[PermanentCard]:
        """Each card once, in the order in which they were played."""
        yield from (PermanentCard(card) for card in dict.fromkeys(self.in_play))

    def check(self, choice: PermanentCard) -> None:
        if choice.card not in self.in_play:
            raise IllegalChoice("not-in-play", "CR-9", card=choice.card)

    def context(self) -> PermanentContext:
        return PermanentContext(self.seat, self.card)

    def leads_to(self, choice: PermanentCard) -> CardTold | None:
        return card_details(self.kinds, choice.card)
