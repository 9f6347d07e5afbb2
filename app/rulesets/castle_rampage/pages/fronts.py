"""What stands on the front of a card in hand."""

from app.drawing.view import Json
from app.rulesets.castle_rampage.game.traits import Trait, TraitKind

COLORS = {"red": "seat-1", "blue": "seat-2", "green": "seat-3", "purple": "seat-4"}
"""The class of the color of units whose symbol is a color."""
OTHERS = ("seat-5", "seat-6")
"""The classes of all other symbols, by the number of their letters, so that a symbol looks the same on every card."""


def front_of(traits: tuple[Trait, ...]) -> Json | None:
    """Attack, cost, both defenses and the colors of a card's band; None for a card whose values nobody knows."""
    amounts = {trait.trait: trait.amount for trait in traits}
    if TraitKind.DEFENDS_GATE not in amounts:
        return None
    symbols = [symbol for trait in traits if trait.trait is TraitKind.IS_UNIT for symbol in trait.symbols]
    return {
        "attack": amounts.get(TraitKind.ATTACKS, amounts.get(TraitKind.ATTACKS_FOR_UNITS)),
        "cost": amounts.get(TraitKind.COSTS),
        "gate": amounts[TraitKind.DEFENDS_GATE],
        "castle": amounts[TraitKind.DEFENDS_CASTLE],
        "bands": [COLORS.get(symbol.casefold(), OTHERS[len(symbol) % len(OTHERS)]) for symbol in symbols],
    }
