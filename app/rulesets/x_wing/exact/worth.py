"""What both players want: the objective of the policy `exact` as whole numbers.

The attacker wants the defending ship to suffer more damage and its own to suffer less; the defender wants the
opposite. Ties go to the destruction of the defender, less that of the attacker, then to crit damage, then to results
that become tokens of the defender, then to spending less. So that the search compares and adds one number where these
are five, they are packed into one, each part far from the next.
"""

from fractions import Fraction
from typing import NamedTuple, Protocol

from app.domain.record import Role
from app.rulesets.x_wing.attack.state import ATTACKER
from app.rulesets.x_wing.effects import SUFFERING, CostKind, XWingCost
from app.rulesets.x_wing.model import XWingShip

Number = int | Fraction
"""A whole number wherever only dice were thrown; a fraction where cards were drawn as well."""

SPENT = (CostKind.CHARGE, CostKind.FORCE, CostKind.FOCUS, CostKind.CALCULATE, CostKind.EVADE, CostKind.LOCK)
"""Costs that a player would rather keep."""


def whole(value: Number) -> Number:
    """The value, without a denominator of 1."""
    return value.numerator if value.denominator == 1 else value


def shared(total: Number, dice: int) -> Number:
    """The total over every throw of so many dice, divided by the number of throws."""
    if isinstance(total, int) and not total & ((1 << 3 * dice) - 1):
        return total >> 3 * dice
    return whole(Fraction(total) / 8**dice)


class Worth(NamedTuple):
    """How good a position is: the attacker's player wants `attack` high, the defender's wants `defense` low."""

    attack: Number
    defense: Number


class Parts(NamedTuple):
    """The parts of the objective as the attacker sees them: damage in halves, destruction, crit damage."""

    halves: Fraction
    destroyed: Fraction
    crits: Fraction


class Packing(Protocol):
    """How parts are packed into numbers."""

    @property
    def room(self) -> int:
        """The bits of the largest number."""

    def packed(self, parts: Parts) -> Worth:
        """The parts as numbers; nothing is spent."""

    def inflicted(self, results: int) -> Worth:
        """What results add that become tokens of the defender in place of damage."""

    def after(self, price: "Price", *, by_attacker: bool) -> Worth:
        """What a price adds to the worth of what follows, paid by the player of one role."""


class Scale(NamedTuple):
    """How parts are packed: each of them times `whole`, and `bits` apart."""

    whole: int
    bits: int

    @property
    def room(self) -> int:
        """The bits of the largest number."""
        return 5 * self.bits

    def packed(self, parts: Parts) -> Worth:
        """The parts as numbers; nothing is spent."""
        shift = self.bits
        sum_ = (parts.halves * (1 << 2 * shift) + parts.destroyed * (1 << shift) + parts.crits) * self.whole
        packed = sum_.numerator << 2 * shift if sum_.denominator == 1 else sum_ * (1 << 2 * shift)
        return Worth(packed, packed)

    def inflicted(self, results: int) -> Worth:
        """What results add that become tokens of the defender in place of damage."""
        packed = results * self.whole << self.bits
        return Worth(packed, packed)

    def after(self, price: "Price", *, by_attacker: bool) -> Worth:
        """What a price adds to the worth of what follows, paid by the player of one role."""
        friends = -price.friends if by_attacker else price.friends
        damage = friends * self.whole << 4 * self.bits
        spent = price.spent * self.whole
        return Worth(damage - spent * by_attacker, damage + spent * (not by_attacker))


def scale_for(throws: int, denominator: int) -> Scale:
    """The scale where at most `throws` dice are thrown after each other, and worths have this denominator."""
    whole = denominator << 3 * throws
    return Scale(whole, whole.bit_length() + 12)


class Price(NamedTuple):
    """What a use costs beside what the search sees: what is spent, and the damage that friends suffer."""

    spent: int = 0
    friends: int = 0


FREE = Price()


def price_of(cost: tuple[XWingCost, ...], times: int, *, is_paid_elsewhere: bool) -> Price:
    """The price of a cost that is paid so many times."""
    spent = sum(part.amount for part in cost if part.kind in SPENT)
    friends = sum(part.amount for part in cost if part.kind in SUFFERING) if is_paid_elsewhere else 0
    return Price(spent * times, friends * times) if spent or friends else FREE


def loss(before: XWingShip, after: XWingShip) -> int:
    """How much a ship lost: shields and hull, all that it had if it is destroyed."""
    had = before.shields.active + before.hull_left
    if after.is_destroyed:
        return had
    return min(had, before.shields.active - after.shields.active + before.hull_left - after.hull_left)


def best(worths: list[Worth], role: Role) -> Worth:
    """The first of the worths that is best for a role."""
    return worths[place_of_best(worths, role)]


def place_of_best(worths: list[Worth], role: Role) -> int:
    """The index of the first of the worths that is best for a role."""
    if role is ATTACKER:
        values = [worth.attack for worth in worths]
        return values.index(max(values))
    values = [worth.defense for worth in worths]
    return values.index(min(values))


def sum_of(one: Worth, other: Worth) -> Worth:
    """Both together."""
    return Worth(one.attack + other.attack, one.defense + other.defense)


def mean_of(worths: list[tuple[Fraction, Worth]]) -> Worth:
    """The mean of worths, each with its chance."""
    return Worth(
        whole(sum((chance * worth.attack for chance, worth in worths), Fraction(0))),
        whole(sum((chance * worth.defense for chance, worth in worths), Fraction(0))),
    )
