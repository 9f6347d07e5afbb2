"""Which figure stands for a unit, and to which side it looks."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from app.rulesets.open_forces.game.battlefield import place_of
from app.rulesets.open_forces.game.model import OpenForcesState
from app.rulesets.open_forces.game.setup import OpenForcesDataCard
from app.rulesets.open_forces.game.state import are_friends

INFANTRY_SIZE = 1
"""The size class that infantry has where nobody says otherwise."""
APART = 1000
"""How far the middles of armies are from each other, to the left or right, before figures turn to it, in hundredths."""


class Figure(StrEnum):
    """The figures that are drawn, named as in the drawings."""

    RIFLE = "rifle"
    GRENADIER = "gren"
    SCOUT = "scout"
    GUARD = "guard"
    MORTAR = "mortar"
    GUN = "gun"
    TANK = "tank"
    CAR = "car"


ON_FOOT = (Figure.RIFLE, Figure.GRENADIER, Figure.SCOUT, Figure.GUARD)
"""The figures of cards that nothing else tells apart, in the order of the cards of an army."""


def figures_of(cards: Iterable[OpenForcesDataCard]) -> Mapping[str, Figure]:
    """The figure of each card of an army by the card's id, from the numbers of the cards alone.

    A large card has a size class above infantry, or a base twice as wide as the smallest of the army. With splash it is
    a gun; else a car, if it is twice as fast as all cards that are not large, or a tank. A card that is not large is a
    mortar with splash; else cards in their order are riflemen, grenadiers, scouts and guards, so that they differ.
    """
    army = tuple(cards)
    smallest = min((card.base for card in army), default=0)
    large = [card.size_class > INFANTRY_SIZE or card.base >= 2 * smallest > 0 for card in army]
    speed = max((speed_of(card) for card, is_large in zip(army, large, strict=True) if not is_large), default=0)
    figures: dict[str, Figure] = {}
    on_foot = 0
    for card, is_large in zip(army, large, strict=True):
        if any(mode.spl for mode in card.modes):
            figures[card.id] = Figure.GUN if is_large else Figure.MORTAR
        elif is_large:
            figures[card.id] = Figure.CAR if speed_of(card) >= 2 * speed > 0 else Figure.TANK
        else:
            figures[card.id] = ON_FOOT[on_foot % len(ON_FOOT)]
            on_foot += 1
    return figures


def speed_of(card: OpenForcesDataCard) -> int:
    """The highest SPD of a card's modes."""
    return max(mode.spd for mode in card.modes)


def figures_in(state: OpenForcesState) -> Mapping[int, Mapping[str, Figure]]:
    """The figures of each seat, by seat and by the id of the card; they stay the same while groups fall."""
    groups = (*state.groups, *state.to_place, *state.fallen)
    used = {player.seat: {group.card for group in groups if group.seat == player.seat} for player in state.players}
    return {seat: figures_of(card for card in state.cards if card.id in ids) for seat, ids in used.items()}


def looks_left(state: OpenForcesState, seat: int) -> bool:
    """Whether the figures of a seat look to the left: towards its enemies, or as every second seat before them."""
    places = [
        (are_friends(state, seat, group.seat), place_of(unit).x) for group in state.groups for unit in group.units
    ]
    own, others = ([x for is_friend, x in places if is_friend is wanted] for wanted in (True, False))
    if own and others:
        far = sum(others) // len(others) - sum(own) // len(own)
        if abs(far) >= APART:
            return far < 0
    return seat % 2 == 0
