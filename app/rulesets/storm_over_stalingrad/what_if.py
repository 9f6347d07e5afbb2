"""What the firing player can still change before a fire."""

from collections.abc import Iterator

from app.domain.ruleset import Change
from app.rulesets.storm_over_stalingrad.model import Fire, UnitState

MOST_UNITS, MOST_AREAS = 6, 3
"""How many further firers, and how many other areas, are offered."""


def what_if(situation: Fire) -> Iterator[Change]:
    """One of the units that could fire too, all of them, another area, and a card that adds a point."""
    here = [area for area in situation.areas if area.id == situation.firing_area]
    free = [
        unit.id
        for area in here
        for unit in area.of(situation.firing_side)
        if unit.state is UnitState.FRESH and unit.firepower and unit.id not in situation.firers
    ]
    for unit in free[:MOST_UNITS]:
        yield Change("fires-too", {"firers": [*situation.firers, unit]}, {"unit": unit})
    if len(free) > 1:
        yield Change("all-fire", {"firers": [*situation.firers, *free]})
    near = [name for area in here for name in (area.id, *area.adjacent) if name != situation.target_area]
    for name in near[:MOST_AREAS]:
        yield Change("other-area", {"target_area": name}, {"area": name})
    bonus = situation.attack_bonus + 1
    yield Change("one-point", {"attack_bonus": bonus}, {"bonus": bonus})
