"""What a player does next with dice: an exact expectimax over positions, as far as its means go."""

from collections.abc import Callable

from app.rulesets.x_wing.players.position import (
    DONE,
    LOCK,
    Act,
    Counts,
    Move,
    Plan,
    after,
    as_many,
    candidates,
    conversion,
    is_open,
    is_worth_weighing,
    number_of_throws,
    plus,
    scale,
    settled,
    throws,
)


class Means:
    """How much may still be computed; what is found after that is worth nothing."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, work: int) -> bool:
        """Whether there was enough left for so much work."""
        self.left -= work
        return self.left >= 0

    @property
    def are_spent(self) -> bool:
        """Whether more was needed than there was."""
        return self.left < 0


class Mind:
    """What was weighed so far, with the means to go on."""

    def __init__(self, means: Means) -> None:
        self.means = means
        self._known: dict[Plan, tuple[int, Act]] = {}
        self._rerolled: dict[tuple[Plan, int], int] = {}

    def expected(self, plan: Plan) -> tuple[int, Act]:
        """The scaled value of the position, higher is better for the owner of the dice, and what to do next."""
        if not is_worth_weighing(plan):
            return settled(plan)
        found = self._known.get(plan)
        if found is None:
            found = self._known[plan] = self._best(plan) if self.means.take(len(plan.moves) + 1) else settled(plan)
        return found

    def _best(self, plan: Plan) -> tuple[int, Act]:
        """The first of the best: mandatory abilities, free rerolls, stopping, paid abilities, the lock."""
        for move in plan.moves:
            if move.is_mandatory and is_open(plan, move):
                dice = as_many(plan, move)
                return self._value_of(plan, move, dice), Act(move.name, dice)
        value, act = settled(plan)
        best, chosen = value, act
        if plan.goal is not None and plus(plan.fresh, plan.fixed)[2] >= plan.goal.cancelable:
            return best, chosen
        is_first = True
        for move, dice, is_free in candidates(plan):
            found = self._value_of(plan, move, dice)
            if found > best or (is_free and found == best and is_first):
                best, chosen = found, Act(move.name, dice)
                is_first = False if is_free else is_first
        return best, chosen

    def _value_of(self, plan: Plan, move: Move, dice: Counts) -> int:
        """The scaled value after the ability."""
        following, thrown = after(plan, move, dice)
        return self.rerolled(following, thrown) if thrown else self.expected(following)[0]

    def rerolled(self, plan: Plan, count: int) -> int:
        """The scaled value of a position to which `count` rerolled dice are still to be added."""
        found = self._rerolled.get((plan, count))
        if found is not None:
            return found
        if not self.means.take(number_of_throws(len(plan.fresh), count)):
            return 0
        found = 0
        for counts, ways in throws(len(plan.fresh), count):
            found += ways * self.expected(plan._replace(fixed=plus(plan.fixed, counts)))[0]
        self._rerolled[plan, count] = found
        return found


Planner = Callable[[Plan, Mind], Act]
"""What a player does next in a position."""


def best_act(plan: Plan, mind: Mind) -> Act:
    """What promises the most."""
    return mind.expected(plan)[1]


def nothing(plan: Plan, _mind: Mind) -> Act:
    """Only what is mandatory."""
    for move in plan.moves:
        if move.is_mandatory and is_open(plan, move):
            return Act(move.name, as_many(plan, move))
    return DONE


def endings(plan: Plan, planner: Planner, mind: Mind, known: dict[Plan, dict[Counts, int]]) -> dict[Counts, int]:
    """How the window ends: dice by face, each with its share, scaled like the value of the position."""
    found = known.get(plan)
    if found is not None:
        return found
    act = planner(plan, mind)
    found = known[plan] = {}
    if act.use == DONE.use or mind.means.are_spent:
        found[plus(plan.fresh, plan.fixed)] = 1 << 3 * scale(plan)
        return found
    move = next((move for move in plan.moves if move.name == act.use), None)
    if move is None:
        move = LOCK if act.use == LOCK.name else conversion(act.use, act.dice)
    following, count = after(plan, move, act.dice)
    if not mind.means.take(number_of_throws(len(plan.fresh), count)):
        return found
    for counts, ways in throws(len(plan.fresh), count):
        position = following._replace(fixed=plus(following.fixed, counts))
        for end, share in endings(position, planner, mind, known).items():
            found[end] = found.get(end, 0) + ways * share
    return found
