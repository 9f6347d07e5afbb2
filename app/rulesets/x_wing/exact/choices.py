"""Choices of the search: uses with tallies of dice, and the answers to questions that they stand for."""

from collections.abc import Iterator
from itertools import islice

from app.domain.record import Origin, Source
from app.domain.table import Question
from app.rulesets.x_wing.attack.jamming import LoseToJam
from app.rulesets.x_wing.attack.state import State, owner_of
from app.rulesets.x_wing.attack.uses import Offer, Use
from app.rulesets.x_wing.attack.window_questions import (
    ModifyAttackDice,
    ModifyDefenseDice,
    UseAbility,
    XWingUse,
    dice_of_choice,
)
from app.rulesets.x_wing.exact.tallies import MANY, eligible, takings, unit
from app.rulesets.x_wing.exact.worth import Price, price_of
from app.rulesets.x_wing.outcome import Dice
from app.rulesets.x_wing.terms import DONE, Pool

POLICY = Source(Origin.POLICY)
"""Who gives the answers of a search."""


def answer_with(offer: Offer | None, taken: int, state: State) -> XWingUse:
    """The answer to use an offer on dice of this tally, `done` without one; rerolled dice are taken before others."""
    if offer is None:
        return XWingUse(DONE)
    if not offer.takes_dice:
        return XWingUse(offer.name)
    dice = state.dice(offer.pool)
    return XWingUse(offer.name, places_with(taken, dice, tuple(range(len(dice))), offer.pool))


def places_with(taken: int, dice: Dice, places: tuple[int, ...], pool: Pool) -> tuple[int, ...]:
    """Places of dice with this tally, ascending; dice that nothing rerolls any more may have been rerolled or not."""
    found: list[int] = []
    for exactly in (True, False):
        for place in sorted(places, key=lambda place: not dice[place].rerolled):
            die = dice[place]
            kind = unit(pool, die.face, rerolled=die.rerolled if exactly else not die.rerolled)
            if not die.canceled and place not in found and taken // kind & MANY:
                taken -= kind
                found.append(place)
    return tuple(sorted(found))


def choices_of(question: Question[object]) -> Iterator[object]:
    """The choices of a question that the search compares, `done` first; of an order of abilities only the first."""
    if isinstance(question, LoseToJam):
        yield from question.options()
        return
    if not isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility):
        yield from islice(question.options(), 1)
        return
    if question.may_stop():
        yield XWingUse(DONE)
    for use in question.uses:
        if use.offer.takes_amount:
            yield from (XWingUse(use.name, amount=amount) for amount in range(use.least, use.most + 1))
        elif use.offer.takes_dice:
            yield from (XWingUse(use.name, places) for places in sets_of_dice(use, question))
        else:
            yield XWingUse(use.name)


def sets_of_dice(use: Use, question: ModifyAttackDice | ModifyDefenseDice | UseAbility) -> Iterator[tuple[int, ...]]:
    """Places of dice, once for each tally that the use may take."""
    dice = question.state.dice(use.pool)
    tally = sum(unit(use.pool, dice[place].face, rerolled=dice[place].rerolled) for place in use.places)
    is_enemys = owner_of(use.pool) is not question.role
    for taken, _ in takings(eligible(use.offer, tally), use.least, use.most, best_first=is_enemys):
        yield places_with(taken, dice, use.places, use.pool)


def price_of_choice(question: Question[object], choice: object) -> Price:
    """What a choice costs beside what the search sees."""
    if not (isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility) and isinstance(choice, XWingUse)):
        return Price()
    use = next((use for use in question.uses if use.name == choice.use), None)
    if use is None:
        return Price()
    times = len(dice_of_choice(use, choice)) if use.offer.is_cost_per_die else 1
    return price_of(use.offer.cost, times, is_paid_elsewhere=use.held is not None and use.held.is_paid_elsewhere)
