"""What crew cards and gunners say about attacks. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import EarlyAttack, Target, XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Token, Window

GUESS = ability(Window.ROLL_DEFENSE, (XWingStep(Op.GUESS, DEFENSE),), cost=cost(CostKind.CALCULATE), by=DEFENDER)
GUESSED_RIGHT = ability(
    Window.AFTER_ROLL_DEFENSE,
    (XWingStep(Op.ADD_RESULT, DEFENSE, to=EVADE),),
    XWingCondition(Atom.GUESSED, pool=DEFENSE, face=EVADE),
    by=DEFENDER,
    optional=False,
)
FIRST_CRIT = XWingStep(Op.CHANGE_UNCANCELED, faces=(CRIT,), up_to=1)
FIRST_HIT = XWingStep(Op.CHANGE_UNCANCELED, faces=(HIT,), up_to=1)
SPENDS_ANY = tuple(XWingStep(Op.SPEND_RESULT, pool, up_to=1, exactly=True) for pool in (ATTACK, DEFENSE))
LOCKS = XWingStep(Op.ACQUIRE_LOCK)
FOCUS_SPENT = XWingStep(Op.SPEND_RESULT, ATTACK, (FOCUS,), up_to=1, exactly=True)
TOKEN_LOST = {
    kind: XWingStep(Op.REMOVE_TOKEN, token=kind, ship=Whose.ENEMY)
    for kind in (Token.FOCUS, Token.CALCULATE, Token.STRESS)
}

TWO_IONS = (XWingStep(Op.GAIN_TOKEN, token=Token.ION, amount=2),)

CREW: Texts = {
    "agentkallus": says(change(OWN_ATTACK, (FOCUS,), HIT, enemy_has("condition:hunted"))),
    "sawgerrera": says(change(OWN_ATTACK, (FOCUS,), CRIT, up_to=None, cost=cost(CostKind.SUFFER_HIT), exactly=True)),
    "emperorpalpatine": says(
        change(OWN_ATTACK, (FOCUS,), HIT, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (FOCUS,), EVADE, cost=COSTS_FORCE),
        Trait.ONLY_FOR_FRIENDS,
    ),
    "zuckuss": says(reroll(Window.MODIFY_DEFENSE_ATTACKER, NOT_STRESSED, cost=COSTS_STRESS, exactly=True)),
    "l337": says(reroll(Window.MODIFY_ATTACK_DEFENDER, up_to=None, cost=cost(CostKind.FLIP), exactly=True)),
    "c3po": says(GUESS, GUESSED_RIGHT),
    "c3po-republic": says(reroll(OWN_DEFENSE, token(Token.CALCULATE))),
    "admiralsloane": says(
        reroll(OWN_ATTACK, ENEMY_STRESSED),
        gains(Window.AFTERMATH_DEFENDING, Token.STRESS, HELPED, OWN_DESTROYED, amount=2, enemy=True),
        Trait.FOR_FRIENDS,
    ),
    "lattsrazzi": says(
        ability(
            OWN_DEFENSE,
            (XWingStep(Op.CHANGE, DEFENSE, (BLANK, FOCUS), EVADE, up_to=1), TOKEN_LOST[Token.STRESS]),
            ENEMY_STRESSED,
        )
    ),
    "magvayarro": says(acquires_lock(Window.AFTERMATH_DEFENDING, HITS)),
    "maul": says(
        ability(
            Window.AFTER_DAMAGE,
            (XWingStep(Op.RECOVER_FORCE),),
            XWingCondition(Atom.SUFFERED_DAMAGE),
            cost=COSTS_STRESS,
        )
    ),
    "rosetico": says(ability(OWN_ATTACK, (SPENDS_ANY[0], LOCKS)), ability(OWN_DEFENSE, (SPENDS_ANY[1], LOCKS))),
    "chancellorpalpatine": says(
        gains(Window.AFTERMATH_DEFENDING, Token.STRESS, at_range(0, 2), enemy=True, cost=COSTS_FORCE, optional=True)
    ),
    "generalgrievous": says(
        *choices(
            crit=uncanceled(DEFENDER, FIRST_CRIT, when=(*TWO_OR_MORE_LEFT, results(CRIT)), cost=COSTS_CHARGE),
            hit=uncanceled(DEFENDER, FIRST_HIT, when=(*TWO_OR_MORE_LEFT, results(HIT)), cost=COSTS_CHARGE),
        ),
    ),
    "aaylasecura": says(change(OWN_DEFENSE, (BLANK,), FOCUS, (FROM_BULLSEYE, HELPED)), Trait.FOR_FRIENDS),
    "wolfpack": says(
        acquires_lock(Window.AFTERMATH_DEFENDING, (IN_FIRING_ARC, HELPED), cost=COSTS_STRAIN),
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    "wolfpack-siegeofcoruscant": says(
        reroll(OWN_ATTACK, up_to=None, cost=COSTS_LOCK), Trait.AT_TABLE, Trait.PAID_ELSEWHERE
    ),
    "commandermalarus": says(
        reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,)), Reason.DICE, Trait.AT_TABLE, Trait.FOR_FRIENDS
    ),
    "ghostcompany": says(bonus_attack(PRIMARY, FOCUSED), XWingBonus(arcs=(Arc.SINGLE_TURRET,), target=Target.OTHER)),
    "chewbacca-crew-swz19": says(
        change(OWN_ATTACK, (FOCUS,), CRIT, cost=cost(CostKind.CHARGE, 2)),
        *(
            ability(
                Window.AFTER_DAMAGE,
                (XWingStep(Op.RECOVER_CHARGE, amount=cards),),
                XWingCondition(Atom.LOST, kind="cards", at_least=cards, at_most=most),
                by=DEFENDER,
                optional=False,
            )
            for cards, most in ((1, 1), (2, None))
        ),
        Reason.OTHER_SHIPS,
        Trait.STARTS_WITHOUT_ONE,
    ),
    "commanderpyre": says(reroll(OWN_DEFENSE, ENEMY_STRESSED)),
    "jangofett": says(*spoils(LOCKED, cost=COSTS_LOCK)),
    "thechild": says(
        ability(
            Window.AFTERMATH_DEFENDING,
            (XWingStep(Op.RECOVER_FORCE),),
            XWingCondition(Atom.SUFFERED_DAMAGE),
            optional=False,
        )
    ),
    "rookkast": says(change(OWN_ATTACK, (BLANK, FOCUS), HIT, STRAINED)),
    "bokatankryze": says(reroll(OWN_ATTACK, CLOSE)),
    "korkiekryze": says(count(Window.ROLL_DEFENSE, by=DEFENDER), Reason.OTHER_SHIPS, Trait.ONLY_FOR_FRIENDS),
    "garsaxon": says(change(OWN_ATTACK, (FOCUS,), HIT), Trait.ONLY_FOR_FRIENDS),
    "tristanwren": says(
        change(OWN_ATTACK, (HIT,), CRIT, XWingCondition(Atom.ORDNANCE), cost=COSTS_CHARGE), Trait.FOR_FRIENDS
    ),
    "finn": says(add(OWN_ATTACK, BLANK, PRIMARY, IN_FRONT), add(OWN_DEFENSE, BLANK, FROM_FRONT)),
    "seventhfleetgunner": says(
        count(Window.ROLL_ATTACK, PRIMARY, at_most=4, cost=COSTS_CHARGE, optional=True), Trait.ONLY_FOR_FRIENDS
    ),
    "bt1": says(
        *(
            change(
                OWN_ATTACK,
                (HIT,),
                CRIT,
                token(Token.STRESS, enemy=True, at_least=n, at_most=None if n == 6 else n),
                up_to=n,
            )
            for n in range(1, 7)
        )
    ),
    "bistan": says(bonus_attack(PRIMARY, FOCUSED), XWingBonus(arcs=(Arc.SINGLE_TURRET,), target=Target.OTHER)),
    "bossk": says(
        replace(bonus_attack(PRIMARY, MISSES, NOT_STRESSED, cost=COSTS_STRESS), optional=False),
        XWingBonus("primary", target=Target.SAME),
    ),
    "ezrabridger": says(
        bonus_attack(PRIMARY, ANOTHER_TURRET_LEFT, cost=COSTS_FORCE),
        XWingBonus(arcs=(Arc.SINGLE_TURRET,)),
        in_bonus=(reroll(OWN_ATTACK, STRESSED),),
    ),
    "fifthbrother": says(change(OWN_ATTACK, (FOCUS,), CRIT, cost=COSTS_FORCE)),
    "greedo": says(
        change(OWN_ATTACK, (HIT,), CRIT, cost=COSTS_CHARGE),
        ability(
            Window.AFTER_MODIFY_ATTACK, (XWingStep(Op.CHANGE, ATTACK, (HIT,), CRIT, up_to=1),), CHARGED, by=DEFENDER
        ),
        Trait.ENEMY_DECIDES,
    ),
    "hotshotgunner": says(
        *by_token(
            ability(Window.AFTER_MODIFY_DEFENSE, (), weapon_arc(Arc.SINGLE_TURRET), by=ATTACKER, optional=False),
            (Token.CALCULATE, Token.FOCUS),
            enemy=True,
        ),
        Trait.ENEMY_DECIDES,
    ),
    "specialforcesgunner": says(
        count(Window.ROLL_ATTACK, PRIMARY, FRONT_WEAPON, IN_TURRET, optional=True),
        bonus_attack(PRIMARY, FRONT_WEAPON, XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.SINGLE_TURRET, not_=True)),
        XWingBonus("primary", (Arc.SINGLE_TURRET,)),
    ),
    "veterantailgunner": says(bonus_attack(PRIMARY, FRONT_WEAPON), XWingBonus("primary", (Arc.REAR,))),
    "veteranturretgunner": says(bonus_attack(PRIMARY, ANOTHER_TURRET_LEFT), XWingBonus(arcs=(Arc.SINGLE_TURRET,))),
    "rey-gunner": says(
        change(OWN_ATTACK, (BLANK,), HIT, IN_TURRET, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (BLANK,), EVADE, FROM_TURRET, cost=COSTS_FORCE),
    ),
    "clonecaptainrex": says(ability(OWN_ATTACK, (FOCUS_SPENT,)), Reason.OTHER_SHIPS),
    "bobafett-gunner": says(change(OWN_ATTACK, (FOCUS,), HIT), Trait.AT_TABLE),
    "weaponssystemsofficer": says(acquires_lock(Window.AFTERMATH_ATTACKING, SPECIAL, NEEDS_LOCK)),
    "dt798": says(reroll(OWN_ATTACK, up_to=None), Trait.COUNTS),
    "migsmayfeld": says(
        bonus_attack(FRONT_WEAPON), XWingBonus(arcs=(Arc.REAR, Arc.SINGLE_TURRET), target=Target.OTHER, marked=True)
    ),
    "airencracken-battleoverendor": says(
        bonus_attack(HITS, cost=(XWingCost(CostKind.GAIN_DEPLETE),), defending=True),
        XWingBonus("primary", target=Target.SAME),
    ),
    "4lom": says(
        *choices(
            **{
                kind.value: (
                    ability(
                        Window.AFTER_ROLL_ATTACK, (XWingStep(Op.GAIN_TOKEN, token=Token.ION, amount=2),), by=ATTACKER
                    ),
                    ability(
                        Window.MODIFY_DEFENSE_ATTACKER,
                        (XWingStep(Op.FORBID_TOKENS, token=kind),),
                        used_in(Window.AFTER_ROLL_ATTACK),
                        optional=False,
                    ),
                )
                for kind in (Token.FOCUS, Token.CALCULATE, Token.EVADE)
            }
        )
    ),
    "garsaxon-gunner": says(
        *by_red_or_orange(count(Window.ROLL_ATTACK, PRIMARY, (IN_FRONT, IN_REAR), at_most=4, optional=True))
    ),
    "landocalrissian-crew": says(
        *(
            effect
            for window, pool, role in (
                (Window.AFTER_ROLL_ATTACK, ATTACK, ATTACKER),
                (Window.AFTER_ROLL_DEFENSE, DEFENSE, DEFENDER),
            )
            for again in (ability(window, (XWingStep(Op.REROLL, pool, up_to=2),), by=role),)
            for effect in (
                *choices(
                    focus=replace(again, cost=cost(CostKind.FOCUS)),
                    calculate=replace(again, cost=cost(CostKind.CALCULATE)),
                    evade=replace(again, cost=cost(CostKind.EVADE)),
                ),
                *by_token(again, (Token.REINFORCE_FORE, Token.REINFORCE_AFT)),
            )
        )
    ),
    "tibersaxon": says(
        *choices(
            **{
                str(charges): gains(
                    Window.AFTERMATH_ATTACKING,
                    Token.STRAIN,
                    HITS,
                    at_range(1, 2),
                    XWingCondition(Atom.CRITICALLY_DAMAGED, ship=Whose.ENEMY, not_=True),
                    amount=charges,
                    enemy=True,
                    cost=cost(CostKind.CHARGE, charges),
                    optional=True,
                )
                for charges in (1, 2)
            }
        )
    ),
    "bokatankryze-rebel-scum": says(
        *by_red_or_orange(ability(Window.AFTERMATH_ATTACKING, (), ENEMY_DESTROYED), enemy=False), Reason.OTHER_SHIPS
    ),
    "clonecommandercody": says(
        ability(Window.NEUTRALIZE, (XWingStep(Op.READY),), (results(HIT), results(CRIT)), by=ATTACKER, optional=False),
        gains(Window.AFTERMATH_ATTACKING, Token.STRAIN, MISSES, used_in(Window.NEUTRALIZE), enemy=True),
    ),
    "suppressivegunner": says(
        ability(OWN_ATTACK, (FOCUS_SPENT,)),
        *choices(
            deplete=gains(Window.AFTER_MODIFY_ATTACK, Token.DEPLETE, used_in(OWN_ATTACK), enemy=True),
            hit=ability(
                Window.AFTER_MODIFY_ATTACK,
                (XWingStep(Op.SUFFER, ship=Whose.ENEMY),),
                used_in(OWN_ATTACK),
                optional=False,
            ),
        ),
        Trait.ENEMY_DECIDES,
    ),
    "zeborrelios": says(Trait.FOCUS_AT_RANGE_0),
    "qira": says(
        ability(Window.ROLL_DEFENSE, (XWingStep(Op.IGNORE_OBSTACLES),), OBSTRUCTED, by=ATTACKER, optional=False),
        Trait.AT_OBSTACLES,
        Trait.AT_TABLE,
    ),
    "countdooku": says(*names_result(), Reason.CHOICE),
    "dengar": says(pays(Window.AFTERMATH_DEFENDING, IN_FIRING_ARC, cost=COSTS_CHARGE), Reason.DICE),
    "freelanceslicer": says(
        gains(Window.ROLL_ATTACK, Token.JAM, enemy=True, cost=COSTS_LOCK, by=DEFENDER, optional=True), Reason.DICE
    ),
    "sabinewren-gunner": says(
        *by_token(
            ability(Window.AFTERMATH_ATTACKING, (), SPECIAL, XWingCondition(Atom.LOST, kind="cards")),
            (Token.STRAIN, Token.STRESS),
        ),
        Reason.OTHER_SHIPS,
    ),
    "hansolo": replace(says(), early_attack=EarlyAttack(7, Arc.SINGLE_TURRET)),
    # Only the players apply these
    "paigetico": says(Reason.ACTION),
    "ig11": says(Reason.DAMAGE_CARDS),
    "pettyofficerthanisson": says(Reason.OTHER_SHIPS),
    "fives": says(Reason.TOKENS),
}
