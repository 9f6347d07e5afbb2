"""What crew cards and gunners say about attacks. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.card import Reason, Target, Texts, Trait, XWingBonus, says
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import TURRETS, Arc, Token, Window

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

CREW: Texts = {
    "agentkallus": says(change(OWN_ATTACK, (FOCUS,), HIT), Trait.AT_TABLE),
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
    "admiralsloane": says(reroll(OWN_ATTACK, ENEMY_STRESSED), Reason.OTHER_SHIPS, Trait.FOR_FRIENDS),
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
        uncanceled(DEFENDER, FIRST_CRIT, when=(*TWO_OR_MORE_LEFT, results(CRIT)), cost=COSTS_CHARGE),
        uncanceled(DEFENDER, FIRST_HIT, when=(*TWO_OR_MORE_LEFT, results(CRIT, 0, 0)), cost=COSTS_CHARGE),
        Reason.CHOICE,
    ),
    "aaylasecura": says(change(OWN_DEFENSE, (BLANK,), FOCUS), Trait.AT_TABLE, Trait.FOR_FRIENDS),
    "wolfpack": says(
        acquires_lock(Window.AFTERMATH_DEFENDING, cost=COSTS_STRAIN),
        Reason.TOKENS,
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    "wolfpack-siegeofcoruscant": says(reroll(OWN_ATTACK, up_to=None), Trait.AT_TABLE),
    "commandermalarus": says(
        reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,)), Reason.DICE, Trait.AT_TABLE, Trait.FOR_FRIENDS
    ),
    "ghostcompany": says(bonus_attack(PRIMARY, FOCUSED), XWingBonus(arcs=TURRETS, target=Target.OTHER)),
    "chewbacca-crew-swz19": says(
        change(OWN_ATTACK, (FOCUS,), CRIT, cost=cost(CostKind.CHARGE, 2)), Trait.STARTS_WITHOUT_ONE
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
    "bokatankryze": says(reroll(OWN_ATTACK, at_range(0, 1)), Trait.AT_TABLE),
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
    "bistan": says(bonus_attack(PRIMARY, FOCUSED), XWingBonus(arcs=TURRETS, target=Target.OTHER)),
    "bossk": says(
        replace(bonus_attack(PRIMARY, MISSES, NOT_STRESSED, cost=COSTS_STRESS), optional=False),
        XWingBonus("primary", target=Target.SAME),
    ),
    "ezrabridger": says(
        bonus_attack(PRIMARY, NOT_FROM_TURRET, cost=COSTS_FORCE), Reason.DICE, XWingBonus(arcs=TURRETS)
    ),
    "fifthbrother": says(change(OWN_ATTACK, (FOCUS,), CRIT, cost=COSTS_FORCE)),
    "greedo": says(change(OWN_ATTACK, (HIT,), CRIT, cost=COSTS_CHARGE), Reason.ENEMY_CHOOSES),
    "hotshotgunner": says(
        ability(
            Window.AFTER_MODIFY_DEFENSE,
            (TOKEN_LOST[Token.CALCULATE],),
            weapon_arc(Arc.SINGLE_TURRET),
            token(Token.CALCULATE, enemy=True),
            by=ATTACKER,
            optional=False,
        ),
        ability(
            Window.AFTER_MODIFY_DEFENSE,
            (TOKEN_LOST[Token.FOCUS],),
            weapon_arc(Arc.SINGLE_TURRET),
            token(Token.CALCULATE, enemy=True, at_least=0, at_most=0),
            token(Token.FOCUS, enemy=True),
            by=ATTACKER,
            optional=False,
        ),
        Reason.ENEMY_CHOOSES,
    ),
    "specialforcesgunner": says(
        count(Window.ROLL_ATTACK, PRIMARY, FRONT_WEAPON, IN_TURRET, optional=True),
        bonus_attack(PRIMARY, FRONT_WEAPON, XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.SINGLE_TURRET, not_=True)),
        XWingBonus("primary", TURRETS),
    ),
    "veterantailgunner": says(bonus_attack(PRIMARY, FRONT_WEAPON), XWingBonus("primary", (Arc.REAR,))),
    "veteranturretgunner": says(bonus_attack(PRIMARY, NOT_FROM_TURRET), XWingBonus(arcs=TURRETS)),
    "rey-gunner": says(
        change(OWN_ATTACK, (BLANK,), HIT, IN_TURRET, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (BLANK,), EVADE, FROM_TURRET, cost=COSTS_FORCE),
    ),
    "clonecaptainrex": says(ability(OWN_ATTACK, (FOCUS_SPENT,)), Reason.OTHER_SHIPS),
    "bobafett-gunner": says(change(OWN_ATTACK, (FOCUS,), HIT), Trait.AT_TABLE),
    "weaponssystemsofficer": says(acquires_lock(Window.AFTERMATH_ATTACKING, SPECIAL), Trait.AT_TABLE),
    "dt798": says(reroll(OWN_ATTACK, up_to=None), Trait.COUNTS),
    "migsmayfeld": says(
        bonus_attack(FRONT_WEAPON), XWingBonus(arcs=(Arc.REAR, *TURRETS), target=Target.OTHER, marked=True)
    ),
    "airencracken-battleoverendor": says(
        bonus_attack(HITS, cost=(XWingCost(CostKind.GAIN_DEPLETE),), defending=True),
        XWingBonus("primary", target=Target.SAME),
    ),
    # Only the players apply these
    "paigetico": says(Reason.ACTION),
    "4lom countdooku garsaxon-gunner landocalrissian-crew tibersaxon": says(Reason.CHOICE),
    "ig11": says(Reason.DAMAGE_CARDS),
    "hansolo": says(Reason.DECLARING),
    "clonecommandercody dengar freelanceslicer zeborrelios": says(Reason.DICE),
    "suppressivegunner": says(Reason.ENEMY_CHOOSES),
    "qira": says(Reason.OBSTACLES),
    "bokatankryze-rebel-scum pettyofficerthanisson sabinewren-gunner": says(Reason.OTHER_SHIPS),
    "fives": says(Reason.TOKENS),
}
