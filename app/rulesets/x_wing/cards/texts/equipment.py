"""What upgrades of other slots say about attacks. Add one here."""

from app.rulesets.x_wing.cards.card import Reason, Target, Texts, Trait, XWingBonus, says
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Token, Window

NOT_LOCKED_BY_ENEMY = XWingCondition(ENEMY_LOCKS.that, not_=True, ship=ENEMY_LOCKS.ship)
FEW_ATTACK_DICE = XWingCondition(Atom.RESULT_COUNT, pool=ATTACK, at_least=0, at_most=2)
EQUIPMENT: Texts = {
    # Astromechs
    "r5p8": says(reroll(OWN_ATTACK, IN_FRONT, cost=COSTS_CHARGE), Reason.DICE),
    "r2ha": says(reroll(OWN_DEFENSE, LOCKED, up_to=None, cost=cost(CostKind.LOCK))),
    "m9g8": says(reroll(Window.MODIFY_ATTACK_DEFENDER, LOCKED), Reason.OTHER_SHIPS),
    "r2c4": says(change(OWN_ATTACK, (FOCUS,), HIT, cost=cost(CostKind.EVADE))),
    "r6d8": says(reroll(OWN_ATTACK, up_to=None), Trait.COUNTS),
    "r7a7": says(change(OWN_ATTACK, (HIT,), CRIT, cost=COSTS_CHARGE)),
    # Configurations
    "integratedsfoils": says(count(Window.ROLL_ATTACK, PRIMARY, NOT_BULLSEYE, amount=-1), Trait.TWO_SIDED),
    "servomotorsfoils": says(count(Window.ROLL_ATTACK, PRIMARY, amount=-1), Trait.TWO_SIDED),
    "pivotwing swivelwing": says(count(Window.ROLL_DEFENSE, by=DEFENDER, amount=-1), Trait.TWO_SIDED),
    "calibratedlasertargeting": says(add(OWN_ATTACK, FOCUS, PRIMARY, BULLSEYE, optional=False)),
    "stabilizedsfoils": says(
        bonus_attack(LOCKED, cost=cost(CostKind.LOCK)),
        Trait.TWO_SIDED,
        XWingBonus("cannon", target=Target.SAME, other_weapon=True),
    ),
    "alpha3bbesh": says(change(OWN_ATTACK, (BLANK, FOCUS), HIT, PRIMARY, LOCKED, cost=cost(CostKind.LOCK))),
    "enhancedjammingsuite": says(
        count(Window.ROLL_DEFENSE, (ENEMY_WITHOUT_GREEN, token(Token.JAM)), by=DEFENDER, optional=True),
        Reason.OTHER_SHIPS,
    ),
    "tiedefenderelite": says(
        bonus_attack((weapon_slot("cannon"), weapon_slot("missile")), LOCKED), XWingBonus("primary", target=Target.SAME)
    ),
    "wartimeloadout": says(
        ability(
            Window.NEUTRALIZE,
            (XWingStep(Op.EVADES_SPARE_CRITS),),
            TORPEDO_OR_MISSILE,
            BULLSEYE,
            by=ATTACKER,
            optional=False,
        )
    ),
    # Modifications
    "stealthdevice": says(
        count(Window.ROLL_DEFENSE, CHARGED, by=DEFENDER), *after_damage(XWingStep(Op.LOSE_CHARGE), CHARGED)
    ),
    "tacticalscrambler": says(count(Window.ROLL_DEFENSE, by=DEFENDER), Trait.ONLY_FOR_FRIENDS),
    "munitionsfailsafe": says(
        ability(
            Window.AFTER_ROLL_ATTACK,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, exactly=True), XWingStep(Op.RECOVER_CHARGE)),
            TORPEDO_OR_MISSILE,
            by=ATTACKER,
        ),
        Trait.WEAPON_PAYS,
    ),
    "sensorjammer-battleofyavin": says(change(Window.MODIFY_ATTACK_DEFENDER, (HIT,), FOCUS), Trait.AT_TABLE),
    # Sensors, tech, tactical relays
    "firecontrolsystem": says(reroll(OWN_ATTACK, LOCKED, then=NO_REPEAT_OF_LOCK)),
    "blanksignature-battleoverendor": says(
        change(OWN_DEFENSE, (FOCUS,), EVADE, NOT_LOCKED_BY_ENEMY, cost=COSTS_CHARGE)
    ),
    "advancedoptics": says(change(OWN_ATTACK, (BLANK,), HIT, cost=cost(CostKind.FOCUS))),
    "targetingsynchronizer": says(waives("lock"), Trait.ONLY_FOR_FRIENDS),
    "tv94": says(
        add(OWN_ATTACK, HIT, PRIMARY, BULLSEYE, FEW_ATTACK_DICE, cost=cost(CostKind.CALCULATE)),
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
    # Titles
    "landosmillenniumfalcon": says(count(Window.ROLL_ATTACK, PRIMARY, ENEMY_STRESSED), Reason.OTHER_SHIPS),
    "marauder": says(reroll(OWN_ATTACK, PRIMARY, weapon_arc(Arc.REAR))),
    "millenniumfalcon": says(reroll(OWN_DEFENSE, EVADING)),
    "millenniumfalcon-battleoverendor": says(*rerolls(HAS_RED_OR_ORANGE)),
    "outrider": says(
        count(Window.ROLL_ATTACK, PRIMARY, RANGE_3), change(Window.MODIFY_DEFENSE_ATTACKER, (EVADE,), FOCUS, OBSTRUCTED)
    ),
    "punishingone": says(count(Window.ROLL_ATTACK, PRIMARY, IN_FRONT)),
    "shadowcaster": says(gains(Window.AFTERMATH_ATTACKING, Token.TRACTOR, HITS, IN_TURRET, IN_FRONT, enemy=True)),
    "soullessone": says(reroll(OWN_DEFENSE, OUT_OF_FIRING_ARCS)),
    "slavei-swz82": says(
        change(OWN_ATTACK, (HIT,), CRIT, FRONT_WEAPON, XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FULL_REAR))
    ),
    # Only the players apply these
    "automatedloaders-swz98": says(Reason.ACTION),
    "r4b11": says(Reason.CHOICE),
    "trackingfob": says(Reason.CONDITION_CARD),
    "beskarreinforcedplating imperviumplating r4p17-siegeofcoruscant": says(Reason.DAMAGE_CARDS),
    """
        automatedtargetpriority grappler os1arsenalloadout r5tk vectoredcannonsrz1 xg1assaultconfiguration
    """: says(Reason.DECLARING),
    "k2b4": says(Reason.ENEMY_CHOOSES),
    "grapplingstruts landingstruts mandalorianoptics r5x3": says(Reason.OBSTACLES),
    """
        deadmansswitch relaysystem-tiephphantom synchronizedconsole unstablesublightengines-battleofyavin
    """: says(Reason.OTHER_SHIPS),
    "chaffparticles-battleoverendor targetingmatrix-battleoverendor": says(Reason.TIMING),
    """
        alpha3eesk ancillaryionweapons-siegeofcoruscant babufrik deuteriumpowercells staticdischargevanes
    """: says(Reason.TOKENS),
}
