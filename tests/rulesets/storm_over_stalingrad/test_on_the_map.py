"""What setups say of units on the map: printed movement, ways through areas, arrivals with a choice, cards that build."""

import random
from dataclasses import replace
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.record import Noted
from app.rulesets.storm_over_stalingrad.facts import ControlChanged
from app.rulesets.storm_over_stalingrad.game import BOARD, facts
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import (
    Arrival,
    ArrivalArea,
    ChangeTerrain,
    EntryCost,
    Movers,
    PlayCard,
    Setup,
    Way,
)
from app.rulesets.storm_over_stalingrad.game.questions import ChooseMovers
from app.rulesets.storm_over_stalingrad.game.ways import ChooseWay
from app.rulesets.storm_over_stalingrad.model import Allocator, Area, CardFire
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.storm_over_stalingrad.test_cards import NONE, CardGame
from tests.rulesets.storm_over_stalingrad.test_fire import GERMAN, SOVIET, SPENT, german, germans, soviets
from tests.rulesets.storm_over_stalingrad.test_game import MAP, PASS, RULES, Game, fires, moves
from tests.thorough import seeds

ROW = (
    Area("A", 0, GERMAN, ("B",), units=(german("g1", movement=1), german("g2"), german("g3", movement=3))),
    Area("B", 0, SOVIET, ("C",)),
    Area("C", 0, SOVIET, ("D",)),
    Area("D", 0, SOVIET, ()),
)
SQUARE = (
    Area("A", 0, GERMAN, ("B", "C"), units=germans(1)),
    Area("B", 0, SOVIET, ("D",)),
    Area("C", 0, SOVIET, ("D",)),
    Area("D", 0, GERMAN, ()),
)
PASSING = replace(RULES, control_in_passing=True)


def exits(game, area="A"):
    question = ChooseMovers(game.state, game.rules, GERMAN, area, ())
    return {exit.area: exit.units for exit in question.context().exits}


def controllers(game):
    return "".join(area.controller[0] for area in game.state.areas)


def test_each_unit_moves_as_far_as_its_counter_says_else_as_the_option_does():
    game = Game(Setup(ROW))
    assert exits(game) == {"B": ("g1", "g2", "g3"), "C": ("g2", "g3"), "D": ("g3",)}
    assert exits(Game(Setup(ROW), replace(RULES, movement_factor=1))) == {
        "B": ("g1", "g2", "g3"), "C": ("g3",), "D": ("g3",),
    }  # fmt: skip


def test_a_unit_that_is_too_slow_is_refused_and_not_listed():
    question = Game(Setup(ROW)).asked(moves("A"))
    listed = [(choice.units, choice.to) for choice in question.options()]
    assert (("g2", "g3"), "C") in listed
    assert not any("g1" in units for units, to in listed if to != "B")
    with pytest.raises(IllegalChoice) as refused:
        question.check(Movers(("g1", "g3"), "C"))
    assert (refused.value.reason, refused.value.rule) == ("unit-too-slow", "SS-60")
    assert refused.value.params == {"unit": "g1", "area": "C"}


def test_units_without_movement_stay_and_the_impulse_ends_once_nobody_can_follow():
    units = (german("g1", movement=0), german("g2"))
    game = Game(Setup((replace(ROW[0], units=units), *ROW[1:])))
    game.play(1, moves("A"), Movers(("g2",), "B"))
    game.play(2, PASS)
    assert game.refused(1, moves("A")) == ("nowhere-to-move", "SS-60")


def test_units_pass_areas_without_changing_who_controls_them_unless_an_option_says_so():
    for rules, after in ((RULES, "gsgs"), (PASSING, "gggs")):
        game = Game(Setup(ROW), rules)
        game.play(1, moves("A"), Movers(("g2",), "C"), Movers())
        assert controllers(game) == after
    assert [fact.area for fact in game.facts if isinstance(fact, ControlChanged)] == ["B", "C"]


def test_the_player_says_through_which_area_units_pass_where_that_matters():
    game = Game(Setup(SQUARE), PASSING)
    game.play(1, moves("A"), Movers(("h0",), "D"), Way(("C",)))
    assert controllers(game) == "gsgg"
    assert [type(fact) for fact in game.facts if isinstance(fact, ControlChanged | facts.UnitsMoved)] == [
        ControlChanged, facts.UnitsMoved,
    ]  # fmt: skip
    same = (*SQUARE[:2], replace(SQUARE[2], controller=GERMAN), SQUARE[3])
    game = Game(Setup(same), PASSING)
    game.play(1, moves("A"), Movers(("h0",), "D"), Way(("C",)))
    assert controllers(game) == "gsgg"
    quiet = tuple(replace(area, controller=GERMAN) for area in SQUARE)
    Game(Setup(quiet), PASSING).play(1, moves("A"), Movers(("h0",), "D"))


