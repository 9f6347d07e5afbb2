"""Damage dealt to a ship by counts, card after card, and what it has suffered then, as far as attacks can tell."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
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


def counted(ends: Mapping[Hurt, Fraction]) -> Dealt:
    """Chances as ways."""
    of = lcm(*dict.fromkeys(chance.denominator for chance in ends.values()))
    return Dealt([(end, chance.numerator * (of // chance.denominator)) for end, chance in ends.items() if chance], of)


class Dealing:
    """Damage dealt by counts (XW-54 … XW-61); `budget` is how much work it may take."""

    def __init__(self, budget: Budget, *, leaks_by_itself: bool) -> None:
        self._budget, self._leaks_by_itself = budget, leaks_by_itself
        self._known: dict[tuple[Hurt, tuple[Due, ...]], Mapping[Hurt, Fraction]] = {}

    def ends(self, hurt: Hurt, due: tuple[Due, ...]) -> Mapping[Hurt, Fraction]:
        """What the ship may have suffered after all that is due, with the chances. Raises LimitExceeded."""
        found = self._known.get((hurt, due))
        if found is None:
            self._budget.take(1)
            found = self._known[hurt, due] = self._dealt(hurt, due)
        return found

    def ways(self, hurt: Hurt, due: tuple[Due, ...]) -> Dealt:
        """The same, counted. Raises LimitExceeded."""
        return counted(self.ends(hurt, due))

    def _dealt(self, hurt: Hurt, due: tuple[Due, ...]) -> Mapping[Hurt, Fraction]:
        ship, is_faceup = hurt.ship, False
        while due and ship.left > 0 and not is_faceup:
            ship, due, is_faceup = suffer_first(ship, due, leaks_by_itself=self._leaks_by_itself)
        if ship.left <= 0:
            return {WRECK: Fraction(1)}
        if not is_faceup:
            return {hurt._replace(ship=ship): Fraction(1)}
        sums: dict[Hurt, Fraction] = defaultdict(Fraction)
        for copies, then, more in drawn(hurt._replace(ship=ship)):
            ends = self.ends(then, more + due)
            if not self._budget.take(len(ends)):
                raise self._budget.exceeded()
            part = Fraction(copies, sum(hurt.deck))
            for end, chance in ends.items():
                sums[end] += chance * part
        return sums


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
