"""Automatic players: exact optima over the units and points of an allocation."""

from app.domain.record import By
from app.domain.ruleset import Policy, first_option
from app.domain.table import Question
from app.rulesets.storm_over_stalingrad.allocation import Losses
from app.rulesets.storm_over_stalingrad.losses import hold_ground, keep_fresh, min_loss
from app.rulesets.storm_over_stalingrad.questions import AllocateDamage


def policy(losses: Losses) -> Policy:
    """The policy that minimizes `losses`; a firing player who allocates maximizes them (SS-29)."""

    def choose(question: Question[object], by: By) -> object:
        return question.best(losses) if isinstance(question, AllocateDamage) else first_option(question, by)

    return choose


LOSSES = {"min-loss": min_loss, "hold-ground": hold_ground, "keep-fresh": keep_fresh}
"""What each policy minimizes, by its name."""

POLICIES = {name: policy(losses) for name, losses in LOSSES.items()}


def losses_of(policy: Policy) -> Losses | None:
    """What a policy minimizes; None for one that is not of this rulebook."""
    return next((LOSSES[name] for name, known in POLICIES.items() if known is policy), None)
