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

Counts = tuple[int, ...]
"""Dice by face."""

BLANK, FOCUS = 0, 1
ANY, MISSING = -1, -2
"""In place of a face: any, or one that the dice do not have."""
WAYS = {4: (2, 2, 3, 1), 3: (3, 2, 3)}
"""How many of the eight sides show each face, by the number of faces: attack dice, defense dice."""


class Tokens(NamedTuple):
    """What the owner of the dice can spend."""

    focus: int = 0
    calculate: int = 0
    force: int = 0
    evade: int = 0
    lock: int = 0


class Need(NamedTuple):
    """What dice must show for an ability; `face` −1 is any, −2 one that they do not have."""

    that: Atom
    face: int
    at_least: int
    at_most: int
    not_: bool


class Move(NamedTuple):
    """An ability that modifies the dice of its owner."""

    name: str
    op: Op
    faces: Counts
    """The numbers of the faces that it may take."""
    to: int
    most: int
    exactly: bool
    price: Tokens
    is_paid: bool
    is_mandatory: bool
    forbids_lock: bool
    needs: tuple[Need, ...]


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


class Plan(NamedTuple):
    """A position of the owner of dice in the own window."""

    fresh: Counts
    """Dice that may still be rerolled."""
    fixed: Counts
    """Dice that were rerolled."""
    tokens: Tokens
    moves: tuple[Move, ...] = ()
    goal: Goal | None = None
    """Null for attack dice: the more hits and crits the better."""


class Act(NamedTuple):
    """What to use next, and how many dice of each face; `done` takes none."""

    use: str
    dice: Counts = ()


DONE = Act("done")


def scale(plan: Plan) -> int:
    """How many dice could still be rerolled: the value is scaled by 8 to this power."""
    return sum(plan.fresh) + sum(move.most for move in plan.moves if move.op is Op.ADD_RESULT)


def number_of_throws(faces: int, count: int) -> int:
    """How many throws of `count` dice differ by face."""
    return comb(count + faces - 1, count)


@lru_cache(maxsize=64)
def throws(faces: int, count: int) -> tuple[tuple[Counts, int], ...]:
    """Every throw of `count` dice by face, with the number of ways out of 8^count."""
    ways, found = WAYS[faces], []
    for throw in combinations_with_replacement(range(faces), count):
        counts = tuple([throw.count(face) for face in range(faces)])
        orders = factorial(count) // prod(factorial(n) for n in counts)
        found.append((counts, orders * prod(ways[face] ** n for face, n in enumerate(counts))))
    return tuple(found)


def is_worth_weighing(plan: Plan) -> bool:
    """Whether there is more to do than to settle."""
    if plan.tokens.lock and not plan.goal:
        return True
    return any(not settles(move) or move.is_mandatory for move in plan.moves)


def settles(move: Move) -> bool:
    """Whether the ability is a free change of as many dice as one likes: something to do when all is rolled."""
    return move.op is Op.CHANGE and not (move.is_paid or move.exactly)


def settled(plan: Plan) -> tuple[int, Act]:
    """The scaled value of stopping here, and the first thing to do for it."""
    totals = plus(plan.fresh, plan.fixed)
    score, act = stop(totals, plan.tokens, plan.moves, plan.goal)
    return score << 3 * scale(plan), act


LOCK = Move("lock", Op.REROLL, (0, 1), -1, 99, False, Tokens(lock=1), True, False, False, ())


def candidates(plan: Plan) -> list[tuple[Move, Counts, bool]]:
    """Free rerolls and added results, then paid abilities, then the lock; the largest sets first."""
    free: list[tuple[Move, Counts, bool]] = []
    paid: list[tuple[Move, Counts, bool]] = []
    for move in plan.moves:
        if not settles(move) and is_open(plan, move):
            sets = [(move, dice, not move.is_paid) for dice in _dice_sets(plan, move)]
            (paid if move.is_paid else free).extend(sets)
    if plan.tokens.lock and plan.goal is None:
        misses, blanks = plan.fresh[BLANK] + plan.fresh[FOCUS], plan.fresh[BLANK]
        sizes = range(misses, max(blanks, 1) - 1, -1)
        paid += [(LOCK, _misses(plan, size), False) for size in sizes]
    return free + paid


