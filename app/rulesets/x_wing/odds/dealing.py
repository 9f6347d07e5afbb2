"""Damage dealt to a ship by counts, card after card, and what it has suffered then, as far as attacks can tell."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from app.rulesets.x_wing.attack.deck import full_deck
from app.rulesets.x_wing.attack.state import Due
from app.rulesets.x_wing.attack.suffering import ShipCounts, counts_of, suffer_first
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.destruction import DeckCounts, cards_drawn, deck_counts
from app.rulesets.x_wing.model import XWingShip, XWingShipDamageCard
from app.rulesets.x_wing.terms import DamageCard


class Hurt(NamedTuple):
    """What a ship has suffered, as far as attacks can tell, and the deck of its player."""

    ship: ShipCounts
    deck: DeckCounts
    structural: int = 0
    """How many Structural Damages lie faceup on the ship, each of which takes a die from its defense."""
    more_structural: int = 0
    """How many are among the others in the deck."""

    @property
    def is_wreck(self) -> bool:
        """XW-58: whether the ship is destroyed."""
        return self.ship.left <= 0


WRECK = Hurt(ShipCounts(0, 0, False, 0), DeckCounts(0, 0, 0, 0))
"""What stands for a destroyed ship."""

UNHURT = Hurt(ShipCounts(0, 1, False, 0), DeckCounts(0, 0, 0, 0))
"""What stands for a ship that is not destroyed, where no attack follows."""

Results = tuple[int, int]
"""How many hits and how many crits become damage."""


def hurt_of(ship: XWingShip, deck: tuple[DamageCard, ...]) -> Hurt:
    """What a ship has suffered."""
    if ship.is_destroyed:
        return WRECK
    structural = DamageCard.STRUCTURAL_DAMAGE
    return Hurt(counts_of(ship), deck_counts(deck), ship.faceup(structural), (deck or full_deck()).count(structural))


def unhurt(ship: XWingShip, structural: int) -> XWingShip:
    """The ship without its damage but for what changes how it defends itself: so many Structural Damages (XW-56)."""
    cards = (XWingShipDamageCard(DamageCard.STRUCTURAL_DAMAGE, True),) * structural
    return replace(ship, shields=replace(ship.shields, active=ship.shields.max), damage_cards=cards)


def due_of(results: Results) -> tuple[Due, ...]:
    """XW-54: the damage events of results, hits first."""
    hits, crits = results
    return (Due.HIT,) * hits + (Due.CRIT,) * crits


class Dealt(NamedTuple):
    """What a ship may have suffered, each with the number of ways to it."""

    ways: Sequence[tuple[Hurt, int]]
    of: int
    """How many ways there are in all."""


def lost_or_not(chance: Fraction) -> Dealt:
    """Whether a ship is destroyed, which it is by this chance, where no attack follows."""
    lost, of = chance.as_integer_ratio()
    return Dealt([(end, ways) for end, ways in ((WRECK, lost), (UNHURT, of - lost)) if ways], of)


def surely(end: Hurt) -> Dealt:
    """The one thing that comes of it."""
    return Dealt(((end, 1),), 1)


class Dealing:
    """Damage dealt by counts (XW-54 … XW-61); `budget` is how much work it may take."""

    def __init__(self, budget: Budget, *, leaks_by_itself: bool) -> None:
        self._budget, self._leaks_by_itself = budget, leaks_by_itself
        self._known: dict[tuple[Hurt, tuple[Due, ...]], Dealt] = {}
        self._same: dict[Hurt, Hurt] = {}
        """What ships may have suffered, each as one object: the same is reached in many ways."""

    def ways(self, hurt: Hurt, due: tuple[Due, ...]) -> Dealt:
        """What the ship may have suffered after all that is due. Raises LimitExceeded."""
        found = self._known.get((hurt, due))
        if found is None:
            self._budget.take(1)
            found = self._known[hurt, due] = self._dealt(hurt, due)
        return found

    def _dealt(self, hurt: Hurt, due: tuple[Due, ...]) -> Dealt:
        ship, is_faceup = hurt.ship, False
        while due and ship.left > 0 and not is_faceup:
            ship, due, is_faceup = suffer_first(ship, due, leaks_by_itself=self._leaks_by_itself)
        if ship.left <= 0:
            return surely(WRECK)
        if not is_faceup:
            return surely(self._one(hurt._replace(ship=ship)))
        after: list[tuple[int, Dealt]] = []
        for copies, then, more in drawn(hurt._replace(ship=ship)):
            ends = self.ways(self._one(then), more + due)
            if not self._budget.take(len(ends.ways)):
                raise self._budget.exceeded()
            after.append((copies, ends))
        of, sums = lcm(*(ends.of for _, ends in after)), defaultdict[Hurt, int](int)
        for copies, ends in after:
            share = copies * (of // ends.of)
            for end, ways in ends.ways:
                sums[end] += share * ways
        of *= sum(hurt.deck)
        common = gcd(of, *sums.values())
        return Dealt(tuple([(end, ways // common) for end, ways in sums.items()]), of // common)

    def _one(self, hurt: Hurt) -> Hurt:
        return self._same.setdefault(hurt, hurt)


def drawn(hurt: Hurt) -> Iterator[tuple[int, Hurt, tuple[Due, ...]]]:
    """XW-59: each card that can be dealt faceup now: its copies, what the ship has suffered then, and what is due."""
    *effective, (others, ship, deck, due) = cards_drawn(hurt.ship, hurt.deck)
    on, among = hurt.structural, hurt.more_structural
    found = [(copies, Hurt(then, left, on, among), more) for copies, then, left, more in effective]
    found.append((others - among, Hurt(ship, deck, on, among), due))
    found.append((among, Hurt(ship, deck, on + 1, among - 1), due))
    for copies, then, more in found:
        if copies:
            yield copies, then if any(then.deck) else shuffled(then), more


def shuffled(hurt: Hurt) -> Hurt:
    """XW-59: the same with a whole deck."""
    return hurt._replace(deck=deck_counts(()), more_structural=full_deck().count(DamageCard.STRUCTURAL_DAMAGE))
