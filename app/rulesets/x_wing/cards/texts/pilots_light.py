"""What pilots of the Rebel Alliance, the Republic and the Resistance say about attacks. Add one here."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import AfterFriend, OwnBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Each, Op
from app.rulesets.x_wing.terms import GREEN_TOKENS, Arc, Pool, Token, Window

ONE_RED = XWingCondition(Atom.RED_TOKENS, at_most=1)
ONE_ORANGE = XWingCondition(Atom.ORANGE_TOKENS, at_most=1)
LESS_DAMAGE_THAN_INITIATIVE = tuple(
    (
        XWingCondition(Atom.INITIATIVE, ship=Whose.ENEMY, at_least=cards + 1),
        *([XWingCondition(Atom.DAMAGED, at_least=0, at_most=cards - 1)] if cards else []),
    )
    for cards in range(7)
)
"""The enemy's initiative is higher than the number of damage cards: for each number, or there are fewer."""
REAR_WEAPON, TURRET = weapon_arc(Arc.REAR), weapon_arc(Arc.SINGLE_TURRET)
NO_BONUS_FOR = {pool: (XWingStep(Op.IGNORE_RANGE_BONUS, pool),) for pool in Pool}
HAN_SOLO = tuple(
    ability(window, (XWingStep(Op.REROLL, pool, exactly=True, counts_as_reroll=False),), by=role)
    for window, pool, role in (
        (OWN_ATTACK, Pool.ATTACK, ATTACKER),
        (OWN_DEFENSE, Pool.DEFENSE, DEFENDER),
    )
)
ONE_FOCUS = (XWingStep(Op.LIMIT_FOCUS),)
AFTER_AN_ATTACK = (Window.AFTERMATH_ATTACKING, Window.AFTERMATH_DEFENDING)
RECOVERS_FORCE = ability(Window.AFTER_DECLARED, (XWingStep(Op.RECOVER_FORCE),), by=DEFENDER)
KILLED_DEPLETED = ability(
    Window.AFTER_ROLL_ATTACK,
    (XWingStep(Op.GAIN_TOKEN, token=Token.DEPLETE),),
    XWingCondition(Atom.USED, kind="roll-attack"),
    by=ATTACKER,
    optional=False,
)

