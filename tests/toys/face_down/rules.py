"""The rules of a strike."""

from face_down.model import CardTurnedUp, FaceDownAfter, FaceDownAttack, FaceDownOptions, FaceDownOutcome
from umpire.rulebook.v1 import IllegalSituation, Table


def prepare(situation: FaceDownAttack, _options: FaceDownOptions) -> None:
    """Raise IllegalSituation where a card is unknown (FD-1)."""
    for place, card in enumerate(situation.cards):
        if not card.is_known:
            raise IllegalSituation("unknown-card", "FD-1", "cards", place)


def strike(situation: FaceDownAttack, _options: FaceDownOptions, table: Table) -> FaceDownOutcome:
    """FD-1: turn up one card after the other while the strike beats them; the one that holds stays."""
    left, cards = situation.strength, situation.cards
    for turned, part in enumerate(cards):
        card = table.reveal(part)
        beaten = left > card.value
        table.note(CardTurnedUp(card.value, beaten), rule="FD-1")
        if not beaten:
            return FaceDownOutcome(turned + 1, FaceDownAfter(cards[turned:]))
        left -= card.value
    return FaceDownOutcome(len(cards), FaceDownAfter(()))
