"""The fate of a ship in exact odds: its damage by numbers, cards drawn by kind; proven equal to dealing it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from app.rulesets.x_wing.attack.deck import full_deck
from app.rulesets.x_wing.attack.state import Due, State
from app.rulesets.x_wing.attack.windows import onward
from app.rulesets.x_wing.model import DamageCard, XWingDamageCard
from app.rulesets.x_wing.players.search import Means

MORE_THAN_CARDS = 1_000
"""More damage than any deck deals."""


class Deck(NamedTuple):
    """How many cards of each kind that matters are in a deck, and how many others."""

    breaches: int
    leaks: int
    direct_hits: int
    others: int


def deck_of(cards: tuple[DamageCard, ...]) -> Deck:
    """A deck by numbers; an empty one is shuffled anew (XW-59)."""
    cards = cards or full_deck()
    breaches, leaks = cards.count(DamageCard.HULL_BREACH), cards.count(DamageCard.FUEL_LEAK)
    direct_hits = cards.count(DamageCard.DIRECT_HIT)
    return Deck(breaches, leaks, direct_hits, len(cards) - breaches - leaks - direct_hits)


class Hull(NamedTuple):
    """A ship by numbers; `left` is how many more damage cards destroy it."""

    shields: int
    left: int
    breached: bool
    leaks: int


def deal(state: State, fates: "Fates") -> Iterator[tuple[State, Fraction]]:
    """All damage of the attack: the ship survives or not, each with its probability."""
    ship, dealt = state.defender, state.dealt
    hull = Hull(
        ship.shields.active,
        ship.hull - len(ship.damage_cards),
        ship.faceup(DamageCard.HULL_BREACH) > 0,
        ship.faceup(DamageCard.FUEL_LEAK),
    )
    crits = len(state.pending) if hull.breached else sum(state.pending)
    after = replace(dealt, hit=dealt.hit + len(state.pending) - crits, crit=dealt.crit + crits)
    beyond = onward(state._replace(pending=(), dealt=after))
    due = tuple([Due.CRIT if crit else Due.HIT for crit in state.pending])
    lost = fates.destruction(hull, deck_of(state.deck), due)
    if lost < 1:
        yield beyond, 1 - lost
    if lost:
        wreck = replace(ship, damage_cards=(XWingDamageCard(),) * ship.hull)
        yield beyond._replace(defender=wreck), lost


class Fates:
    """How likely a ship does not survive, from what is known already and with the means to go on."""

    def __init__(self, means: Means, *, leaks_by_itself: bool) -> None:
        self._means, self._leaks_by_itself = means, leaks_by_itself
        self._known: dict[tuple[Hull, Deck, tuple[Due, ...]], Fraction] = {}

    def destruction(self, hull: Hull, deck: Deck, due: tuple[Due, ...]) -> Fraction:
        """XW-56 … XW-59: the probability that the ship does not survive all that is due."""
        if hull.left <= 0:
            return Fraction(1)
        if not due or hull.shields + hull.left > most_damage(hull, deck, due):
            return Fraction(0)
        known = self._known.get((hull, deck, due))
        if known is None:
            known = self._known[hull, deck, due] = self._first(hull, deck, due) if self._means.take(2) else Fraction(0)
        return known

    def _first(self, hull: Hull, deck: Deck, due: tuple[Due, ...]) -> Fraction:
        """The same, after the first that is due."""
        first, rest = due[0], due[1:]
        if first is Due.LEAKS:
            return self.destruction(hull, deck, (Due.LEAK,) * hull.leaks + rest)
        if first is Due.LEAK and not hull.leaks:
            return self.destruction(hull, deck, rest)
        if first is Due.LEAK:
            first, hull = Due.HIT, hull._replace(leaks=hull.leaks - 1)
        if not (hull.breached or first is Due.CRIT):
            return self.destruction(without_one(hull), deck, rest)
        rest = ((Due.LEAKS,) if self._leaks_by_itself else (Due.LEAK,) * hull.leaks) + rest
        if hull.shields:
            return self.destruction(without_one(hull), deck, rest)
        return self._drawing(without_one(hull), deck, rest)

    def _drawing(self, hull: Hull, deck: Deck, rest: tuple[Due, ...]) -> Fraction:
        """XW-59: the same after a card has been dealt faceup."""
        drawn = (
            (deck.breaches, hull._replace(breached=True), deck._replace(breaches=deck.breaches - 1), rest),
            (deck.leaks, hull._replace(leaks=hull.leaks + 1), deck._replace(leaks=deck.leaks - 1), rest),
            (deck.direct_hits, hull, deck._replace(direct_hits=deck.direct_hits - 1), (Due.HIT, *rest)),
            (deck.others, hull, deck._replace(others=deck.others - 1), rest),
        )
        lost = Fraction(0)
        for n, ship, left, due in drawn:
            if n:
                lost += n * self.destruction(ship, left if any(left) else deck_of(()), due)
        return lost / sum(deck)


def most_damage(hull: Hull, deck: Deck, due: tuple[Due, ...]) -> int:
    """More damage than can come of all that is due; cards of a deck that is shuffled anew may do more."""
    most = len(due) + hull.leaks + deck.leaks + deck.direct_hits
    return most if most <= sum(deck) else MORE_THAN_CARDS


def without_one(hull: Hull) -> Hull:
    """The ship after one damage: to a shield, or a card."""
    return hull._replace(shields=hull.shields - 1) if hull.shields else hull._replace(left=hull.left - 1)
