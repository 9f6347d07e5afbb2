"""X-Wing, second edition: a whole attack by the rules reference 1.4.5, as the value RULESET."""

from app.domain.names import dataclasses_of
from app.domain.ruleset import Ruleset
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.aftermath_questions import AftermathOrder, BonusAttack, XWingBonusAttack
from app.rulesets.x_wing.attack.card_conditions import CardCondition
from app.rulesets.x_wing.attack.deck import deck_die, full_deck
from app.rulesets.x_wing.attack.dice import ATTACK_DIE, DEFENSE_DIE
from app.rulesets.x_wing.attack.jamming import LoseToJam
from app.rulesets.x_wing.attack.refusals import prepare
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, UseAbility
from app.rulesets.x_wing.cards.catalogue import CATALOGUE
from app.rulesets.x_wing.cards.completing import SITUATIONS, TARGETS
from app.rulesets.x_wing.cards.squads import SQUADS
from app.rulesets.x_wing.exact.player import plan
from app.rulesets.x_wing.exact.price import price
from app.rulesets.x_wing.examples import EXAMPLES
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.bringing import XWingListLimits, XWingOpenSetup
from app.rulesets.x_wing.game.completing import LIMITS, LISTS, SETUPS
from app.rulesets.x_wing.game.setup import XWingFleet, XWingSetup
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.odds.enumerate import MEASURES, exact_odds
from app.rulesets.x_wing.odds.matrix import MATRIX
from app.rulesets.x_wing.odds.series import THEN
from app.rulesets.x_wing.odds.tokens_left import FURTHER
from app.rulesets.x_wing.odds.what_if import what_if
from app.rulesets.x_wing.odds.within import odds_within
from app.rulesets.x_wing.options import PRESETS, XWingOptions, is_standard
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.players.policies import POLICIES, plan_answer
from app.rulesets.x_wing.rules import resolve_attack

RULESET = Ruleset(
    slug="x-wing",
    version=5,
    title="X-Wing",
    language="fr",
    script=resolve_attack,
    prepare=prepare,
    situation=XWingAttack,
    options=XWingOptions,
    outcome=XWingOutcome,
    measures=MEASURES,
    yes_no=("destroyed",),
    matters=lambda _situation: (("destroyed", 1), ("damage", 1)),
    what_if=what_if,
    odds=exact_odds,
    within=odds_within,
    further=FURTHER,
    ends=("invalid-defender", "requirement-unmet", "cost-unpayable", "bonus-attack-used", "cannot-attack"),
    then=THEN,
    matrix=MATRIX,
    best_by=("damage", "destroyed", "crit_damage"),
    dice=(ATTACK_DIE, DEFENSE_DIE, deck_die(full_deck())),
    facts=dataclasses_of(facts),
    questions=(
        ModifyAttackDice,
        ModifyDefenseDice,
        UseAbility,
        AftermathOrder,
        BonusAttack,
        LoseToJam,
        CardCondition,
    ),
    policies=POLICIES,
    plan=plan,
    plan_answer=plan_answer,
    presets=PRESETS,
    examples=EXAMPLES,
    is_standard=is_standard,
    price=price,
    catalogue=CATALOGUE,
    lists=(SQUADS,),
    completions={
        XWingAttack: SITUATIONS,
        XWingSetup: SETUPS,
        XWingOpenSetup: SETUPS,
        XWingFleet: LISTS,
        XWingListLimits: LIMITS,
        XWingBonusAttack: TARGETS,
    },
    board=BOARD,
)
