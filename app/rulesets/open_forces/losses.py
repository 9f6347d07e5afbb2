"""What an attack leaves, and a further attack on it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.rulesets.open_forces.groups import cover_basis, names_of
from app.rulesets.open_forces.model import After, OpenForcesAttack, OpenForcesDefenders, OpenForcesOptions


def survivors(group: OpenForcesDefenders, killed: tuple[str, ...]) -> OpenForcesDefenders:
    """OF-30: the group without the killed units."""
    left = tuple([unit for unit in names_of(group.units, group.unit_ids) if unit not in killed])
    numbered = not group.unit_ids and left == names_of(len(left), ())
    return OpenForcesDefenders(len(left), group.mode, () if numbered else left)


def sorts_of(attacks: Sequence[OpenForcesAttack]) -> Mapping[str, int]:
    """For each unit of the whole group, in order, a number: units of which all attacks say the same have the same.

    What is said of a unit is its distance, and whether it is seen. Empty without attacks, and where all units differ.
    """
    if not attacks:
        return {}
    names = names_of(attacks[0].defender.units, attacks[0].defender.unit_ids)
    told = list(zip(*[told_of_each(attack, names) for attack in attacks], strict=True))
    numbers = {said: number for number, said in enumerate(dict.fromkeys(told))}
    is_needed = len(numbers) < len(names)
    return {name: numbers[said] for name, said in zip(names, told, strict=True)} if is_needed else {}


def told_of_each(attack: OpenForcesAttack, names: Sequence[str]) -> list[tuple[int | None, bool]]:
    """What an attack says of each unit of the group: its distance, and whether it is seen."""
    distances = attack.distances or (None,) * len(names)
    seen = [attack.visible is None or name in attack.visible for name in names]
    return list(zip(distances, seen, strict=True))


def first_of_alike(left: OpenForcesDefenders, sorts: Mapping[str, int]) -> OpenForcesDefenders:
    """What is left of a group, where of units of one sort the first are left."""
    free = iter(sorts)
    units = names_of(left.units, left.unit_ids)
    first = [next(name for name in free if sorts[name] == sorts[unit]) for unit in units] if sorts else units
    return replace(left, unit_ids=tuple(first))


def on_what_is_left(
    situation: OpenForcesAttack, left: OpenForcesDefenders, options: OpenForcesOptions
) -> OpenForcesAttack:
    """OF-30: an attack, told of the whole group, on what is left: who is gone is not measured, seen or in cover."""
    units = names_of(left.units, left.unit_ids)
    measured = zip(names_of(situation.defender.units, situation.defender.unit_ids), situation.distances, strict=False)
    further = replace(
        situation,
        defender=left,
        distances=tuple([distance for unit, distance in measured if unit in units]),
        visible=situation.visible and tuple([unit for unit in situation.visible if unit in units]),
    )
    most = cover_basis(further, options)
    return replace(further, cover=tuple([replace(each, touching=min(each.touching, most)) for each in situation.cover]))


def after_losses(situation: OpenForcesAttack, killed: tuple[str, ...], options: OpenForcesOptions) -> After:
    """OF-30: the target group without the units killed, and what is told of those that are left."""
    left = on_what_is_left(situation, survivors(situation.defender, killed), options)
    return After(left.defender, left.distances, left.visible, left.cover)
