"""Places: the points of an attack as the search sees them."""

from dataclasses import dataclass
from typing import NamedTuple

from app.rulesets.x_wing.attack.neutralize import Neutralizing
from app.rulesets.x_wing.exact.tallies import MANY, as_fresh, count, unit
from app.rulesets.x_wing.terms import Face, Pool

RESULTS = MANY * (unit(Pool.ATTACK, Face.HIT) + unit(Pool.ATTACK, Face.CRIT))
EVADES = MANY * unit(Pool.DEFENSE, Face.EVADE)
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
        return Place(tally, self.defense, self.rest) if pool is Pool.ATTACK else Place(self.attack, tally, self.rest)


def left_after(how: Neutralizing, attack: int, defense: int) -> tuple[int, int]:
    """XW-48 … XW-50: how many hits and how many crits are left of the attack dice with this tally."""
    hits, crits = (count(attack, Pool.ATTACK, face) for face in (Face.HIT, Face.CRIT))
    return how.left(hits, crits, count(defense, Pool.DEFENSE, Face.EVADE))


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
