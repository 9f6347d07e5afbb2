"""What the declaration of an attack decides already: effects that can never be in force are left out of the search."""

from dataclasses import replace

from app.rulesets.x_wing.attack.conditions import is_ruled_out
from app.rulesets.x_wing.attack.state import Battle, opening_state


def without_idle_effects(battle: Battle) -> Battle:
    """The battle without effects that the declaration of the attack rules out."""
    nowhere = opening_state(battle)
    effects = {
        window: tuple(held for held in battle.of(window) if not is_ruled_out(held, battle, nowhere))
        for window in battle.effects
    }
    return replace(battle, effects=effects)
