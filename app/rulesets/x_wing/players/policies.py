"""The automatic players: `exact` maximizes what it expects, `simple` follows habit, `none` spends nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.record import By
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.x_wing.attack.state import Battle
from app.rulesets.x_wing.attack.use_names import DONE
from app.rulesets.x_wing.attack.window_questions import (
    ModifyAttackDice,
    ModifyDefenseDice,
    UseAbility,
    XWingUse,
)
from app.rulesets.x_wing.exact.player import best_choice, tree_of
from app.rulesets.x_wing.exact.tree import Tree
from app.rulesets.x_wing.players.ability_choices import choose_ability
from app.rulesets.x_wing.players.enemy_dice import choose_for_enemy_dice
from app.rulesets.x_wing.players.own_dice import choice_for, habitual_use, is_about_own_dice, position_for
from app.rulesets.x_wing.players.search import ChooseNextUse, Search, only_mandatory
from app.rulesets.x_wing.prospects.budget import Budget

BUDGET_OF_A_SEARCH = 60_000
"""The work of one search: for one question in play, for all questions in odds, so that both decide alike."""


@dataclass(frozen=True)
class BestPlayer:
    """The policy `exact`: the best choice for the whole attack; habit where the search takes too much work."""

    def __call__(self, question: Question[object], _by: By) -> object:
        """The answer in play."""
        return self.decide(question, None)

    def decide(self, question: Question[object], tree: Tree | None) -> object:
        """The answer by a search of the attack, if it is at hand; of a bonus attack by a search of its own."""
        battle = battle_asked_in(question)
        if battle is None:
            return next(question.options())
        if tree is None or battle.depth:
            tree = tree_of(battle)
        choice = None if tree is None else best_choice(question, tree)
        if tree is None or tree.budget.is_spent:
            return choose_by_habit(question, Search(Budget(BUDGET_OF_A_SEARCH)))
        return choice


def battle_asked_in(question: Question[object]) -> Battle | None:
    """The battle of a question about what to use; None for other questions."""
    return question.battle if isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility) else None


@dataclass(frozen=True)
class AutomaticPlayer:
    """A policy: how it answers any question, and its next use on its own dice as far as a Position describes them."""

    decide: Callable[[Question[object], Search], object]
    choose_next_use: ChooseNextUse

    def __call__(self, question: Question[object], _by: By) -> object:
        """The answer in play; habit decides where the search takes too much work."""
        search = Search(Budget(BUDGET_OF_A_SEARCH))
        choice = self.decide(question, search)
        if not search.budget.is_spent:
            return choice
        if isinstance(question, ModifyAttackDice | ModifyDefenseDice) and is_about_own_dice(question):
            return choice_for(question, habitual_use(position_for(question)))
        return choose_nothing(question, search)


def choose_by_habit(question: Question[object], search: Search) -> object:
    """`simple`: reroll blanks for free, with a lock also focus results that no token converts; then convert."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        if is_about_own_dice(question):
            return choice_for(question, habitual_use(position_for(question)))
        return choose_for_enemy_dice(question, search)
    return choose_ability(question, search)


def choose_nothing(question: Question[object], search: Search) -> object:
    """`none`: spend nothing; only mandatory uses are chosen."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility):
        if question.may_stop():
            return XWingUse(DONE)
        if not isinstance(question, UseAbility) and is_about_own_dice(question):
            next_use = only_mandatory(position_for(question), search)
            if next_use.use != DONE:
                return choice_for(question, next_use)
        mandatory = next(use for use in question.uses if not use.optional)
        return next(option for option in question.options() if option.use == mandatory.name)
    return next(question.options())


POLICIES: dict[str, Policy] = {
    "exact": BestPlayer(),
    "simple": AutomaticPlayer(choose_by_habit, lambda position, _search: habitual_use(position)),
    "none": AutomaticPlayer(choose_nothing, only_mandatory),
}
