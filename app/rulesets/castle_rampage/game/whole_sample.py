"""A catalogue for trying a whole game. Its cards are invented for this purpose and are not those of the game."""

from app.rulesets.castle_rampage.game.catalogue import (
    CatalogueCard,
    EmptyDrawPile,
    PlayedEffect,
    PlayedEffectKind,
    Scheme,
    WholeGame,
)
from app.rulesets.castle_rampage.model import Effect, EffectKind, Structure

DRAW, LOOK = PlayedEffectKind.DRAW, PlayedEffectKind.LOOK_AT_HAND
TOP_OF, PERMANENT = PlayedEffectKind.DESTROY_TOP_OF, PlayedEffectKind.DISCARD_PERMANENT


def purple(name: str, defense: int, effect: Effect, *, at_random: bool = False) -> CatalogueCard:
    """A made-up purple card."""
    name = f"sample-{name}"
    return CatalogueCard(name, 1, defense, defense, purple=True, when_destroyed=effect, at_random=at_random)


SAMPLE_CATALOGUE = (
    CatalogueCard("sample-footman", 8, 2, 1, attack=2, units=("red",)),
    CatalogueCard("sample-rider", 6, 2, 2, attack=4, cost=1, units=("red",)),
    CatalogueCard("sample-slinger", 6, 1, 3, attack=1, units=("blue",)),
    CatalogueCard("sample-captain", 2, 3, 3, attack=3, cost=1, units=("red", "blue")),
    CatalogueCard("sample-scout", 4, 1, 1, attack=2, when_played=(PlayedEffect(DRAW, 1),)),
    CatalogueCard("sample-brute", 4, 4, 2, attack=6, cost=2),
    CatalogueCard("sample-wall", 6, 4, 4),
    CatalogueCard("sample-tunnel", 2, 1, 2, attack=3, cost=1, bypasses_gate=True),
    CatalogueCard("sample-old-hand", 2, 3, 2, attack=3, survives_repel=True),
    CatalogueCard("sample-assault", 3, 1, 1, scheme=Scheme(9, ("red", "blue"), "blue", 5)),
    CatalogueCard("sample-supplies", 3, 2, 1, when_played=(PlayedEffect(DRAW, 2),)),
    CatalogueCard("sample-spyglass", 2, 1, 1, when_played=(PlayedEffect(LOOK),)),
    CatalogueCard("sample-ram", 2, 1, 2, cost=1, when_played=(PlayedEffect(TOP_OF, structure=Structure.GATE),)),
    CatalogueCard("sample-torch", 2, 2, 1, when_played=(PlayedEffect(PERMANENT),)),
    CatalogueCard("sample-banner", 2, 1, 1, permanent=True),
    purple("giant", 6, Effect()),
    purple("pit", 2, Effect(EffectKind.END_ATTACK)),
    purple("mire", 1, Effect(EffectKind.CHANGE_REMAINING_ATTACK, -2)),
    purple("snare", 3, Effect(EffectKind.DESTROY_ATTACK_CARD)),
    purple("cellar", 2, Effect(EffectKind.DESTROY_TOP_OF, structure=Structure.GATE)),
    purple("plague", 2, Effect(EffectKind.ATTACKER_DISCARDS_HAND, 1)),
    purple("thieves", 2, Effect(EffectKind.ATTACKER_DISCARDS_HAND, 2), at_random=True),
    purple("relief", 3, Effect(EffectKind.DEFENDER_DRAWS, 2)),
    purple("ransom", 2, Effect(EffectKind.DEFENDER_TAKES_CARD)),
    purple("watcher", 1, Effect(EffectKind.LOOK_AT_HAND)),
    purple("loot", 1, Effect(EffectKind.DRAW, 1)),
    purple("mutiny", 2, Effect(EffectKind.DISCARD_PERMANENT)),
)
"""Made-up cards, one for each effect at least."""

WHOLE_SAMPLE = WholeGame(SAMPLE_CATALOGUE, EmptyDrawPile.RESHUFFLE, hand_limit=7)
"""A whole game with them; what the sources do not tell is made up too."""
