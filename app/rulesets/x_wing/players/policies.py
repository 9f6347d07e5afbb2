"""The automatic players: `exact` plays best for the whole attack, `simple` follows habit, `none` spends nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.record import By
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.x_wing.attack.jamming import LoseToJam
from app.rulesets.x_wing.attack.neutralize import neutralizing_of
from app.rulesets.x_wing.attack.state import Battle
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, UseAbility, XWingUse
from app.rulesets.x_wing.exact.choices import answer_with
from app.rulesets.x_wing.exact.player import AnySearch, Search, best_choice, plan, tree_of
from app.rulesets.x_wing.exact.tallies import tally_of
from app.rulesets.x_wing.players.ability_choices import choose_ability
from app.rulesets.x_wing.players.simple_policy import Asked, Decide, asked_of, by_habit, what_must_be
from app.rulesets.x_wing.terms import DONE, Pool


@dataclass(frozen=True)
class BestPlayer:
    """The policy `exact`: the best choice for the whole attack; habit where the search takes too much work."""

    def __call__(self, question: Question[object], _by: By) -> object:
        """The answer in play."""
        return self.decide(question, None)

    def decide(self, question: Question[object], tree: AnySearch | None) -> object:
        """The answer by a search of the attack, if it is at hand; of a bonus attack by a search of its own."""
        battle = battle_asked_in(question)
        if battle is None:
            return next(question.options())
        if tree is None or battle.depth:
            tree = tree_of(battle)
        choice = None if tree is None else best_choice(question, tree)
        if tree is None or tree.budget.is_spent:
            return POLICIES["simple"](question, "")
        return choice


def plan_answer(policy: Policy, question: Question[object]) -> Search | None:
    """The search that a policy looks at to answer a question, where it is not kept; None for other policies."""
    battle = battle_asked_in(question) if isinstance(policy, BestPlayer) else None
    return None if battle is None else plan(battle.situation, battle.options, battle.depth)


def battle_asked_in(question: Question[object]) -> Battle | None:
    """The battle of a question about what to use; None for other questions."""
    return (
        question.battle if isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility | LoseToJam) else None
    )


@dataclass(frozen=True)
class AutomaticPlayer:
    """A policy that does not search: what it uses next on dice, and how it decides about other abilities."""

    next_use: Decide
    ability: Callable[[UseAbility], XWingUse]

    def __call__(self, question: Question[object], _by: By) -> object:
        """The answer, in play and in odds."""
        if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
            taken = self.next_use(asked_by(question))
            if taken is None and not question.may_stop():
                return next(question.options())
            offer, dice = (None, 0) if taken is None else taken
            return answer_with(offer, dice, question.state)
        return self.ability(question) if isinstance(question, UseAbility) else next(question.options())


def asked_by(question: ModifyAttackDice | ModifyDefenseDice) -> Asked:
    """What a question about dice shows to the player who is asked."""
    state, how = question.state, neutralizing_of(question.battle, question.state)
    tallies = {pool: tally_of(state.dice(pool), pool) for pool in Pool}
    return asked_of([use.offer for use in question.uses], question.window, tallies, how)


def use_nothing(question: UseAbility) -> XWingUse:
    """`done`, or the first ability that has to be used."""
    if question.may_stop():
        return XWingUse(DONE)
    mandatory = next(use for use in question.uses if not use.offer.optional)
    return next(option for option in question.options() if option.use == mandatory.name)


POLICIES: dict[str, Policy] = {
    "exact": BestPlayer(),
    "simple": AutomaticPlayer(by_habit, choose_ability),
    "none": AutomaticPlayer(what_must_be, use_nothing),
}
