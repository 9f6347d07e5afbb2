"""What pilots of the Galactic Empire and the First Order say about attacks. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import AfterFriend, Target, XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Pool, Token, Window

NOT_STRAINED = XWingCondition(Atom.HAS_TOKEN, token=Token.STRAIN, not_=True)
TWO_FORCE = cost(CostKind.FORCE, 2)
TURRET, BY_TURRET_OR_MISSILE = weapon_arc(Arc.SINGLE_TURRET), (weapon_slot("turret"), weapon_slot("missile"))
PREVENTS = (XWingStep(Op.PREVENT_DAMAGE),)
IN_FULL_FRONT, IN_FULL_REAR = enemy_in(Arc.FULL_FRONT)[0], enemy_in(Arc.FULL_REAR)[0]
FROM_REAR = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.REAR)
FORE, AFT = token(Token.REINFORCE_FORE), token(Token.REINFORCE_AFT)
REINFORCED_TOWARDS = ((FORE, AFT), (FORE, IN_FULL_REAR), (IN_FULL_FRONT, AFT), (IN_FULL_FRONT, IN_FULL_REAR))
USED_ON_DICE = XWingCondition(Atom.USED, kind="modify-attack-attacker")

DARK: Texts = {
    # Galactic Empire
    "howlrunner": says(reroll(OWN_ATTACK, PRIMARY), Trait.FOR_FRIENDS),
    "maulermithel": says(count(Window.ROLL_ATTACK, RANGE_1)),
    "maulermithel-battleofyavin backstabber-battleofyavin": says(count(Window.ROLL_ATTACK, PRIMARY), Trait.AT_TABLE),
    "scourgeskutu": says(count(Window.ROLL_ATTACK, BULLSEYE)),
    "wampa wampa-battleofyavin": says(
        count(Window.ROLL_ATTACK, cost=COSTS_CHARGE, optional=True),
        ability(Window.AFTERMATH_DEFENDING, LOSES_CHARGE, CHARGED, optional=False),
    ),
    "delmeeko": says(reroll(OWN_DEFENSE, ENEMY_DAMAGED), Trait.FOR_FRIENDS),
    "idenversio idenversio-swz105": says(
        ability(Window.BEFORE_DAMAGE, PREVENTS, cost=COSTS_CHARGE, by=DEFENDER), Trait.FOR_FRIENDS
    ),
    "idenversio-battleofyavin": says(
        ability(Window.BEFORE_DAMAGE, PREVENTS, cost=cost(CostKind.CHARGE, 2), by=DEFENDER), Trait.FOR_FRIENDS
    ),
    "darkcurse-battleofyavin": says(
        ability(Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.FORBID_MODIFICATION),), optional=False)
    ),
    "scythe6-battleoverendor": says(count(Window.ROLL_ATTACK, at_range(1, 2))),
    "gideonhask gideonhask-tieininterceptor": says(count(Window.ROLL_ATTACK, ENEMY_DAMAGED)),
    "sapphire2-battleoverendor": says(count(Window.ROLL_DEFENSE, FOCUSED, by=DEFENDER)),
    "cienaree": says(gains(Window.AFTERMATH_ATTACKING, Token.STRESS, ENEMY_DESTROYED)),
    "secondsister": says(uncanceled(ATTACKER, XWingStep(Op.CHANGE_UNCANCELED, faces=(HIT,), to=CRIT), cost=TWO_FORCE)),
    "grandinquisitor": says(
        ability(
            Window.ROLL_ATTACK,
            (XWingStep(Op.IGNORE_RANGE_BONUS, Pool.ATTACK),),
            RANGE_1,
            NOT_ORDNANCE,
            cost=COSTS_FORCE,
            by=DEFENDER,
        ),
        count(Window.ROLL_ATTACK, at_range(2, 3), NOT_ORDNANCE, cost=COSTS_FORCE, optional=True),
    ),
    "seventhsister": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True),),
            PRIMARY,
            cost=TWO_FORCE,
            by=ATTACKER,
        )
    ),
    "fifthbrother": says(uncanceled(ATTACKER, XWingStep(Op.CHANGE_UNCANCELED, to=CRIT), cost=TWO_FORCE)),
    "darthvader-battleofyavin": says(change(OWN_ATTACK, (BLANK,), HIT, cost=COSTS_FORCE)),
    "darthvader-tieddefender": says(change(OWN_ATTACK, (BLANK,), HIT, cost=COSTS_FORCE), Trait.FORCE_ONLY_ATTACKING),
    "doubleedge": says(
        bonus_attack(XWingCondition(Atom.ATTACK_HITS, not_=True), BY_TURRET_OR_MISSILE),
        XWingBonus(other_weapon=True),
    ),
    "lieutenantkestal": says(
        ability(
            Window.AFTER_ROLL_DEFENSE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (BLANK, FOCUS), exactly=True),),
            cost=cost(CostKind.FOCUS),
            by=ATTACKER,
        )
    ),
    "colonelvessery": says(acquires_lock(Window.AFTER_ROLL_ATTACK, by=ATTACKER), Trait.AT_TABLE),
    "rexlerbrath": says(
        ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.EXPOSE, ship=Whose.ENEMY),), HITS, EVADING, optional=False)
    ),
    "captaindobbs": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT,), up_to=1, exactly=True),),
            cost=cost(CostKind.GAIN_ION),
            by=DEFENDER,
        ),
        Trait.ONLY_FOR_FRIENDS,
    ),
    "captainyorr-battleoverendor": says(bonus_attack(PRIMARY, HITS, cost=COSTS_CHARGE), XWingBonus("cannon")),
    "coloneljendon-battleoverendor": says(change(OWN_DEFENSE, (BLANK,), FOCUS, NOT_SHIELDED)),
    "whisper": says(gains(Window.AFTERMATH_ATTACKING, Token.EVADE, HITS)),
    "lyttandree": says(reroll(OWN_ATTACK, (*FROM_SIDE, HELPED)), Trait.FOR_FRIENDS),
    "flightleaderubbel": replace(
        says(bonus_attack(XWingCondition(Atom.LOST, kind="cards"), defending=True), XWingBonus(target=Target.SAME)),
        after_friend=AfterFriend(if_dealt=True),
    ),
    "captainferoph": says(change(OWN_DEFENSE, (BLANK, FOCUS), EVADE, ENEMY_WITHOUT_GREEN)),
    "majorvermeil": says(change(OWN_ATTACK, (BLANK, FOCUS), HIT, ENEMY_WITHOUT_GREEN)),
    "captainjonus captainjonus-swz105": says(reroll(OWN_ATTACK, TORPEDO_OR_MISSILE, up_to=2), Trait.FOR_FRIENDS),
    "majorrhymer-swz98": says(change(OWN_ATTACK, (FOCUS,), CRIT, weapon_slot("torpedo"), BULLSEYE, optional=False)),
    "scimitar1-battleoverendor": says(acquires_lock(Window.AFTERMATH_ATTACKING, cost=COSTS_CHARGE)),
    "countdown": says(
        uncanceled(
            DEFENDER,
            XWingStep(Op.CHANGE_UNCANCELED),
            when=(NOT_STRESSED,),
            cost=costs(CostKind.SUFFER_HIT, CostKind.GAIN_STRESS),
        ),
        Reason.DICE,
    ),
    "puresabacc": says(count(Window.ROLL_ATTACK, XWingCondition(Atom.DAMAGED, at_least=0, at_most=1), optional=True)),
    "rearadmiralchiraneau": says(change(OWN_ATTACK, (FOCUS,), CRIT, *REINFORCED_TOWARDS)),
    "majorvynder": says(count(Window.ROLL_DEFENSE, token(Token.DISARM), by=DEFENDER)),
    "majorvynder-ssl": says(
        bonus_attack(weapon_slot("missile")),
        XWingBonus("cannon"),
        in_bonus=(change(OWN_ATTACK, (FOCUS,), HIT),),
    ),
    "garsaxon": says(
        count(Window.ROLL_ATTACK, PRIMARY, FROM_REAR, cost=COSTS_CHARGE, optional=True), Trait.FOR_FRIENDS
    ),
    "sigma5-battleofyavin": says(
        gains(Window.AFTERMATH_ATTACKING, Token.EVADE, HITS, NOT_STRESSED, cost=COSTS_CHARGE, optional=True)
    ),
    "whisper-ssl": says(
        gains(
            Window.AFTERMATH_ATTACKING,
            Token.CLOAK,
            NOT_STRESSED,
            token(Token.CLOAK, at_least=0, at_most=0),
            cost=COSTS_CHARGE,
            optional=True,
        )
    ),
    "seynmarana": says(
        ability(
            OWN_ATTACK,
            (
                XWingStep(Op.SPEND_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True),
                XWingStep(Op.DEAL_CARD, ship=Whose.ENEMY),
                XWingStep(Op.CANCEL_RESULT, ATTACK, exactly=True),
            ),
        )
    ),
    "captainoicunn": says(Trait.RANGE_0_IS_1),
    "majorrhymer": says(Trait.WIDER_RANGE),
    "moffgideon": says(
        ability(Window.AFTER_DECLARED, (XWingStep(Op.READY),), by=ATTACKER, cost=COSTS_CHARGE),
        ability(
            Window.MODIFY_DEFENSE_ATTACKER,
            (XWingStep(Op.FORBID_MODIFICATION),),
            used_in(Window.AFTER_DECLARED),
            optional=False,
        ),
        Reason.OTHER_SHIPS,
        Trait.AT_TABLE,
        Trait.FOR_FRIENDS,
    ),
    # First Order
    "captainphasma": says(*cancels_one(optional=False), Trait.AT_TABLE, Trait.PAID_ELSEWHERE),
    "ember": says(
        *(
            ability(Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.FORBID_TOKENS, token=kind),), optional=False)
            for kind in (Token.FOCUS, Token.CALCULATE)
        ),
        Trait.AT_TABLE,
    ),
    "midnight": says(*forbids(LOCKED)),
    "commandermalarus": says(*converts((FOCUS,), up_to=None, exactly=True), Trait.AT_TABLE),
    "scorch": says(count(Window.ROLL_ATTACK, PRIMARY, NOT_STRESSED, cost=COSTS_STRESS, optional=True)),
    "static": says(
        change(
            OWN_ATTACK, (), CRIT, PRIMARY, LOCKED, up_to=None, cost=costs(CostKind.LOCK, CostKind.FOCUS), exactly=True
        )
    ),
    "longshot": says(count(Window.ROLL_ATTACK, PRIMARY, RANGE_3)),
    "tn3465": says(change(OWN_ATTACK, (), CRIT, cost=cost(CostKind.SUFFER_CRIT)), Trait.ONLY_FOR_FRIENDS),
    "dt798": says(count(Window.ROLL_ATTACK, PRIMARY, NOT_STRAINED, cost=COSTS_STRAIN, optional=True)),
    "scorch-tiesebomber": says(
        ability(OWN_ATTACK, (XWingStep(Op.SPEND_RESULT, ATTACK, (HIT,), up_to=1, exactly=True),), PRIMARY),
        gains(Window.AFTERMATH_ATTACKING, Token.STRAIN, USED_ON_DICE, enemy=True),
        Trait.FOR_FRIENDS,
    ),
    "quickdraw": says(
        bonus_attack(XWingCondition(Atom.LOST, kind="shields"), cost=COSTS_CHARGE, defending=True),
        Reason.TIMING,
        XWingBonus("primary"),
    ),
    "backdraft": says(count(Window.ROLL_ATTACK, PRIMARY, TURRET, XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.REAR))),
    "lieutenantlehuse": says(reroll(OWN_ATTACK, up_to=None), Trait.AT_TABLE),
    "blackout": says(count(Window.ROLL_DEFENSE, OBSTRUCTED, amount=-2)),
    "wrath": says(bonus_attack(weapon_arc(Arc.BULLSEYE), HAS_RED_OR_ORANGE), XWingBonus(target=Target.OTHER)),
    "captaincardinal": says(
        reroll(OWN_ATTACK, faces=(FOCUS,)), reroll(OWN_DEFENSE, faces=(FOCUS,)), Trait.ONLY_FOR_FRIENDS
    ),
    "commandermalarus-xiclasslightshuttle": says(
        ability(
            Window.AFTER_ROLL_ATTACK,
            (XWingStep(Op.REROLL, ATTACK, (BLANK,), up_to=1, exactly=True),),
            PRIMARY,
            cost=COSTS_STRAIN,
            by=ATTACKER,
            optional=False,
        ),
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    "gideonhask-xiclasslightshuttle": says(
        ability(
            Window.AFTER_ROLL_ATTACK,
            (XWingStep(Op.ROLL_DIE, ATTACK),),
            PRIMARY,
            ENEMY_DAMAGED,
            XWingCondition(Atom.RESULT_COUNT, pool=ATTACK, at_least=0, at_most=2),
            cost=COSTS_STRAIN,
            by=ATTACKER,
        ),
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    "lieutenanttavson": says(
        *(
            pays(window, XWingCondition(Atom.SUFFERED_DAMAGE), cost=COSTS_CHARGE, by=role)
            for window, role in ((Window.AFTER_DAMAGE, DEFENDER), (Window.AFTERMATH_ATTACKING, ATTACKER))
        ),
        Reason.ACTION,
    ),
    "soontirfel-battleoverendor": says(
        pays(Window.AFTERMATH_ATTACKING, cost=costs(CostKind.CHARGE, CostKind.GAIN_DEPLETE)), Reason.ACTION
    ),
    "kyloren": says(pays(Window.AFTERMATH_DEFENDING, cost=COSTS_FORCE), Reason.CONDITION_CARD),
    "kyloren-tiewiwhispermodifiedinterceptor": says(
        deals_next(BULLSEYE, faceup=True, cost=COSTS_FORCE, by=ATTACKER), Reason.OTHER_SHIPS
    ),
    "deathfire": says(bonus_attack(OWN_DESTROYED, defending=True), XWingBonus(), Reason.ACTION),
    # Only the players apply these
    """
        lieutenanthebsly-battleoverendor turrphennir valenrudor valenrudor-swz105
    """: says(Reason.ACTION),
    "maarekstele maarekstele-swz105": says(Reason.DAMAGE_CARDS),
    "pettyofficerthanisson": says(Reason.OTHER_SHIPS),
    "nashwindrider": says(Reason.TIMING),
}
