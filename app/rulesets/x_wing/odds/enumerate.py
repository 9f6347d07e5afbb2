"""Exact odds: what comes of an attack with which probability, if the policies of both players decide."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from app.domain.effort import Effort
from app.domain.odds import Distributions, after_record, distributions_of
from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import Policies
from app.domain.table import RecordedAnswer
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import Battle, battle_of, opening_state
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates
from app.rulesets.x_wing.exact.player import BUDGET_OF_A_TREE, tree_of
from app.rulesets.x_wing.exact.relevance import RestOfAttack, relevant_chapters
from app.rulesets.x_wing.exact.state_features import StateFeature
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.odds.policy_play import PolicyPlay
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.players.policies import BestPlayer
from app.rulesets.x_wing.rules import chapters_of, outcome_of
from app.rulesets.x_wing.terms import DamageCard

MEASURES: Mapping[str, Callable[[XWingOutcome], int | bool]] = {
    "damage": lambda outcome: outcome.damage.hit + outcome.damage.crit,
    "crit_damage": lambda outcome: outcome.damage.crit,
    "destroyed": lambda outcome: outcome.destroyed,
}


class Kept(NamedTuple):
    """What is told apart at the end of an attack beside what the measures of every odds depend on."""

    subjects: tuple[StateFeature, ...]
    by_card: bool = False
    """Whether damage cards are, by their names."""
    cards_later: tuple[DamageCard, ...] = ()
    """The damage cards that further attacks on the defender look at."""


BUDGET = 300_000
"""The work that odds may take, in places that are reached or thrown to; rests weigh more."""


def exact_odds(
    situation: XWingAttack,
    options: XWingOptions,
    policies: Policies,
    so_far: Record = Record(),
    *,
    effort: Effort | None = None,
) -> Distributions:
    """The exact distribution of each measure. Raises LimitExceeded if it would take too much work (XW-29).

    `so_far`: what was rolled and chosen already. `effort`: what the request may take for all its odds.
    """
    found = weighted_outcomes(battle_of(situation, options), policies, answers_in(so_far), effort=effort)
    return distributions_of(found, MEASURES)


def weighted_outcomes(
    battle: Battle,
    policies: Policies,
    so_far: Sequence[RecordedAnswer] = (),
    *,
    with_shortcuts: bool = True,
    most: int = BUDGET,
    kept: Kept | None = None,
    effort: Effort | None = None,
) -> Iterator[tuple[XWingOutcome, Fraction]]:
    """Every outcome with its probability; without `with_shortcuts` every roll is played step by step.

    What neither the measures of every odds depend on nor is `kept` is left out of the outcomes. Raises LimitExceeded if
    the work exceeds `most`, that of the search, or what `effort` has left.
    """
    budget = Budget(most, effort)
    chapters = chapters_of(battle) if kept else relevant_chapters(battle)
    tree = tree_of(battle, effort) if any(isinstance(policy, BestPlayer) for policy in policies.values()) else None
    if tree is None and any(isinstance(policy, BestPlayer) for policy in policies.values()):
        raise Budget(BUDGET_OF_A_TREE).exceeded()
    if tree is not None and with_shortcuts and not kept:
        rests = tree.rests
    else:
        battle = without_idle_effects(battle)
        following = RestOfAttack(battle, chapters, *(kept or ()))
        rests = NonDiceStates(battle, following, budget, with_shortcuts=with_shortcuts)

    start, left = after_record(rests.step, opening_state(battle), lambda state: state.chapter >= len(chapters), so_far)
    course = PolicyPlay(rests, policies, tree, budget)
    return ((outcome_of(battle, state), chance) for state, chance in course.ends(start, left))
