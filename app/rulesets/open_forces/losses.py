"""What an attack leaves, and a further attack on it."""

from dataclasses import replace

from app.rulesets.open_forces.groups import cover_basis, names_of
from app.rulesets.open_forces.model import After, OpenForcesAttack, OpenForcesDefenders, OpenForcesOptions


def survivors(group: OpenForcesDefenders, killed: tuple[str, ...]) -> OpenForcesDefenders:
    """OF-30: the group without the killed units."""
    left = tuple([unit for unit in names_of(group.units, group.unit_ids) if unit not in killed])
    numbered = not group.unit_ids and left == names_of(len(left), ())
    return OpenForcesDefenders(len(left), group.mode, () if numbered else left)


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
