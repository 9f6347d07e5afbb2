"""What upgrades of other slots say about attacks. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import Target, XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Each, Op
from app.rulesets.x_wing.terms import Arc, Token, Window

NOT_LOCKED_BY_ENEMY = XWingCondition(ENEMY_LOCKS.that, not_=True, ship=ENEMY_LOCKS.ship)
IGNORES_OBSTACLES = ability(
    Window.ROLL_DEFENSE, (XWingStep(Op.IGNORE_OBSTACLES),), OBSTRUCTED, by=ATTACKER, optional=False
)
FEW_ATTACK_DICE = XWingCondition(Atom.RESULT_COUNT, pool=ATTACK, at_least=0, at_most=2)
EQUIPMENT: Texts = {
    # Astromechs
    "r5p8": says(reroll(OWN_ATTACK, IN_FRONT, cost=COSTS_CHARGE), Reason.DICE),
    "r2ha": says(reroll(OWN_DEFENSE, LOCKED, up_to=None, cost=cost(CostKind.LOCK))),
    "m9g8": says(reroll(Window.MODIFY_ATTACK_DEFENDER, (LOCKED, HELPED)), Trait.FOR_FRIENDS),
    "r4b11": says(*by_red_or_orange(reroll(Window.MODIFY_DEFENSE_ATTACKER, up_to=None))),
    "r5x3": says(IGNORES_OBSTACLES, Trait.AT_OBSTACLES, Trait.AT_TABLE),
    "r2c4": says(change(OWN_ATTACK, (FOCUS,), HIT, cost=cost(CostKind.EVADE))),
    "r6d8": says(reroll(OWN_ATTACK, up_to=None), Trait.COUNTS),
    "r7a7": says(change(OWN_ATTACK, (HIT,), CRIT, cost=COSTS_CHARGE)),
    "r5tk": says(Trait.AT_FRIENDS),
    # Configurations
    "integratedsfoils": says(count(Window.ROLL_ATTACK, PRIMARY, NOT_BULLSEYE, amount=-1), Trait.TWO_SIDED),
    "servomotorsfoils": says(count(Window.ROLL_ATTACK, PRIMARY, amount=-1), Trait.TWO_SIDED),
    "pivotwing": says(count(Window.ROLL_DEFENSE, by=DEFENDER, amount=-1), Trait.TWO_SIDED),
    "swivelwing": says(count(Window.ROLL_DEFENSE, by=DEFENDER, amount=-1), Trait.TWO_SIDED, Trait.WORKS_OPEN),
    "calibratedlasertargeting": says(add(OWN_ATTACK, FOCUS, PRIMARY, BULLSEYE, optional=False)),
    "stabilizedsfoils": says(
        bonus_attack(LOCKED, cost=cost(CostKind.LOCK)),
        Trait.TWO_SIDED,
        Trait.WORKS_OPEN,
        XWingBonus("cannon", target=Target.SAME, other_weapon=True),
    ),
    "alpha3bbesh": says(change(OWN_ATTACK, (BLANK, FOCUS), HIT, PRIMARY, LOCKED, cost=cost(CostKind.LOCK))),
    "enhancedjammingsuite": says(
        count(Window.ROLL_DEFENSE, (ENEMY_WITHOUT_GREEN, token(Token.JAM), COUNTED), by=DEFENDER, optional=True),
        Trait.COUNTS,
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
    "vectoredcannonsrz1": replace(says(), turns="primary"),
    "xg1assaultconfiguration": replace(
        says(
            ability(
                Window.ROLL_ATTACK,
                (XWingStep(Op.DICE_LIMIT, ATTACK, at_most=3),),
                weapon_slot("cannon"),
                DISARMED,
                by=ATTACKER,
                optional=False,
            )
        ),
        disarmed=("cannon",),
    ),
    "os1arsenalloadout": replace(
        says(
            ability(
                Window.AFTER_DECLARED, NO_REPEAT_OF_LOCK, TORPEDO_OR_MISSILE, DISARMED, by=ATTACKER, optional=False
            ),
            Trait.AT_LOCKED,
        ),
        disarmed=("torpedo", "missile"),
    ),
    "grapplingstruts landingstruts": says(Trait.AT_OBSTACLES, Trait.TWO_SIDED, Trait.WORKS_OPEN),
    "alpha3eesk ancillaryionweapons-siegeofcoruscant": says(
        ability(Window.ROLL_ATTACK, (XWingStep(Op.READY),), PRIMARY, cost=cost(CostKind.CHARGE, 2), by=ATTACKER),
        ability(
            Window.ON_HIT,
            (
                XWingStep(Op.GAIN_TOKEN, token=Token.ION, ship=Whose.ENEMY, for_each=Each.UNCANCELED_CRIT),
                XWingStep(Op.CHANGE_UNCANCELED, faces=(CRIT,)),
            ),
            used_in(Window.ROLL_ATTACK),
            by=ATTACKER,
            optional=False,
        ),
    ),
    # Modifications
    "mandalorianoptics": says(replace(IGNORES_OBSTACLES, condition=clauses((PRIMARY, LOCKED, OBSTRUCTED)))),
    "chaffparticles-battleoverendor": says(
        *by_red_or_orange(
            ability(
                Window.NEUTRALIZE, (XWingStep(Op.SPEND_RESULT, DEFENSE, (FOCUS,), up_to=1, exactly=True),), by=DEFENDER
            ),
            enemy=False,
        )
    ),
    "targetingmatrix-battleoverendor": says(
        ability(Window.NEUTRALIZE, (XWingStep(Op.SPEND_RESULT, ATTACK, (FOCUS,), up_to=1, exactly=True),), by=ATTACKER),
        gains(Window.AFTERMATH_ATTACKING, Token.STRAIN, used_in(Window.NEUTRALIZE), enemy=True),
    ),
    "deadmansswitch": says(
        ability(
            Window.AFTERMATH_DEFENDING,
            (XWingStep(Op.SUFFER, ship=Whose.ENEMY),),
            OWN_DESTROYED,
            (CLOSE, COUNTED),
            optional=False,
        ),
        Reason.OTHER_SHIPS,
        Trait.COUNTS,
    ),
    "k2b4": says(
        ability(OWN_DEFENSE, (XWingStep(Op.READY),), cost=cost(CostKind.CALCULATE)),
        *choices(
            evade=ability(
                Window.AFTER_MODIFY_DEFENSE,
                (XWingStep(Op.ADD_RESULT, DEFENSE, to=EVADE),),
                used_in(OWN_DEFENSE),
                by=DEFENDER,
                optional=False,
            ),
            strain=ability(
                Window.AFTER_MODIFY_DEFENSE,
                (XWingStep(Op.GAIN_TOKEN, token=Token.STRAIN, ship=Whose.ENEMY),),
                used_in(OWN_DEFENSE),
                by=DEFENDER,
                optional=False,
            ),
        ),
        Trait.ENEMY_DECIDES,
        Trait.FOR_FRIENDS,
        Trait.HELPED_PAYS,
    ),
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
    "automatedloaders-swz98": says(pays(Window.AFTERMATH_ATTACKING, PRIMARY, cost=COSTS_CHARGE), Reason.ACTION),
    "relaysystem-tiephphantom": says(
        pays(Window.AFTERMATH_ATTACKING, HITS, cost=COSTS_LOCK), Reason.OTHER_SHIPS, Trait.AT_TABLE
    ),
    "synchronizedconsole": says(pays(Window.AFTERMATH_ATTACKING, cost=COSTS_LOCK), Reason.OTHER_SHIPS, Trait.AT_TABLE),
    "unstablesublightengines-battleofyavin": says(
        ability(Window.AFTERMATH_DEFENDING, (XWingStep(Op.SUFFER, ship=Whose.ENEMY),), OWN_DESTROYED, optional=False),
        Reason.OTHER_SHIPS,
        Trait.AT_TABLE,
    ),
    "beskarreinforcedplating": says(
        *choices(
            facedown=deals_next(FROM_FRONT, faceup=False, cost=COSTS_CHARGE),
            discard=ability(
                Window.BEFORE_DAMAGE,
                (XWingStep(Op.PREVENT_DAMAGE),),
                NEXT_FACEUP,
                FROM_FRONT,
                cost=cost(CostKind.CHARGE, 2),
                by=DEFENDER,
            ),
        )
    ),
    # Only the players apply these
    "trackingfob": says(Reason.CONDITION_CARD),
    "imperviumplating r4p17-siegeofcoruscant": says(Reason.DAMAGE_CARDS),
    "automatedtargetpriority": says(Reason.DECLARING),
    """
        babufrik deuteriumpowercells staticdischargevanes
    """: says(Reason.TOKENS),
}