def is_open(plan: Plan, move: Move) -> bool:
    """Whether the ability can be used in this position."""
    if any(has < price for has, price in zip(plan.tokens, move.price, strict=True)):
        return False
    if move.forbids_lock and not plan.tokens.lock:
        return False
    totals = plus(plan.fresh, plan.fixed)
    if not all(_is_met(need, totals) for need in move.needs):
        return False
    return move.op is Op.ADD_RESULT or any(_eligible(plan, move))


def _is_met(need: Need, totals: Counts) -> bool:
    shown = totals[need.face] if need.face >= 0 else sum(totals) if need.face == ANY else 0
    is_so = shown == sum(totals) if need.that is Atom.ALL_RESULTS else need.at_least <= shown <= need.at_most
    return is_so != need.not_


def _eligible(plan: Plan, move: Move) -> Counts:
    """The dice that the ability may take, by face."""
    pool = plan.fresh if move.op is Op.REROLL else plus(plan.fresh, plan.fixed)
    return tuple([n if face in move.faces and face != move.to else 0 for face, n in enumerate(pool)])


def as_many(plan: Plan, move: Move) -> Counts:
    """As many dice as the ability takes, the least useful first."""
    return _first(_eligible(plan, move), move.most) if move.op is not Op.ADD_RESULT else ()


def _first(counts: Counts, most: int) -> Counts:
    taken = []
    for n in counts:
        taken.append(min(n, most))
        most -= taken[-1]
    return tuple(taken)


def _misses(plan: Plan, size: int) -> Counts:
    """So many fresh misses, blanks first."""
    blanks = min(size, plan.fresh[BLANK])
    return (blanks, size - blanks, *[0] * (len(plan.fresh) - 2))


def _dice_sets(plan: Plan, move: Move) -> list[Counts]:
    """The sets of dice that are worth trying: misses only, blanks first, the largest set first."""
    if move.op is Op.ADD_RESULT:
        return [()]
    eligible = _eligible(plan, move)
    if move.exactly or move.op is Op.CHANGE:
        return [_first(eligible, move.most)]
    misses = (*eligible[:2], *[0] * (len(eligible) - 2))
    return [_first(misses, size) for size in range(min(sum(misses), move.most), 0, -1)]


def after(plan: Plan, move: Move, dice: Counts) -> tuple[Plan, int]:
    """The position after an ability, and how many dice are thrown anew for it."""
    tokens = Tokens(*[has - price for has, price in zip(plan.tokens, move.price, strict=True)])
    if move.forbids_lock:
        tokens = tokens._replace(lock=0)
    moves = tuple([other for other in plan.moves if other is not move])
    if move.op is Op.REROLL:
        return Plan(minus(plan.fresh, dice), plan.fixed, tokens, moves, plan.goal), sum(dice)
    if move.op is Op.ADD_RESULT:
        added = tuple([move.most if face == move.to else 0 for face in range(len(plan.fresh))])
        return Plan(plus(plan.fresh, added), plan.fixed, tokens, moves, plan.goal), 0
    from_fixed = tuple([min(n, fixed) for n, fixed in zip(dice, plan.fixed, strict=True)])
    from_fresh = minus(dice, from_fixed)
    fixed = _moved(plan.fixed, from_fixed, move.to)
    return Plan(_moved(plan.fresh, from_fresh, move.to), fixed, tokens, moves, plan.goal), 0


def _moved(counts: Counts, taken: Counts, to: int) -> Counts:
    left = list(minus(counts, taken))
    left[to] += sum(taken)
    return tuple(left)


def plus(one: Counts, other: Counts) -> Counts:
    """The sum, face by face."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def minus(one: Counts, other: Counts) -> Counts:
    """The difference, face by face."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def stop(totals: Counts, tokens: Tokens, moves: tuple[Move, ...], goal: Goal | None) -> tuple[int, Act]:
    """What is had without another roll: the score, and the first thing to use for it.

    A defender whom reinforce protects first tries to prevent only what reinforce will not.
    """
    if goal is None:
        return settle_attack(totals, tokens, moves)
    if goal.reinforce:
        within_reach = goal.cancelable + goal.other - 1 - goal.reinforce
        thrifty = settle_defense(totals, tokens, moves, goal, within_reach)
        full = settle_defense(totals, tokens, moves, goal, goal.cancelable)
        return full if full[0] > thrifty[0] else thrifty
    return settle_defense(totals, tokens, moves, goal, goal.cancelable)


