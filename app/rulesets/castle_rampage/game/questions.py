"""The question that a siege with sealed cards asks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from app.domain.errors import IllegalChoice
from app.domain.table import Question
from app.rulesets.castle_rampage.game.actions import ShownCard
from app.rulesets.castle_rampage.game.model import Seal
from app.rulesets.castle_rampage.game.seals import seal_of
from app.rulesets.castle_rampage.model import Structure
from app.rulesets.castle_rampage.refusals import card_refused


@dataclass(frozen=True, slots=True)
class ShowContext:
    """The card that is to be shown."""

    varied_by: ClassVar = "structure"
    structure: Structure
    """The structure on which it lies."""
    seal: Seal
    """Its digest."""
    tries_left: int
    """How often a card may still be shown, this time among them."""


@dataclass(frozen=True, slots=True)
class ShowCard(Question[ShownCard]):
    """CR-26: the owner shows the sealed card that is turned up."""

    public: ClassVar[bool] = False
    structure: Structure
    seal: Seal
    tries_left: int

    def options(self) -> Iterator[ShownCard]:
        """Only the owner knows the card: what can be listed is not to show it."""
        yield ShownCard()

    def check(self, choice: ShownCard) -> None:
        """CR-15, CR-26: a card is shown whole and with its salt; whether it is the sealed one is seen in the record."""
        if choice.card is None:
            if choice.salt is not None:
                raise IllegalChoice("salt-without-card", "CR-26")
            return
        if choice.salt is None:
            raise IllegalChoice("card-without-salt", "CR-26")
        if choice.card.unknown:
            raise IllegalChoice("shown-card-unknown", "CR-26")
        for refused in card_refused(choice.card, "card", 0):
            raise IllegalChoice(refused.reason, refused.rule, **refused.params)

    def context(self) -> ShowContext:
        return ShowContext(self.structure, self.seal, self.tries_left)

    def holds(self, choice: ShownCard) -> bool:
        """CR-26: whether the card and the salt make the digest."""
        return choice.card is not None and choice.salt is not None and seal_of(choice.card, choice.salt) == self.seal
