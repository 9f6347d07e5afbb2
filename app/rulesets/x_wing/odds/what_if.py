"""What the attacker can still change before an attack."""

from collections.abc import Iterator

from app.domain.ruleset import Change
from app.rulesets.x_wing.model import XWingAttack


def what_if(situation: XWingAttack) -> Iterator[Change]:
    """A focus token, a lock, a shorter range, and an attack that no obstacle obstructs."""
    attacker, defender = situation.attacker, situation.defender
    tokens = attacker.tokens
    yield Change("take-focus", {"attacker": {"tokens": {"focus": tokens.focus + 1}}})
    if defender.id not in attacker.locks:
        yield Change("take-lock", {"attacker": {"locks": [*attacker.locks, defender.id]}})
    for nearer in range(1, situation.attack_range):
        yield Change("nearer", {"attack_range": nearer}, {"range": nearer})
    if situation.obstructed:
        yield Change("unobstructed", {"obstructed": False})