def _free_changes(moves: tuple[Move, ...], totals: Counts, tokens: Tokens) -> list[Move]:
    changes = [move for move in moves if settles(move) and (tokens.lock or not move.forbids_lock)]
    open_ = [move for move in changes if all(_is_met(need, totals) for need in move.needs)]
    return sorted(open_, key=_order) if len(open_) > 1 else open_


def _order(move: Move) -> tuple[int, int]:
    """Blanks to focus results, focus results to crits, then to hits, then any; hits to crits last."""
    if move.to == FOCUS:
        return (0, 0)
    if 2 in move.faces and BLANK not in move.faces and FOCUS not in move.faces:
        return (9, 0)
    return (1 if BLANK not in move.faces else 2, -move.to)


@lru_cache(maxsize=1 << 16)
def settle_attack(totals: Counts, tokens: Tokens, moves: tuple[Move, ...]) -> tuple[int, Act]:
    """Free changes, then focus, calculate and Force; a lone focus result is left to the smaller tokens."""
    counts, acts = list(totals), []
    changes = _free_changes(moves, totals, tokens) if moves else []
    for move in [move for move in changes if _order(move) != (9, 0)]:
        acts += _convert(counts, move.name, (BLANK, FOCUS), move.faces, move.to, move.most)
    small = tokens.calculate + tokens.force
    if counts[FOCUS] and tokens.focus and (counts[FOCUS] >= 2 or not small):
        acts += _convert(counts, "focus", (FOCUS,), (FOCUS,), 2, counts[FOCUS])
    acts += _convert(counts, "calculate", (FOCUS,), (FOCUS,), 2, tokens.calculate)
    acts += _convert(counts, "force", (FOCUS,), (FOCUS,), 2, tokens.force)
    for move in [move for move in changes if _order(move) == (9, 0)]:
        acts += _convert(counts, move.name, (2,), move.faces, move.to, move.most)
    return counts[2] + counts[3], acts[0] if acts else DONE


@lru_cache(maxsize=1 << 16)
def settle_defense(totals: Counts, tokens: Tokens, moves: tuple[Move, ...], goal: Goal, aim: int) -> tuple[int, Act]:
    """Free changes, then focus, calculate and Force, then evades; never more than `aim` evades needs."""
    counts, acts = list(totals), []
    for move in _free_changes(moves, totals, tokens) if moves else []:
        acts += _convert(counts, move.name, (BLANK, FOCUS), move.faces, move.to, _needed(counts, aim, move.most))
    small = tokens.calculate + tokens.force
    if counts[FOCUS] and counts[2] < aim and tokens.focus and (counts[FOCUS] >= 2 or not small):
        acts += _convert(counts, "focus", (FOCUS,), (FOCUS,), 2, counts[FOCUS])
    acts += _convert(counts, "calculate", (FOCUS,), (FOCUS,), 2, _needed(counts, aim, tokens.calculate))
    acts += _convert(counts, "force", (FOCUS,), (FOCUS,), 2, _needed(counts, aim, tokens.force))
    acts += _convert(counts, "evade", (BLANK, FOCUS), (BLANK, FOCUS), 2, _needed(counts, aim, tokens.evade))
    return -goal.left(counts[2]), acts[0] if acts else DONE


def _needed(counts: list[int], aim: int, most: int) -> int:
    return max(0, min(most, aim - counts[2]))


def _convert(
    counts: list[int], name: str, order: tuple[int, ...], allowed: tuple[int, ...], to: int, most: int
) -> list[Act]:
    """Change up to `most` dice, in the order of faces given; the dice that were taken as an act, if any."""
    taken = [0] * len(counts)
    for face in order:
        if face in allowed and face != to:
            taken[face] = min(counts[face], most)
            most -= taken[face]
    if not any(taken):
        return []
    for face, n in enumerate(taken):
        counts[face] -= n
        counts[to] += n
    return [Act(name, tuple(taken))]


def conversion(use: str, dice: Counts) -> Move:
    """A token spent as an ability: a focus token on all dice, the others one a die."""
    price = Tokens(**{use: 1 if use == "focus" else sum(dice)})
    return Move(use, Op.CHANGE, (BLANK, FOCUS), 2, 99, False, price, True, False, False, ())
