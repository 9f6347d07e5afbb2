"""The refusals of Open Forces that follow from the situation and the options alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalOption, IllegalSituation, raise_all
from app.rulesets.open_forces.groups import cover_basis, distance_to, kind_of, seen_units
from app.rulesets.open_forces.model import (
    AttackKind,
    OpenForcesAttack,
    OpenForcesOptions,
    PartialVisibility,
    TwoValueAtk,
)


def prepare(situation: OpenForcesAttack, options: OpenForcesOptions) -> None:
    """Raise IllegalSituation or IllegalOption unless the attack may be resolved (OF-22 … OF-36)."""
    raise_all(refusals(situation, options))


def refusals(situation: OpenForcesAttack, options: OpenForcesOptions) -> Iterator[IllegalSituation]:
    """Every reason why an attack is refused."""
    yield from options_refused(options)
    yield from groups_refused(situation)
    yield from attack_value_refused(situation, options)
    yield from range_refused(situation)
    yield from sight_refused(situation, options)
    yield from cover_refused(situation, options)


def options_refused(options: OpenForcesOptions) -> Iterator[IllegalSituation]:
    """OF-31: the least threshold is not above the greatest."""
    if options.threshold_min > options.threshold_max:
        yield IllegalOption("threshold-limits-crossed", "OF-31", "threshold_min")


def groups_refused(situation: OpenForcesAttack) -> Iterator[IllegalSituation]:
    """OF-2: a group has at least one unit, and if ids are given, one id for each unit."""
    for role, group in (("attacker", situation.attacker), ("defender", situation.defender)):
        if group.units == 0:
            yield IllegalSituation("empty-group", "OF-2", role, "units")
        if group.unit_ids:
            if len(group.unit_ids) != group.units:
                sent = len(group.unit_ids)
                yield IllegalSituation("unit-count-mismatch", "OF-2", role, "unit_ids", units=group.units, ids=sent)
            yield from duplicates(group.unit_ids, role, "unit_ids")
    for place, unit in enumerate(situation.defender.unit_ids):
        if unit in situation.attacker.unit_ids:
            yield IllegalSituation("duplicate-unit", "OF-22", "defender", "unit_ids", place, unit=unit)


def duplicates(units: tuple[str, ...], *field: str | int) -> Iterator[IllegalSituation]:
    """OF-2: no unit is named twice."""
    for place, unit in enumerate(units):
        if unit in units[:place]:
            yield IllegalSituation("duplicate-unit", "OF-2", *field, place, unit=unit)


def attack_value_refused(situation: OpenForcesAttack, options: OpenForcesOptions) -> Iterator[IllegalSituation]:
    """OF-29, OF-32: the mode can attack, and two attack values are defined for this kind of attack."""
    mode = situation.attacker.mode
    if mode.atk is None:
        yield IllegalSituation("mode-cannot-attack", "OF-29", "attacker", "mode", "atk")
    conventional = kind_of(situation) is AttackKind.CONVENTIONAL
    if conventional and mode.atk_base is not None and options.two_value_atk_conventional is TwoValueAtk.REFUSE:
        yield IllegalSituation("two-value-atk", "OF-32", "attacker", "mode", "atk_base")


def range_refused(situation: OpenForcesAttack) -> Iterator[IllegalSituation]:
    """OF-23: the shortest distance is at most the range, to the units in sight where each has its own."""
    rng, units = situation.attacker.mode.rng, situation.defender.units
    if situation.distances:
        if situation.distance is not None:
            yield IllegalSituation("distance-told-twice", "OF-23", "distance")
        if len(situation.distances) != units:
            sent = len(situation.distances)
            yield IllegalSituation("unit-count-mismatch", "OF-23", "distances", units=units, distances=sent)
            return
    if rng is None:
        return
    distance = distance_to(situation, seen_units(situation))
    if distance is not None and distance > rng:
        field = "distances" if situation.distances else "distance"
        yield IllegalSituation("out-of-range", "OF-23", field, distance=distance, rng=rng)


def sight_refused(situation: OpenForcesAttack, options: OpenForcesOptions) -> Iterator[IllegalSituation]:
    """OF-24, OF-25, OF-33: every attacking unit sees every unit that is attacked."""
    if not situation.line_of_sight:
        yield IllegalSituation("no-line-of-sight", "OF-24", "line_of_sight")
        return
    if situation.visible is None:
        return
    yield from duplicates(situation.visible, "visible")
    seen = seen_units(situation)
    unknown = [place for place, unit in enumerate(situation.visible) if unit not in seen]
    for place in unknown:
        yield IllegalSituation("unknown-unit", "OF-24", "visible", place, unit=situation.visible[place])
    if not unknown and len(seen) < wanted_in_sight(situation, options):
        yield IllegalSituation("no-line-of-sight", "OF-24", "visible", seen=len(seen))


def wanted_in_sight(situation: OpenForcesAttack, options: OpenForcesOptions) -> int:
    """OF-24, OF-33: how many target units must be seen for the attack to be legal."""
    if kind_of(situation) is AttackKind.CONVENTIONAL:
        return situation.defender.units
    if options.splash_partial_visibility is PartialVisibility.SHRINK:
        return 1
    return min(situation.attacker.mode.spl, situation.defender.units)


def cover_refused(situation: OpenForcesAttack, options: OpenForcesOptions) -> Iterator[IllegalSituation]:
    """OF-35: at most as many units touch a cover as count for it."""
    size = cover_basis(situation, options)
    for place, cover in enumerate(situation.cover):
        if cover.touching > size:
            yield IllegalSituation(
                "touching-above-size", "OF-35", "cover", place, "touching", touching=cover.touching, size=size
            )
