"""The refusals of a game that follow from where its units stand at the start."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation
from app.rulesets.open_forces.game.formation import is_formation
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.room import (
    Stand,
    block,
    box_of_obstacle,
    is_certain,
    is_inside,
    size_of,
    unit_below,
    walls_for,
)
from app.rulesets.open_forces.game.setup import (
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesSetup,
    Placement,
)
from app.rulesets.open_forces.game.shapes import box_of_rectangle, containing, corners_of, over_edge
from app.rulesets.open_forces.game.state import unit_ids_of

MOST_LINES = 500_000
"""How many lines of sight times corners of obstacles a battlefield may have, so that each question is soon answered."""

MOST_IN_FORMATION = 20
"""How many units a group may have that has to stand in formation."""

At = tuple[str | int, ...]
"""The path of a group in the setup."""

Carded = tuple[At, OpenForcesGroupSetup, OpenForcesDataCard]
"""A group with its path in the setup and its data card."""


def places_refused(setup: OpenForcesSetup, options: OpenForcesGameOptions) -> Iterator[IllegalSituation]:
    """OF-3, OF-4, OF-19: units have bases, stand in formation where that is asked, and have room."""
    groups = tuple(carded(setup))
    for n, card in enumerate(setup.cards):
        if card.base == 0 and any(used is card for _, _, used in groups):
            yield IllegalSituation("base-needed", "OF-19", "cards", n, "base", card=card.id)
    placed = tuple((at, group, card) for at, group, card in groups if group.positions)
    if options.enforce_formation:
        yield from formation_refused(groups)
    yield from corners_refused(setup)
    yield from room_refused(setup, placed)
    yield from edge_refused(setup, placed)
    if setup.placement is Placement.IN_TURN:
        yield from crowd_refused(setup, groups)


def formation_refused(groups: tuple[Carded, ...]) -> Iterator[IllegalSituation]:
    """OF-3: groups are small enough to be kept in formation, and stand in one."""
    for at, group, card in groups:
        units, most = group.units, MOST_IN_FORMATION
        if units > most:
            yield IllegalSituation("formation-too-large", "OF-3", *at, "units", units=units, most=most)
        elif group.positions and not is_formation(group.positions, card.base):
            yield IllegalSituation("not-in-formation", "OF-3", *at, "positions", group=group.id)


def corners_refused(setup: OpenForcesSetup) -> Iterator[IllegalSituation]:
    """OF-24: the obstacles have so few corners that sight and movement of so many units are soon found."""
    sizes = [group.units for army in setup.armies for group in army.groups]
    corners, most = corners_of(setup.obstacles), MOST_LINES // (max(sizes, default=0) * sum(sizes) or 1)
    if corners > most:
        yield IllegalSituation("too-many-corners", "OF-24", "obstacles", corners=corners, most=most)


def carded(setup: OpenForcesSetup) -> Iterator[Carded]:
    """The groups that have a data card, and an id and a position for each unit, or no position."""
    cards = {card.id: card for card in setup.cards}
    for n, army in enumerate(setup.armies):
        for m, group in enumerate(army.groups):
            counts = (group.units, len(unit_ids_of(group)), len(group.positions) or group.units)
            if group.card in cards and group.units and len(dict.fromkeys(counts)) == 1:
                yield ("armies", n, "groups", m), group, cards[group.card]


def room_refused(setup: OpenForcesSetup, placed: tuple[Carded, ...]) -> Iterator[IllegalSituation]:
    """OF-19: units stand neither upon each other nor in what they may not enter."""
    stand: list[Stand] = []
    walls = {card.id: walls_for(card, setup.obstacles) for card in setup.cards}
    for where, group, card in placed:
        for n, (unit, at) in enumerate(zip(unit_ids_of(group), group.positions, strict=True)):
            field = (*where, "positions", n)
            if other := unit_below(at, card.base, stand):
                yield IllegalSituation("units-overlap", "OF-19", *field, unit=unit, other=other)
            for thing in containing(at, walls[card.id]):
                yield IllegalSituation("unit-in-obstacle", "OF-19", *field, unit=unit, obstacle=thing)
            stand.append((unit, at, card.base))


def edge_refused(setup: OpenForcesSetup, placed: tuple[Carded, ...]) -> Iterator[IllegalSituation]:
    """OF-4, OF-17: units and zones are on the battlefield, and each zone is that of an army."""
    armies = len(setup.armies)
    for n in range(armies, len(setup.zones)):
        yield IllegalSituation("zone-of-no-army", "OF-4", "zones", n, zone=n + 1, armies=armies)
    if setup.battlefield is None:
        return
    field = box_of_rectangle(setup.battlefield)
    for n, zone in enumerate(setup.zones[:armies]):
        if zone and not is_inside(box_of_rectangle(zone), field):
            yield IllegalSituation("zone-off-the-battlefield", "OF-4", "zones", n, zone=n + 1)
    for where, group, card in placed:
        for n, (unit, at) in enumerate(zip(unit_ids_of(group), group.positions, strict=True)):
            if over_edge(field, at, card.base) > 0:
                yield IllegalSituation("off-the-battlefield", "OF-4", *where, "positions", n, unit=unit)


def crowd_refused(setup: OpenForcesSetup, groups: tuple[Carded, ...]) -> Iterator[IllegalSituation]:
    """OF-4: room is left for each group that is yet to be placed, wherever the others are."""
    boxes = [box_of_obstacle(thing) for thing in setup.obstacles]
    boxes += [(-card.base, card.base, -card.base, card.base) for _, group, card in groups for _ in range(group.units)]
    for at, group, card in groups:
        size = size_of(block(group.units, card.base), card.base)
        if not group.positions and not is_certain(size, boxes):
            yield IllegalSituation("no-room", "OF-4", *at, group=group.id)
