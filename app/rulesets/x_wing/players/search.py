"""Search for the best use of dice: exact expectimax over positions, within a budget of work."""

from collections.abc import Callable

from app.rulesets.x_wing.players.conversions import needs_search, value_of_stopping
from app.rulesets.x_wing.players.position import (
    LOCK_REROLL,
    STOP,
    DiceAbility,
    FaceCounts,
    NextUse,
    Position,
    add_counts,
    as_many_dice,
    candidate_uses,
    is_usable,
    number_of_throws,
    position_after,
    scale_of,
    throws_of,
    token_as_ability,
)
from app.rulesets.x_wing.prospects.budget import Budget


class Search:
    """The positions valued so far, and the budget for more."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._known: dict[Position, tuple[int, NextUse]] = {}
        self._rerolled: dict[tuple[Position, int], int] = {}

    def expected(self, position: Position) -> tuple[int, NextUse]:
        """The scaled value of the position, higher is better for the owner of the dice, and the best next use."""
        if not needs_search(position):
            return value_of_stopping(position)
        found = self._known.get(position)
        if found is None:
            found = self._known[position] = (
                self._best(position) if self.budget.take(len(position.abilities) + 1) else value_of_stopping(position)
            )
        return found

    def _best(self, position: Position) -> tuple[int, NextUse]:
        """The first of the best uses: mandatory abilities, free rerolls, stopping, paid abilities, the lock."""
        for ability in position.abilities:
            if ability.is_mandatory and is_usable(position, ability):
                dice = as_many_dice(position, ability)
                return self._value_of(position, ability, dice), NextUse(ability.name, dice)
        value, next_use = value_of_stopping(position)
        best, chosen = value, next_use
        if position.goal is not None and add_counts(position.fresh, position.fixed)[2] >= position.goal.cancelable:
            return best, chosen
        is_first = True
        for ability, dice, is_free in candidate_uses(position):
            found = self._value_of(position, ability, dice)
            if found > best or (is_free and found == best and is_first):
                best, chosen = found, NextUse(ability.name, dice)
                is_first = False if is_free else is_first
        return best, chosen

    def _value_of(self, position: Position, ability: DiceAbility, dice: FaceCounts) -> int:
        """The scaled value after the ability is used on these dice."""
        following, thrown = position_after(position, ability, dice)
        return self.rerolled(following, thrown) if thrown else self.expected(following)[0]

    def rerolled(self, position: Position, count: int) -> int:
        """The scaled value of a position to which `count` rerolled dice are still to be added."""
        found = self._rerolled.get((position, count))
        if found is not None:
            return found
        if not self.budget.take(number_of_throws(len(position.fresh), count)):
            return 0
        found = 0
        for counts, ways in throws_of(len(position.fresh), count):
            found += ways * self.expected(position._replace(fixed=add_counts(position.fixed, counts)))[0]
        self._rerolled[position, count] = found
        return found


ChooseNextUse = Callable[[Position, Search], NextUse]
"""A function that decides the next use in a position."""


def only_mandatory(position: Position, _search: Search) -> NextUse:
    """The next mandatory ability, or to stop."""
    for ability in position.abilities:
        if ability.is_mandatory and is_usable(position, ability):
            return NextUse(ability.name, as_many_dice(position, ability))
    return STOP


def endings_of(
    position: Position, choose: ChooseNextUse, search: Search, known: dict[Position, dict[FaceCounts, int]]
) -> dict[FaceCounts, int]:
    """How the window can end: dice by face, each with its weight, on the scale of the position's values."""
    found = known.get(position)
    if found is not None:
        return found
    next_use = choose(position, search)
    found = known[position] = {}
    if next_use.use == STOP.use or search.budget.is_spent:
        found[add_counts(position.fresh, position.fixed)] = 1 << 3 * scale_of(position)
        return found
    ability = next((ability for ability in position.abilities if ability.name == next_use.use), None)
    if ability is None:
        ability = LOCK_REROLL if next_use.use == LOCK_REROLL.name else token_as_ability(next_use.use, next_use.dice)
    following, count = position_after(position, ability, next_use.dice)
    if not search.budget.take(number_of_throws(len(position.fresh), count)):
        return found
    for counts, ways in throws_of(len(position.fresh), count):
        reached = following._replace(fixed=add_counts(following.fixed, counts))
        for end, share in endings_of(reached, choose, search, known).items():
            found[end] = found.get(end, 0) + ways * share
    return found
