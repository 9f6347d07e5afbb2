"""Pilots of the Rebel Alliance, the Republic and the Resistance with their effects in an attack. Add one here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    BULLSEYE,
    COSTS_CHARGE,
    COSTS_FORCE,
    CRIT,
    DAMAGED,
    DEFENDER,
    ENEMY_DAMAGED,
    EVADE,
    FOCUS,
    FROM_FRONT,
    FRONT_WEAPON,
    HIT,
    HITS,
    IN_FRONT,
    LOCKED,
    NOT_BULLSEYE,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    RANGE_3,
    STRESSED,
    ability,
    add,
    at_range,
    change,
    converts,
    cost,
    count,
    forbids,
    gains,
    one_more_die,
    reroll,
    rerolls,
    results,
    spoils,
    weapon_arc,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Pool, Token, Window

CLOSE = at_range(0, 1)
COSTS_STRAIN = cost(CostKind.GAIN_STRAIN)
IN_ITS_BULLSEYE = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.BULLSEYE)
REAR_WEAPON, TURRET = weapon_arc(Arc.REAR), weapon_arc(Arc.SINGLE_TURRET)
NO_BONUS_FOR = {pool: (XWingStep(Op.IGNORE_RANGE_BONUS, pool),) for pool in Pool}
HAN_SOLO = tuple(
    ability(window, (XWingStep(Op.REROLL, pool, exactly=True, counts_as_reroll=False),), by=role)
    for window, pool, role in (
        (Window.AFTER_ROLL_ATTACK, Pool.ATTACK, ATTACKER),
        (Window.AFTER_ROLL_DEFENSE, Pool.DEFENSE, DEFENDER),
    )
)
AFTER_AN_ATTACK = (Window.AFTERMATH_ATTACKING, Window.AFTERMATH_DEFENDING)
RECOVERS_FORCE = ability(Window.AFTER_DECLARED, (XWingStep(Op.RECOVER_FORCE),), by=DEFENDER)
KILLED_DEPLETED = ability(
    Window.AFTER_ROLL_ATTACK,
    (XWingStep(Op.GAIN_TOKEN, token=Token.DEPLETE),),
    XWingCondition(Atom.USED, kind="roll-attack"),
    by=ATTACKER,
    optional=False,
)

LIGHT: Mapping[str, tuple[XWingEffect, ...]] = {
    # Rebel Alliance
    "sharabey sharabey-rz1awing sharabey-swz106": (
        add(OWN_ATTACK, FOCUS, PRIMARY, LOCKED, cost=cost(CostKind.LOCK)),
        add(OWN_DEFENSE, FOCUS, LOCKED, cost=cost(CostKind.LOCK)),
    ),
    "norrawexley norrawexley-btla4ywing": (add(OWN_DEFENSE, EVADE, CLOSE, optional=False),),
    "lukeskywalker lukeskywalker-battleofyavin lukeskywalker-swz106": (RECOVERS_FORCE,),
    "ezrabridger ezrabridger-gauntletfighter ezrabridger-tielnfighter ezrabridger-sheathipedeclassshuttle": converts(
        (FOCUS,), STRESSED, up_to=2, cost=COSTS_FORCE
    ),
    "biggsdarklighter": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT, CRIT), up_to=1, exactly=True),),
            cost=cost(CostKind.SUFFER_MATCHING),
            by=DEFENDER,
        ),
    ),
    "zeborrelios zeborrelios-sheathipedeclassshuttle zeborrelios-tielnfighter": (
        ability(Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), by=DEFENDER, optional=False),
    ),
    "wedgeantilles": (count(Window.ROLL_DEFENSE, amount=-1),),
    "wedgeantilles-rz1awing": (count(Window.ROLL_DEFENSE, PRIMARY, IN_FRONT, amount=-1),),
    "wedgeantilles-battleofyavin": (count(Window.ROLL_DEFENSE, PRIMARY, amount=-1),),
    "wedgeantilles-battleoverendor": (gains(Window.AFTERMATH_ATTACKING, Token.FOCUS, HITS),),
    "hansolo-modifiedyt1300lightfreighter": HAN_SOLO,
    "leebo leebo-swz103-rebelalliance": tuple(
        gains(window, Token.CALCULATE, XWingCondition(Atom.SPENT_CALCULATE)) for window in AFTER_AN_ATTACK
    ),
    "braylenstramm": rerolls(STRESSED, up_to=2),
    "tennumb": converts((FOCUS,), STRESSED, up_to=None, cost=cost(CostKind.STRESS), exactly=True),
    "adonfox-battleoverendor": (count(Window.ROLL_DEFENSE, STRESSED, by=DEFENDER),),
    "lowhhrick": (ability(Window.AFTER_DECLARED, (XWingStep(Op.GAIN_TOKEN, token=Token.EVADE),), by=DEFENDER),),
    "wullffwarro": (count(Window.ROLL_ATTACK, PRIMARY, DAMAGED, optional=True),),
    "hortonsalm hortonsalm-swz106": (reroll(OWN_ATTACK, up_to=None),),
    "evaanverlaine": (count(Window.ROLL_DEFENSE, by=DEFENDER),),
    "dextiree-battleofyavin": (count(Window.ROLL_DEFENSE, by=DEFENDER, optional=True),),
    "popskrail-battleofyavin": (reroll(OWN_ATTACK, TURRET, up_to=2),),
    "mirandadoni": (count(Window.ROLL_ATTACK, PRIMARY, cost=cost(CostKind.SHIELD), optional=True),),
    "gavindarklighter": (change(OWN_ATTACK, (HIT,), CRIT),),
    "clanwrenvolunteer": (reroll(OWN_ATTACK, RANGE_1),),
    "janors": (count(Window.ROLL_ATTACK, PRIMARY, cost=cost(CostKind.GAIN_STRESS), optional=True),),
    "sabinewren-rz1awing": (
        change(OWN_ATTACK, (), HIT, RANGE_1, FROM_FRONT),
        change(OWN_DEFENSE, (), EVADE, RANGE_1, IN_FRONT),
    ),
    "arvelcrynyd-battleoverendor": (change(OWN_DEFENSE, (FOCUS,), EVADE, cost=COSTS_STRAIN),),
    "gemmersojan-battleoverendor": (change(OWN_DEFENSE, (BLANK,), FOCUS, up_to=2, cost=COSTS_STRAIN),),
    "wesjanson": tuple(
        gains(window, Token.JAM, enemy=True, cost=COSTS_CHARGE, optional=True) for window in AFTER_AN_ATTACK
    ),
    "yendor-battleoverendor": (reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,), cost=COSTS_STRAIN),),
    "sawgerrera": (reroll(OWN_ATTACK, DAMAGED),),
    "kananjarrus kananjarrus-hwk290lightfreighter": (
        count(Window.ROLL_ATTACK, by=DEFENDER, amount=-1, cost=COSTS_FORCE, optional=True),
    ),
    "alexsandrkallus": (count(Window.ROLL_DEFENSE, by=DEFENDER, optional=True),),
    "lieutenantblount": (count(Window.ROLL_ATTACK, PRIMARY, optional=True),),
    "tezanasz": (reroll(OWN_ATTACK),),
    # Galactic Republic
    "wolffe wolffe-siegeofcoruscant": (
        reroll(OWN_ATTACK, PRIMARY, FRONT_WEAPON, cost=COSTS_CHARGE),
        ability(
            Window.ROLL_ATTACK,
            (XWingStep(Op.DICE_COUNT, ATTACK), XWingStep(Op.RECOVER_CHARGE)),
            PRIMARY,
            REAR_WEAPON,
            XWingCondition(Atom.CHARGE_ACTIVE, not_=True),
            by=ATTACKER,
        ),
    ),
    "sinker": (reroll(OWN_ATTACK, PRIMARY),),
    "matchstick": (reroll(OWN_ATTACK, (PRIMARY, TURRET), up_to=None),),
    "broadside": (change(OWN_ATTACK, (BLANK,), FOCUS, TURRET),),
    "killer": (
        count(
            Window.ROLL_ATTACK,
            XWingCondition(Atom.HULL_LEFT, ship=Whose.ENEMY, at_least=0, at_most=2),
            optional=True,
        ),
        KILLED_DEPLETED,
    ),
    "drift": (reroll(OWN_ATTACK),),
    "stub": one_more_die(PRIMARY, optional=False),
    "barrissoffee barrissoffee-delta7baethersprite": (
        change(OWN_ATTACK, (FOCUS,), HIT, BULLSEYE, results(FOCUS), cost=COSTS_FORCE),
        change(OWN_ATTACK, (HIT,), CRIT, BULLSEYE, results(FOCUS, 0, 0), cost=COSTS_FORCE),
    ),
    "luminaraunduli luminaraunduli-delta7baethersprite": (
        change(Window.MODIFY_ATTACK_DEFENDER, (HIT,), FOCUS, NOT_BULLSEYE, results(HIT), cost=COSTS_FORCE),
        change(Window.MODIFY_ATTACK_DEFENDER, (CRIT,), HIT, NOT_BULLSEYE, results(HIT, 0, 0), cost=COSTS_FORCE),
    ),
    "adigallia adigallia-delta7baethersprite": (
        ability(Window.ROLL_ATTACK, NO_BONUS_FOR[Pool.ATTACK], RANGE_1, cost=COSTS_FORCE, by=DEFENDER),
        ability(Window.ROLL_DEFENSE, NO_BONUS_FOR[Pool.DEFENSE], RANGE_3, cost=COSTS_FORCE, by=ATTACKER),
    ),
    "aaylasecura": (change(OWN_DEFENSE, (BLANK,), FOCUS),),
    "kitfisto": (change(OWN_DEFENSE, (BLANK,), FOCUS, IN_ITS_BULLSEYE, cost=COSTS_FORCE),),
    "ricolie": one_more_die(PRIMARY, optional=False),
    "dineeellberger": forbids(),
    "gavynsykes": rerolls(up_to=None, faces=(BLANK,), exactly=True),
    "contrail contrail-siegeofcoruscant": spoils(),
    "klick klick-siegeofcoruscant": (
        ability(Window.ROLL_ATTACK, NO_BONUS_FOR[Pool.ATTACK], RANGE_1, LOCKED, cost=COSTS_CHARGE, by=DEFENDER),
        ability(Window.ROLL_DEFENSE, NO_BONUS_FOR[Pool.DEFENSE], RANGE_3, LOCKED, cost=COSTS_CHARGE, by=ATTACKER),
    ),
    # Resistance
    "rey": (
        change(OWN_ATTACK, (BLANK,), HIT, IN_FRONT, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (BLANK,), EVADE, FROM_FRONT, cost=COSTS_FORCE),
    ),
    "legafossang": (reroll(OWN_ATTACK, (PRIMARY, XWingCondition(Atom.WEAPON_KIND, kind="turret")), up_to=None),),
    "kazudaxiono": one_more_die(PRIMARY),
    "cat": (count(Window.ROLL_ATTACK, PRIMARY),),
    "vennie": (add(OWN_DEFENSE, FOCUS),),
    "rosetico": rerolls(up_to=None),
    "finn": (add(OWN_ATTACK, BLANK), add(OWN_DEFENSE, BLANK)),
    "covanell": one_more_die(PRIMARY, optional=False),
    "lulolampar": (
        count(Window.ROLL_ATTACK, PRIMARY, STRESSED),
        count(Window.ROLL_DEFENSE, STRESSED, by=DEFENDER, amount=-1),
    ),
    "tallissanlintra": (count(Window.ROLL_DEFENSE, by=DEFENDER, cost=COSTS_CHARGE, optional=True),),
    "merlcobben": (count(Window.ROLL_DEFENSE, PRIMARY, amount=-1),),
    "jessikapava": rerolls(cost=COSTS_CHARGE, up_to=None),
    "nimichireen": (change(OWN_ATTACK, (BLANK,), FOCUS),),
    "zayversio": (reroll(OWN_DEFENSE, ENEMY_DAMAGED),),
}
"""The effects of each pilot, by XWS ids."""
