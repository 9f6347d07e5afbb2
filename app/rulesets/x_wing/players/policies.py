"""Automatic players: `exact` expects the most it can, `simple` follows habit, `none` spends nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.record import By
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.x_wing.attack.use_names import DONE
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, UseAbility, XWingUse
from app.rulesets.x_wing.players.ability_choices import choose_ability
from app.rulesets.x_wing.players.enemy_dice import choose_for_enemy_dice
from app.rulesets.x_wing.players.own_dice import choice_for, habitual_use, is_about_own_dice, position_for
from app.rulesets.x_wing.players.search import Budget, ChooseNextUse, Search, best_use, only_mandatory

BUDGET_OF_A_SEARCH = 60_000
"""How much may be weighed for one question in play, and for all questions in odds: so both decide alike."""


@dataclass(frozen=True)
class AutomaticPlayer:
    """A policy: how it decides, and what it does with its own dice as far as a plan tells it all."""

    decide: Callable[[Question[object], Search], object]
    choose_next_use: ChooseNextUse

    def __call__(self, question: Question[object], _by: By) -> object:
        """The choice in play, by habit where there is too much to weigh."""
        search = Search(Budget(BUDGET_OF_A_SEARCH))
        choice = self.decide(question, search)
        if not search.budget.is_spent:
            return choice
        if isinstance(question, ModifyAttackDice | ModifyDefenseDice) and is_about_own_dice(question):
            return choice_for(question, habitual_use(position_for(question)))
        return choose_nothing(question, search)


def choose_exactly(question: Question[object], search: Search) -> object:
    """An exact expectimax over the window (own dice), or over what it does to the enemy's (theirs)."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        if is_about_own_dice(question):
            return choice_for(question, best_use(position_for(question), search))
        return choose_for_enemy_dice(question, search)
    return choose_ability(question, search)


def choose_by_habit(question: Question[object], search: Search) -> object:
    """Habit: with a lock, all blanks and the focus results that cannot be converted; then convert."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        return (
            choice_for(question, habitual_use(position_for(question)))
            if is_about_own_dice(question)
            else choose_for_enemy_dice(question, search)
        )
    return choose_ability(question, search)


def choose_nothing(question: Question[object], search: Search) -> object:
    """Spends nothing; what is mandatory is done."""
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
    "exact": AutomaticPlayer(choose_exactly, best_use),
    "simple": AutomaticPlayer(choose_by_habit, lambda position, _search: habitual_use(position)),
    "none": AutomaticPlayer(choose_nothing, only_mandatory),
}
