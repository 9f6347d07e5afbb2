"""The search of an attack for several ships at once, which differ in what damage does to them and in nothing else.

Where the attack may end is the same for all of them; what an end is worth has a lane for each.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction

from app.domain.odds import TooManyAtOnce
from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.x_wing.attack.state import Battle, State
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.ends import Ends
from app.rulesets.x_wing.exact.lanes import Choice, Lanes, as_whole, size_for
from app.rulesets.x_wing.exact.moves import DONE_MOVE, Move, Way
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.search import AttackSearch
from app.rulesets.x_wing.exact.worth import Number, Packing, Parts, Price, Worth, whole

LANES, BYTES_OF_LANES = 32, 4096
"""How many ships are searched for at once, and the bytes that their numbers take: as much as a step has time for."""

MOST_BYTES = 96 << 20
"""About how much memory the numbers of one search take at most."""


def lanes_for(bits: int) -> int:
    """How many lanes there are for numbers of so many bits."""
    return max(1, min(LANES, BYTES_OF_LANES // size_for(bits)))


class LaneScale:
    """How parts are packed in every lane."""

    def __init__(self, scales: Sequence[Packing], times: int) -> None:
        """`times`: what every number is multiplied by, so that it can be divided later."""
        self.scales, self.times = scales, times
        self.lanes = Lanes(len(scales), max(scale.room for scale in scales) + times.bit_length())

    @property
    def room(self) -> int:
        """The bits of all lanes."""
        return 8 * self.lanes.bytes

    def of_ends(self, worths: Sequence[Worth]) -> Worth:
        """The worth of an end in each lane."""
        attack, defense = ([as_whole(each * self.times) for each in side] for side in zip(*worths, strict=True))
        packed = self.lanes.packed(attack)
        return Worth(packed, packed if attack == defense else self.lanes.packed(defense))

    def packed(self, parts: Parts) -> Worth:
        """The parts as numbers; nothing is spent."""
        return self.of_ends([scale.packed(parts) for scale in self.scales])

    def inflicted(self, results: int) -> Worth:
        """What results add that become tokens of the defender in place of damage."""
        return self._added([scale.inflicted(results) for scale in self.scales])

    def after(self, price: Price, *, by_attacker: bool) -> Worth:
        """What a price adds to the worth of what follows, paid by the player of one role."""
        return self._added([scale.after(price, by_attacker=by_attacker) for scale in self.scales])

    def _added(self, worths: Sequence[Worth]) -> Worth:
        attack, defense = self.of_ends(worths)
        return Worth(attack - self.lanes.zero, defense - self.lanes.zero)


class LaneEnds(Ends):
    """Ends of an attack in each lane."""

    def __init__(self, ends: Sequence[Ends], times: int) -> None:
        super().__init__(ends[0].opening, ends[0].destruction)
        self._ends, self._times = ends, times
        self.scales: LaneScale
        self._worths: dict[Hashable, Worth] = {}

    def scale(self, throws: int, most: int) -> LaneScale:
        """The scale of each lane."""
        self.scales = LaneScale([ends.scale(throws, most) for ends in self._ends], self._times)
        return self.scales

    def worth(self, scale: Packing, state: State) -> Worth:  # noqa: ARG002
        """What a state is worth in each lane where the search ends. Raises Indivisible."""
        key = self._ends[0].key(state)
        found = self._worths.get(key)
        if found is None:
            each = zip(self._ends, self.scales.scales, strict=True)
            found = self._worths[key] = self.scales.of_ends([ends.worth(own, state) for ends, own in each])
        return found


class BoundBudget(Budget):
    """A budget that raises LimitExceeded instead of saying that it is spent."""

    def take(self, work: int) -> bool:
        """Subtract `work`."""
        if not super().take(work):
            raise self.exceeded()
        return True


class LaneSearch(AttackSearch):
    """The search of an attack in several lanes.

    Raises Indivisible, TooManyAtOnce where it takes too much memory, and LimitExceeded where it takes too much work.
    """

    def __init__(self, battle: Battle, budget: BoundBudget, rests: NonDiceStates, ends: LaneEnds) -> None:
        super().__init__(battle, budget, rests=rests, ends=ends)
        self._chosen: dict[Place, tuple[tuple[Way, ...], Choice]] = {}
        self.lanes, self.times = ends.scales.lanes, ends.scales.times
        self._most = MOST_BYTES // (2 * self.lanes.bytes)

    def _search(self, place: Place) -> Worth:
        if len(self._worths) + len(self._thrown) > self._most:
            raise TooManyAtOnce if self.lanes.count > 1 else self.budget.exceeded()
        return super()._search(place)

    def _settle(self, place: Place, ways: tuple[Way, ...], worths: list[Worth], role: Role) -> Worth:
        found, choice = self.lanes.best(worths, role)
        self._chosen[place] = ways, choice
        return found

    def _best_of(self, worths: list[Worth], role: Role) -> Worth:
        return self.lanes.best(worths, role)[0]

    def _shared(self, attack: Number, defense: Number, dice: int) -> Worth:
        halved, attack, defense = self.lanes.halved, as_whole(attack), as_whole(defense)
        first = halved(attack, 3 * dice)
        return Worth(first, first if attack == defense else halved(defense, 3 * dice))

    def _mean_of(self, worths: list[tuple[Fraction, Worth]]) -> Worth:
        return self.lanes.mean_of(worths)

    def worths_by_lane(self, place: Place) -> Sequence[Worth]:
        """What a place is worth in each lane."""
        times, unpacked = self.times, self.lanes.unpacked
        sides = [[whole(Fraction(each, times)) for each in unpacked(as_whole(side))] for side in self.worth(place)]
        return [Worth(*both) for both in zip(*sides, strict=True)]

    def best_moves(self, place: Place) -> tuple[Sequence[Move], Choice]:
        """Moves in a window about dice, and which of them is best in each lane."""
        self.worth(place)
        if place not in self._chosen:
            return [DONE_MOVE], 0
        ways, choice = self._chosen[place]
        return [way.move for way in ways], choice


class OneLane:
    """The search as the player in one lane sees it; `alike` are the lanes in which the same was chosen so far."""

    def __init__(self, search: LaneSearch, lane: int) -> None:
        self._search, self._lane = search, lane
        self.alike = list(range(search.lanes.count))
        self.budget, self.chapters = search.budget, search.chapters

    def worths_of(self, question: Question[object], state: State, role: Role) -> list[tuple[object, Worth]]:
        """Every choice that a question has here, and what it is worth."""
        found = self._search.worths_of(question, state, role)
        worths = [worth for _, worth in found]
        _, choice = self._search.lanes.best(worths, role)
        if not isinstance(choice, int):
            self.alike = [lane for lane in self.alike if choice[lane] == choice[self._lane]]
        return [(each, self._of_lane(worth)) for each, worth in found]

    def _of_lane(self, worth: Worth) -> Worth:
        return Worth(*(self._search.lanes.unpacked(as_whole(side))[self._lane] for side in worth))
