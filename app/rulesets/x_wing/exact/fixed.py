"""What the declaration of an attack decides already: effects that can never be in force are left out of the search."""

from dataclasses import replace

from app.rulesets.x_wing.attack.conditions import CHECKS
from app.rulesets.x_wing.attack.state import Battle, InForce, State, opening_state
from app.rulesets.x_wing.effects import Atom

FIXED = (
    Atom.WEAPON_KIND,
    Atom.WEAPON_ARC,
    Atom.ORDNANCE,
    Atom.ATTACK_RANGE,
    Atom.DEFENDER_IN_ARC,
    Atom.ATTACKER_IN_ARC,
    Atom.ATTACKER_IN_FIRING_ARC,
    Atom.COUNTED,
    Atom.REQUIRES,
    Atom.CHASSIS,
    Atom.CARD,
    Atom.INITIATIVE,
    Atom.OUTRANKS,
    Atom.HELPED,
    Atom.OBSTRUCTED,
    Atom.LARGER,
)
"""Subjects of conditions that the declaration of the attack decides."""


def without_idle_effects(battle: Battle) -> Battle:
    """The battle without effects that the declaration of the attack rules out."""
    nowhere = opening_state(battle)
    effects = {
        window: tuple(held for held in battle.of(window) if not is_ruled_out(held, battle, nowhere))
        for window in battle.effects
    }
    return replace(battle, effects=effects)


def is_ruled_out(held: InForce, battle: Battle, state: State) -> bool:
    """Whether one of the effect's lists of conditions can never hold in this attack."""
    return any(
        clause
        and all(
            condition.that in FIXED and CHECKS[condition.that](condition, held, battle, state) == condition.not_
            for condition in clause
        )
        for clause in held.effect.condition
    )
