"""Numbers side by side in one: each is what it would be by itself."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from app.domain.errors import LimitExceeded
from app.domain.odds import Indivisible, finished
from app.domain.record import Record, Role
from app.rulesets.x_wing.exact import ends, lane_search
from app.rulesets.x_wing.exact.lane_search import LaneSearch, OneLane
from app.rulesets.x_wing.exact.lanes import Lanes, Weights
from app.rulesets.x_wing.exact.worth import Worth, mean_of, place_of_best, scale_for
from app.rulesets.x_wing.model import XWingShields
from app.rulesets.x_wing.odds import lane_play, policy_play
from app.rulesets.x_wing.odds.series import in_series
from app.rulesets.x_wing.odds.several_attacks import several
from app.rulesets.x_wing.options import AMG_1_4_5
from tests.rulesets.x_wing.random_situations import drawn as random_situation
from tests.rulesets.x_wing.short_situations import attack, attacker, defender
from tests.rulesets.x_wing.test_several_attacks import BEST, ONE_BY_ONE, RULESET, odds

COUNT, BITS = 5, 70


def drawn(random, most):
    """Numbers of either sign, some of them equal."""
    return [random.choice([random.randint(-most, most), 0, most, -most]) for _ in range(COUNT)]


@pytest.mark.parametrize("role", Role)
def test_in_every_lane_the_first_of_the_best_is_chosen(role):
    random, lanes = Random(role.value), Lanes(COUNT, BITS)
    for _ in range(300):
        numbers = [(drawn(random, 3), drawn(random, 1 << BITS - 1)) for _ in range(random.randint(1, 6))]
        found, choice = lanes.best([Worth(*map(lanes.packed, sides)) for sides in numbers], role)
        attack_, defense = map(lanes.unpacked, found)
        for lane in range(COUNT):
            worths = [Worth(sides[0][lane], sides[1][lane]) for sides in numbers]
            place = place_of_best(worths, role)
            assert (choice if isinstance(choice, int) else choice[lane]) == place
            assert (attack_[lane], defense[lane]) == worths[place]


def test_in_every_lane_the_mean_is_taken():
    random, lanes = Random(1), Lanes(COUNT, BITS)
    for dice in range(7):
        numbers = [drawn(random, 1 << 40) for _ in range(8**dice % 500 + 1)]
        ways = [8**dice - len(numbers) + 1, *([1] * (len(numbers) - 1))]
        times = [[8**dice * number for number in one] for one in numbers]
        total = sum(way * lanes.packed(one) for way, one in zip(ways, times, strict=True))
        means = [sum(way * one[lane] for way, one in zip(ways, numbers, strict=True)) for lane in range(COUNT)]
        assert lanes.unpacked(lanes.halved(total, 3 * dice)) == means


def test_what_cannot_be_divided_says_by_what_it_has_to_be_multiplied():
    lanes, weights = Lanes(2, BITS), Weights(2, BITS)
    with pytest.raises(Indivisible) as dice:
        lanes.halved(lanes.packed([64, 8]) + 63 * lanes.zero, 6)
    assert dice.value.by == 64
    third = [(Fraction(1, 3), Worth(*[lanes.packed([3, 1])] * 2)), (Fraction(2, 3), Worth(lanes.zero, lanes.zero))]
    with pytest.raises(Indivisible) as mean:
        lanes.mean_of(third)
    assert mean.value.by == 3
    for by in (4, 3):
        with pytest.raises(Indivisible) as chance:
            weights.times(weights.of_lane(0, 12) + weights.of_lane(1, 2), Fraction(1, by))
        assert chance.value.by == by


def test_in_every_lane_chances_are_those_of_the_lane():
    lanes, weights, random = Lanes(COUNT, BITS), Weights(COUNT, BITS), Random(2)
    for of in (3, 8, 33):
        worths = [(Fraction(1, of), [of * each for each in drawn(random, 99)]) for _ in range(of)]
        packed = [(chance, Worth(lanes.packed(own), lanes.packed(own))) for chance, own in worths]
        means = [mean_of([(chance, Worth(own[lane], own[lane])) for chance, own in worths]) for lane in range(COUNT)]
        assert lanes.unpacked(lanes.mean_of(packed).attack) == [mean.attack for mean in means]
        own = [of * n for n in range(COUNT)]
        every = sum(weights.of_lane(lane, weight) for lane, weight in enumerate(own))
        assert weights.unpacked(weights.times(every, Fraction(2, of))) == [2 * n for n in range(COUNT)]


def test_odds_are_the_same_where_numbers_have_to_be_multiplied_on_the_way(monkeypatch):
    """A scale without room for throws leaves rests everywhere: the search begins again with larger numbers."""
    refused = []

    class Noted(Indivisible):
        def __init__(self, by):
            refused.append(by)
            super().__init__(by)

    shot = attack(attacker("predator", focus=1, lock=True), 2, defender(1, hull=3, shields=1, focus=1, evade=1))
    shots = (shot, shot, shot)
    expected = odds(ONE_BY_ONE, shots, AMG_1_4_5)
    monkeypatch.setattr("app.rulesets.x_wing.exact.lanes.Indivisible", Noted)
    monkeypatch.setattr(ends, "scale_for", lambda _throws, denominator: scale_for(0, denominator))
    monkeypatch.setattr(policy_play, "most_thrown", lambda _battle: 0)
    assert odds(RULESET, shots, AMG_1_4_5) == expected
    assert len(refused) > 1


def test_where_an_ability_is_used_in_some_lanes_alone_each_is_played_as_by_itself(monkeypatch):
    alike = []

    class Noted(OneLane):
        def worths_of(self, *asked):
            found = super().worths_of(*asked)
            alike.append(len(self.alike) < self._search.lanes.count)
            return found

    monkeypatch.setattr(lane_play, "OneLane", Noted)
    shot, options = random_situation(347, 1)
    shots = (shot, replace(shot, defender=replace(shot.defender, shields=XWingShields(1, 1))))
    assert odds(RULESET, shots, options) == odds(ONE_BY_ONE, shots, options)
    assert any(alike)


@pytest.mark.parametrize(("together", "rooms"), [(several, (100_000, 40_000)), (in_series, (600_000, 300_000))])
def test_where_the_numbers_take_too_much_memory_fewer_are_searched_at_once(monkeypatch, together, rooms):
    """As many lanes as there is room for; where there is none for a single one, the odds are refused."""
    shot = attack(attacker("predator", focus=1, lock=True), 2, defender(1, hull=3, shields=1, focus=1, evade=1))
    expected = finished(together((shot,) * 3, AMG_1_4_5, BEST, Record()))
    lanes, taken = [], []

    class Noted(LaneSearch):
        def __init__(self, *given):
            super().__init__(*given)
            lanes.append(self.lanes.count)

        def _search(self, place):
            found = super()._search(place)
            taken.append((len(self._worths) + len(self._thrown)) * 2 * self.lanes.bytes)
            return found

    monkeypatch.setattr("app.rulesets.x_wing.odds.several_attacks.LaneSearch", Noted)
    for most in rooms:
        monkeypatch.setattr(lane_search, "MOST_BYTES", most)
        lanes.clear()
        taken.clear()
        assert finished(together((shot,) * 3, AMG_1_4_5, BEST, Record())) == expected
        assert len(set(lanes)) > 1
        assert max(taken) < 1.1 * most
    monkeypatch.setattr(lane_search, "MOST_BYTES", 1_000)
    with pytest.raises(LimitExceeded):
        finished(together((shot,) * 3, AMG_1_4_5, BEST, Record()))
