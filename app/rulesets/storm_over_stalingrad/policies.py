"""Automatic players: exact optima over the units and points of an allocation."""

from collections.abc import Callable

from app.domain.record import By
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.storm_over_stalingrad.allocation import Score, Target, best_vector
from app.rulesets.storm_over_stalingrad.questions import AllocateDamage

Losses = Callable[[Target, int, bool], Score]
"""The cost of `points` on a target; the flag says that units cannot retreat."""


def min_loss(target: Target, points: int, is_trapped: bool) -> Score:
    """The least value lost, then the fewest units lost, retreating, flipped."""
    lost, leaves, flipped, turned = fate_of(target, points, is_trapped)
    worth = target.worth
    return (worth * lost, lost, leaves, flipped, worth * leaves, target.firepower * turned, flipped * leaves)


def hold_ground(target: Target, points: int, is_trapped: bool) -> Score:
    """The fewest units gone from the area, then the least value lost."""
    lost, leaves, flipped, turned = fate_of(target, points, is_trapped)
    worth = target.worth
    gone = lost + leaves
    return (gone, worth * lost, lost, flipped, worth * leaves, target.firepower * turned, flipped * leaves)


def keep_fresh(target: Target, points: int, is_trapped: bool) -> Score:
    """The fewest fresh units hit, then the least firepower among them, then the least value lost."""
    lost, leaves, flipped, turned = fate_of(target, points, is_trapped)
    worth = target.worth
    return (turned, target.firepower * turned, worth * lost, lost, leaves, worth * leaves, flipped * leaves)


def fate_of(target: Target, points: int, is_trapped: bool) -> tuple[int, int, int, int]:
    """Whether the unit is lost, leaves for another area, is flipped and no longer fresh; each 0 or 1."""
    retreats = target.retreats(points)
    lost = target.is_eliminated(points) or (retreats and is_trapped)
    leaves = retreats and not is_trapped
    return int(lost), int(leaves), int(target.flips(points)), int(target.is_fresh and points > 0)


def policy(losses: Losses) -> Policy:
    """The policy that minimizes `losses`; a firing player who allocates maximizes them (SS-29)."""

    def choose(question: Question[object], _by: By) -> object:
        if not isinstance(question, AllocateDamage):
            return next(question.options())
        is_trapped, sign = not question.retreats_to, -1 if question.by_firing_player else 1

        def score(target: Target, points: int) -> Score:
            return tuple(sign * part for part in losses(target, points, is_trapped))

        return question.choice_of(best_vector(question.targets, question.must_apply, score))

    return choose


POLICIES = {"min-loss": policy(min_loss), "hold-ground": policy(hold_ground), "keep-fresh": policy(keep_fresh)}
