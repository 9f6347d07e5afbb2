"""Ends of an attack: the parts of the objective where nothing follows any more, or only damage."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from math import lcm

from app.rulesets.x_wing.attack.state import Due, State
from app.rulesets.x_wing.attack.suffering import ShipCounts
from app.rulesets.x_wing.exact.destruction import Damage, DeckCounts, DestructionOdds, damage_of, due_in
from app.rulesets.x_wing.exact.worth import Packing, Parts, Worth, loss, scale_for


class Ends:
    """What ends of an attack that began so are worth."""

    def __init__(self, opening: State, destruction: DestructionOdds) -> None:
        self.opening, self.destruction = opening, destruction

    def key(self, state: State) -> Hashable:
        """What the worth of a state depends on where the search ends."""
        return state

    def scale(self, throws: int, most: int) -> Packing:
        """Large enough for so many throws on the way, and for what the damage deck makes of `most` attack dice."""
        results = range(most + 1)
        dealt = [
            self.dealt(self.opening._replace(pending=(False,) * hits + (True,) * crits))
            for hits, crits in product(results, results)
            if hits + crits in results
        ]
        denominator = lcm(*[part.denominator for parts in dealt for part in parts])
        return scale_for(throws, denominator)

    def worth(self, scale: Packing, state: State) -> Worth:
        """What a state is worth where the search ends."""
        return scale.packed(self.ended(state))

    def ended(self, state: State) -> Parts:
        """The parts of the objective where nothing follows."""
        return self._so_far(state)

    def _so_far(self, state: State) -> Parts:
        lost = loss(self.opening.defender, state.defender) - loss(self.opening.attacker, state.attacker)
        destroyed = state.defender.is_destroyed - state.attacker.is_destroyed
        return Parts(Fraction(2 * lost), Fraction(destroyed), Fraction(state.dealt.crit))

    def dealt(self, state: State) -> Parts:
        """The parts of the objective where only damage is still to be dealt."""
        return self._with_damage(self._so_far(state), damage_of(state))

    def _with_damage(self, so_far: Parts, damage: Damage) -> Parts:
        lost = self.destruction.loss(damage.target, damage.deck, damage.due)
        destroyed = self.destruction.probability(damage.target, damage.deck, damage.due)
        return Parts(so_far.halves + 2 * lost, so_far.destroyed + destroyed, so_far.crits + damage.crits)


class EndsBeforeDamage(Ends):
    """Ends of an attack that is searched up to its damage, of a ship with this damage whatever the search shows."""

    def __init__(self, opening: State, destruction: DestructionOdds, target: ShipCounts, deck: DeckCounts) -> None:
        super().__init__(opening, destruction)
        self._target, self._deck = target, deck
        self._known: dict[tuple[Due, ...], Parts] = {}

    def key(self, state: State) -> Hashable:
        """The damage that is still to be dealt."""
        return due_in(state)

    def ended(self, state: State) -> Parts:
        """The parts of the objective where only damage is still to be dealt."""
        return self.of(due_in(state))

    def dealt(self, state: State) -> Parts:
        """The same."""
        return self.ended(state)

    def of(self, due: tuple[Due, ...]) -> Parts:
        """The parts of the objective where this damage is still to be dealt."""
        found = self._known.get(due)
        if found is None:
            crits = len(due) if self._target.breached else due.count(Due.CRIT)
            damage = Damage(self._target, self._deck, due, len(due) - crits, crits)
            found = self._known[due] = self._with_damage(self._so_far(self.opening), damage)
        return found
