"""What a situation says of the two groups: how large they are, who is seen, and how far away they are."""

from app.rulesets.open_forces.model import AttackKind, CoverBasis, OpenForcesAttack, OpenForcesOptions


def kind_of(situation: OpenForcesAttack) -> AttackKind:
    """OF-22: an attack with SPL is a splash attack, any other a conventional one."""
    return AttackKind.SPLASH if situation.attacker.mode.spl else AttackKind.CONVENTIONAL


def names_of(units: int, unit_ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of the units: the client's, else "1" … "n"."""
    return unit_ids or tuple(map(str, range(1, units + 1)))


def seen_units(situation: OpenForcesAttack) -> tuple[str, ...]:
    """OF-24: the target units that every attacking unit sees, in the order of the group."""
    group = names_of(situation.defender.units, situation.defender.unit_ids)
    return group if situation.visible is None else tuple([unit for unit in group if unit in situation.visible])


def defense_size(situation: OpenForcesAttack) -> int:
    """OF-26, OF-33: how many units are attacked: the whole group, or as many as SPL says of those in sight."""
    if kind_of(situation) is AttackKind.CONVENTIONAL:
        return situation.defender.units
    return min(situation.attacker.mode.spl, len(seen_units(situation)))


def distance_to(situation: OpenForcesAttack, units: tuple[str, ...]) -> int | None:
    """OF-23: the shortest distance to some of the target units; None: nobody told it."""
    if not situation.distances:
        return situation.distance
    group = names_of(situation.defender.units, situation.defender.unit_ids)
    told = zip(group, situation.distances, strict=False)
    return min([distance for unit, distance in told if unit in units], default=situation.distance)


def near_units(situation: OpenForcesAttack) -> tuple[str, ...]:
    """OF-23: the units in sight that are within range, as far as their distances are told."""
    rng = situation.attacker.mode.rng
    if rng is None or not situation.distances:
        return seen_units(situation)
    return tuple(unit for unit in seen_units(situation) if (distance_to(situation, (unit,)) or 0) <= rng)


def cover_basis(situation: OpenForcesAttack, options: OpenForcesOptions) -> int:
    """OF-35: of how many units half must touch a cover."""
    of_subgroup = options.splash_cover_basis is CoverBasis.SUBGROUP
    return defense_size(situation) if of_subgroup else situation.defender.units
