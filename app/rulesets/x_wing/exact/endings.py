"""How dice end if the players of the policy `exact` play best: the states after some chapters, with their chances."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from app.domain.record import Role
from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.tallies import throws
from app.rulesets.x_wing.exact.tree import Branch, Tree, shared
from app.rulesets.x_wing.exact.worth import Number
from app.rulesets.x_wing.rules import ROLL_ATTACK, ROLL_DEFENSE
from app.rulesets.x_wing.terms import POOL_OF, ROLE_OF

Shortcut = Callable[[State], Iterator[tuple[State, Fraction]]]
"""A function from a state to every state after some chapters, each with its probability."""


def best_shortcuts(tree: Tree, roles: tuple[Role, ...]) -> Mapping[int, Shortcut]:
    """The shortcuts over chapters about dice in which only these roles decide, by the index of the chapter."""
    return {
        n: lambda state: endings(tree, state, roles)
        for n, chapter in enumerate(tree.chapters)
        if chapter in (ROLL_ATTACK, ROLL_DEFENSE) or (chapter.window in POOL_OF and ROLE_OF[chapter.window] in roles)
    }


def endings(tree: Tree, state: State, roles: tuple[Role, ...]) -> Iterator[tuple[State, Fraction]]:
    """The states where the first chapter begins that is not about dice, or in which another role decides."""
    whole = 1 << 3 * tree.throws
    level: dict[Place, Number] = {tree.rests.place_of(state): whole}
    ends: dict[Place, Number] = {}
    while level:
        following: dict[Place, Number] = {}
        for place, weight in level.items():
            branches = tree.played(place, roles)
            if branches is None:
                ends[place] = ends.get(place, 0) + weight
                continue
            for branch in branches:
                share = weight if branch.chance == 1 else weight * branch.chance
                for then, part in after_throws(tree, branch, share):
                    following[then] = following.get(then, 0) + part
        level = following
    for place, weight in ends.items():
        yield tree.rests.state_of(place), Fraction(weight) / whole


def after_throws(tree: Tree, branch: Branch, weight: Number) -> Iterator[tuple[Place, Number]]:
    """The places after the dice of a branch are thrown, each with its share of the weight."""
    place, _, pool, rerolled, fresh = branch
    for ways, tally in throws(pool, rerolled):
        for more_ways, more in throws(pool, fresh):
            then = place.with_tally(pool, place.tally(pool) + (tally << 16) + more)
            yield tree.rests.merged(then), shared(weight * ways * more_ways, rerolled + fresh)
