"""X-Wing, second edition: the whole attack of the rules reference 1.4.5."""

from app.domain.casualties import Casualty
from app.domain.ruleset import Ruleset
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.deck import deck_die, full_deck
from app.rulesets.x_wing.attack.questions import (
    AftermathOrder,
    BonusAttack,
    ModifyAttackDice,
    ModifyDefenseDice,
    UseAbility,
    XWingBonusAttack,
    XWingOrder,
    XWingUse,
)
from app.rulesets.x_wing.attack.refusals import prepare, price
from app.rulesets.x_wing.attack.steps import ATTACK_DIE, DEFENSE_DIE
from app.rulesets.x_wing.model import (
    Obstacle,
    Range0Modification,
    XWingAttack,
    XWingOptions,
    XWingOutcome,
    XWingShields,
    XWingShip,
    XWingTokens,
    XWingWeapon,
)
from app.rulesets.x_wing.odds.enumerate import MEASURES, exact_odds
from app.rulesets.x_wing.players.policies import POLICIES
from app.rulesets.x_wing.rules import resolve_attack

AMG_1_4_5 = XWingOptions()
AMG_1_4_0 = XWingOptions(
    range0_attacker_modification=Range0Modification.FORCE_DEFAULT_ONLY,
    touching_means_attack_range_0=False,
    ionized_cannot_lock=False,
)
FFG_1_3_2 = XWingOptions(
    primary_range_min=1,
    range0_attacker_modification=Range0Modification.NORMAL,
    range0_no_added_attack_dice=False,
    range0_defender_protected=False,
    range_bonus_attack_ranges=(0, 1),
    touching_means_attack_range_0=False,
    ionized_cannot_lock=False,
    no_attack_at_range0_of=(Obstacle.ASTEROID,),
)
FFG_1_0_0 = XWingOptions(
    primary_range_min=1,
    range0_attacker_modification=Range0Modification.NORMAL,
    range0_no_added_attack_dice=False,
    range0_defender_protected=False,
    range_bonus_attack_ranges=(0, 1),
    max_dice=None,
    touching_means_attack_range_0=False,
    ionized_cannot_lock=False,
    no_attack_at_range0_of=(Obstacle.ASTEROID,),
)
PRESETS = {"amg-1-4-5": AMG_1_4_5, "amg-1-4-0": AMG_1_4_0, "ffg-1-3-2": FFG_1_3_2, "ffg-1-0-0": FFG_1_0_0}

T65 = XWingShip(
    "red-5", 2, 4, shields=XWingShields(2, 2), tokens=XWingTokens(focus=1), locks=("black-2",), name="Red Five"
)
TIE = XWingShip("black-2", 3, 3, tokens=XWingTokens(focus=1, evade=1), name="Black Two")
LASERS = XWingWeapon(value=3)
SMALL = XWingAttack(
    XWingShip("black-2", 3, 3, name="Black Two"),
    XWingWeapon(value=2),
    XWingShip("red-5", 2, 4, shields=XWingShields(2, 2), tokens=XWingTokens(focus=1), name="Red Five"),
    attack_range=2,
)
EXAMPLES: tuple[XWingAttack, ...] = (SMALL, XWingAttack(T65, LASERS, TIE, attack_range=1))

RULESET = Ruleset(
    slug="x-wing",
    version=1,
    title="X-Wing",
    language="fr",
    script=resolve_attack,
    prepare=prepare,
    situation=XWingAttack,
    options=XWingOptions,
    outcome=XWingOutcome,
    measures=MEASURES,
    odds=exact_odds,
    dice=(ATTACK_DIE, DEFENSE_DIE, deck_die(full_deck())),
    facts={
        "attack-declared": facts.AttackDeclared,
        "cost-paid": facts.CostPaid,
        "ability-used": facts.AbilityUsed,
        "ability-dropped": facts.AbilityDropped,
        "dice-count-changed": facts.DiceCountChanged,
        "dice-count-kept": facts.DiceCountKept,
        "dice-counted": facts.DiceCounted,
        "tokens-changed": facts.TokensChanged,
        "ship-ionized": facts.ShipIonized,
        "force-changed": facts.ForceChanged,
        "charge-changed": facts.ChargeChanged,
        "lock-changed": facts.LockChanged,
        "dice-modified": facts.DiceModified,
        "number-guessed": facts.NumberGuessed,
        "dice-skipped": facts.DiceSkipped,
        "results-neutralized": facts.ResultsNeutralized,
        "reinforce-applied": facts.ReinforceApplied,
        "attack-judged": facts.AttackJudged,
        "results-converted": facts.ResultsConverted,
        "shield-lost": facts.ShieldLost,
        "card-dealt": facts.CardDealt,
        "card-exposed": facts.CardExposed,
        "card-repaired": facts.CardRepaired,
        "card-text-resolved": facts.CardTextResolved,
        "damage-prevented": facts.DamagePrevented,
        "bonus-attack-declared": facts.BonusAttackDeclared,
        "casualty": Casualty,
    },
    questions={
        ModifyAttackDice.name: XWingUse,
        ModifyDefenseDice.name: XWingUse,
        UseAbility.name: XWingUse,
        AftermathOrder.name: XWingOrder,
        BonusAttack.name: XWingBonusAttack,
    },
    policies=POLICIES,
    presets=PRESETS,
    examples=EXAMPLES,
    is_standard=lambda options: options in PRESETS.values(),
    price=price,
)
