"""Exact odds: every step of the attack is played for every roll, and states with the same future are merged."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from app.domain.errors import LimitExceeded
from app.domain.odds import Distributions, Steps, after_record, distributions_of, enumerate_steps, outcomes_of_step
from app.domain.record import By, Origin, Record, Role, Source
from app.domain.resolution import answers_in
from app.domain.ruleset import Left, Policies, Values
from app.domain.table import Question, RecordedAnswer, Table
from app.rulesets.x_wing.attack.deck import EFFECTIVE_CARDS, EFFECTIVE_WHEN_EXPOSED, simplified_deck
from app.rulesets.x_wing.attack.state import Battle, State, battle_of, opening_state
from app.rulesets.x_wing.exact.endings import Shortcut, best_shortcuts
from app.rulesets.x_wing.exact.player import tree_of
from app.rulesets.x_wing.exact.tree import Tree
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.odds.shortcuts import shortcuts_of
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.players.policies import BUDGET_OF_A_SEARCH, AutomaticPlayer, BestPlayer
from app.rulesets.x_wing.players.search import Search
from app.rulesets.x_wing.prospects.budget import Budget
from app.rulesets.x_wing.prospects.destruction import DestructionOdds, damage_shortcut
from app.rulesets.x_wing.prospects.merging import RestOfAttack, conditions_of, relevant_chapters
from app.rulesets.x_wing.prospects.state_keys import damage_key, simplified_wreck
from app.rulesets.x_wing.rules import ROLL_ATTACK, ROLL_DEFENSE, chapters_of, outcome_of, play_next

MEASURES: Mapping[str, Callable[[XWingOutcome], int | bool]] = {
    "damage": lambda outcome: outcome.damage.hit + outcome.damage.crit,
    "crit_damage": lambda outcome: outcome.damage.crit,
    "destroyed": lambda outcome: outcome.destroyed,
}
POLICY = Source(Origin.POLICY)
BUDGET = 300_000
"""The work that odds may take, in units of less than a hundred-thousandth of a second."""

WEIGHT_OF_A_CARD = 5
"""The extra work of a step that draws one card.

