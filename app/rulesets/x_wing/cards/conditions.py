"""Condition cards, with their effects in an attack; the `effects` of the ship to which a condition is assigned name it.

Source of ids and names: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
"""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import ATTACKER, BLANK, EVADE, FOCUS, OWN_DEFENSE, ability, change, cost, count
from app.rulesets.x_wing.effects import CostKind, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Window

CONDITION_NAMES: Mapping[str, str] = {
    "brokentrust": "Broken Trust",
    "compromisingintel": "Compromising Intel",
    "decoyed": "Decoyed",
    "falsefriend": "False Friend",
    "fearfulprey": "Fearful Prey",
    "guarded": "Guarded",
    "hunted": "Hunted",
    "illshowyouthedarkside": "I'll Show You the Dark Side",
    "itstheresistance": "It's the Resistance",
    "listeningdevice": "Listening Device",
    "markedforelimination": "Marked for Elimination",
    "mercilesspursuit": "Merciless Pursuit",
    "optimizedprototype": "Optimized Prototype",
    "primedforspeed": "Primed for Speed",
    "rattled": "Rattled",
    "sickeningmaneuver": "Sickening Maneuver",
    "suppressivefire": "Suppressive Fire",
    "trialsofthedarksaber": "Trials of the Darksaber",
    "youdbettermeanbusiness": "You'd Better Mean Business",
    "youshouldthankme": "You Should Thank Me",
}
"""Every condition card, by its XWS id."""

LOCKS = (XWingStep(Op.ACQUIRE_LOCK),)

CONDITIONS: Mapping[str, tuple[XWingEffect, ...]] = {
    "decoyed": (change(OWN_DEFENSE, (BLANK, FOCUS), EVADE, cost=cost(CostKind.EVADE)),),
    "mercilesspursuit": (ability(Window.AFTERMATH_ATTACKING, LOCKS),),
    "suppressivefire": (count(Window.ROLL_ATTACK, by=ATTACKER, amount=-1),),
    "youdbettermeanbusiness": (
        ability(Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),), cost=cost(CostKind.CHARGE, 2)),
    ),
    "youshouldthankme": (ability(Window.AFTERMATH_DEFENDING, LOCKS),),
}
"""The effects of conditions, by their XWS ids; what they cost, the ship pays that assigned them."""
