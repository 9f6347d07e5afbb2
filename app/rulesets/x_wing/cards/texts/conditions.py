"""What condition cards say about attacks; the `effects` of the ship to which a condition is assigned name it.

Source of ids and names: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
What a condition costs, the ship pays that assigned it.
"""

from dataclasses import replace

from app.rulesets.x_wing.cards.card import Reason, Target, Texts, Trait, XWingBonus, says
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Window

ON_N1 = XWingCondition(Atom.CHASSIS, kind="nabooroyaln1starfighter")
LOCKS = (XWingStep(Op.ACQUIRE_LOCK),)

CONDITIONS: Texts = {
    "decoyed": says(
        change(OWN_DEFENSE, (BLANK, FOCUS), EVADE, replace(ON_N1, not_=True), cost=cost(CostKind.EVADE)),
        add(OWN_DEFENSE, EVADE, ON_N1, cost=cost(CostKind.EVADE)),
        Trait.AT_TABLE,
        name="Decoyed",
    ),
    "mercilesspursuit": says(ability(Window.AFTERMATH_ATTACKING, LOCKS), Trait.AT_TABLE, name="Merciless Pursuit"),
    "suppressivefire": says(count(Window.ROLL_ATTACK, by=ATTACKER, amount=-1), Trait.AT_TABLE, name="Suppressive Fire"),
    "youdbettermeanbusiness": says(
        ability(Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),), cost=cost(CostKind.CHARGE, 2)),
        XWingBonus(target=Target.SAME),
        name="You'd Better Mean Business",
    ),
    "youshouldthankme": says(ability(Window.AFTERMATH_DEFENDING, LOCKS), Reason.TOKENS, name="You Should Thank Me"),
    # Only the players apply these
    "optimizedprototype": says(Reason.CHOICE, name="Optimized Prototype"),
    "illshowyouthedarkside": says(Reason.DAMAGE_CARDS, name="I'll Show You the Dark Side"),
    "brokentrust": says(Reason.OTHER_SHIPS, name="Broken Trust"),
    "guarded": says(Reason.OTHER_SHIPS, name="Guarded"),
    "compromisingintel": says(Reason.TOKENS, name="Compromising Intel"),
    "fearfulprey": says(Reason.TOKENS, name="Fearful Prey"),
    "markedforelimination": says(Reason.TOKENS, name="Marked for Elimination"),
    "trialsofthedarksaber": says(Reason.TOKENS, name="Trials of the Darksaber"),
    # These say nothing about attacks
    "falsefriend": says(name="False Friend"),
    "hunted": says(name="Hunted"),
    "itstheresistance": says(name="It's the Resistance"),
    "listeningdevice": says(name="Listening Device"),
    "primedforspeed": says(name="Primed for Speed"),
    "rattled": says(name="Rattled"),
    "sickeningmaneuver": says(name="Sickening Maneuver"),
}
