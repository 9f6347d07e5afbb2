"""The limit on the work of a search, and what the steps of an attack take of it."""

from app.domain.effort import Effort
from app.domain.errors import LimitExceeded
from app.rulesets.x_wing.attack.state import State

WEIGHT_OF_A_PLACE = 5
"""The work of searching a place and the memory that it keeps, in moves and throws that are compared."""

WEIGHT_OF_A_REST = 50
"""The same for the rest of a place."""

WEIGHT_OF_A_STEP = 20
"""The work of playing one step of the attack."""

WEIGHT_OF_A_CARD = 5
"""The extra work of a step that draws one card.

For several cards it grows with the square of their number, as a step is played again for each further card.
"""


def work_of(before: State, after: State) -> int:
    """The work of playing a step that leads from one state to another."""
    drawn = abs(len(before.deck) - len(after.deck)) + abs(len(before.attacker_deck) - len(after.attacker_deck))
    return WEIGHT_OF_A_STEP + WEIGHT_OF_A_CARD * drawn**2


class Budget:
    """How much work may still be done; results computed after it is spent are not to be used.

    What is taken of it is taken of the budget that it is `within`, too.
    """

    def __init__(self, left: int, within: "Budget | Effort | None" = None) -> None:
        self.left = self.most = left
        self._within = within

    def take(self, work: int) -> bool:
        """Subtract `work`; whether there was enough left."""
        self.left -= work
        has_enough = self._within is None or self._within.take(work)
        return has_enough and self.left >= 0

    @property
    def is_spent(self) -> bool:
        """Whether more work was asked for than there was."""
        return self.left < 0 or (self._within is not None and self._within.is_spent)

    def exceeded(self) -> LimitExceeded:
        """What is raised where the work of odds was more than this (XW-29)."""
        within = self._within
        if within is not None and within.is_spent:
            return within.exceeded() if isinstance(within, Budget) else too_much(within.bound)
        return too_much(self.most)


def too_much(most: int) -> LimitExceeded:
    """What is raised where the work of odds was more than `most` (XW-29)."""
    return LimitExceeded("too-many-possibilities", "XW-29", "possibilities", None, most)
