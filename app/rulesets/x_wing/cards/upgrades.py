"""Every upgrade that has effects in an attack and is no weapon."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.crew import CREW
from app.rulesets.x_wing.cards.equipment import EQUIPMENT
from app.rulesets.x_wing.cards.talents import TALENTS
from app.rulesets.x_wing.effects import XWingEffect

UPGRADES: Mapping[str, tuple[XWingEffect, ...]] = {**TALENTS, **CREW, **EQUIPMENT}
"""The effects of upgrades, by their XWS ids, several separated by a space where the cards say the same."""
