"""What condition cards say about attacks; the `effects` of the ship to which a condition is assigned name it.

Source of ids and names: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
What a condition costs, the ship pays that assigned it.
"""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import Target, XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Token, Window

ON_N1 = XWingCondition(Atom.CHASSIS, kind="nabooroyaln1starfighter")
RESULT_SPENT = XWingStep(Op.SPEND_RESULT, ATTACK, (HIT, CRIT, FOCUS), up_to=1, exactly=True)
LOCKS = (XWingStep(Op.ACQUIRE_LOCK),)

CONDITIONS: Texts = {
    "decoyed": says(
        change(OWN_DEFENSE, (BLANK, FOCUS), EVADE, replace(ON_N1, not_=True), cost=cost(CostKind.EVADE)),
        add(OWN_DEFENSE, EVADE, ON_N1, cost=cost(CostKind.EVADE)),
        Trait.AT_TABLE,
        name="Decoyed",
    ),
    "mercilesspursuit": says(
        ability(Window.AFTERMATH_ATTACKING, LOCKS, enemy_has("upgrade:thechild")), name="Merciless Pursuit"
    ),
    "suppressivefire": says(
        count(Window.ROLL_ATTACK, replace(enemy_has("pilot:captainrex"), not_=True), by=ATTACKER, amount=-1),
        name="Suppressive Fire",
    ),
    "youdbettermeanbusiness": says(
        ability(Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),), cost=cost(CostKind.CHARGE, 2)),
        XWingBonus(target=Target.SAME),
        name="You'd Better Mean Business",
    ),
    "youshouldthankme": says(ability(Window.AFTERMATH_DEFENDING, LOCKS), Reason.TOKENS, name="You Should Thank Me"),
    "optimizedprototype": says(
        *choices(
            shield=ability(
                OWN_ATTACK,
                (RESULT_SPENT, XWingStep(Op.LOSE_SHIELD, ship=Whose.ENEMY)),
                PRIMARY,
                FRONT_WEAPON,
                replace(SHIELDED, ship=Whose.ENEMY),
            ),
            expose=ability(
                OWN_ATTACK, (RESULT_SPENT, XWingStep(Op.EXPOSE, ship=Whose.ENEMY)), PRIMARY, FRONT_WEAPON, ENEMY_DAMAGED
            ),
        ),
        Trait.AT_TABLE,
        name="Optimized Prototype",
    ),
    "guarded": says(count(Window.ROLL_DEFENSE, NOT_BULLSEYE, by=DEFENDER), Trait.COUNTS, name="Guarded"),
    "compromisingintel": says(
        *(forbids_own(pool, enemy_has("pilot:vimoradi"), token=Token.FOCUS) for pool in (ATTACK, DEFENSE)),
        name="Compromising Intel",
    ),
    "markedforelimination": says(
        forbids_own(DEFENSE, ENEMY_LOCKS, enemy_has("upgrade:trackingfob")), name="Marked for Elimination"
    ),
    "fearfulprey": says(
        gains(
            Window.AFTERMATH_DEFENDING,
            Token.STRAIN,
            XWingCondition(Atom.SPENT_GREEN, not_=True),
            enemy_has("pilot:fearsomepredator"),
        ),
        name="Fearful Prey",
    ),
    "trialsofthedarksaber": says(
        ability(OWN_ATTACK, (XWingStep(Op.SPEND_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True),), at_range(0, 2)),
        Reason.TOKENS,
        Trait.AT_TABLE,
        name="Trials of the Darksaber",
    ),
    # Only the players apply these
    "illshowyouthedarkside": says(Reason.DAMAGE_CARDS, name="I'll Show You the Dark Side"),
    "brokentrust": says(Reason.OTHER_SHIPS, name="Broken Trust"),
    # These say nothing about attacks
    "falsefriend": says(name="False Friend"),
    "hunted": says(name="Hunted"),
    "itstheresistance": says(name="It's the Resistance"),
    "listeningdevice": says(name="Listening Device"),
    "primedforspeed": says(name="Primed for Speed"),
    "rattled": says(name="Rattled"),
    "sickeningmaneuver": says(name="Sickening Maneuver"),
}
