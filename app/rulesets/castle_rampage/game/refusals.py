"""The refusals of a siege or a whole game that follow from its setup alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation, raise_all
from app.rulesets.castle_rampage.game.catalogue_refusals import whole_refused
from app.rulesets.castle_rampage.game.model import GameOptions, Setup
from app.rulesets.castle_rampage.model import MOST_CARDS
from app.rulesets.castle_rampage.refusals import card_refused

SEATS = 2


def prepare(setup: Setup, _options: GameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation unless the game may begin (CR-1, CR-3, CR-15)."""
    raise_all(refusals(setup, seats))


def refusals(setup: Setup, seats: tuple[int, ...]) -> Iterator[IllegalSituation]:
    """Every reason why a setup is refused."""
    if len(seats) != SEATS:
        yield IllegalSituation("two-seats", "CR-1", seats=len(seats))
    if setup.whole is not None:
        yield from whole_refused(setup, setup.whole)
        return
    if SEATS * (setup.gate + setup.castle + setup.hand) > MOST_CARDS:
        yield IllegalSituation("too-many-cards", "CR-1", "hand", most=MOST_CARDS)
    for place, card in enumerate(setup.pool):
        yield from card_refused(card, "pool", place)