@pytest.mark.parametrize(
    "through", [(), ("D",), ("A",), ("B", "C"), ("B", "B"), ("Q",), ("B", "D")],
)  # fmt: skip
def test_a_way_leads_from_area_to_adjacent_area_and_costs_no_more_than_the_movement(through):
    game = Game(Setup(SQUARE), PASSING)
    question = ChooseWay(game.state, PASSING, GERMAN, "A", "D", ("h0",))
    assert [way.through for way in question.options()] == [("B",), ("C",)]
    with pytest.raises(IllegalChoice) as refused:
        question.check(Way(through))
    assert (refused.value.reason, refused.value.rule) == ("no-such-way", "SS-60")


def every_way(areas, start, end, movement, side, cost):
    """By trying every order of every set of areas: the ways from one area to another."""
    by_id = {area.id: area for area in areas}
    beside = {(a, b) for a in by_id for b in by_id if b in by_id[a].adjacent or a in by_id[b].adjacent}

    def price(id):
        enemies = any(unit.side is not side for unit in by_id[id].units)
        taken = by_id[id].controller is not side
        return 1 + {EntryCost.NOTHING: 0, EntryCost.ENEMY_UNITS: enemies, EntryCost.ENEMY_CONTROL: taken}[cost]

    others = [id for id in by_id if id not in (start, end) and not any(u.side is not side for u in by_id[id].units)]
    for count in range(len(others) + 1):
        for through in permutations(others, count):
            steps = (start, *through, end)
            is_linked = all(step in beside for step in pairwise(steps))
            if is_linked and sum(map(price, steps[1:])) <= movement:
                yield through


def can_reach(areas, to, movement, cost):
    return any(True for _ in every_way(areas, "A", to, movement, GERMAN, cost))


def random_map(draw):
    ids = "ABCDE"
    areas = []
    for n, id in enumerate(ids):
        near = tuple(other for other in ids[n + 1 :] if draw.random() < 0.5)
        units = () if n == 0 or draw.random() < 0.7 else soviets(1)[:1]
        areas.append(
            Area(id, 0, draw.choice((GERMAN, SOVIET)), near, units=tuple(replace(u, id=f"r{n}") for u in units))
        )
    units = tuple(german(f"g{n}", movement=draw.choice((None, 0, 1, 2, 3, 4))) for n in range(3))
    return (replace(areas[0], units=units), *areas[1:])


def test_reach_and_ways_are_those_found_by_trying_every_way():
    wondered = 0
    for seed in seeds(150, 2000):
        draw = random.Random(seed)
        areas, cost = random_map(draw), draw.choice(list(EntryCost))
        rules = replace(PASSING, entry_cost=cost, movement_factor=draw.randint(1, 4))
        game = Game(Setup(areas), rules)
        movement = {u.id: rules.movement_factor if u.movement is None else u.movement for u in areas[0].units}
        wanted = {to: tuple(u for u, most in movement.items() if can_reach(areas, to, most, cost)) for to in "BCDE"}
        wanted = {to: units for to, units in wanted.items() if units}
        if not wanted:
            assert game.refused(1, moves("A"))[0] == "nowhere-to-move"
            continue
        assert exits(game) == wanted
        for to, units in wanted.items():
            slowest = min(movement[unit] for unit in units)
            ways = list(every_way(areas, "A", to, slowest, GERMAN, cost))
            question = ChooseWay(game.state, rules, GERMAN, "A", to, units)
            control = {area.id: area.controller for area in areas}
            taken = {frozenset(id for id in way if control[id] is SOVIET) for way in ways}
            listed = [way.through for way in question.options()]
            assert {frozenset(id for id in way if control[id] is SOVIET) for way in listed} == taken
            assert len(listed) == len(taken)
            assert (question.forced() is None) == (len(taken) > 1)
            for way in ways:
                question.check(Way(way))
            wondered += len(taken) > 1
    assert wondered > 10


def test_of_very_many_ways_some_are_listed_and_all_are_accepted():
    ids = [f"a{n}" for n in range(32)]
    areas = tuple(Area(id, 0, SOVIET, tuple(ids[n + 1 :])) for n, id in enumerate(ids))
    areas = (replace(areas[0], controller=GERMAN, units=(german("g1", movement=99),)), *areas[1:])
    game = Game(Setup(areas), PASSING)
    question = ChooseWay(game.state, PASSING, GERMAN, "a0", "a1", ("g1",))
    assert 1 < len(list(question.options())) <= 1000
    question.check(Way(tuple(reversed(ids[2:]))))


def test_units_that_arrive_may_have_a_choice_of_areas():
    start = replace(MAP, arrivals=(Arrival(2, "A", german("late"), ("B", "D")),))
    game = Game(start)
    game.play(1, PASS)
    game.play(2, PASS, ArrivalArea("D"))
    assert ("late" in game.units("D"), game.state.arrivals, game.area("D").controller) == (True, (), GERMAN)
    question = Game(start)
    question.play(1, PASS)
    asked = question.asked(PASS, seat=2)
    assert (asked.context().unit, asked.context().areas) == ("late", ("A", "D"))
    with pytest.raises(IllegalChoice) as refused:
        asked.check(ArrivalArea("B"))
    assert (refused.value.reason, refused.value.rule) == ("not-open", "SS-63")