LIGHT: Texts = {
    # Rebel Alliance
    "sharabey sharabey-rz1awing sharabey-swz106": says(
        add(OWN_ATTACK, FOCUS, PRIMARY, LOCKED, cost=cost(CostKind.LOCK)),
        add(OWN_DEFENSE, FOCUS, LOCKED, cost=cost(CostKind.LOCK)),
    ),
    "norrawexley norrawexley-btla4ywing": says(
        add(OWN_DEFENSE, EVADE, (CLOSE, XWingCondition(Atom.COUNTED)), optional=False), Trait.COUNTS
    ),
    "lukeskywalker lukeskywalker-battleofyavin lukeskywalker-swz106": says(RECOVERS_FORCE),
    "ezrabridger ezrabridger-gauntletfighter ezrabridger-tielnfighter ezrabridger-sheathipedeclassshuttle": says(
        *converts((FOCUS,), STRESSED, up_to=2, cost=COSTS_FORCE)
    ),
    "biggsdarklighter": says(
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT, CRIT), up_to=1, exactly=True),),
            cost=cost(CostKind.SUFFER_MATCHING),
            by=DEFENDER,
        ),
        Trait.ONLY_FOR_FRIENDS,
    ),
    "zeborrelios zeborrelios-sheathipedeclassshuttle zeborrelios-tielnfighter": says(
        ability(Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), by=DEFENDER, optional=False)
    ),
    "wedgeantilles": says(count(Window.ROLL_DEFENSE, amount=-1)),
    "wedgeantilles-rz1awing": says(count(Window.ROLL_DEFENSE, PRIMARY, IN_FRONT, amount=-1)),
    "wedgeantilles-battleofyavin": says(count(Window.ROLL_DEFENSE, PRIMARY, amount=-1), Trait.AT_TABLE),
    "wedgeantilles-battleoverendor": says(gains(Window.AFTERMATH_ATTACKING, Token.FOCUS, HITS)),
    "hansolo-modifiedyt1300lightfreighter": says(*HAN_SOLO, Trait.AT_TABLE),
    "leebo leebo-swz103-rebelalliance": says(
        *(gains(window, Token.CALCULATE, XWingCondition(Atom.SPENT_CALCULATE)) for window in AFTER_AN_ATTACK)
    ),
    "braylenstramm": says(*rerolls(STRESSED, up_to=2)),
    "tennumb": says(*converts((FOCUS,), STRESSED, up_to=None, cost=cost(CostKind.STRESS), exactly=True)),
    "adonfox-battleoverendor": says(count(Window.ROLL_DEFENSE, STRESSED, by=DEFENDER)),
    "lowhhrick": says(
        ability(Window.AFTER_DECLARED, (XWingStep(Op.GAIN_TOKEN, token=Token.EVADE),), by=DEFENDER),
        Reason.OTHER_SHIPS,
        Trait.ONLY_FOR_FRIENDS,
    ),
    "wullffwarro": says(count(Window.ROLL_ATTACK, PRIMARY, DAMAGED, optional=True)),
    "hortonsalm hortonsalm-swz106": says(reroll(OWN_ATTACK, up_to=None), Trait.COUNTS),
    "evaanverlaine": says(count(Window.ROLL_DEFENSE, by=DEFENDER), Trait.ONLY_FOR_FRIENDS),
    "dextiree-battleofyavin": says(count(Window.ROLL_DEFENSE, by=DEFENDER, optional=True), Trait.AT_TABLE),
    "popskrail-battleofyavin": says(reroll(OWN_ATTACK, TURRET, up_to=2)),
    "mirandadoni": says(
        *choices(
            spend=count(Window.ROLL_ATTACK, PRIMARY, cost=cost(CostKind.SHIELD), optional=True),
            recover=ability(
                Window.ROLL_ATTACK,
                (XWingStep(Op.DICE_COUNT, ATTACK, amount=-1), XWingStep(Op.RECOVER_SHIELD)),
                PRIMARY,
                NOT_SHIELDED,
                by=ATTACKER,
            ),
        ),
    ),
    "gavindarklighter": says(change(OWN_ATTACK, (HIT,), CRIT, (IN_FRONT, HELPED)), Trait.FOR_FRIENDS),
    "clanwrenvolunteer": says(reroll(OWN_ATTACK, RANGE_1), Trait.AT_TABLE),
    "janors": says(
        count(Window.ROLL_ATTACK, PRIMARY, cost=cost(CostKind.GAIN_STRESS), optional=True), Trait.ONLY_FOR_FRIENDS
    ),
    "sabinewren-rz1awing": says(
        change(OWN_ATTACK, (), HIT, RANGE_1, FROM_FRONT), change(OWN_DEFENSE, (), EVADE, RANGE_1, IN_FRONT)
    ),
    "arvelcrynyd-battleoverendor": says(change(OWN_DEFENSE, (FOCUS,), EVADE, cost=COSTS_STRAIN)),
    "gemmersojan-battleoverendor": says(change(OWN_DEFENSE, (BLANK,), FOCUS, up_to=2, cost=COSTS_STRAIN)),
    "wesjanson": says(
        *(gains(window, Token.JAM, enemy=True, cost=COSTS_CHARGE, optional=True) for window in AFTER_AN_ATTACK)
    ),
    "yendor-battleoverendor": says(reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,), cost=COSTS_STRAIN)),
    "sawgerrera": says(reroll(OWN_ATTACK, DAMAGED), Trait.FOR_FRIENDS),
    "kananjarrus": says(
        count(Window.ROLL_ATTACK, by=DEFENDER, amount=-1, cost=COSTS_FORCE, optional=True), Trait.ONLY_FOR_FRIENDS
    ),
    "kananjarrus-hwk290lightfreighter": says(
        count(Window.ROLL_ATTACK, by=DEFENDER, amount=-1, cost=COSTS_FORCE, optional=True), Trait.FOR_FRIENDS
    ),
    "alexsandrkallus": says(count(Window.ROLL_DEFENSE, XWingCondition(Atom.MODIFIED), by=DEFENDER, optional=True)),
    "lieutenantblount": says(count(Window.ROLL_ATTACK, PRIMARY, optional=True), Trait.AT_TABLE),
    "tezanasz": says(reroll(OWN_ATTACK), Trait.AT_TABLE, Trait.FOR_FRIENDS),
    # Galactic Republic
    "wolffe wolffe-siegeofcoruscant": says(
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
    "sinker": says(reroll(OWN_ATTACK, PRIMARY), Trait.ONLY_FOR_FRIENDS),
    "matchstick": says(reroll(OWN_ATTACK, (PRIMARY, TURRET), up_to=None), Trait.COUNTS),
    "broadside": says(change(OWN_ATTACK, (BLANK,), FOCUS, TURRET, AT_SIDE)),
    "killer": says(
        count(
            Window.ROLL_ATTACK,
            XWingCondition(Atom.HULL_LEFT, ship=Whose.ENEMY, at_least=0, at_most=2),
            optional=True,
        ),
        KILLED_DEPLETED,
    ),
    "drift": says(reroll(OWN_ATTACK, (HELPED, ONE_RED, ONE_ORANGE)), Trait.FOR_FRIENDS),
    "stub": says(*one_more_die(PRIMARY, optional=False), Trait.AT_TABLE),
    "barrissoffee barrissoffee-delta7baethersprite": says(
        *choices(
            focus=change(OWN_ATTACK, (FOCUS,), HIT, BULLSEYE, cost=COSTS_FORCE),
            hit=change(OWN_ATTACK, (HIT,), CRIT, BULLSEYE, cost=COSTS_FORCE),
        ),
        Trait.FOR_FRIENDS,
    ),
    "luminaraunduli luminaraunduli-delta7baethersprite": says(
        *choices(
            crit=change(Window.MODIFY_ATTACK_DEFENDER, (CRIT,), HIT, NOT_BULLSEYE, cost=COSTS_FORCE),
            hit=change(Window.MODIFY_ATTACK_DEFENDER, (HIT,), FOCUS, NOT_BULLSEYE, cost=COSTS_FORCE),
        ),
        Trait.FOR_FRIENDS,
    ),
    "adigallia adigallia-delta7baethersprite": says(
        ability(Window.ROLL_ATTACK, NO_BONUS_FOR[Pool.ATTACK], RANGE_1, cost=COSTS_FORCE, by=DEFENDER),
        ability(Window.ROLL_DEFENSE, NO_BONUS_FOR[Pool.DEFENSE], RANGE_3, cost=COSTS_FORCE, by=ATTACKER),
    ),
    "aaylasecura": says(change(OWN_DEFENSE, (BLANK,), FOCUS, (FROM_FRONT, HELPED), (CLOSE, HELPED)), Trait.FOR_FRIENDS),
    "kitfisto": says(change(OWN_DEFENSE, (BLANK,), FOCUS, FROM_BULLSEYE, cost=COSTS_FORCE), Trait.ONLY_FOR_FRIENDS),
    "ricolie": says(*one_more_die(PRIMARY, optional=False), Trait.AT_TABLE),
    "dineeellberger": says(*forbids(), Trait.AT_TABLE),
    "gavynsykes": says(*rerolls(up_to=None, faces=(BLANK,), exactly=True), Trait.AT_TABLE),
    "contrail contrail-siegeofcoruscant": says(*spoils(), Trait.AT_TABLE),
    "klick klick-siegeofcoruscant": says(
        ability(
            Window.ROLL_ATTACK, NO_BONUS_FOR[Pool.ATTACK], RANGE_1, (LOCKED, HELPED), cost=COSTS_CHARGE, by=DEFENDER
        ),
        ability(
            Window.ROLL_DEFENSE, NO_BONUS_FOR[Pool.DEFENSE], RANGE_3, (LOCKED, HELPED), cost=COSTS_CHARGE, by=ATTACKER
        ),
        Trait.FOR_FRIENDS,
    ),
    # Resistance
    "rey": says(
        change(OWN_ATTACK, (BLANK,), HIT, IN_FRONT, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (BLANK,), EVADE, FROM_FRONT, cost=COSTS_FORCE),
    ),
    "legafossang": says(
        reroll(OWN_ATTACK, (PRIMARY, XWingCondition(Atom.WEAPON_KIND, kind="turret")), up_to=None), Trait.COUNTS
    ),
    "kazudaxiono": says(*one_more_die(PRIMARY, *LESS_DAMAGE_THAN_INITIATIVE, defending=LESS_DAMAGE_THAN_INITIATIVE)),
    "cat": says(count(Window.ROLL_ATTACK, PRIMARY), Trait.AT_TABLE),
    "vennie": says(add(OWN_DEFENSE, FOCUS), Trait.AT_TABLE),
    "rosetico": says(*rerolls(up_to=None), Trait.COUNTS),
    "finn": says(
        *choices(
            blank=tuple(add(window, BLANK) for window in (OWN_ATTACK, OWN_DEFENSE)),
            focus=tuple(add(window, FOCUS, cost=COSTS_STRAIN) for window in (OWN_ATTACK, OWN_DEFENSE)),
        )
    ),
    "zizitlo": says(
        *choices(
            **{
                kind.value: tuple(gains(window, kind, cost=COSTS_CHARGE, optional=True) for window in AFTER_AN_ATTACK)
                for kind in (Token.FOCUS, Token.EVADE)
            }
        )
    ),
    "arvelcrynyd arvelcrynyd-swz106": says(Trait.RANGE_0_IS_1),
    "tychocelchu-battleoverendor": replace(
        says(
            ability(
                Window.ROLL_ATTACK,
                (XWingStep(Op.DICE_LIMIT, ATTACK, at_most=4),),
                weapon_slot("missile"),
                DISARMED,
                by=ATTACKER,
                optional=False,
            )
        ),
        disarmed=("missile",),
        most_disarms=10,
    ),
    "venisadoza": replace(says(), backwards=("torpedo", "missile"), backwards_at_most=2),
    "dashrendar-swz103-rebelalliance": says(Trait.AT_OBSTACLES),
    "lieutenantbastian": says(
        acquires_lock(Window.AFTER_DAMAGE, XWingCondition(Atom.LOST, kind="cards"), at_range(1, 2), by=ATTACKER),
        Reason.OTHER_SHIPS,
    ),
    "fennrau-sheathipedeclassshuttle": says(
        ability(Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.FORBID_TOKENS),), optional=False),
        Reason.TOKENS,
        Trait.AT_TABLE,
        Trait.FOR_FRIENDS,
    ),
    "jophseastriker": says(
        ability(
            Window.AFTER_DAMAGE,
            (XWingStep(Op.GAIN_TOKEN, token=Token.EVADE, for_each=Each.LOST_SHIELD),),
            XWingCondition(Atom.LOST, kind="shields"),
            by=DEFENDER,
            optional=False,
        ),
        Reason.TIMING,
    ),
    "esegetuketu": says(
        *converts((FOCUS,), up_to=None, cost=cost(CostKind.FOCUS), exactly=True),
        Reason.TOKENS,
        Trait.ONLY_FOR_FRIENDS,
    ),
    "goji": says(count(Window.ROLL_DEFENSE, by=DEFENDER, optional=True), Trait.COUNTS, Trait.FOR_FRIENDS),
    "ronithblario": says(*converts((FOCUS,), cost=cost(CostKind.FOCUS)), Trait.AT_TABLE, Trait.PAID_ELSEWHERE),
    "covanell": says(*one_more_die(PRIMARY, optional=False), Trait.AT_TABLE),
    "lulolampar": says(
        count(Window.ROLL_ATTACK, PRIMARY, STRESSED), count(Window.ROLL_DEFENSE, STRESSED, by=DEFENDER, amount=-1)
    ),
    "tallissanlintra": says(
        count(Window.ROLL_DEFENSE, (FROM_BULLSEYE, HELPED), by=DEFENDER, cost=COSTS_CHARGE, optional=True),
        Trait.FOR_FRIENDS,
    ),
    "merlcobben": says(count(Window.ROLL_DEFENSE, PRIMARY, (FROM_BULLSEYE, HELPED), amount=-1), Trait.FOR_FRIENDS),
    "jessikapava": says(*rerolls(cost=COSTS_CHARGE, up_to=None), Reason.CHOICE, Trait.COUNTS),
    "nimichireen": says(change(OWN_ATTACK, (BLANK,), FOCUS, OUTRANKED)),
    "zayversio": says(reroll(OWN_DEFENSE, ENEMY_DAMAGED)),
    "hansolo-battleofyavin": says(pays(Window.AFTERMATH_ATTACKING, HITS, cost=COSTS_CHARGE), Reason.ACTION),
    "chewbacca": says(deals_next(faceup=False, cost=COSTS_CHARGE), Reason.DAMAGE_CARDS),
    "thanekyrell": says(
        ability(OWN_ATTACK, (XWingStep(Op.SPEND_RESULT, ATTACK, (HIT, CRIT, FOCUS), up_to=1, exactly=True),)),
        Reason.DAMAGE_CARDS,
    ),
    "axe": says(
        *(effect for window in AFTER_AN_ATTACK for effect in by_token(ability(window, ()), GREEN_TOKENS)),
        Reason.OTHER_SHIPS,
        Trait.AT_TABLE,
    ),
    "herasyndulla-asf01bwing herasyndulla-rz1awing": says(
        *choices(
            **{
                kind.value: tuple(
                    gains(window, kind, cost=cost(CostKind(kind.value)), optional=True)
                    for window in (OWN_ATTACK, OWN_DEFENSE)
                )
                for kind in (Token.FOCUS, Token.EVADE)
            },
            lock=tuple(acquires_lock(window, cost=COSTS_LOCK) for window in (OWN_ATTACK, OWN_DEFENSE)),
        ),
        Trait.ONLY_FOR_FRIENDS,
    ),
    "padmeamidala": says(
        ability(Window.MODIFY_ATTACK_DEFENDER, ONE_FOCUS, (FROM_FRONT, HELPED), optional=False),
        ability(Window.MODIFY_DEFENSE_ATTACKER, ONE_FOCUS, (IN_FRONT, HELPED), optional=False),
        Trait.FOR_FRIENDS,
    ),
    "magvayarro": says(
        ability(Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.LIMIT_REROLLS),), optional=False), Trait.FOR_FRIENDS
    ),
    "wrobietyce": says(
        gains(Window.AFTERMATH_DEFENDING, Token.DEPLETE, RANGE_1, XWingCondition(Atom.MODIFIED), enemy=True)
    ),
    "benteene": assigns("rattled", IN_TURRET),
    "captainrex": assigns("suppressivefire"),
    "corranhorn": replace(says(), own_bonus=OwnBonus("primary", Arc.BULLSEYE, at_enemies=True, disarms=True)),
    "chewbacca-scavengedyt1300": replace(says(), own_bonus=OwnBonus()),
    "bodicavenj": replace(says(), after_friend=AfterFriend("primary", depletes=True)),
    "warthog warthog-clonez95headhunter": says(Trait.FOR_FRIENDS, Trait.STAYS),
    # Only the players apply these
    "airencracken tucker": says(Reason.ACTION),
    "derekklivian": says(Reason.CHOICE),
    "r1j5": says(Reason.DAMAGE_CARDS),
    "jekporkins jekporkins-battleofyavin jekporkins-swz106": says(Reason.DICE),
    "wilsateshlo": says(Reason.ENEMY_CHOOSES),
    """
        axe-siegeofcoruscant corranhorn-t65xwing dutchvander-battleofyavin jag
        jag-siegeofcoruscant shasazaro
    """: says(Reason.OTHER_SHIPS),
    "kendyidele-battleoverendor": says(Reason.TOKENS),
}
