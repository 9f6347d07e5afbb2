"""What the attacker can still change before an attack."""

from collections.abc import Iterator

from app.domain.ruleset import Change
from app.rulesets.open_forces.model import OpenForcesAttack


def what_if(situation: OpenForcesAttack) -> Iterator[Change]:
    """One unit more, a mode with a higher value, and a group that has left its cover."""
    attacker = situation.attacker
    more = attacker.units + 1
    yield Change("one-more", {"attacker": {"units": more, "unit_ids": []}}, {"units": more})
    if attacker.mode.atk is not None:
        atk = attacker.mode.atk + 1
        yield Change("stronger-mode", {"attacker": {"mode": {"atk": atk}}}, {"atk": atk})
    if situation.cover:
        yield Change("out-of-cover", {"cover": []})
