"""The refusals of a game that follow from its setup and options alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalOption, IllegalSituation, raise_all
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.places import places_refused
from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesSetup,
    Placement,
)
from app.rulesets.open_forces.game.state import unit_ids_of
from app.rulesets.open_forces.model import MOST_UNITS, CoverBasis, TwoValueAtk
from app.rulesets.open_forces.refusals import options_refused


def prepare(setup: OpenForcesSetup, options: OpenForcesGameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation or IllegalOption unless the game may begin (OF-1, OF-2, OF-5, OF-15)."""
    raise_all(refusals(setup, options, seats))


def refusals(
    setup: OpenForcesSetup, options: OpenForcesGameOptions, seats: tuple[int, ...]
) -> Iterator[IllegalSituation]:
    """Every reason why a setup is refused."""
    yield from options_refused(options)
    if len(setup.armies) != len(seats):
        yield IllegalSituation("army-for-each-seat", "OF-1", "armies", armies=len(setup.armies), seats=len(seats))
    yield from cards_refused(setup, options)
    for n, army in enumerate(setup.armies):
        yield from army_refused(setup, n, army, options)
    yield from names_refused(setup)
    yield from teams_refused(setup)
    yield from positions_refused(setup, options)


def cards_refused(setup: OpenForcesSetup, options: OpenForcesGameOptions) -> Iterator[IllegalSituation]:
    """OF-15, OF-32: a card has each mode once; two attack values belong to splash."""
    for n, card in enumerate(setup.cards):
        if any(card.id == other.id for other in setup.cards[:n]):
            yield IllegalSituation("duplicate-card", "OF-2", "cards", n, "id", card=card.id)
        for m, mode in enumerate(card.modes):
            at = ("cards", n, "modes", m)
            if any(mode.mode == other.mode for other in card.modes[:m]):
                yield IllegalSituation("duplicate-mode", "OF-15", *at, "mode", mode=mode.mode)
            two_values = mode.atk_base is not None and not mode.spl
            if two_values and options.two_value_atk_conventional is TwoValueAtk.REFUSE:
                yield IllegalSituation("two-value-atk", "OF-32", *at, "atk_base")


def army_refused(
    setup: OpenForcesSetup, n: int, army: OpenForcesArmy, options: OpenForcesGameOptions
) -> Iterator[IllegalSituation]:
    """OF-1, OF-2: an army is within the budget, and its groups are as their cards allow."""
    cards = {card.id: card for card in setup.cards}
    for m, group in enumerate(army.groups):
        at = ("armies", n, "groups", m)
        if group.card not in cards:
            yield IllegalSituation("unknown-card", "OF-2", *at, "card", card=group.card)
            continue
        yield from group_refused(group, cards[group.card], at)
    worth = sum(cards[group.card].army_value * group.units for group in army.groups if group.card in cards)
    if options.army_budget is not None and worth > options.army_budget:
        yield IllegalSituation("over-budget", "OF-1", "armies", n, worth=worth, budget=options.army_budget)
    units = sum(group.units for group in army.groups)
    if units > MOST_UNITS:
        yield IllegalSituation("too-many-units", "OF-2", "armies", n, units=units, most=MOST_UNITS)


def group_refused(
    group: OpenForcesGroupSetup, card: OpenForcesDataCard, at: tuple[str | int, ...]
) -> Iterator[IllegalSituation]:
    """OF-2, OF-5: a group has units, at most as many as its card allows, and starts in one of the card's modes."""
    if group.units == 0:
        yield IllegalSituation("empty-group", "OF-2", *at, "units")
    if group.units > card.max_group_size:
        yield IllegalSituation("group-too-large", "OF-2", *at, "units", units=group.units, most=card.max_group_size)
    if group.mode not in [mode.mode for mode in card.modes]:
        yield IllegalSituation("mode-not-on-card", "OF-5", *at, "mode", mode=group.mode)
    units = group.units
    if group.unit_ids and len(group.unit_ids) != units:
        yield IllegalSituation("unit-count-mismatch", "OF-2", *at, "unit_ids", units=units, ids=len(group.unit_ids))
    if group.positions and len(group.positions) != units:
        sent = len(group.positions)
        yield IllegalSituation("unit-count-mismatch", "OF-17", *at, "positions", units=units, positions=sent)


def names_refused(setup: OpenForcesSetup) -> Iterator[IllegalSituation]:
    """OF-2, OF-19: groups, units and obstacles have ids of their own."""
    groups: dict[str, None] = {}
    units: dict[str, None] = {}
    obstacles: dict[str, None] = {}
    for n, army in enumerate(setup.armies):
        for m, group in enumerate(army.groups):
            if group.id in groups:
                yield IllegalSituation("duplicate-group", "OF-2", "armies", n, "groups", m, "id", group=group.id)
            for unit in unit_ids_of(group):
                if unit in units:
                    yield IllegalSituation("duplicate-unit", "OF-2", "armies", n, "groups", m, unit=unit)
                units[unit] = None
            groups[group.id] = None
    for n, thing in enumerate(setup.obstacles):
        if thing.id in obstacles:
            yield IllegalSituation("duplicate-obstacle", "OF-19", "obstacles", n, "id", obstacle=thing.id)
        obstacles[thing.id] = None


def teams_refused(setup: OpenForcesSetup) -> Iterator[IllegalSituation]:
    """OF-6: the armies are not all of one team."""
    if None not in (teams := [army.team for army in setup.armies]) and len(set(teams)) == 1:
        yield IllegalSituation("one-team", "OF-6", "armies", 0, "team")


def positions_refused(setup: OpenForcesSetup, options: OpenForcesGameOptions) -> Iterator[IllegalSituation]:
    """OF-4, OF-17: all groups have positions, or none, unless players place them; positions replace declarations."""
    groups = [(n, m, group) for n, army in enumerate(setup.armies) for m, group in enumerate(army.groups)]
    in_turn = setup.placement is Placement.IN_TURN
    kept = in_turn or any(group.positions for _, _, group in groups)
    for n, m, group in groups:
        if kept and not in_turn and not group.positions:
            yield IllegalSituation("positions-incomplete", "OF-17", "armies", n, "groups", m, "positions")
    if kept and sum(group.units for _, _, group in groups) > 2 * MOST_UNITS:
        yield IllegalSituation("too-many-units", "OF-2", "armies", units=0, most=2 * MOST_UNITS)
    elif kept:
        yield from places_refused(setup, options)
    if setup.obstacles and not kept:
        yield IllegalSituation("positions-not-kept", "OF-19", "obstacles")
    for named in ("battlefield", "zones"):
        if getattr(setup, named) and not kept:
            yield IllegalSituation("positions-not-kept", "OF-4", named)
    if kept and options.splash_cover_basis is CoverBasis.SUBGROUP:
        yield IllegalOption("subgroup-cover-declared", "OF-35", "splash_cover_basis")
