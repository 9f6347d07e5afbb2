"""Plays an attack on several ships at once, by players who search it; every weight has a lane for each ship."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from app.domain.ruleset import Policies
from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.lane_search import LaneSearch, OneLane
from app.rulesets.x_wing.exact.lanes import Choice, Weights, as_whole
from app.rulesets.x_wing.exact.moves import Move
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates, Undecided
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.worth import Number
from app.rulesets.x_wing.odds.policy_play import Deciding, PolicyPlay
from app.rulesets.x_wing.terms import Window


class LanePlay(PolicyPlay):
    """One attack, played on several ships; `lanes` has for each of them its lane in the search."""

    tree: LaneSearch

    def __init__(
        self,
        rests: NonDiceStates,
        policies: Policies,
        tree: LaneSearch,
        budget: Budget,
        lanes: Sequence[int],
    ) -> None:
        super().__init__(rests, policies, tree, budget)
        self._whole *= tree.times
        self._lanes = lanes
        self._weights = Weights(len(lanes), self._whole.bit_length())
        self._parts: dict[tuple[int, ...], Sequence[tuple[int, int]]] = {}

    def ends_of(self, starts: Iterable[State]) -> Iterator[tuple[State, Sequence[Fraction]]]:
        """Every state at the end with its probability from each start. Raises Indivisible, and LimitExceeded."""
        begun = [
            (self.rests.place_of(start), self._weights.of_lane(lane, self._whole)) for lane, start in enumerate(starts)
        ]
        for state, weight in self._ends_from(begun):
            yield state, [Fraction(each, self._whole) for each in self._weights.unpacked(as_whole(weight))]

    def _moves(self, place: Place, window: Window, weight: Number) -> Sequence[tuple[Move, Number]]:
        moves, choice = self.tree.best_moves(self._place_in(self.tree, place))
        return [(self._here(place, window, moves[n]), share) for n, share in self._split(weight, choice)]

    def _split(self, weight: Number, choice: Choice) -> Iterator[tuple[int, Number]]:
        """The part of a weight that goes to each that is chosen."""
        if isinstance(choice, int):
            yield choice, weight
            return
        found = self._parts.get(choice)
        if found is None:
            own = [choice[lane] for lane in self._lanes]
            among = self._weights.among
            found = self._parts[choice] = [(n, among([each == n for each in own])) for n in dict.fromkeys(own)]
        for n, lanes in found:
            if share := as_whole(weight) & lanes:
                yield n, share

    def _times(self, weight: Number, chance: Fraction) -> Number:
        return self._weights.times(as_whole(weight), chance)

    def _shared(self, weight: Number, ways: int, dice: int) -> Number:
        return self._weights.halved(as_whole(weight), 3 * dice) * ways

    def _played(self, place: Place, weight: Number) -> Iterator[tuple[Place, Number]]:
        if place in self.rests.undecided:
            yield from super()._played(place, weight)
            return
        state, left = self.rests.state_of(place), weight
        while left:
            before = self.budget.left
            lane = next(n for n, each in enumerate(self._weights.unpacked(as_whole(left))) if each)
            own = OneLane(self.tree, self._lanes[lane])
            deciding = Deciding(self.policies, state, own)
            ends = tuple([(self.rests.place_of(end), chance) for end, chance in self._steps(state, (), deciding)])
            if not deciding.was_asked:
                self.rests.undecided[place] = Undecided(ends, before - self.budget.left)
            share = as_whole(left) & self._weights.among([lane in own.alike for lane in self._lanes])
            for then, chance in ends:
                yield then, self._times(share, chance)
            left = as_whole(left) - share
