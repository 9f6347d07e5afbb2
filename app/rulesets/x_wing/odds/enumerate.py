"""Exact odds: the attack's own steps over every roll, states that can no longer differ merged."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from app.domain.errors import LimitExceeded
from app.domain.odds import Distributions, Steps, distributions_of, enumerate_steps, outcomes_of_step
from app.domain.record import By, Origin, Role, Source
from app.domain.ruleset import Policies
from app.domain.table import Question
from app.rulesets.x_wing.attack.deck import MATTERING, TURNING, simplified
from app.rulesets.x_wing.attack.state import Battle, State, battle_of, opening
from app.rulesets.x_wing.model import XWingAttack, XWingOptions, XWingOutcome
from app.rulesets.x_wing.odds.destruction import Fates, deal
from app.rulesets.x_wing.odds.merging import Ahead, atoms_of, effects_of, may_hurt, suffered, wrecked
from app.rulesets.x_wing.odds.shortcuts import Leap, leaps_of
from app.rulesets.x_wing.players.policies import MEANS_OF_A_MIND, Player
from app.rulesets.x_wing.players.search import Means, Mind
from app.rulesets.x_wing.rules import DEAL_DAMAGE, Chapter, chapters_of, outcome_of, step

MEASURES: Mapping[str, Callable[[XWingOutcome], int | bool]] = {
    "damage": lambda outcome: outcome.damage.hit + outcome.damage.crit,
    "crit_damage": lambda outcome: outcome.damage.crit,
    "destroyed": lambda outcome: outcome.destroyed,
}
POLICY = Source(Origin.POLICY)

MEANS = 300_000
"""How much odds may compute: a unit takes less than a hundred-thousandth of a second."""

WEIGHT_OF_A_CARD = 5
"""What it weighs besides that a step draws a card; of several the square: one is drawn again for each other."""

WEIGHT = 3
"""What a state weighs that a leap finds."""


def odds(situation: XWingAttack, options: XWingOptions, policies: Policies) -> Distributions:
    """The exact distribution of each measure. Raises LimitExceeded where it would cost too much (XW-29)."""
    return distributions_of(weighted(battle_of(situation, options), policies), MEASURES)


def weighted(
    battle: Battle, policies: Policies, *, leaping: bool = True, most: int = MEANS
) -> Iterator[tuple[XWingOutcome, Fraction]]:
    """Every outcome with its probability; without `leaping` every throw is played step by step.

    Raises LimitExceeded where there is more to compute than `most`, or too much to weigh.
    """
    chapters = chapters_that_count(battle)
    mind, means = Mind(Means(MEANS_OF_A_MIND)), Means(most)
    ahead = Ahead(battle, chapters)
    leaps: dict[int, Leap] = {}
    if leaping:
        leaps.update(leaps_of(battle, chapters, policies, mind))
        if ahead.last_effect < ahead.dealing:
            fates = Fates(means, leaks_by_itself=battle.options.fuel_leak_self_trigger)
            leaps[ahead.dealing] = lambda state: deal(state, fates)
    weight = weight_of(battle)

    def following(state: State) -> Iterator[tuple[State, Fraction]]:
        chapter = chapters[state.chapter]
        leap = leaps.get(state.chapter)
        if leap is not None and not (state.is_skipped and chapter.is_about_dice):
            found, each = leap(state), WEIGHT
        else:
            players = Deciding(policies, state, mind)
            found = outcomes_of_step(lambda at, table: step(battle, chapters, at, table), state, players)
            each = weight
        for one in found:
            if not means.take(each + WEIGHT_OF_A_CARD * drawn(state, one[0]) ** 2) or mind.means.are_spent:
                raise LimitExceeded("too-many-possibilities", "XW-29")
            yield (wrecked(one[0]), one[1]) if ahead.seals_fates and one[0].defender.is_destroyed else one

    start = opening(battle)
    if ahead.is_deck_simple:
        mattering = MATTERING if ahead.damage_of is suffered else TURNING
        start = start._replace(deck=simplified(start.deck, mattering))
    steps = Steps(start, following, lambda state: state.chapter, len(chapters), ahead.key_of)
    return ((outcome_of(battle, state), weight) for state, weight in enumerate_steps(steps))


class Deciding:
    """Policies that answer what is asked before the first roll of a step once, however often it is played."""

    def __init__(self, policies: Policies, state: State, mind: Mind) -> None:
        self._policies, self._state, self._mind = policies, state, mind
        self._decided: dict[By, object] = {}

    def __call__(self, question: Question[object], by: By) -> tuple[object, Source]:
        if getattr(question, "state", None) is not self._state:
            return self._decide(question, by), POLICY
        if by not in self._decided:
            self._decided[by] = self._decide(question, by)
        return self._decided[by], POLICY

    def _decide(self, question: Question[object], by: By) -> object:
        policy = self._policies[Role(by)]
        return policy.decide(question, self._mind) if isinstance(policy, Player) else policy(question, by)


def drawn(before: State, after: State) -> int:
    """How many cards were drawn meanwhile, as far as it can be told."""
    return abs(len(before.deck) - len(after.deck)) + abs(len(before.attacker_deck) - len(after.attacker_deck))


def weight_of(battle: Battle) -> int:
    """What a step that is played weighs: the more abilities with the more conditions, the more."""
    held = [one for effects in battle.effects.values() for one in effects]
    atoms = sum(len(atoms_of(one)) for one in held)
    return 15 + len(held) + atoms // 4


def chapters_that_count(battle: Battle) -> tuple[Chapter, ...]:
    """The chapters up to the last one that may damage a ship."""
    chapters = chapters_of(battle)
    end = chapters.index(DEAL_DAMAGE) + 1
    return chapters if any(may_hurt(held) for held in effects_of(battle, chapters[end:])) else chapters[:end]
