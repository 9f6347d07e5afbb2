"""What players are told of a setup before they play it: the map, the units of both sides, and the cards."""

from collections.abc import Iterator

from app.domain.completion import Note, Said
from app.rulesets.storm_over_stalingrad.game.model import Setup


def said(setup: Setup) -> Iterator[Said]:
    """SS-57: how large the map is, what each side has on it and later, and for what it plays."""
    yield Said("map", {"areas": len(setup.areas)}, "areas")
    for side in setup.sides:
        on_map = sum(area.count(side) for area in setup.areas)
        later = sum(one.unit.side is side for one in setup.arrivals)
        yield Said("side", {"side": side.value, "units": on_map, "later": later})
    if setup.objectives is not None:
        aim = setup.objectives
        yield Said("objectives", {"side": aim.side.value, "needed": aim.needed, "areas": len(aim.areas)})
    if setup.cards:
        yield Said("cards", {"cards": len(setup.cards)}, "cards")


def notes(setup: Setup) -> Iterator[Note]:
    """SS-64: without objectives nobody wins by what they hold."""
    if setup.objectives is None:
        yield Note("no-objectives", "SS-64", ("objectives",))
