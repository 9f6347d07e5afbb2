"""What special weapons say about attacks; their numbers stand in `data`. Add one here."""

from app.rulesets.x_wing.cards.bonus_attacks import Target, XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Face, Pool, Token, Window


def on_hit(*ops: XWingStep) -> XWingEffect:
    """An effect when the weapon hits, instead of damage or before it (XW-53)."""
    return XWingEffect("", Window.ON_HIT, ops, optional=False)


def inflict(token: Token, damage_first: int) -> XWingEffect:
    """An effect that turns the first results into damage and each other result into a token."""
    return on_hit(XWingStep(Op.INFLICT_INSTEAD, amount=damage_first, token=token, ship=Whose.ENEMY))


ION = (inflict(Token.ION, 1),)
IN_BULLSEYE = ((XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE),),)
OUTSIDE_FRONT = ((XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FRONT, not_=True),),)
HIT_TO_CRIT = change(OWN_ATTACK, (Face.HIT,), Face.CRIT, optional=False)
CRITS_TO_HITS = XWingEffect(
    "",
    Window.AFTER_MODIFY_ATTACK,
    (XWingStep(Op.CHANGE, ATTACK, (Face.CRIT,), Face.HIT, exactly=True),),
    optional=False,
)
SALVO = XWingEffect(
    "",
    Window.MODIFY_ATTACK_ATTACKER,
    (XWingStep(Op.REROLL, ATTACK),),
    condition=IN_BULLSEYE,
    cost=(XWingCost(CostKind.CHARGE),),
    multiplied=True,
)
EXPOSE = XWingEffect(
    "",
    Window.AFTERMATH_ATTACKING,
    (XWingStep(Op.EXPOSE, ship=Whose.ENEMY),),
    condition=((XWingCondition(Atom.ATTACK_HITS),),),
    optional=False,
)
BURST = ability(
    Window.AFTERMATH_ATTACKING,
    (XWingStep(Op.ROLL_FOR_DAMAGE, ship=Whose.ENEMY),),
    XWingCondition(Atom.ATTACK_HITS),
    cost=COSTS_CHARGE,
)
PLASMA = (
    XWingEffect("", Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), optional=False),
    on_hit(XWingStep(Op.LOSE_SHIELD, ship=Whose.ENEMY)),
)
AUTOBLASTERS = (
    XWingEffect("", Window.ROLL_ATTACK, (XWingStep(Op.DICE_COUNT, ATTACK),), condition=IN_BULLSEYE, optional=False),
    XWingEffect("", Window.NEUTRALIZE, (XWingStep(Op.EVADES_SPARE_CRITS),), condition=OUTSIDE_FRONT, optional=False),
)
CLUSTER = XWingEffect("", Window.AFTERMATH_BONUS_ATTACKING, (XWingStep(Op.BONUS_ATTACK),))
NOT_MODIFIED = XWingEffect(
    "", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.FORBID_MODIFICATION, ATTACK),), optional=False
)
FORESEEN = XWingEffect(
    "", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.CHANGE, ATTACK, (Face.FOCUS,), Face.HIT, up_to=1),)
)
HOMING = XWingEffect("", Window.AFTER_DECLARED, (XWingStep(Op.SKIP_DICE, ship=Whose.ENEMY),))
HOMING_CRIT = XWingEffect("", Window.AFTER_DECLARED, (XWingStep(Op.SKIP_DICE, ship=Whose.ENEMY, crit=True),))
NO_RANGE_BONUS = ability(
    Window.ROLL_DEFENSE,
    (XWingStep(Op.IGNORE_RANGE_BONUS, Pool.DEFENSE),),
    token(Token.CALCULATE),
    by=ATTACKER,
    optional=False,
)
CANCEL_ALL = XWingStep(Op.CHANGE_UNCANCELED)
MAG_PULSE = on_hit(
    XWingStep(Op.SUFFER, ship=Whose.ENEMY, crit=True),
    XWingStep(Op.GAIN_TOKEN, token=Token.DEPLETE, ship=Whose.ENEMY),
    XWingStep(Op.GAIN_TOKEN, token=Token.JAM, ship=Whose.ENEMY),
    CANCEL_ALL,
)
SEEKING = XWingEffect(
    "",
    Window.MODIFY_ATTACK_ATTACKER,
    (XWingStep(Op.CHANGE, ATTACK, (Face.FOCUS,), Face.HIT, up_to=2),),
    cost=(XWingCost(CostKind.CHARGE),),
    multiplied=True,
)
ONE_MORE = count(Window.ROLL_ATTACK, IN_FRONT, cost=COSTS_CHARGE, optional=True)
WEAPONS: Texts = {
    "protontorpedoes": says(HIT_TO_CRIT),
    "advprotontorpedoes": says(HIT_TO_CRIT),
    "concussionmissiles": says(EXPOSE, Reason.OTHER_SHIPS, Trait.AFTER_HIT),
    "barragerockets": says(SALVO),
    "heavylasercannon": says(CRITS_TO_HITS),
    "ioncannon": says(*ION),
    "ioncannonturret": says(*ION),
    "ionmissiles": says(*ION),
    "iontorpedoes": says(*ION),
    "tractorbeam": says(inflict(Token.TRACTOR, 0)),
    "jammingbeam": says(inflict(Token.JAM, 0)),
    "plasmatorpedoes": says(*PLASMA),
    "heavyplasmamissiles-alphaclassstarwing": says(on_hit(XWingStep(Op.LOSE_SHIELD, ship=Whose.ENEMY))),
    "autoblasters": says(*AUTOBLASTERS),
    "clustermissiles": says(CLUSTER, XWingBonus(target=Target.OTHER, itself=True)),
    "homingmissiles": says(HOMING),
    "homingtorpedoes": says(HOMING_CRIT),
    "hotshottailblaster": says(),
    "snapshot": says(NOT_MODIFIED, Trait.BONUS),
    "foresight": says(NOT_MODIFIED, FORESEEN, Trait.BONUS),
    "underslungblastercannon": says(NOT_MODIFIED, Trait.LOCK_ALLOWED, Trait.BONUS),
    "syncedlasercannons": says(NO_RANGE_BONUS),
    "protoncannons": says(change(OWN_ATTACK, (Face.FOCUS, Face.HIT), Face.CRIT, optional=False)),
    "precisiontunedcannons-battleoverendor": says(add(OWN_ATTACK, Face.FOCUS, BULLSEYE, optional=False)),
    "dorsalturret": says(),
    "protonrockets": says(),
    "energyshellcharges": says(change(OWN_ATTACK, (Face.FOCUS,), Face.CRIT, cost=cost(CostKind.CALCULATE))),
    "diamondboronmissiles": says(BURST, Reason.OTHER_SHIPS),
    "magpulsewarheads": says(MAG_PULSE),
    "multimissilepods": says(
        *choices(
            **{
                "1": ONE_MORE,
                "2": count(Window.ROLL_ATTACK, BULLSEYE, amount=2, cost=cost(CostKind.CHARGE, 2), optional=True),
            }
        )
    ),
    "saturationrockets-alphaclassstarwing": says(ONE_MORE, Reason.CHOICE),
    "xx23sthreadtracers": says(on_hit(CANCEL_ALL), Reason.OTHER_SHIPS),
    "seekermissiles-swz103": says(SEEKING),
}