For several cards it grows with the square of their number, as a step is played again for each further card.
"""

WEIGHT_OF_A_SHORTCUT = 3
"""The work for each state that a shortcut yields."""


def exact_odds(
    situation: XWingAttack, options: XWingOptions, policies: Policies, so_far: Record = Record()
) -> Distributions:
    """The exact distribution of each measure. Raises LimitExceeded if it would take too much work (XW-29).

    `so_far`: what was rolled and chosen already.
    """
    return distributions_of(weighted_outcomes(battle_of(situation, options), policies, answers_in(so_far)), MEASURES)


def weighted_outcomes(  # noqa: C901 - the start, the shortcuts and the steps of one enumeration
    battle: Battle,
    policies: Policies,
    so_far: Sequence[RecordedAnswer] = (),
    *,
    with_shortcuts: bool = True,
    most: int = BUDGET,
    whole: bool = False,
) -> Iterator[tuple[XWingOutcome, Fraction]]:
    """Every outcome with its probability; without `with_shortcuts` every roll is played step by step.

    With `whole` too, and then both ships are in each outcome what they are after the attack: nothing is left out that
    the measures do not depend on.

    Raises LimitExceeded if the work exceeds `most`, or if the policies use up the budget of their search.
    """
    chapters = chapters_of(battle) if whole else relevant_chapters(battle)
    search, budget = Search(Budget(BUDGET_OF_A_SEARCH)), Budget(most)
    best = tuple(role for role, policy in policies.items() if isinstance(policy, BestPlayer))
    tree = tree_of(battle) if best else None
    if best and tree is None:
        raise LimitExceeded("too-many-possibilities", "XW-29")
    rest = RestOfAttack(battle, chapters)
    shortcuts: dict[int, Shortcut] = {}
    if with_shortcuts and not whole:
        shortcuts.update(shortcuts_of(battle, chapters, policies, search))
        if tree is not None:
            shortcuts.update(best_shortcuts(tree, best))
        if rest.last_effect < rest.damage_chapter:
            destruction_odds = DestructionOdds(budget, leaks_by_itself=battle.options.fuel_leak_self_trigger)
            shortcuts[rest.damage_chapter] = lambda state: damage_shortcut(state, destruction_odds)
    weight = weight_of_step(battle)

    def play(state: State, table: Table) -> State:
        return play_next(battle, chapters, state, table)

    def simplified(state: State) -> State:
        if whole or not rest.is_deck_simple:
            return state
        effective = EFFECTIVE_CARDS if rest.key_of_damage is damage_key else EFFECTIVE_WHEN_EXPOSED
        return state._replace(deck=simplified_deck(state.deck, effective))

    start, left = after_record(play, opening_state(battle), lambda state: state.chapter >= len(chapters), so_far)
    begun = start if left else simplified(start)
    if so_far and start.chapter < len(chapters) and chapters[start.chapter] not in (ROLL_ATTACK, ROLL_DEFENSE):
        shortcuts.pop(start.chapter, None)  # a shortcut begins where its chapter does

    def following(state: State) -> Iterator[tuple[State, Fraction]]:
        chapter = chapters[state.chapter]
        recorded = left if state is begun else ()
        shortcut = None if recorded else shortcuts.get(state.chapter)
        if shortcut is not None and not (state.is_skipped and chapter.is_about_dice):
            found, each = shortcut(state), WEIGHT_OF_A_SHORTCUT
        else:
            players = RememberedChoices(policies, state, search, tree)
            found = outcomes_of_step(play, state, players, recorded)
            each = weight
            if recorded:
                found = ((simplified(after), chance) for after, chance in found)
        for one in found:
            work = each + WEIGHT_OF_A_CARD * cards_drawn(state, one[0]) ** 2
            if not budget.take(work) or search.budget.is_spent or (tree is not None and tree.budget.is_spent):
                raise LimitExceeded("too-many-possibilities", "XW-29")
            yield (simplified_wreck(one[0]), one[1]) if rest.simplifies_wrecks and one[0].defender.is_destroyed else one

    steps = Steps(
        begun,
        following,
        lambda state: state.chapter,
        len(chapters),
        (lambda state: whole_key(rest, state)) if whole else rest.key_of,
    )
    return ((outcome_of(battle, state), weight) for state, weight in enumerate_steps(steps))


class RememberedChoices:
    """Policies that decide a question before the first roll of a step once, though the step is played for each roll."""

    def __init__(self, policies: Policies, state: State, search: Search, tree: Tree | None) -> None:
        self._policies, self._state, self._search, self._tree = policies, state, search, tree
        self._decided: dict[By, object] = {}

    def __call__(self, question: Question[object], by: By) -> tuple[object, Source]:
        if getattr(question, "state", None) is not self._state:
            return self._decide(question, by), POLICY
        if by not in self._decided:
            self._decided[by] = self._decide(question, by)
        return self._decided[by], POLICY

    def _decide(self, question: Question[object], by: By) -> object:
        policy = self._policies[Role(by)]
        if isinstance(policy, BestPlayer):
            return policy.decide(question, self._tree)
        return policy.decide(question, self._search) if isinstance(policy, AutomaticPlayer) else policy(question, by)


def outcomes(
    situation: XWingAttack, options: XWingOptions, policies: Policies
) -> Iterator[tuple[Values, Left, Fraction]]:
    """Every outcome with the defender and its deck as they are then, and its probability.

    Raises LimitExceeded if it would take too much work (XW-29).
    """
    for outcome, chance in weighted_outcomes(battle_of(situation, options), policies, whole=True):
        yield {name: measure(outcome) for name, measure in MEASURES.items()}, left(situation, outcome), chance


def left(_situation: XWingAttack, outcome: XWingOutcome) -> Left:
    """The defender and its deck after an attack."""
    return {"defender": outcome.after.defender, "damage_deck": outcome.after.damage_deck}


def whole_key(rest: RestOfAttack, state: State) -> Hashable:
    """Everything that a state tells, but for the places of dice; without dice once nothing depends on them."""
    relevance = rest.relevances[state.chapter]
    if not relevance.results and relevance.dice == (False, False):
        cards = tuple(sorted(state.defender.damage_cards, key=repr))
        ship = replace(state.defender, damage_cards=cards)
        return repr(state._replace(attack_dice=(), defense_dice=(), defender=ship))
    attack, defense = (tuple(sorted(dice, key=repr)) for dice in (state.attack_dice, state.defense_dice))
    return repr(state._replace(attack_dice=attack, defense_dice=defense))


def cards_drawn(before: State, after: State) -> int:
    """How many cards were drawn between two states, judged by the sizes of the decks."""
    return abs(len(before.deck) - len(after.deck)) + abs(len(before.attacker_deck) - len(after.attacker_deck))


def weight_of_step(battle: Battle) -> int:
    """The work of playing one step; it grows with the number of abilities and of their conditions."""
    held = [one for effects in battle.effects.values() for one in effects]
    conditions = sum(len(conditions_of(one)) for one in held)
    return 15 + len(held) + conditions // 4
