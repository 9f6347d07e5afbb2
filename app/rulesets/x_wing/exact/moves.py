"""Moves: every use of the dice of a window that the search compares, with what it does to the tally."""

from typing import NamedTuple

from app.rulesets.x_wing.attack.uses import Offer
from app.rulesets.x_wing.effects import DICE_OPS, CostKind, Op, XWingStep
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.tallies import applied, count, mask_of, size, takings, unit
from app.rulesets.x_wing.exact.worth import FREE, Price, price_of
from app.rulesets.x_wing.terms import FACES_OF, OWN_WINDOW, POOL_OF, Face, Pool, Window


class Offers(NamedTuple):
    """The offers of a window, each with a number of its own; `number` is that of the list."""

    number: int
    offers: tuple[tuple[int, Offer], ...]


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


def moves_of(offers: Offers, tally: int, window: Window) -> tuple[Move, ...]:
    """Every move in a window on dice with this tally, `done` first where the player may stop."""
    found = [moves for number, offer in offers.offers if (moves := moves_with(number, offer, tally, window))]
    offered = [moves[0].offer for moves in found]
    every = [move for moves in found for move in moves]
    if all(offer is None or offer.optional for offer in offered):
        return (DONE_MOVE, *every)
    is_forced = len(found) == 1 and every[0].dice == every[-1].dice
    return tuple(every[:1] if is_forced else every)


def moves_with(number: int, offer: Offer, tally: int, window: Window) -> list[Move]:
    """Every move with one offer; the largest number of dice first."""
    if not offer.is_on_dice:
        return [move_of(number, offer, tally, (0, 0), window)]
    eligible = tally & mask_of(offer.step, offer.pool)
    least, most = offer.range_for(size(eligible))
    if not most:
        return []
    is_enemys = window is not OWN_WINDOW[offer.pool]
    sets = takings(eligible, least, most, best_first=is_enemys) if offer.takes_dice else ((eligible, most),)
    return [move_of(number, offer, tally, one, window) for one in sets]


def move_of(number: int, offer: Offer, tally: int, dice_taken: tuple[int, int], window: Window) -> Move:
    """The move of an offer on these dice."""
    (taken, dice), step, pool = dice_taken, offer.step, POOL_OF[window]
    lying, rerolled, fresh = applied(step, pool, taken)
    after = tally - taken + lying
    added = [] if offer.held is None else [step for step in offer.held.effect.ops if step.op is Op.ADD_RESULT]
    after += sum(one.amount * unit(pool, one.to) for one in added if one.to in FACES_OF[pool])
    is_crit = depends_on_result(offer) and count(taken, Pool.ATTACK, Face.CRIT) > 0
    times = dice if offer.is_cost_per_die else 1
    price = price_of(offer.cost, times, is_paid_elsewhere=offer.held is not None and offer.held.is_paid_elsewhere)
    key = (number << 8 | times) << 1 | is_crit
    return Move(offer, pool, taken, dice, after, rerolled, fresh, is_crit, is_plain(offer, window), price, key)


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
