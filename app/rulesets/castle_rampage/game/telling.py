"""What players are told of a setup before they play it: what they lay first, or which cards are dealt."""

from collections.abc import Iterator

from app.domain.completion import Note, Said
from app.rulesets.castle_rampage.game.model import Level, Setup


def said(setup: Setup) -> Iterator[Said]:
    """CR-2, CR-3: how many cards each player lays; in a whole game how many there are."""
    if setup.whole is not None:
        kinds = setup.whole.cards
        yield Said("whole", {"cards": sum(kind.copies for kind in kinds), "kinds": len(kinds)})
        return
    yield Said("siege", {"gate": setup.gate, "castle": setup.castle, "hand": setup.hand})
    if setup.level is Level.SEALED:
        yield Said("sealed")


def notes(setup: Setup) -> Iterator[Note]:
    """CR-12: without a card that attacks, no castle falls by an attack."""
    if setup.whole is not None and not any(kind.attacks for kind in setup.whole.cards):
        yield Note("no-attacks", "CR-12", ("whole", "cards"))
