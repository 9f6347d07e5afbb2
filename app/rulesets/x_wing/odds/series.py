"""Attacks on one defender in which both players know that the others come: what is kept now is worth what it does then.

What an attack may leave is found forwards, whatever the players choose; what it is worth is found backwards, from the
last attack to the first. The odds are then those of each attack on each defender, as in several_attacks.py.
"""

from collections.abc import Generator, Sequence
from dataclasses import replace
from math import factorial

from app.domain.effort import Effort
from app.domain.errors import NotComputable
from app.domain.odds import Distributions
from app.domain.record import Record
from app.domain.ruleset import FollowUps, Left, Policies
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import battle_of, opening_state
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.damage_keys import DECK_WITHOUT_EFFECT
from app.rulesets.x_wing.exact.price import most_thrown, price
from app.rulesets.x_wing.exact.search import NOTHING
from app.rulesets.x_wing.exact.worth import scale_for
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.odds.attack_in_series import AttackInSeries
from app.rulesets.x_wing.odds.dealing import Dealing, Hurt, due_of, hurt_of, unhurt
from app.rulesets.x_wing.odds.further_attacks import SEEN, looked_at_by, outcomes
from app.rulesets.x_wing.odds.several_attacks import (
    WORK_OF_ALL,
    Score,
    Standing,
    Steps,
    Ways,
    after,
    after_first,
    is_apart,
    several,
)
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.players.policies import BestPlayer


class Series:
    """Several attacks on one defender, and what all that may stand before each of them is worth."""

    def __init__(self, attacks: Sequence[XWingAttack], options: XWingOptions, policies: Policies, most: Effort) -> None:
        self.attacks, self.options, self.policies, self.most = attacks, options, policies, most
        work = Budget(WORK_OF_ALL, most)
        battles = [without_idle_effects(battle_of(attack, options)) for attack in attacks]
        self.hurt = hurt_of(attacks[0].defender, opening_state(battles[0]).deck)
        self.ship = unhurt(attacks[0].defender, self.hurt.structural)
        self.dealing = Dealing(work, leaks_by_itself=options.fuel_leak_self_trigger)
        scale = scale_for(sum(map(most_thrown, battles)), factorial(sum(self.hurt.deck)))
        self.attackings = [
            AttackInSeries(
                replace(attack, defender=unhurt(self.ship, 0), damage_deck=DECK_WITHOUT_EFFECT),
                *(options, policies, attacks[n:], scale, self.dealing, work),
            )
            for n, attack in enumerate(attacks, 1)
        ]
        self._is_ready = False

    def look_ahead(self) -> Generator[None, None, None]:
        """Work out what all that may stand before each attack is worth, once. Raises LimitExceeded."""
        if self._is_ready:
            return
        ships, hurts, stands = [unhurt(self.ship, 0)], [self.hurt], list[tuple[list[XWingShip], list[Hurt]]]()
        for attacking in self.attackings:
            yield
            stands.append((ships, hurts))
            structural = dict.fromkeys(hurt.structural for hurt in hurts)
            leaves = attacking.reach([unhurt(ship, on) for on in structural for ship in ships])
            dues = dict.fromkeys(due_of(results) for _, results in leaves)
            ships = list(dict.fromkeys(ship for ship, _ in leaves))
            ends = dict.fromkeys(end for hurt in hurts for due in dues for end, _ in self.dealing.ways(hurt, due).ways)
            hurts = [end for end in ends if not end.is_wreck]
        worths = {(ship, hurt): NOTHING for ship in ships for hurt in hurts}
        for attacking, (ships, hurts) in zip(reversed(self.attackings), reversed(stands), strict=True):
            attacking.follow(worths)
            worths = yield from attacking.worths(ships, hurts)
        self._is_ready = True

    def odds(self, so_far: Record) -> Generator[None, None, Distributions]:
        """The distribution of every measure; `so_far` is of the first attack. Raises LimitExceeded."""
        score = Score({(self.ship, self.hurt): Ways(1, 1)})
        for n, attacking in enumerate(self.attackings, 1):
            steps: dict[Standing, Steps] = {}
            attacked = [(ship, hurt) for ship, hurt in score.standing if not (hurt.is_wreck or attacking.refuses(ship))]
            if n > 1:
                yield from attacking.play(attacked)
            for ship, hurt in attacked:
                ended = attacking.ends_of_record(ship, hurt, so_far) if n == 1 else attacking.ends(ship, hurt)
                if ended is None:
                    first, *further = self.attacks
                    found = outcomes(first, self.options, self.policies, so_far, further, effort=self.most)
                    steps[ship, hurt] = after_first(found)
                else:
                    is_last = n == len(self.attacks)
                    steps[ship, hurt] = after(attacking, self.dealing, hurt, ended, is_last=is_last)
            yield from score.follow(steps)
        return score.distributions()


def in_series(
    attacks: Sequence[XWingAttack],
    options: XWingOptions,
    policies: Policies,
    so_far: Record,
    *,
    effort: Effort | None = None,
) -> Generator[None, None, Distributions] | None:
    """The odds of attacks one after the other where those who search know that the others come; None where none does.

    `so_far` is of the first attack. Raises LimitExceeded; NotComputable where abilities look at damage.
    """
    if not any(isinstance(policy, BestPlayer) for policy in policies.values()):
        return None
    battles = (without_idle_effects(battle_of(attack, options)) for attack in attacks)
    if not all(map(is_apart, battles)) or looked_at_by(attacks[1:], options).cards != SEEN:
        raise NotComputable("series-not-apart", "XW-29")
    price(attacks[0], options)
    most = effort or Effort(WORK_OF_ALL)
    players = tuple(policies.items())
    series = most.once((tuple(attacks), options, players), lambda: Series(attacks, options, policies, most))
    return _over(series, so_far)


def _over(series: Series, so_far: Record) -> Generator[None, None, Distributions]:
    yield from series.look_ahead()
    return (yield from series.odds(so_far))


def left(_situation: XWingAttack, outcome: XWingOutcome) -> Left:
    """The defender and its deck after an attack."""
    return {"defender": outcome.after.defender, "damage_deck": outcome.after.damage_deck}


THEN = FollowUps(
    ("defender", "damage_deck"), left, outcomes, {"damage_total": "damage"}, several=several, in_series=in_series
)
