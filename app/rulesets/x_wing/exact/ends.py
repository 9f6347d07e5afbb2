"""Ends of an attack: the parts of the objective where nothing follows any more, or only damage."""

from fractions import Fraction
from itertools import product
from math import lcm

from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.destruction import DestructionOdds, damage_of
from app.rulesets.x_wing.exact.worth import Parts, Scale, loss, scale_for


class Ends:
    """What ends of an attack that began so are worth."""

    def __init__(self, opening: State, budget: Budget, *, leaks_by_itself: bool) -> None:
        self._opening = opening
        self.destruction = DestructionOdds(budget, leaks_by_itself=leaks_by_itself)

    def scale(self, throws: int, most: int) -> Scale:
        """Large enough for so many throws on the way, and for what the damage deck makes of `most` attack dice."""
        results = range(most + 1)
        dealt = [
            self.dealt(self._opening._replace(pending=(False,) * hits + (True,) * crits))
            for hits, crits in product(results, results)
            if hits + crits in results
        ]
        denominator = lcm(*[part.denominator for parts in dealt for part in parts])
        return scale_for(throws, denominator)

    def ended(self, state: State) -> Parts:
        """The parts of the objective where nothing follows."""
        lost = loss(self._opening.defender, state.defender) - loss(self._opening.attacker, state.attacker)
        destroyed = state.defender.is_destroyed - state.attacker.is_destroyed
        return Parts(Fraction(2 * lost), Fraction(destroyed), Fraction(state.dealt.crit))

    def dealt(self, state: State) -> Parts:
        """The parts of the objective where only damage is still to be dealt."""
        so_far, damage = self.ended(state), damage_of(state)
        lost = self.destruction.loss(damage.target, damage.deck, damage.due)
        destroyed = self.destruction.probability(damage.target, damage.deck, damage.due)
        destroyed -= state.attacker.is_destroyed
        return Parts(so_far.halves + 2 * lost, destroyed, so_far.crits + damage.crits)
