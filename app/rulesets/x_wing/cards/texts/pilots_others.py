"""What pilots of Scum and Villainy and of the Separatists say about attacks. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import OwnBonus, Target, XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import FACES_OF, GREEN_TOKENS, RED_OR_ORANGE, Arc, Pool, Token, Window

COSTS_CALCULATE = cost(CostKind.CALCULATE)
ENEMY_LARGER = XWingCondition(Atom.LARGER, ship=Whose.ENEMY)
BEHIND_DEFENDER = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FULL_REAR)
BEHIND_ATTACKER = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.FULL_REAR)
NOT_FRONT_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.FRONT, not_=True)
AFTER_ROLL = (
    (Window.AFTER_ROLL_ATTACK, Pool.ATTACK, ATTACKER),
    (Window.AFTER_ROLL_DEFENSE, Pool.DEFENSE, DEFENDER),
)
MODIFYING = ((OWN_ATTACK, Pool.ATTACK, ATTACKER), (OWN_DEFENSE, Pool.DEFENSE, DEFENDER))
EVADE_CANCELED = XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True)
CRIT_CANCELED = XWingStep(Op.CANCEL_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True)

JAMS = XWingStep(Op.GAIN_TOKEN, token=Token.JAM, ship=Whose.ENEMY)
NOT_IN_ITS_BULLSEYE = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.BULLSEYE, not_=True)
OTHERS: Texts = {
    # Scum and Villainy
    "serissu": says(reroll(OWN_DEFENSE), Trait.FOR_FRIENDS),
    "laetinashera": says(
        *(gains(window, Token.EVADE, MISSES) for window in (Window.AFTERMATH_ATTACKING, Window.AFTERMATH_DEFENDING))
    ),
    "fennrau": says(*one_more_die(RANGE_1, defending=(RANGE_1,))),
    "captainseevor": says(
        *(
            ability(Window.ROLL_ATTACK, (JAMS,), out_of_its_bullseye, cost=COSTS_CHARGE, by=role)
            for role, out_of_its_bullseye in ((DEFENDER, NOT_BULLSEYE), (ATTACKER, NOT_IN_ITS_BULLSEYE))
        )
    ),
    "ig88b": says(bonus_attack(MISSES), XWingBonus("cannon")),
    "drearenthal": says(reroll(OWN_ATTACK), Trait.ONLY_FOR_FRIENDS),
    "kavil": says(count(Window.ROLL_ATTACK, NOT_FRONT_WEAPON)),
    "arlizhadrassian": says(
        change(OWN_ATTACK, (FOCUS,), CRIT, FRONT_WEAPON, DAMAGED),
        ability(
            Window.AFTER_ROLL_DEFENSE,
            (XWingStep(Op.CHANGE, DEFENSE, (FOCUS,), BLANK, up_to=1, exactly=True),),
            DAMAGED,
            by=DEFENDER,
            optional=False,
        ),
    ),
    "hansolo": says(*one_more_die(PRIMARY, OBSTRUCTED, defending=(OBSTRUCTED,))),
    "landocalrissian landocalrissian-escapecraft": says(
        *(
            ability(
                window,
                (XWingStep(Op.REROLL, pool, (BLANK,), exactly=True),),
                NOT_STRESSED,
                cost=COSTS_STRESS,
                by=role,
            )
            for window, pool, role in AFTER_ROLL
        )
    ),
    "mandalorianroyalguard": says(
        change(OWN_DEFENSE, (), EVADE, cost=costs(CostKind.GAIN_DEPLETE, CostKind.GAIN_STRAIN)), Trait.ONLY_FOR_FRIENDS
    ),
    "bobafett": says(*rerolls(up_to=None), Trait.COUNTS),
    "kathscarlet": says(count(Window.ROLL_ATTACK, PRIMARY), Trait.AT_TABLE),
    "koshkafrost": says(*rerolls(ENEMY_STRESSED)),
    "krassistrelix": replace(says(reroll(OWN_ATTACK, SPECIAL)), backwards=("special",)),
    "zuckuss": says(
        count(Window.ROLL_ATTACK, PRIMARY, optional=True),
        count(Window.ROLL_DEFENSE, XWingCondition(Atom.USED, kind="roll-attack")),
    ),
    "rookkast": says(change(OWN_ATTACK, (BLANK, FOCUS), HIT, PRIMARY, STRAINED)),
    "torphun": says(
        bonus_attack(ENEMY_DESTROYED, cost=cost(CostKind.GAIN_STRAIN, 2)),
        Reason.ACTION,
        XWingBonus(target=Target.OTHER),
    ),
    "dengar": says(bonus_attack(FROM_FRONT, cost=COSTS_CHARGE, defending=True), XWingBonus(target=Target.SAME)),
    "graz": says(*one_more_die(BEHIND_DEFENDER, defending=(BEHIND_ATTACKER,), optional=False)),
    "talonbanecobra": says(*one_more_die(RANGE_1, defending=(RANGE_3,), optional=False)),
    "sabinewren-lancerclasspursuitcraft": says(add(OWN_DEFENSE, FOCUS, FROM_TURRET, at_range(0, 2))),
    "inaldra": says(*rerolls(up_to=None, cost=cost(CostKind.SUFFER_HIT))),
    "sunnybounder": says(
        *(
            ability(
                window,
                (XWingStep(Op.ADD_RESULT, pool, to=face),),
                XWingCondition(Atom.ALL_RESULTS, pool=pool, face=face),
                results(face, pool=pool),
                *((XWingCondition(Atom.JUST_REROLLED),) if (window, pool, role) in MODIFYING else ()),
                by=role,
            )
            for window, pool, role in (*AFTER_ROLL, *MODIFYING)
            for face in FACES_OF[pool]
        ),
    ),
    "ahhav": says(*one_more_die(ENEMY_LARGER, defending=(ENEMY_LARGER,), optional=False)),
    "lapin": says(*forbids(ENEMY_STRESSED)),
    "themandalorian": says(*focuses((BLANK,)), Trait.AT_TABLE),
    "bossk bossk-z95af4headhunter": says(
        uncanceled(
            ATTACKER,
            XWingStep(Op.CHANGE_UNCANCELED, faces=(CRIT,), up_to=1),
            XWingStep(Op.CHANGE_UNCANCELED, to=HIT, amount=2),
            when=(PRIMARY, results(CRIT)),
        )
    ),
    "ndrusuhlak": says(count(Window.ROLL_ATTACK, PRIMARY), Trait.AT_TABLE),
    # Separatist Alliance
    "generalgrievous": says(reroll(OWN_ATTACK, PRIMARY, OUT_OF_FIRING_ARCS, up_to=2)),
    "wattambor": says(reroll(OWN_ATTACK, PRIMARY, up_to=None), Trait.COUNTS),
    "captainsear": says(
        ability(Window.BEFORE_NEUTRALIZE, (EVADE_CANCELED,), PRIMARY, BULLSEYE, cost=COSTS_CALCULATE, by=ATTACKER),
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    "dist81-siegeofcoruscant": says(
        *(
            XWingEffect("", window, (XWingStep(Op.REROLL, pool),), cost=(XWingCost(kind),), multiplied=True)
            for window, pool, kind in (
                (OWN_ATTACK, Pool.ATTACK, CostKind.GAIN_DEPLETE),
                (OWN_DEFENSE, Pool.DEFENSE, CostKind.GAIN_STRAIN),
            )
        )
    ),
    "jangofett": says(
        change(Window.MODIFY_ATTACK_DEFENDER, (FOCUS,), BLANK),
        change(Window.MODIFY_DEFENSE_ATTACKER, (FOCUS,), BLANK, PRIMARY),
        Trait.AT_TABLE,
    ),
    "bobafett-firesprayclasspatrolcraft": says(change(OWN_DEFENSE, (BLANK,), FOCUS), Trait.AT_TABLE),
    "ig102": says(change(OWN_DEFENSE, (BLANK,), FOCUS, NOT_OUTRANKING)),
    "previzsla": says(count(Window.ROLL_ATTACK, NOT_OUTRANKING, cost=cost(CostKind.CHARGE, 2), optional=True)),
    "dgs047": says(acquires_lock(Window.AFTERMATH_ATTACKING, IN_FRONT), Reason.CHOICE),
    "geonosianprototype": says(
        ability(
            OWN_ATTACK,
            (
                XWingStep(Op.REROLL, ATTACK, up_to=2),
                XWingStep(Op.REMOVE_TOKEN, token=Token.TRACTOR, ship=Whose.ENEMY),
            ),
            (weapon_slot("missile"), weapon_slot("cannon")),
            ENEMY_TRACTORED,
        )
    ),
    "dbs404 dbs404-siegeofcoruscant": says(
        count(Window.ROLL_ATTACK, RANGE_1),
        ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.SUFFER, crit=True),), HITS, RANGE_1, optional=False),
    ),
    "baktoidprototype baktoidprototype-siegeofcoruscant": says(waives("focus", "calculate", "lock"), Trait.AT_TABLE),
    "sunfac": says(count(Window.ROLL_ATTACK, PRIMARY, ENEMY_TRACTORED)),
    "chertek": says(reroll(OWN_ATTACK, PRIMARY, ENEMY_TRACTORED, up_to=2)),
    "darthmaul": says(
        bonus_attack(cost=cost(CostKind.FORCE, 2)), XWingBonus("primary", target=Target.OTHER_UNLESS_MISSED)
    ),
    "precisehunter": says(reroll(OWN_ATTACK, BULLSEYE, faces=(BLANK,))),
    "dfs081": says(
        change(Window.MODIFY_ATTACK_DEFENDER, (CRIT,), HIT, up_to=None, cost=COSTS_CALCULATE, exactly=True),
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    "dfs081-siegeofcoruscant": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (CRIT_CANCELED,),
            cost=(XWingCost(CostKind.CHARGE), XWingCost(CostKind.CALCULATE)),
            by=DEFENDER,
        )
    ),
    "princexizor": says(*cancels_one(optional=True), Trait.AT_TABLE, Trait.PAID_ELSEWHERE),
    "cadbane": says(
        *by_token(
            ability(Window.AFTERMATH_ATTACKING, (), HITS, cost=cost(CostKind.CHARGE, 2)), RED_OR_ORANGE, gives=True
        )
    ),
    "countdooku": says(
        *by_token(
            ability(Window.AFTERMATH_DEFENDING, (), IN_FIRING_ARC, cost=COSTS_FORCE),
            (Token.CLOAK, Token.STRESS, Token.STRAIN, Token.DEPLETE, Token.ION),
        ),
        pays(Window.AFTERMATH_ATTACKING, HITS, cost=COSTS_FORCE),
        Reason.ACTION,
    ),
    "captainnym": says(count(Window.ROLL_DEFENSE, by=DEFENDER), Trait.AT_TABLE),
    "durge": says(
        uncanceled(
            DEFENDER,
            XWingStep(Op.CHANGE_UNCANCELED, faces=(HIT,), to=CRIT, up_to=1),
            XWingStep(Op.CHANGE_UNCANCELED, faces=(HIT,), up_to=1),
            when=(XWingCondition(Atom.EXCEEDS_SHIELDS), results(HIT)),
        )
    ),
    "viktorhel viktorhel-rogueclassstarfighter": says(
        ability(
            Window.AFTER_ROLL_DEFENSE,
            (XWingStep(Op.READY),),
            XWingCondition(Atom.RESULT_COUNT, pool=DEFENSE, at_least=2, at_most=2),
            by=DEFENDER,
            optional=False,
        ),
        gains(
            Window.AFTERMATH_DEFENDING, Token.STRESS, replace(used_in(Window.AFTER_ROLL_DEFENSE), not_=True), enemy=True
        ),
    ),
    "outerrimpioneer": says(Trait.AT_OBSTACLES, Trait.FOR_FRIENDS),
    "g4rgorvm": says(
        ability(
            Window.AFTERMATH_DEFENDING,
            (XWingStep(Op.SUFFER, ship=Whose.ENEMY, crit=True),),
            at_range(0),
            optional=False,
        ),
        Reason.OTHER_SHIPS,
    ),
    "ig111": says(
        ability(
            Window.AFTERMATH_ATTACKING,
            (XWingStep(Op.SUFFER, ship=Whose.ENEMY),),
            MISSES,
            BULLSEYE,
            cost=cost(CostKind.GAIN_DEPLETE),
        ),
        Reason.OTHER_SHIPS,
    ),
    "dist81": says(*converts((FOCUS,), cost=COSTS_CALCULATE), Trait.AT_TABLE, Trait.PAID_ELSEWHERE),
    "guildbountyhunter": says(
        change(OWN_ATTACK, (FOCUS,), CRIT, at_range(1, 2), cost=COSTS_CHARGE), Trait.AT_TABLE, Trait.PAID_ELSEWHERE
    ),
    "joyrekkoff": says(
        count(Window.ROLL_DEFENSE, amount=-1, cost=COSTS_CHARGE, optional=True), Trait.AT_TABLE, Trait.PAID_ELSEWHERE
    ),
    "066": says(pays(Window.AFTERMATH_DEFENDING, cost=COSTS_CALCULATE), Reason.ACTION),
    "cadbane-separatistalliance": says(
        pays(Window.AFTERMATH_ATTACKING, ENEMY_DESTROYED, cost=COSTS_CHARGE), Reason.ACTION
    ),
    "countdooku-siegeofcoruscant": says(*names_result(), Reason.CHOICE),
    "toranikulda": says(
        *choices(
            hit=ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.SUFFER, ship=Whose.ENEMY),), BULLSEYE, optional=False)
        ),
        *by_token(ability(Window.AFTERMATH_ATTACKING, (), BULLSEYE, optional=False), GREEN_TOKENS, enemy=True),
        Reason.OTHER_SHIPS,
        Trait.ENEMY_DECIDES,
    ),
    "sarcoplank": says(count(Window.ROLL_DEFENSE, by=DEFENDER, optional=True), Trait.COUNTS),
    "durge-separatistalliance": says(saved(XWingStep(Op.REVEAL_CARDS))),
    "teltrevura": says(saved(XWingStep(Op.DISCARD_CARDS), XWingStep(Op.SUFFER, amount=5)), Reason.TIMING),
    # Only the players apply these
    """
        berwerkret haorchallprototype haorchallprototype-siegeofcoruscant
    """: says(Reason.ACTION),
    "captainjostero": replace(says(), own_bonus=OwnBonus(at_enemies=True)),
    "nomlumb": says(Reason.TIMING),
}
