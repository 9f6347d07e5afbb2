"""Moves: every use of the dice of a window that the search compares, with what it does to the tally."""

from typing import NamedTuple

from app.rulesets.x_wing.attack.uses import Offer
from app.rulesets.x_wing.effects import CostKind, XWingStep
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.tallies import applied, count, mask_of, size, takings, unit, with_few_focus
from app.rulesets.x_wing.exact.worth import FREE, Price, price_of
from app.rulesets.x_wing.ops import DICE_OPS, Op
from app.rulesets.x_wing.terms import FACES_OF, OWN_WINDOW, POOL_OF, Face, Pool, Window


class Move(NamedTuple):
    """A use of an offer on dice of one tally; without an offer, `done`."""

    offer: Offer | None
    pool: Pool = Pool.ATTACK
    taken: int = 0
    """The tally of the dice that it takes."""
    dice: int = 0
    tally: int = 0
    """The tally of the pool afterwards, without dice that are thrown."""
    rerolled: int = 0
    """How many dice are thrown as rerolled dice."""
    fresh: int = 0
    """How many dice are thrown that may be rerolled again."""
    is_crit: bool = False
    """Whether the cost depends on the result that is taken, and it is a crit."""
    is_focus: bool = False
    """Whether focus results are limited, and one is taken."""
    is_plain: bool = True
    """Whether the tallies tell all that it does to dice."""
    price: Price = FREE
    rest_key: int = 0
    """A number that tells apart what moves do to the rest."""

    def place_in(self, place: Place, rest: int) -> Place:
        """The place after the move, without the dice that it throws."""
        if self.pool is Pool.ATTACK:
            return Place(self.tally, place.defense, rest)
        return Place(place.attack, self.tally, rest)


DONE_MOVE = Move(None)


class Way(NamedTuple):
    """A move from a rest with certain dice; if `is_direct`, with the place that it leads to but for the other pool."""

    move: Move
    is_direct: bool = False
    tally: int = 0
    rest: int = 0
    thrown: tuple[int, int] | None = None
    """How many dice are thrown, rerolled and fresh; None: none."""


class Taking(NamedTuple):
    """What a use of certain dice does, whatever other dice lie there."""

    taken: int
    dice: int
    change: int
    """What it adds to the tally of the pool, without dice that are thrown."""
    rerolled: int
    fresh: int
    is_crit: bool
    is_focus: bool
    price: Price
    rest_key: int


class Kind:
    """An offer of a window, under its number, with every taking that was asked for."""

    def __init__(self, number: int, offer: Offer, window: Window) -> None:
        self.offer, self._number, self._pool, held = offer, number, POOL_OF[window], offer.held
        self._is_enemys = window is not OWN_WINDOW[offer.pool]
        self._mask = mask_of(offer.step, offer.pool) if offer.is_on_dice else 0
        ops = [] if held is None else held.effect.ops
        self._added = sum(
            step.amount * unit(self._pool, step.to)
            for step in ops
            if step.op is Op.ADD_RESULT and step.to in FACES_OF[self._pool]
        )
        self._is_plain = is_plain(offer, window)
        self._depends_on_result = depends_on_result(offer)
        self._is_paid_elsewhere = held is not None and held.is_paid_elsewhere
        self._takings: dict[int, tuple[Taking, ...]] = {}

    def moves(self, tally: int) -> list[Move]:
        """Every move on dice with this tally; the largest number of dice first."""
        dice = tally & self._mask
        if self.offer.most_focus is not None:
            dice = with_few_focus(dice, self._pool, self.offer.most_focus)
        found = self._takings.get(dice)
        if found is None:
            found = self._takings[dice] = tuple([self._taking(*some) for some in self._sets(dice)])
        offer, pool, plain = self.offer, self._pool, self._is_plain
        return [
            Move(offer, pool, taken, dice, tally + change, rerolled, fresh, is_crit, is_focus, plain, price, key)
            for taken, dice, change, rerolled, fresh, is_crit, is_focus, price, key in found
        ]

    def _sets(self, dice: int) -> tuple[tuple[int, int], ...]:
        """Every tally of dice that it may take, with their number."""
        if not self.offer.is_on_dice:
            return ((0, 0),)
        least, most = self.offer.range_for(size(dice))
        if not most:
            return ()
        if not self.offer.takes_dice:
            return ((dice, most),)
        return takings(dice, least, most, best_first=self._is_enemys)

    def _taking(self, taken: int, dice: int) -> Taking:
        offer = self.offer
        lying, rerolled, fresh = applied(offer.step, self._pool, taken)
        is_crit = self._depends_on_result and count(taken, Pool.ATTACK, Face.CRIT) > 0
        is_focus = offer.most_focus is not None and count(taken, self._pool, Face.FOCUS) > 0
        times = dice if offer.is_cost_per_die else 1
        price = price_of(offer.cost, times, is_paid_elsewhere=self._is_paid_elsewhere)
        key = ((self._number << 8 | times) << 1 | is_crit) << 1 | is_focus
        return Taking(taken, dice, lying + self._added - taken, rerolled, fresh, is_crit, is_focus, price, key)


class Offers(NamedTuple):
    """The offers of a window, under the number of the list."""

    number: int
    kinds: tuple[Kind, ...]


def moves_of(offers: Offers, tally: int) -> tuple[Move, ...]:
    """Every move of a window on dice with this tally, `done` first where the player may stop."""
    found = [moves for kind in offers.kinds if (moves := kind.moves(tally))]
    every = [move for moves in found for move in moves]
    if all(moves[0].offer is None or moves[0].offer.optional for moves in found):
        return (DONE_MOVE, *every)
    is_forced = len(found) == 1 and every[0].dice == every[-1].dice
    return tuple(every[:1] if is_forced else every)


def depends_on_result(offer: Offer) -> bool:
    """Whether the cost depends on the result of an attack die that is taken."""
    return offer.pool is Pool.ATTACK and any(part.kind is CostKind.SUFFER_MATCHING for part in offer.cost)


def is_plain(offer: Offer, window: Window) -> bool:
    """Whether an offer does at most one thing to dice of the window's pool: to those chosen, or by adding results."""
    if offer.held is None:
        return True
    steps: list[XWingStep] = [step for step in offer.held.effect.ops if step.op in DICE_OPS]
    is_one = len(steps) <= 1 and all(step is offer.step or step.op is Op.ADD_RESULT for step in steps)
    return is_one and all((step.pool or offer.pool) is POOL_OF[window] for step in steps)
