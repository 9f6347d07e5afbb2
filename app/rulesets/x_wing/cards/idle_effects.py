"""Refusals of effects that a client describes and that can never be used: nobody would notice that they do nothing."""

from collections.abc import Iterator, Mapping

from app.domain.record import Role
from app.rulesets.x_wing.cards.faults import Fault
from app.rulesets.x_wing.effects import Atom, XWingCondition, XWingEffect
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import FACES_OF, ROLE_OF, Pool

NEEDED: Mapping[Atom, str] = {
    Atom.WEAPON_KIND: "kind",
    Atom.USED: "kind",
    Atom.NEXT_DEALT: "kind",
    Atom.WEAPON_ARC: "arc",
    Atom.DEFENDER_IN_ARC: "arc",
    Atom.ATTACKER_IN_ARC: "arc",
    Atom.HAS_TOKEN: "token",
    Atom.ALL_RESULTS: "face",
    Atom.GUESSED: "face",
}
"""The field without which a condition says nothing."""

COUNTING_ATOMS = (Atom.ATTACK_RANGE, Atom.HAS_TOKEN, Atom.DAMAGED, Atom.HULL_LEFT, Atom.RESULT_COUNT)
"""Conditions that look at `at_least` and `at_most`."""

ABOUT_FACES = (Atom.ALL_RESULTS, Atom.RESULT_COUNT, Atom.GUESSED)
"""Conditions that look at a face of a pool's dice."""


def idle_effect_faults(effect: XWingEffect, place: tuple[str | int, ...]) -> Iterator[Fault]:
    """XW-29: a controller to whom the window does not belong, and conditions that say too little or never hold."""
    if effect.controller is not None and not effect.is_for(effect.controller):
        yield Fault("bad-effect", "XW-29", (*place, "controller"), {"effect": effect.id})
    for n, clause in enumerate(effect.condition):
        for m, condition in enumerate(clause):
            if is_empty(condition):
                yield Fault("bad-effect", "XW-29", (*place, "condition", n, m), {"effect": effect.id})


def is_empty(condition: XWingCondition) -> bool:
    """Whether the condition lacks what it is about, or asks for what can never be."""
    needed = NEEDED.get(condition.that)
    if needed is not None and getattr(condition, needed) is None:
        return True
    if condition.that in COUNTING_ATOMS and condition.at_most is not None and condition.at_most < condition.at_least:
        return True
    faces = FACES_OF[condition.pool or Pool.ATTACK]
    return condition.that in ABOUT_FACES and condition.face is not None and condition.face not in faces


def effects_of_other_role(role: Role, ship: XWingShip) -> Iterator[Fault]:
    """XW-29: effects that only a ship in the other role could use, but for those that idle_effect_faults() finds."""
    for n, sent in enumerate(ship.effects):
        if not isinstance(sent, XWingEffect) or sent.is_for(role):
            continue
        if sent.controller is None or sent.is_for(sent.controller):
            field = "window" if sent.window in ROLE_OF else "controller"
            yield Fault("bad-effect", "XW-29", (role.value, "effects", n, field), {"effect": sent.id})
