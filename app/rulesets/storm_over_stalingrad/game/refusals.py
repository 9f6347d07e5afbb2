"""The refusals of a game that follow from its setup and options alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation, raise_all
from app.rulesets.storm_over_stalingrad.game.card_refusals import cards_refused
from app.rulesets.storm_over_stalingrad.game.model import GameOptions, Setup
from app.rulesets.storm_over_stalingrad.refusals import MOST_UNITS, map_refused, neighbors_refused, units_refused

SEATS = 2


def prepare(setup: Setup, options: GameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation unless the game may begin (SS-5, SS-23, SS-39, SS-58, SS-63, SS-64)."""
    raise_all(refusals(setup, options, seats))


def refusals(setup: Setup, options: GameOptions, seats: tuple[int, ...]) -> Iterator[IllegalSituation]:
    """Every reason why a setup is refused."""
    if len(seats) != SEATS:
        yield IllegalSituation("two-seats", "SS-58", seats=len(seats))
    if setup.sides[0] is setup.sides[1]:
        yield IllegalSituation("one-side", "SS-58", "sides", 1, side=setup.sides[0])
    yield from map_refused(setup.areas)
    for place in range(len(setup.areas)):
        yield from neighbors_refused(setup.areas, place, "SS-5")
    yield from units_refused(setup.areas, options)
    yield from arrivals_refused(setup)
    yield from withdrawals_refused(setup)
    yield from objectives_refused(setup)
    yield from cards_refused(setup)


def sides(setup: Setup, asked: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """SS-58: each seat plays the side of the setup. Raises IllegalSituation where it asks for the other."""
    raise_all(
        IllegalSituation("other-side", "SS-58", "sides", n, seat=n + 1, side=side)
        for n, (side, wanted) in enumerate(zip(setup.sides, asked, strict=True))
        if wanted not in (None, side)
    )
    return tuple(side.value for side in setup.sides)


def arrivals_refused(setup: Setup) -> Iterator[IllegalSituation]:
    """SS-63: units arrive in areas of the map, each once and with an id of its own."""
    names = [area.id for area in setup.areas]
    known = [unit.id for area in setup.areas for unit in area.units]
    for n, arrival in enumerate(setup.arrivals):
        if arrival.area not in names:
            yield IllegalSituation("unknown-area", "SS-63", "arrivals", n, "area", area=arrival.area)
        for m, area in enumerate(arrival.or_areas):
            if area not in names:
                yield IllegalSituation("unknown-area", "SS-63", "arrivals", n, "or_areas", m, area=area)
            if area in arrival.areas[: m + 1]:
                yield IllegalSituation("area-named-twice", "SS-63", "arrivals", n, "or_areas", m, area=area)
        if arrival.unit.id in known:
            yield IllegalSituation("duplicate-unit", "SS-63", "arrivals", n, "unit", "id", unit=arrival.unit.id)
        known.append(arrival.unit.id)
    if len(known) > MOST_UNITS >= len(known) - len(setup.arrivals):
        yield IllegalSituation("too-many-units", "SS-63", "arrivals", limit=MOST_UNITS)


def withdrawals_refused(setup: Setup) -> Iterator[IllegalSituation]:
    """SS-63: units that leave are in the game, and each leaves once."""
    known = [unit.id for area in setup.areas for unit in area.units]
    known += [arrival.unit.id for arrival in setup.arrivals]
    for n, leaving in enumerate(setup.withdrawals):
        if leaving.unit not in known:
            yield IllegalSituation("unknown-unit", "SS-63", "withdrawals", n, "unit", unit=leaving.unit)
        if any(leaving.unit == other.unit for other in setup.withdrawals[:n]):
            yield IllegalSituation("duplicate-unit", "SS-63", "withdrawals", n, "unit", unit=leaving.unit)


def objectives_refused(setup: Setup) -> Iterator[IllegalSituation]:
    """SS-64: objectives are areas of the map, each once, and no more are needed than there are."""
    wanted = setup.objectives
    if wanted is None:
        return
    names = [area.id for area in setup.areas]
    for n, area in enumerate(wanted.areas):
        if area not in names:
            yield IllegalSituation("unknown-area", "SS-64", "objectives", "areas", n, area=area)
        if area in wanted.areas[:n]:
            yield IllegalSituation("duplicate-objective", "SS-64", "objectives", "areas", n, area=area)
    if wanted.needed > len(wanted.areas):
        there = len(wanted.areas)
        yield IllegalSituation("too-few-objectives", "SS-64", "objectives", "needed", needed=wanted.needed, areas=there)
