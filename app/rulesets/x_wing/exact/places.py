"""Places: the points of an attack as the search sees them."""

from dataclasses import dataclass
from typing import NamedTuple

from app.rulesets.x_wing.exact.tallies import as_fresh, unit
from app.rulesets.x_wing.terms import Face, Pool

RESULTS = 15 * (unit(Pool.ATTACK, Face.HIT) + unit(Pool.ATTACK, Face.CRIT))
EVADES = 15 * unit(Pool.DEFENSE, Face.EVADE)
"""The kinds of dice that count once nothing looks at any other."""


class Place(NamedTuple):
    """A point of the attack as the search sees it: the tallies of both pools, and the number of the rest."""

    attack: int
    defense: int
    rest: int

    def tally(self, pool: Pool) -> int:
        """The tally of a pool."""
        return self.attack if pool is Pool.ATTACK else self.defense

    def with_tally(self, pool: Pool, tally: int) -> "Place":
        """The place with another tally of a pool."""
        return self._replace(attack=tally) if pool is Pool.ATTACK else self._replace(defense=tally)


@dataclass(frozen=True, slots=True)
class Beyond:
    """Where a rest goes when its chapter ends, and which dice still count there."""

    rest: int
    attack: int
    defense: int

    def place(self, attack: int, defense: int) -> Place:
        """The place that follows."""
        attack = as_fresh(attack) & RESULTS if self.attack == RESULTS else attack & self.attack
        defense = as_fresh(defense) & EVADES if self.defense == EVADES else defense & self.defense
        return Place(attack, defense, self.rest)
