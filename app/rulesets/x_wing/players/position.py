"""What the owner of dice has to work with, and what comes of it: faces, tokens and abilities by numbers.

Dice are counted by face, so that which die is which never matters. Faces are numbered as in FACES: 0 blank, 1 focus,
then hit and crit, or evade. Values are whole numbers, scaled by 8 for every die that could still be rerolled: each
die is rerolled at most once, so all that can be done in a position has the same scale.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

from app.rulesets.x_wing.effects import Atom, Op

FaceCounts = tuple[int, ...]
"""Dice by face."""

BLANK, FOCUS = 0, 1
ANY_FACE, NO_SUCH_FACE = -1, -2
"""In place of a face: any, or one that the dice do not have."""

SIDES_BY_FACE = {4: (2, 2, 3, 1), 3: (3, 2, 3)}
"""How many of the eight sides show each face, by the number of faces: attack dice, defense dice."""


class Spendable(NamedTuple):
    """What the owner of the dice can spend."""

    focus: int = 0
    calculate: int = 0
    force: int = 0
    evade: int = 0
    lock: int = 0


class DiceCondition(NamedTuple):
    """What dice must show for an ability; `face` −1 is any, −2 one that they do not have."""

    that: Atom
    face: int
    at_least: int
    at_most: int
    not_: bool


class DiceAbility(NamedTuple):
    """An ability that modifies the dice of its owner."""

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
    """What defense dice are for: `cancelable` results, `other` ones that no evade cancels, and reinforce tokens."""

    cancelable: int
    other: int
    reinforce: int

    def left(self, evades: int) -> int:
        """Results that remain."""
        cancelable = max(0, self.cancelable - evades)
        left = cancelable + self.other
        return left - min(self.reinforce, cancelable, left - 1) if left > 1 else left


class Position(NamedTuple):
    """A position of the owner of dice in the own window."""

    fresh: FaceCounts
    """Dice that may still be rerolled."""
    fixed: FaceCounts
    """Dice that were rerolled."""
    spendable: Spendable
    abilities: tuple[DiceAbility, ...] = ()
    goal: Goal | None = None
    """Null for attack dice: the more hits and crits the better."""


class NextUse(NamedTuple):
    """What to use next, and how many dice of each face; `done` takes none."""

    use: str
    dice: FaceCounts = ()


STOP = NextUse("done")


def scale_of(position: Position) -> int:
    """How many dice could still be rerolled: the value is scaled by 8 to this power."""
    return sum(position.fresh) + sum(ability.most for ability in position.abilities if ability.op is Op.ADD_RESULT)


def number_of_throws(faces: int, count: int) -> int:
    """How many throws of `count` dice differ by face."""
    return comb(count + faces - 1, count)


@lru_cache(maxsize=64)
def throws_of(faces: int, count: int) -> tuple[tuple[FaceCounts, int], ...]:
    """Every throw of `count` dice by face, with the number of ways out of 8^count."""
    ways, found = SIDES_BY_FACE[faces], []
    for throw in combinations_with_replacement(range(faces), count):
        counts = tuple([throw.count(face) for face in range(faces)])
        orders = factorial(count) // prod(factorial(n) for n in counts)
        found.append((counts, orders * prod(ways[face] ** n for face, n in enumerate(counts))))
    return tuple(found)


LOCK_REROLL = DiceAbility("lock", Op.REROLL, (0, 1), -1, 99, False, Spendable(lock=1), True, False, False, ())


def candidate_uses(position: Position) -> list[tuple[DiceAbility, FaceCounts, bool]]:
    """Free rerolls and added results, then paid abilities, then the lock; the largest sets first."""
    free: list[tuple[DiceAbility, FaceCounts, bool]] = []
    paid: list[tuple[DiceAbility, FaceCounts, bool]] = []
    for ability in position.abilities:
        if not is_final_change(ability) and is_usable(position, ability):
            sets = [(ability, dice, not ability.is_paid) for dice in _dice_sets(position, ability)]
            (paid if ability.is_paid else free).extend(sets)
    if position.spendable.lock and position.goal is None:
        misses, blanks = position.fresh[BLANK] + position.fresh[FOCUS], position.fresh[BLANK]
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
    """As many dice as the ability takes, the least useful first."""
    return _first(_eligible(position, ability), ability.most) if ability.op is not Op.ADD_RESULT else ()


def _first(counts: FaceCounts, most: int) -> FaceCounts:
    taken = []
    for n in counts:
        taken.append(min(n, most))
        most -= taken[-1]
    return tuple(taken)


def _misses(position: Position, size: int) -> FaceCounts:
    """So many fresh misses, blanks first."""
    blanks = min(size, position.fresh[BLANK])
    return (blanks, size - blanks, *[0] * (len(position.fresh) - 2))


def _dice_sets(position: Position, ability: DiceAbility) -> list[FaceCounts]:
    """The sets of dice that are worth trying: misses only, blanks first, the largest set first."""
    if ability.op is Op.ADD_RESULT:
        return [()]
    eligible = _eligible(position, ability)
    if ability.exactly or ability.op is Op.CHANGE:
        return [_first(eligible, ability.most)]
    misses = (*eligible[:2], *[0] * (len(eligible) - 2))
    return [_first(misses, size) for size in range(min(sum(misses), ability.most), 0, -1)]


def position_after(position: Position, ability: DiceAbility, dice: FaceCounts) -> tuple[Position, int]:
    """The position after an ability, and how many dice are thrown anew for it."""
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
    """A token spent as an ability: a focus token on all dice, the others one a die."""
    price = Spendable(**{use: 1 if use == "focus" else sum(dice)})
    return DiceAbility(use, Op.CHANGE, (BLANK, FOCUS), 2, 99, False, price, True, False, False, ())


def is_final_change(ability: DiceAbility) -> bool:
    """Whether the ability is a free change of as many dice as one likes: something to do when all is rolled."""
    return ability.op is Op.CHANGE and not (ability.is_paid or ability.exactly)