def test_a_unit_enters_the_only_area_that_is_open_and_waits_where_none_is():
    game = Game(replace(MAP, arrivals=(Arrival(2, "B", german("late"), ("C",)),)))
    game.play(1, PASS)
    game.play(2, PASS)
    assert "late" in game.units("C")
    held = replace(MAP.areas[3], units=(replace(soviets(1)[0], id="r9"),))
    game = Game(replace(MAP, areas=(*MAP.areas[:3], held), arrivals=(Arrival(2, "B", german("late"), ("D",)),)))
    game.play(1, PASS)
    game.play(2, PASS)
    assert [fact.areas for fact in game.facts if isinstance(fact, facts.UnitHeldBack)] == [("B", "D")]
    assert len(game.state.arrivals) == 1


@pytest.mark.parametrize(
    ("more", "reason", "at"),
    [(("Q",), "unknown-area", 0), (("B", "A"), "area-named-twice", 1), (("B", "B"), "area-named-twice", 1)],
)
def test_areas_to_choose_from_are_on_the_map_and_named_once(more, reason, at):
    start = replace(MAP, arrivals=(Arrival(2, "A", german("late"), more),))
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(start, RULES, (1, 2))
    assert (refused.value.reason, refused.value.rule) == (reason, "SS-63")
    assert refused.value.field == ("arrivals", 0, "or_areas", at)


ACTION = Timing.OWN_ACTION
RUBBLE = TacticalCard("rubble", GERMAN, ACTION, terrain_multiplier=2, lasts=True)
BARRAGE = TacticalCard("barrage", GERMAN, ACTION, card_fire=CardFire(6))


def test_a_card_that_changes_terrain_is_an_impulse_of_its_own():
    game = CardGame(RUBBLE)
    end = game.play(1, ChangeTerrain("change-terrain", "rubble", "B"))
    assert (game.area("B").terrain_multiplier, game.area("B").terrain) == (2, 6)
    assert (end.outcome.fire, end.outcome.side, game.state.passes) == (None, SOVIET, 0)
    assert ([card.id for card in game.state.cards[0].discarded], game.hand(1)) == (["rubble"], [])
    assert not any(
        isinstance(entry, Noted) and isinstance(entry.fact, facts.AreaActivated) for entry in end.record.entries
    )
    game.play(2, PASS)
    end = game.play(1, fires("A", "B"), dice=[(1, 1)])
    assert end.outcome.fire.defense_points == 13


def test_a_card_that_changes_terrain_is_listed_for_each_area_and_only_so():
    game = CardGame(RUBBLE, BARRAGE)
    listed = list(BOARD.legal(game.state, RULES, 1))
    assert [move.area for move in listed if isinstance(move, ChangeTerrain)] == ["A", "B", "C", "D"]
    assert {move.card for move in listed if isinstance(move, PlayCard)} == {"barrage"}
    assert game.refused(1, PlayCard("play-card", "rubble", "B")) == ("card-changes-terrain", "SS-56")
    for card, area, refused in (
        ("barrage", "B", ("card-fires", "SS-56")),
        ("rubble", "Q", ("unknown-area", "SS-56")),
        ("nothing", "B", ("card-not-in-hand", "SS-54")),
    ):
        assert game.refused(1, ChangeTerrain("change-terrain", card, area)) == refused
    assert game.refused(2, ChangeTerrain("change-terrain", "rubble", "B"))[0] == "not-your-impulse"


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (replace(RUBBLE, lasts=False), "card-one-action"),
        (replace(RUBBLE, terrain_multiplier=1), "card-one-action"),
        (replace(RUBBLE, attack_bonus=1), "card-without-fire"),
        (replace(RUBBLE, allocation_by=Allocator.FIRING_PLAYER), "card-without-fire"),
        (replace(RUBBLE, cancel_fire=True), "card-not-in-action"),
    ],
)
def test_which_cards_that_change_terrain_a_setup_forbids(card, reason):
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(replace(MAP, cards=(card,), hand_sizes=(1,)), RULES, (1, 2))
    assert (refused.value.reason, refused.value.rule) == (reason, "SS-56")


def test_the_same_card_with_another_timing_is_played_in_a_fire_as_before():
    game = CardGame(replace(RUBBLE, side=SOVIET, timing=Timing.ENEMY_FIRE), BARRAGE)
    game.play(1, fires("A", "B"), NONE, replace(NONE, card="rubble"), dice=[(1, 1)])
    assert game.area("B").terrain_multiplier == 2
    assert game.units("A")["g1"] is SPENT


def test_a_match_from_before_counters_had_a_movement_leads_to_the_same():
    with (Path(__file__).parents[2] / "golden/storm-over-stalingrad/v2/match.ndjson").open("rb") as lines:
        holds, report = check_export(find_rulebooks(), lines)
    assert (holds, report["result"]) == (True, "identical")
