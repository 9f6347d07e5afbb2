"""What talents and Force powers say about attacks; ids are those of xwing-data2. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import OwnBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Each, Op
from app.rulesets.x_wing.terms import Token, Window

AIMED = ability(Window.AFTER_DECLARED, (XWingStep(Op.READY),), BULLSEYE, cost=COSTS_FORCE, by=ATTACKER)
NO_MORE_THAN_RESULTS = ability(
    Window.ROLL_DEFENSE,
    (XWingStep(Op.DICE_LIMIT, DEFENSE, at_most_results=True),),
    XWingCondition(Atom.USED, kind="after-declared"),
    by=ATTACKER,
    optional=False,
)
EXPOSES = XWingStep(Op.EXPOSE, ship=Whose.ENEMY)
AFTER_MALICE = ability(
    Window.AFTERMATH_ATTACKING,
    (XWingStep(Op.RECOVER_FORCE, amount=2),),
    XWingCondition(Atom.USED, kind="modify-attack-attacker"),
    XWingCondition(Atom.DEALT_FACEUP, kind="pilot"),
    optional=False,
)

TALENTS: Texts = {
    "predator": says(reroll(OWN_ATTACK, PRIMARY, BULLSEYE)),
    "lonewolf": says(reroll(OWN_ATTACK, cost=COSTS_CHARGE), reroll(OWN_DEFENSE, cost=COSTS_CHARGE), Trait.AT_TABLE),
    "heroic": says(
        reroll(OWN_ATTACK, *all_blank(ATTACK), up_to=None), reroll(OWN_DEFENSE, *all_blank(DEFENSE), up_to=None)
    ),
    "elusive": says(reroll(OWN_DEFENSE, cost=COSTS_CHARGE)),
    "marksmanship": says(change(OWN_ATTACK, (HIT,), CRIT, BULLSEYE)),
    "fearless": says(change(OWN_ATTACK, (), HIT, PRIMARY, FRONT_WEAPON, RANGE_1, FROM_FRONT)),
    "fanatical": says(change(OWN_ATTACK, (FOCUS,), HIT, PRIMARY, NOT_SHIELDED)),
    "fanatic-battleofyavin": says(change(OWN_ATTACK, (FOCUS,), HIT, PRIMARY, DAMAGED)),
    "juke": says(change(Window.MODIFY_DEFENSE_ATTACKER, (EVADE,), FOCUS, EVADING)),
    "saturationsalvo": says(
        reroll(
            Window.MODIFY_DEFENSE_ATTACKER,
            TORPEDO_OR_MISSILE,
            up_to=2,
            cost=COSTS_CHARGE,
            exactly=True,
        ),
        Trait.WEAPON_PAYS,
    ),
    "crackshot": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True),),
            PRIMARY,
            BULLSEYE,
            cost=COSTS_CHARGE,
            by=ATTACKER,
        )
    ),
    "selfless": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True),),
            cost=cost(CostKind.SUFFER_CRIT),
            by=DEFENDER,
        ),
        Trait.ONLY_FOR_FRIENDS,
    ),
    "treacherous": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT, CRIT), up_to=1, exactly=True),),
            cost=COSTS_CHARGE,
            by=DEFENDER,
        ),
        Reason.OTHER_SHIPS,
        Trait.AT_TABLE,
    ),
    "enduring": says(
        ability(Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), NOT_BULLSEYE, by=DEFENDER, optional=False)
    ),
    "outmaneuver": says(count(Window.ROLL_DEFENSE, FRONT_WEAPON, OUT_OF_FIRING_ARCS, amount=-1)),
    "intimidation": says(
        count(Window.ROLL_DEFENSE, (at_range(0), HELPED), amount=-1, at_range_0=True), Trait.FOR_FRIENDS
    ),
    "trickshot": says(count(Window.ROLL_ATTACK, OBSTRUCTED)),
    "ruthless": says(change(OWN_ATTACK, (), HIT, cost=cost(CostKind.SUFFER_HIT)), Trait.AT_TABLE, Trait.PAID_ELSEWHERE),
    "dedicated": says(reroll(OWN_DEFENSE, faces=(BLANK,), cost=cost(CostKind.GAIN_STRAIN)), Trait.ONLY_FOR_FRIENDS),
    "graviticdeflection": says(reroll(OWN_DEFENSE, up_to=None), Trait.COUNTS),
    "deadeyeshot": says(
        *choices(
            crit=ability(OWN_ATTACK, (XWingStep(Op.CHANGE, ATTACK, (CRIT,), HIT, up_to=1), EXPOSES), PRIMARY, BULLSEYE),
            hit=ability(
                OWN_ATTACK,
                (XWingStep(Op.SPEND_RESULT, ATTACK, (HIT,), up_to=1, exactly=True), EXPOSES),
                PRIMARY,
                BULLSEYE,
            ),
        ),
    ),
    "clantraining": says(
        ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.RECOVER_CHARGE),), ENEMY_DESTROYED, optional=False)
    ),
    "notorious": says(
        gains(Window.AFTERMATH_DEFENDING, Token.STRAIN, IN_FIRING_ARC, enemy=True, cost=COSTS_CHARGE, optional=True),
        reroll(OWN_ATTACK, token(Token.STRAIN, enemy=True), faces=(BLANK,)),
    ),
    "noescape-battleoverendor": says(reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,)), Trait.AT_TABLE),
    "itsatrap-battleoverendor": says(reroll(OWN_DEFENSE, faces=(BLANK,)), Trait.AT_TABLE),
    "apexpredator-battleoverendor": says(reroll(OWN_ATTACK, PRIMARY, OUTRANKS)),
    "collected-battleoverendor": says(
        gains(Window.AFTERMATH_ATTACKING, Token.EVADE, PRIMARY, amount=2, cost=cost(CostKind.FOCUS), optional=True)
    ),
    "brilliantevasion": says(
        change(OWN_DEFENSE, (FOCUS,), EVADE, NOT_BULLSEYE, up_to=2, cost=COSTS_FORCE, exactly=True)
    ),
    "instinctiveaim": says(waives("focus", "lock", cost=COSTS_FORCE)),
    "hate": says(*after_damage(XWingStep(Op.RECOVER_FORCE, for_each=Each.OWN_DAMAGE))),
    "predictiveshot": says(AIMED, NO_MORE_THAN_RESULTS),
    "malice": says(change(OWN_ATTACK, (FOCUS, HIT), CRIT, cost=COSTS_FORCE), AFTER_MALICE),
    "shatteringshot": says(add(OWN_ATTACK, FOCUS, (OBSTRUCTED, COUNTED), cost=COSTS_FORCE), Trait.COUNTS),
    "tierfonbellyrun": says(
        ability(Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.FORBID_REROLLS),), optional=False),
        Trait.SPECIAL_AT_ASTEROIDS,
        Trait.AT_TABLE,
    ),
    # Only the players apply these
    "proudtradition": says(Reason.ENEMY_CHOOSES),
    "topcover-swz98": says(Reason.ACTION),
    "compassion": says(Reason.DAMAGE_CARDS),
    "stealthgambit-tiephphantom": replace(says(), own_bonus=OwnBonus("primary")),
}
