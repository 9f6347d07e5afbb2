"""The policy `simple`: what it uses next in a window, and what a player must use who wants to use nothing.

It looks at what is offered and at the tally of the dice, so that play and odds ask the same.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from app.rulesets.x_wing.attack.neutralize import Neutralizing
from app.rulesets.x_wing.attack.uses import Offer
from app.rulesets.x_wing.effects import SUFFERING
from app.rulesets.x_wing.exact.tallies import FRESH, count, eligible, first_dice, mask_of_faces, size
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import CALCULATE, EVADE, FOCUS, FORCE, LOCK, OWN_WINDOW, POOL_OF, Face, Pool, Window

MISSES = (Face.BLANK, Face.FOCUS)
RESULTS = (Face.HIT, Face.CRIT, Face.EVADE)


class Taken(NamedTuple):
    """An offer, and the tally of the dice that it is used on."""

    offer: Offer
    dice: int = 0


class Asked(NamedTuple):
    """What a player looks at: what is offered, the dice, and how many results so many evades would leave."""

    offers: Sequence[Offer]
    pool: Pool
    tally: int
    is_enemys: bool
    left: Callable[[int], int]


def asked_of(offers: Sequence[Offer], window: Window, tallies: Mapping[Pool, int], how: Neutralizing) -> Asked:
    """What a window shows its player."""
    pool = POOL_OF[window]
    hits, crits = (count(tallies[Pool.ATTACK], Pool.ATTACK, face) for face in (Face.HIT, Face.CRIT))
    is_enemys = window is not OWN_WINDOW[pool]
    return Asked(offers, pool, tallies[pool], is_enemys, lambda evades: sum(how.left(hits, crits, evades)))


Decide = Callable[[Asked], Taken | None]
"""A function that tells what a player uses next; None: nothing."""


def what_must_be(asked: Asked) -> Taken | None:
    """XW-72: the first use that is mandatory, on as many dice as it can take."""
    return next((taken for offer in asked.offers if not offer.optional and (taken := at_most(asked, offer))), None)


def by_habit(asked: Asked) -> Taken | None:
    """What is used by habit; what is mandatory first."""
    return with_enemys_dice(asked) if asked.is_enemys else with_own_dice(asked)


def at_most(asked: Asked, offer: Offer, faces: tuple[Face, ...] = tuple(Face), most: int = 99) -> Taken | None:
    """An offer on as many of the dice that show one of `faces` as it can take; None where it cannot be used on them."""
    if not offer.is_on_dice:
        return Taken(offer)
    dice = eligible(offer, asked.tally)
    least, limit = offer.range_for(size(dice))
    wanted = dice & mask_of_faces(offer.pool, faces)
    count_taken = min(size(wanted), limit, most)
    if count_taken < max(1, least):
        return None
    return Taken(offer, first_dice(wanted, count_taken, best_first=asked.is_enemys))


def with_own_dice(asked: Asked) -> Taken | None:
    """Mandatory uses and free rerolls of blanks, then the lock, then changes until nothing more is wanted."""
    for offer in asked.offers:
        if not offer.optional and (taken := at_most(asked, offer)):
            return taken
        if offer.step.op is Op.REROLL and not offer.cost and count(asked.tally & FRESH, asked.pool, Face.BLANK):
            taken = at_most(asked, offer, tuple(Face) if offer.step.exactly else (Face.BLANK,))
            if taken is not None:
                return taken
    return spend_lock(asked) or change_dice(asked)


def spend_lock(asked: Asked) -> Taken | None:
    """XW-31: reroll blanks, and the focus results that nothing converts."""
    lock = next((offer for offer in asked.offers if offer.name == LOCK), None)
    if lock is None:
        return None
    focuses = count(asked.tally, asked.pool, Face.FOCUS)
    possible = eligible(lock, asked.tally)
    blanks = possible & mask_of_faces(asked.pool, (Face.BLANK,))
    stuck = possible & mask_of_faces(asked.pool, (Face.FOCUS,))
    dice = blanks + first_dice(stuck, focuses - min(focuses, converted(asked)))
    dice = first_dice(dice, lock.range_for(size(possible))[1])
    return Taken(lock, dice) if dice else None


def converted(asked: Asked) -> int:
    """How many focus results tokens and Force can change."""
    limits = {offer.name: offer.limit for offer in asked.offers if offer.held is None}
    return 99 if FOCUS in limits else (limits.get(CALCULATE) or 0) + (limits.get(FORCE) or 0)


def change_dice(asked: Asked) -> Taken | None:
    """Free changes, then focus, calculate, Force and evade; a single focus result is left to calculate or Force."""
    is_attack, names = asked.pool is Pool.ATTACK, {offer.name: offer for offer in asked.offers if offer.held is None}
    missing = 99 if is_attack else wanted_evades(asked) - count(asked.tally, asked.pool, Face.EVADE)
    if missing <= 0:
        return None
    free = sorted([offer for offer in asked.offers if is_free_change(offer)], key=order_of_change)
    for offer in free:
        if not is_only_for_crits(offer) and (taken := at_most(asked, offer, MISSES, missing)):
            return taken
    focuses = count(asked.tally, asked.pool, Face.FOCUS)
    if FOCUS in names and focuses and (focuses > 1 or not (CALCULATE in names or FORCE in names)):
        return at_most(asked, names[FOCUS])
    for name in (CALCULATE, FORCE, EVADE):
        if name in names and (taken := at_most(asked, names[name], MISSES, missing)):
            return taken
    crits = (at_most(asked, offer, (Face.HIT,)) for offer in free if is_only_for_crits(offer))
    return next((taken for taken in crits if taken), None)


def wanted_evades(asked: Asked) -> int:
    """The fewest evade results within reach that leave as few results as can be."""
    evades, blanks, focuses = (count(asked.tally, asked.pool, face) for face in (Face.EVADE, Face.BLANK, Face.FOCUS))
    of_any = sum(99 if offer.limit is None else offer.limit for offer in asked.offers if takes_blanks(offer))
    by_focus = min(focuses, converted(asked))
    reach = evades + by_focus + min(of_any, blanks + focuses - by_focus)
    return min(range(evades, reach + 1), key=asked.left)


def takes_blanks(offer: Offer) -> bool:
    """Whether an offer changes blanks to evades for nothing, or by evade tokens."""
    faces = offer.step.faces
    return (
        offer.step.to is Face.EVADE
        and (offer.name == EVADE or is_free_change(offer))
        and (not faces or Face.BLANK in faces)
    )


def is_free_change(offer: Offer) -> bool:
    """Whether an offer changes dice to something better at no cost, as many as its player likes."""
    step = offer.step
    is_change = step.op is Op.CHANGE and step.to in (Face.FOCUS, *RESULTS)
    return is_change and not offer.cost and not step.exactly


def is_only_for_crits(offer: Offer) -> bool:
    """Whether an offer changes hits to crits, and neither blanks nor focus results."""
    return bool(offer.step.faces) and not any(face in offer.step.faces for face in MISSES)


def order_of_change(offer: Offer) -> tuple[int, bool]:
    """The order of free changes: blanks to focus results, then focus results, then blanks; to crits before hits."""
    step = offer.step
    takes_blank = not step.faces or Face.BLANK in step.faces
    return 0 if step.to is Face.FOCUS else 1 + takes_blank, step.to is not Face.CRIT


def with_enemys_dice(asked: Asked) -> Taken | None:
    """Reroll as many results as can be, then change or cancel them; otherwise use what costs nothing."""
    rerolls = [offer for offer in asked.offers if offer.step.op is Op.REROLL]
    for offer in (*rerolls, *[offer for offer in asked.offers if offer not in rerolls]):
        if not offer.optional or is_worth_it(offer):
            taken = at_most(asked, offer, tuple(Face) if not offer.optional else RESULTS)
            if taken is not None:
                return taken
    return None


def is_worth_it(offer: Offer) -> bool:
    """Whether an ability that harms the enemy's dice is used; what costs damage is not, nor what helps the enemy."""
    step = offer.step
    if any(part.kind in SUFFERING for part in offer.cost) or step.to in RESULTS:
        return False
    return step.op is Op.REROLL or step.op is Op.CHANGE or not offer.cost
