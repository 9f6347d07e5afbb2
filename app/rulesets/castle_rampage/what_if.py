"""What the attacker can still change before an attack."""

from collections.abc import Iterator

from app.domain.ruleset import Change
from app.rulesets.castle_rampage.model import Attack

HIGHER = (1, 2, 3)
"""By how much a card is higher that may be played in place of the one in hand."""


def what_if(situation: Attack) -> Iterator[Change]:
    """A higher card, and a digger where the gate stands."""
    for more in HIGHER:
        value = situation.attack.value + more
        yield Change("higher-card", {"attack": {"value": value}}, {"value": value})
    if situation.gate and not situation.attack.bypasses_gate:
        yield Change("digger", {"attack": {"bypasses_gate": True}})
