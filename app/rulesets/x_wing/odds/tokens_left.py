"""Odds of what ships have left after an attack: tokens, Force charges, locks on each other."""

from collections.abc import Callable, Mapping
from functools import partial

from app.domain.effort import Effort
from app.domain.odds import Distributions, distributions_of
from app.domain.record import Record, Role
from app.domain.resolution import answers_in
from app.domain.ruleset import FurtherMeasures, Policies
from app.rulesets.x_wing.attack.state import Battle, battle_of
from app.rulesets.x_wing.exact.relevance import RestOfAttack
from app.rulesets.x_wing.exact.state_features import STRESS_OF_DEFENDER, StateFeature, force_of, lock_of, tokens_of
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.odds.enumerate import MEASURES, Kept, weighted_outcomes
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.rules import chapters_of
from app.rulesets.x_wing.terms import Token

Left = Callable[[XWingOutcome], int]


def _measures() -> Mapping[str, tuple[StateFeature, Left]]:
    found: dict[str, tuple[StateFeature, Left]] = {}
    for role in Role:
        for token, subject in zip(Token, tokens_of(role, *Token), strict=True):
            found[f"{role.value}_{token.field}"] = subject, partial(_tokens, role, token)
        found[f"{role.value}_force"] = force_of(role), partial(_force, role)
        found[f"{role.value}_lock"] = lock_of(role), partial(_lock, role)
    return found


def _ships(outcome: XWingOutcome, role: Role) -> tuple[XWingShip, XWingShip]:
    """The ship in a role, and the other one, after the attack."""
    after = outcome.after
    return (after.attacker, after.defender) if role is Role.ATTACKER else (after.defender, after.attacker)


def _tokens(role: Role, token: Token, outcome: XWingOutcome) -> int:
    return _ships(outcome, role)[0].tokens.count(token)


def _force(role: Role, outcome: XWingOutcome) -> int:
    return _ships(outcome, role)[0].force.active


def _lock(role: Role, outcome: XWingOutcome) -> int:
    own, other = _ships(outcome, role)
    return int(other.id in own.locks)


KNOWN = _measures()
"""What has to be told apart for a measure, and its value after an attack, by its name."""


def odds_with_tokens(
    situation: XWingAttack,
    options: XWingOptions,
    policies: Policies,
    so_far: Record,
    also: tuple[str, ...],
    *,
    effort: Effort | None = None,
) -> Distributions:
    """The exact distribution of each measure of every odds, and of those of tokens that `also` names.

    Raises LimitExceeded if it would take too much work (XW-29).
    """
    battle, subjects = battle_of(situation, options), tuple(KNOWN[name][0] for name in also)
    kept = Kept(subjects, by_card=depend_on_cards(battle, subjects))
    outcomes = weighted_outcomes(battle, policies, answers_in(so_far), kept=kept, effort=effort)
    return distributions_of(outcomes, {**MEASURES, **{name: KNOWN[name][1] for name in also}})


def depend_on_cards(battle: Battle, subjects: tuple[StateFeature, ...]) -> bool:
    """Whether damage cards may change what is left: by their texts, or as abilities follow that look at damage."""
    rest = RestOfAttack(battle, chapters_of(battle))
    return rest.last_effect >= rest.damage_chapter or any(one in STRESS_OF_DEFENDER for one in subjects)


FURTHER = FurtherMeasures({name: left for name, (_, left) in KNOWN.items()}, odds_with_tokens)
