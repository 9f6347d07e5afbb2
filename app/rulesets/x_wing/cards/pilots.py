"""Every pilot that has effects in an attack."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.pilots_dark import DARK
from app.rulesets.x_wing.cards.pilots_light import LIGHT
from app.rulesets.x_wing.cards.pilots_others import OTHERS
from app.rulesets.x_wing.effects import XWingEffect

PILOTS: Mapping[str, tuple[XWingEffect, ...]] = {**LIGHT, **DARK, **OTHERS}
"""The effects of pilots, by their XWS ids, several separated by a space where the cards say the same."""
