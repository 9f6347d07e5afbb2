"""Position: what the owner of dice has in its own window, as numbers, and what each use leads to.

Dice are counted by face, because it does not matter which die shows it. Faces are numbered as in FACES_OF: 0 blank,
1 focus, then hit and crit, or evade. Values are whole numbers, scaled by 8 for every die that could still be rerolled.
Each die is rerolled at most once, so everything that can be done in a position has the same scale.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

from app.rulesets.x_wing.effects import Atom, Op

FaceCounts = tuple[int, ...]
"""How many dice show each face, by the number of the face."""

BLANKS, FOCUSES = 0, 1
ANY_FACE, NO_SUCH_FACE = -1, -2
"""In place of a face number: any face, or a face that the dice do not have."""

SIDES_BY_FACE = {4: (2, 2, 3, 1), 3: (3, 2, 3)}
"""How many of the eight sides show each face, for attack dice (four faces) and defense dice (three faces)."""


class Spendable(NamedTuple):
    """How much the owner of the dice can spend of each kind; `lock` is 0 or 1."""

    focus: int = 0
    calculate: int = 0
    force: int = 0
    evade: int = 0
    lock: int = 0


class DiceCondition(NamedTuple):
    """What the dice must show for an ability; `face` is a face number, ANY_FACE or NO_SUCH_FACE."""

    that: Atom
    face: int
    at_least: int
    at_most: int
    not_: bool


class DiceAbility(NamedTuple):
    """An ability that modifies the dice of its owner, as numbers."""

    name: str
    op: Op
    faces: FaceCounts
    """The numbers of the faces that it may take."""
    to: int
    most: int
    exactly: bool
    price: Spendable
    is_paid: bool
    is_mandatory: bool
    forbids_lock: bool
    needs: tuple[DiceCondition, ...]


class Goal(NamedTuple):
    """What defense dice try to cancel: `cancelable` results; no evade cancels the `other` ones; `reinforce` tokens."""

    cancelable: int
    other: int
    reinforce: int

    def left(self, evades: int) -> int:
        """How many results remain."""
        cancelable = max(0, self.cancelable - evades)
        left = cancelable + self.other
        return left - min(self.reinforce, cancelable, left - 1) if left > 1 else left


class Position(NamedTuple):
    """The position of the owner of dice in its own window."""

    fresh: FaceCounts
    """Dice that may still be rerolled."""
    fixed: FaceCounts
    """Dice that were rerolled already."""
    spendable: Spendable
    abilities: tuple[DiceAbility, ...] = ()
    goal: Goal | None = None
    """What defense dice try to cancel; null for attack dice, which want as many hits and crits as possible."""


class NextUse(NamedTuple):
    """The name of what to use next, and how many dice of each face; `done` takes none."""

    use: str
    dice: FaceCounts = ()


STOP = NextUse("done")


def scale_of(position: Position) -> int:
    """How many dice could still be rerolled; values are scaled by 8 to this power."""
    return sum(position.fresh) + sum(ability.most for ability in position.abilities if ability.op is Op.ADD_RESULT)


def number_of_throws(faces: int, count: int) -> int:
    """How many throws of `count` dice differ in the number of dice by face."""
    return comb(count + faces - 1, count)


@lru_cache(maxsize=64)
def throws_of(faces: int, count: int) -> tuple[tuple[FaceCounts, int], ...]:
    """Every throw of `count` dice by face, with the number of ways to throw it, out of 8^count."""
    ways, found = SIDES_BY_FACE[faces], []
    for throw in combinations_with_replacement(range(faces), count):
        counts = tuple([throw.count(face) for face in range(faces)])
        orders = factorial(count) // prod(factorial(n) for n in counts)
        found.append((counts, orders * prod(ways[face] ** n for face, n in enumerate(counts))))
    return tuple(found)


LOCK_REROLL = DiceAbility("lock", Op.REROLL, (0, 1), -1, 99, False, Spendable(lock=1), True, False, False, ())


def candidate_uses(position: Position) -> list[tuple[DiceAbility, FaceCounts, bool]]:
    """The uses worth trying: free rerolls and added results, then paid abilities, then the lock.

    Each has its dice by face and whether it is free; large sets of dice come first.
    """
    free: list[tuple[DiceAbility, FaceCounts, bool]] = []
    paid: list[tuple[DiceAbility, FaceCounts, bool]] = []
    for ability in position.abilities:
        if not is_final_change(ability) and is_usable(position, ability):
            sets = [(ability, dice, not ability.is_paid) for dice in _dice_sets(position, ability)]
            (paid if ability.is_paid else free).extend(sets)
    if position.spendable.lock and position.goal is None:
        misses, blanks = position.fresh[BLANKS] + position.fresh[FOCUSES], position.fresh[BLANKS]
        sizes = range(misses, max(blanks, 1) - 1, -1)
        paid += [(LOCK_REROLL, _misses(position, size), False) for size in sizes]
    return free + paid


def is_usable(position: Position, ability: DiceAbility) -> bool:
    """Whether the ability can be used in this position."""
    if any(has < price for has, price in zip(position.spendable, ability.price, strict=True)):
        return False
    if ability.forbids_lock and not position.spendable.lock:
        return False
    totals = add_counts(position.fresh, position.fixed)
    if not all(_is_met(need, totals) for need in ability.needs):
        return False
    return ability.op is Op.ADD_RESULT or any(_eligible(position, ability))


def _is_met(need: DiceCondition, totals: FaceCounts) -> bool:
    shown = totals[need.face] if need.face >= 0 else sum(totals) if need.face == ANY_FACE else 0
    is_so = shown == sum(totals) if need.that is Atom.ALL_RESULTS else need.at_least <= shown <= need.at_most
    return is_so != need.not_


def _eligible(position: Position, ability: DiceAbility) -> FaceCounts:
    """The dice that the ability may take, by face."""
    pool = position.fresh if ability.op is Op.REROLL else add_counts(position.fresh, position.fixed)
    return tuple([n if face in ability.faces and face != ability.to else 0 for face, n in enumerate(pool)])


def as_many_dice(position: Position, ability: DiceAbility) -> FaceCounts:
    """As many dice as the ability may take, by face, the least useful first."""
    return _first(_eligible(position, ability), ability.most) if ability.op is not Op.ADD_RESULT else ()


def _first(counts: FaceCounts, most: int) -> FaceCounts:
    taken = []
    for n in counts:
        taken.append(min(n, most))
        most -= taken[-1]
    return tuple(taken)


def _misses(position: Position, size: int) -> FaceCounts:
    """`size` dice that show blanks or focus results and may be rerolled, blanks first."""
    blanks = min(size, position.fresh[BLANKS])
    return (blanks, size - blanks, *[0] * (len(position.fresh) - 2))


def _dice_sets(position: Position, ability: DiceAbility) -> list[FaceCounts]:
    """The sets of dice worth trying for an ability: blanks, then focus results; the largest set first."""
    if ability.op is Op.ADD_RESULT:
        return [()]
    eligible = _eligible(position, ability)
    if ability.exactly or ability.op is Op.CHANGE:
        return [_first(eligible, ability.most)]
    misses = (*eligible[:2], *[0] * (len(eligible) - 2))
    return [_first(misses, size) for size in range(min(sum(misses), ability.most), 0, -1)]


def position_after(position: Position, ability: DiceAbility, dice: FaceCounts) -> tuple[Position, int]:
    """The position after an ability, and how many dice it rerolls."""
    spendable = Spendable(*[has - price for has, price in zip(position.spendable, ability.price, strict=True)])
    if ability.forbids_lock:
        spendable = spendable._replace(lock=0)
    abilities = tuple([other for other in position.abilities if other is not ability])
    if ability.op is Op.REROLL:
        return Position(
            subtract_counts(position.fresh, dice), position.fixed, spendable, abilities, position.goal
        ), sum(dice)
    if ability.op is Op.ADD_RESULT:
        added = tuple([ability.most if face == ability.to else 0 for face in range(len(position.fresh))])
        return Position(add_counts(position.fresh, added), position.fixed, spendable, abilities, position.goal), 0
    from_fixed = tuple([min(n, fixed) for n, fixed in zip(dice, position.fixed, strict=True)])
    from_fresh = subtract_counts(dice, from_fixed)
    fixed = _moved(position.fixed, from_fixed, ability.to)
    return Position(_moved(position.fresh, from_fresh, ability.to), fixed, spendable, abilities, position.goal), 0


def _moved(counts: FaceCounts, taken: FaceCounts, to: int) -> FaceCounts:
    left = list(subtract_counts(counts, taken))
    left[to] += sum(taken)
    return tuple(left)


def add_counts(one: FaceCounts, other: FaceCounts) -> FaceCounts:
    """The sum, face by face."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def subtract_counts(one: FaceCounts, other: FaceCounts) -> FaceCounts:
    """The difference, face by face."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def token_as_ability(use: str, dice: FaceCounts) -> DiceAbility:
    """The spending of a token, as an ability: a focus token changes all dice, any other token one die."""
    price = Spendable(**{use: 1 if use == "focus" else sum(dice)})
    return DiceAbility(use, Op.CHANGE, (BLANKS, FOCUSES), 2, 99, False, price, True, False, False, ())


def is_final_change(ability: DiceAbility) -> bool:
    """Whether the ability is a free change of any number of dice, which is best made after the last roll."""
    return ability.op is Op.CHANGE and not (ability.is_paid or ability.exactly)
