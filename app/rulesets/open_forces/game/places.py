"""The refusals of a game that follow from where its units stand at the start."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation
from app.rulesets.open_forces.game.battlefield import Disc, is_within, may_cross
from app.rulesets.open_forces.game.formation import is_formation
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import OpenForcesDataCard, OpenForcesGroupSetup, OpenForcesSetup
from app.rulesets.open_forces.game.state import unit_ids_of

Placed = tuple[tuple[str | int, ...], OpenForcesGroupSetup, OpenForcesDataCard]
"""A group with its place in the setup and its data card."""


def places_refused(setup: OpenForcesSetup, options: OpenForcesGameOptions) -> Iterator[IllegalSituation]:
    """OF-3, OF-19: units have bases, stand in formation where that is asked, and have room."""
    groups = tuple(placed(setup))
    for n, card in enumerate(setup.cards):
        if card.base == 0 and any(used is card for _, _, used in groups):
            yield IllegalSituation("base-needed", "OF-19", "cards", n, "base", card=card.id)
    for at, group, card in groups:
        if options.enforce_formation and not is_formation(group.positions, card.base):
            yield IllegalSituation("not-in-formation", "OF-3", *at, "positions", group=group.id)
    yield from room_refused(setup, groups)


def placed(setup: OpenForcesSetup) -> Iterator[Placed]:
    """The groups that have a data card, and an id and a position for each unit."""
    cards = {card.id: card for card in setup.cards}
    for n, army in enumerate(setup.armies):
        for m, group in enumerate(army.groups):
            if group.card in cards and len(group.positions) == group.units == len(unit_ids_of(group)):
                yield ("armies", n, "groups", m), group, cards[group.card]


def room_refused(setup: OpenForcesSetup, groups: tuple[Placed, ...]) -> Iterator[IllegalSituation]:
    """OF-19: units stand neither upon each other nor in what they may not enter."""
    stand: list[tuple[str, Disc]] = []
    for where, group, card in groups:
        for n, (unit, at) in enumerate(zip(unit_ids_of(group), group.positions, strict=True)):
            field = (*where, "positions", n)
            upon = (other for other, (place, base) in stand if is_within(at, (place, base + card.base)))
            if other := next(upon, None):
                yield IllegalSituation("units-overlap", "OF-19", *field, unit=unit, other=other)
            for thing in setup.obstacles:
                if not may_cross(card, thing) and is_within(at, (thing.at, thing.radius + card.base)):
                    yield IllegalSituation("unit-in-obstacle", "OF-19", *field, unit=unit, obstacle=thing.id)
            stand.append((unit, (at, card.base)))
