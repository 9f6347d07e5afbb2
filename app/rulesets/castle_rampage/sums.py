"""Counts the ways in which sums of ordinary cards stay within bounds while an attack goes on."""

from collections import Counter
from typing import NamedTuple

from app.domain.errors import LimitExceeded
from app.rulesets.castle_rampage.model import Card, Structure
from app.rulesets.castle_rampage.sets import Sets
from app.rulesets.castle_rampage.siege import defense_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE

MOST_TAKEN = 200_000
"""How many cards are met after sums that are too high, for one attack, at the most."""

MOST_DEFENSE = 99
"""No card defends with more."""


class Sum(NamedTuple):
    """What the first ordinary cards sum to, so many at the gate and in the castle."""

    gate: int
    castle: int
    least: int
    below: int
    """The sum is less than this, and not less than `least`."""


class Taken(NamedTuple):
    """Cards that were met after a sum which was too high."""

    kinds: tuple[int, ...] = ()
    """Their kinds, ascending."""
    spent: int = 0
    """What they sum to."""
    below: int | None = None
    """What the sum before them is less than; None where nothing is known yet."""


Ways = dict[Taken, int]
"""In how many orders of single cards each may be met."""


class Sums:
    """Ordinary cards, and in how many ways they can be laid one after the other while their sums stay within bounds."""

    def __init__(self, sets: Sets, cards: tuple[Card, ...]) -> None:
        self._sets = sets
        kinds = Counter(cards)
        self._kinds, self._copies = tuple(kinds), tuple(kinds.values())
        self._weak = {
            where: sorted((defense_of(card, where), kind) for kind, card in enumerate(kinds)) for where in Structure
        }
        self._ways: dict[tuple[tuple[Sum, ...], Structure | None], int] = {}
        self._taken = 0
        self._without: dict[tuple[int, ...], Sets] = {(): sets}

    def ways(self, sums: tuple[Sum, ...], nothing: Structure | None = None) -> int:
        """The ways in which all these sums are within their bounds; each has the cards of the one before it, or more.

        Only the last has a least. `nothing`: the last sum has one value only, and the next card, which lies in this
        structure, defends with 0. Raises LimitExceeded where too many cards may be met after a raise.
        """
        found = self._ways.get((sums, nothing))
        if found is None:
            first, later = sums[0], sums[1:]
            if later:
                found = self.ways(later, nothing) - self._escaped(first, later, nothing)
            elif nothing is None:
                found = between(self._sets, first, first.least, first.below)
            else:
                found = self._sets.exactly_before_nothing(first.gate, first.castle, nothing, first.least)
            self._ways[sums, nothing] = found
        return found

    def binding(self, held: tuple[Sum, ...], now: Sum) -> tuple[Sum, ...]:
        """Those of the sums whose bound does not follow from the bound of a later one, or of an earlier one."""
        kept: tuple[Sum, ...] = ()
        for each in reversed(held):
            if not self._follows(each, kept[0] if kept else now):
                kept = (each, *kept)
        return tuple(each for n, each in enumerate(kept) if not is_certain(each) and not beside(each, kept[:n]))

    def _follows(self, each: Sum, later: Sum) -> bool:
        """Whether a sum is within its bound wherever a later one is."""
        least = self._sets.least(later.gate - each.gate, later.castle - each.castle)
        return later.below - least <= each.below

    def _escaped(self, first: Sum, later: tuple[Sum, ...], nothing: Structure | None) -> int:
        """The ways in which only the first sum is too high: few, as the cards after it are then weak ones."""
        going, before = {Taken(): 1}, first
        for each in later:
            for where, more in ((GATE, each.gate - before.gate), (CASTLE, each.castle - before.castle)):
                for _ in range(more):
                    going = self._one_more(going, where, each.below - first.below - 1)
            going = bounded(going, each.below, first.below)
            before = each
        if nothing is not None:
            going = self._one_more(going, nothing, before.below, strongest=0)
        return sum(
            ways
            * between(self._rest(taken.kinds), first, max(first.below, before.least - taken.spent), taken.below or 0)
            for taken, ways in going.items()
        )

    def _one_more(self, going: Ways, where: Structure, most: int, strongest: int = MOST_DEFENSE) -> Ways:
        """Each with one more card of a structure, no stronger than `strongest`; they sum to no more than `most`.

        Raises LimitExceeded.
        """
        following: Ways = {}
        for taken, ways in going.items():
            for defense, kind in self._weak[where]:
                if defense > min(strongest, most - taken.spent):
                    break
                copies = self._copies[kind] - taken.kinds.count(kind)
                if copies:
                    after = Taken(tuple(sorted((*taken.kinds, kind))), taken.spent + defense, taken.below)
                    following[after] = following.get(after, 0) + ways * copies
        self._taken += len(following)
        if self._taken > MOST_TAKEN:
            raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", self._taken, MOST_TAKEN)
        return following

    def _rest(self, kinds: tuple[int, ...]) -> Sets:
        """The sets of the cards without one of each of these kinds."""
        if kinds not in self._without:
            self._without[kinds] = self._rest(kinds[:-1]).without(self._kinds[kinds[-1]])
        return self._without[kinds]


def is_certain(each: Sum) -> bool:
    """Whether no cards sum to less than the bound."""
    return each.gate == each.castle == 0 < each.below


def beside(each: Sum, earlier: tuple[Sum, ...]) -> bool:
    """Whether an earlier bound on the same cards is as low."""
    return any((one.gate, one.castle) == (each.gate, each.castle) and one.below <= each.below for one in earlier)


def bounded(going: Ways, below: int, least: int) -> Ways:
    """Those in which the sum before them may be `least` or more while the sum with them is less than `below`."""
    following: Ways = {}
    for taken, ways in going.items():
        most = below - taken.spent if taken.below is None else min(taken.below, below - taken.spent)
        if most > least:
            after = taken._replace(below=most)
            following[after] = following.get(after, 0) + ways
    return following


def between(sets: Sets, cards: Sum, least: int, below: int) -> int:
    """The ways in which so many cards sum to at least `least` and less than `below`."""
    if below <= least:
        return 0
    return sets.below(cards.gate, cards.castle, below) - sets.below(cards.gate, cards.castle, least)
