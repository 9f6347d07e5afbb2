"""X-Wing, second edition: a whole attack by the rules reference 1.4.5, as the value RULESET."""

from app.domain.casualties import Casualty
from app.domain.ruleset import Ruleset
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.aftermath_questions import AftermathOrder, BonusAttack, XWingBonusAttack, XWingOrder
from app.rulesets.x_wing.attack.deck import deck_die, full_deck
from app.rulesets.x_wing.attack.dice import ATTACK_DIE, DEFENSE_DIE
from app.rulesets.x_wing.attack.refusals import prepare
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, UseAbility, XWingUse
from app.rulesets.x_wing.examples import EXAMPLES
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.odds.enumerate import MEASURES, exact_odds
from app.rulesets.x_wing.odds.price import price
from app.rulesets.x_wing.options import PRESETS, XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.players.policies import POLICIES
from app.rulesets.x_wing.rules import resolve_attack

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
