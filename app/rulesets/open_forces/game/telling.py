"""What players are told of a setup before they play it: the armies, and what stands on the battlefield."""

from collections.abc import Iterator

from app.domain.completion import Said
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesSetup


def said(setup: OpenForcesSetup) -> Iterator[Said]:
    """OF-3: what each army has and is worth that is there, and what it can hide behind."""
    value_of = {card.id: card.army_value for card in setup.cards}
    for seat, army in enumerate(setup.armies, 1):
        if not army.groups:
            continue
        params = {
            "army": seat,
            "units": sum(group.units for group in army.groups),
            "groups": len(army.groups),
            "value": sum(group.units * value_of[group.card] for group in army.groups),
        }
        yield Said("army", params)
    if (field := setup.battlefield) is not None:
        width, height = (-(-side // HUNDREDTHS) for side in (field.width, field.height))
        yield Said("battlefield", {"width": width, "height": height}, "battlefield")
    if setup.obstacles:
        yield Said("obstacles", {"obstacles": len(setup.obstacles)}, "obstacles")
