"""What the situation of an Open Forces attack alone decides: every refusal."""

from app.domain.errors import IllegalOption, IllegalSituation
from app.rulesets.open_forces.model import (
    AttackKind,
    OpenForcesAttack,
    OpenForcesOptions,
    PartialVisibility,
    TwoValueAtk,
)
from app.rulesets.open_forces.rules import cover_basis, kind_of, seen_units


def prepare(situation: OpenForcesAttack, options: OpenForcesOptions) -> None:
    """Raise IllegalSituation or IllegalOption unless the attack may be resolved (OF-22 … OF-36)."""
    check_options(options)
    check_groups(situation)
    check_attack_value(situation, options)
    check_range(situation)
    check_sight(situation, options)
    check_cover(situation, options)


def check_options(options: OpenForcesOptions) -> None:
    """OF-31: the limits of the threshold leave room for one."""
    if options.threshold_min > options.threshold_max:
        raise IllegalOption("threshold-limits-crossed", "OF-31", "threshold_min")


def check_groups(situation: OpenForcesAttack) -> None:
    """OF-2: a group has units, and each unit one id."""
    for role, group in (("attacker", situation.attacker), ("defender", situation.defender)):
        if group.units == 0:
            raise IllegalSituation("empty-group", "OF-2", role, "units")
        if group.unit_ids and len(group.unit_ids) != group.units:
            raise IllegalSituation(
                "unit-count-mismatch", "OF-2", role, "unit_ids", units=group.units, ids=len(group.unit_ids)
            )
        check_unique(group.unit_ids, role, "unit_ids")


def check_unique(units: tuple[str, ...], *field: str) -> None:
    """OF-2: no unit is named twice."""
    for place, unit in enumerate(units):
        if unit in units[:place]:
            raise IllegalSituation("duplicate-unit", "OF-2", *field, place, unit=unit)


def check_attack_value(situation: OpenForcesAttack, options: OpenForcesOptions) -> None:
    """OF-29, OF-32: the mode can attack, and its value means something in this kind of attack."""
    mode = situation.attacker.mode
    if mode.atk is None:
        raise IllegalSituation("mode-cannot-attack", "OF-29", "attacker", "mode", "atk")
    conventional = kind_of(situation) is AttackKind.CONVENTIONAL
    if conventional and mode.atk_base is not None and options.two_value_atk_conventional is TwoValueAtk.REFUSE:
        raise IllegalSituation("two-value-atk", "OF-32", "attacker", "mode", "atk_base")


def check_range(situation: OpenForcesAttack) -> None:
    """OF-23: the shortest distance is within range, the boundary included."""
    distance, rng = situation.distance, situation.attacker.mode.rng
    if distance is not None and rng is not None and distance > rng:
        raise IllegalSituation("out-of-range", "OF-23", "distance", distance=distance, rng=rng)


def check_sight(situation: OpenForcesAttack, options: OpenForcesOptions) -> None:
    """OF-24, OF-25, OF-33: all attackers see all that is attacked."""
    if not situation.line_of_sight:
        raise IllegalSituation("no-line-of-sight", "OF-24", "line_of_sight")
    if situation.visible is None:
        return
    check_unique(situation.visible, "visible")
    seen = seen_units(situation)
    if len(seen) != len(situation.visible):
        unknown = next(unit for unit in situation.visible if unit not in seen)
        raise IllegalSituation("unknown-unit", "OF-24", "visible", situation.visible.index(unknown), unit=unknown)
    if len(seen) < wanted_in_sight(situation, options):
        raise IllegalSituation("no-line-of-sight", "OF-24", "visible", seen=len(seen))


def wanted_in_sight(situation: OpenForcesAttack, options: OpenForcesOptions) -> int:
    """OF-24, OF-33: how many target units must be seen for the attack to be legal."""
    if kind_of(situation) is AttackKind.CONVENTIONAL:
        return situation.defender.units
    if options.splash_partial_visibility is PartialVisibility.SHRINK:
        return 1
    return min(situation.attacker.mode.spl, situation.defender.units)


def check_cover(situation: OpenForcesAttack, options: OpenForcesOptions) -> None:
    """OF-35: no more units touch a cover than there are."""
    size = cover_basis(situation, options)
    for place, cover in enumerate(situation.cover):
        if cover.touching > size:
            raise IllegalSituation(
                "touching-above-size", "OF-35", "cover", place, "touching", touching=cover.touching, size=size
            )
