"""Groups that are placed in turn before the first round, with a referee of distances that shares no code with the rules."""

import random
from dataclasses import replace
from itertools import product
from math import dist

import pytest

from app.domain.board import Pass
from app.domain.errors import NotYours, Refusal
from app.rulesets.open_forces.game import BOARD, facts
from app.rulesets.open_forces.game.formation import is_formation
from app.rulesets.open_forces.game.model import Command, Next, OfferStalemate, Place, Places
from app.rulesets.open_forces.game.options import TurnDirection
from app.rulesets.open_forces.game.placement import PlaceGroup, Stands
from app.rulesets.open_forces.game.setup import OpenForcesObstacle, OpenForcesPoint, Placement
from tests.rulesets.open_forces import referee
from tests.rulesets.open_forces.test_game import CARD, RULES, Game, at, field, refused, setup
from tests.thorough import seeds, thorough

BASED = replace(CARD, base=100)
REACH = 4000
"""SPD 10 and RNG 30 in the only mode of the card that attacks, in hundredths."""


def start(*sizes, units=1, **rest):
    found = setup(*sizes, card=BASED, placement=Placement.IN_TURN, **rest)
    return replace(
        found,
        armies=tuple(
            replace(army, groups=tuple(replace(group, units=units) for group in army.groups)) for army in found.armies
        ),
    )


def placing(*sizes, rules=RULES, **rest):
    return Game(start(*sizes, **rest), rules, dice=())


def place(game, seat, group, *places, dice=()):
    return game.play(seat, Place("place", group), Places(at(*places)), dice=dice)


def why_not(game, *places, group=None):
    question = PlaceGroup(game.state, game.rules, group or game.state.to_place[0].id)
    with pytest.raises(Refusal) as refusal:
        question.check(Places(at(*places)))
    return [(one.reason, one.rule) for one in (refusal.value, *refusal.value.more)]


def test_players_place_group_by_group_in_turn_and_then_the_first_round_begins():
    game = placing(2, 1, 1)
    assert (game.state.turn, game.state.round, game.state.groups) == (1, 0, ())
    assert BOARD.asked(game.state) == (1,)
    assert list(BOARD.legal(game.state, RULES, 1)) == [Place("place", "A1"), Place("place", "A2")]
    end = place(game, 1, "A2", (0, 0))
    assert (end.outcome.next, end.outcome.turn) == (Next.PLACE, 2)
    assert game.facts(end) == [facts.GroupPlaced("A2", 1, at((0, 0))), facts.PlacementPassed(2)]
    place(game, 2, "B1", (9000, 0))
    place(game, 3, "C1", (0, 9000))
    assert game.state.turn == 1
    end = place(game, 1, "A1", (0, 500), dice=[(2,), (6,), (1,)])
    assert [group.id for group in game.state.groups] == ["A2", "B1", "C1", "A1"]
    assert (game.state.to_place, game.state.round, game.state.turn, end.outcome.next) == ((), 1, 2, Next.ROUND)


def test_who_commands_in_the_other_order_places_in_the_other_order():
    game = placing(1, 1, 1, rules=replace(RULES, turn_direction=TurnDirection.DESCENDING))
    assert game.state.turn == 3
    place(game, 3, "C1", (0, 0))
    assert game.state.turn == 2


def test_groups_that_have_positions_stand_already():
    opened = start(2, 1)
    first, second = opened.armies[0].groups
    stands = replace(opened.armies[0], groups=(replace(first, positions=at((0, 0))), second))
    game = Game(replace(opened, armies=(stands, opened.armies[1])), RULES, dice=())
    assert [group.id for group in game.state.groups] == ["A1"]
    assert why_not(game, (100, 0)) == [("units-overlap", "OF-19")]


def test_a_game_whose_groups_all_stand_begins_at_once():
    game = Game(replace(field([(0, 0)], [(9000, 0)]), placement=Placement.IN_TURN))
    assert (game.state.round, game.state.turn) == (1, 1)


def test_what_placing_forbids():
    game = placing(2, 1)
    assert refused(game, 1, Command("command", "A1")) == ("still-placing", "OF-4")
    assert refused(game, 2, OfferStalemate("offer-stalemate")) == ("still-placing", "OF-4")
    assert refused(game, 1, Pass("pass")) == ("still-placing", "OF-4")
    assert refused(game, 2, Place("place", "B1")) == ("not-your-turn", "OF-4")
    assert refused(game, 1, Place("place", "x")) == ("nothing-to-place", "OF-4")
    with pytest.raises(NotYours, match="not-your-group"):
        BOARD.check(game.state, RULES, 1, Place("place", "B1"))
    place(game, 1, "A1", (0, 0))
    place(game, 2, "B1", (9000, 0))
    assert refused(game, 1, Place("place", "A1")) == ("nothing-to-place", "OF-4")
    place(game, 1, "A2", (0, 500), dice=[(2,), (1,)])
    assert refused(game, 1, Place("place", "A2")) == ("all-placed", "OF-4")


def test_where_a_group_may_not_stand():
    tree = OpenForcesObstacle("tree", OpenForcesPoint(5000, 0), 300)
    game = placing(1, 2, units=2, obstacles=(tree,), rules=replace(RULES, enforce_formation=True))
    assert why_not(game, (0, 0)) == [("wrong-count", "OF-4")]
    assert why_not(game, (0, 0), (1000, 0)) == [("not-in-formation", "OF-3")]
    assert why_not(game, (0, 0), (199, 0)) == [("units-overlap", "OF-19")]
    assert why_not(game, (5000, 399), (5200, 399)) == [("unit-in-obstacle", "OF-4")]
    place(game, 1, "A1", (5000, 400), (5200, 400))
    assert why_not(game, (5300, 400), (5399, 400)) == [("units-overlap", "OF-19"), ("units-overlap", "OF-19")]
    place(game, 2, "B1", (5400, 400), (5600, 400))


@pytest.mark.parametrize(("apart", "within"), [(REACH + 200, True), (REACH + 201, False)])
def test_it_is_told_who_could_attack_in_the_first_round(apart, within):
    game = placing(1, 1)
    place(game, 1, "A1", (0, 0))
    question = PlaceGroup(game.state, game.rules, "B1")
    ends = question.leads_to(Places(at((0, apart))))
    assert ends.stands is (Stands.WITHIN if within else Stands.BEYOND)
    assert ends.targets == ends.attacked_by == (("A1",) if within else ())
    assert (ends.x, ends.y, ends.nearest, ends.nearest_distance) == (0, apart // 100, "A1", 40 if within else 41)
    end = place(game, 2, "B1", (0, apart), dice=[(2,), (1,)])
    told = [fact for fact in game.facts(end) if isinstance(fact, facts.PlacementEnded | facts.WithinRange)]
    each = [facts.WithinRange("A1", ("B1",)), facts.WithinRange("B1", ("A1",))] if within else []
    assert told == [facts.PlacementEnded(within), *each]


def test_a_range_that_the_players_agree_on_reaches_everywhere_and_a_mode_without_atk_nowhere():
    for change, within in (({"rng": None}, True), ({"atk": None}, False)):
        modes = (replace(BASED.modes[0], **change), BASED.modes[1])
        opened = start(1, 1)
        game = Game(replace(opened, cards=(replace(BASED, modes=modes),)), RULES, dice=())
        place(game, 1, "A1", (0, 0))
        ends = PlaceGroup(game.state, game.rules, "B1").leads_to(Places(at((90_000, 0))))
        assert (ends.stands is Stands.WITHIN) is within
        assert (
            PlaceGroup(game.state, game.rules, "B1").leads_to(Places(at((300, 0)))).stands is Stands.WITHIN
        ) is within


def test_allies_do_not_count():
    game = placing(1, 1, 1, teams=("x", "x", "y"))
    place(game, 1, "A1", (0, 0))
    question = PlaceGroup(game.state, game.rules, "B1")
    assert question.leads_to(Places(at((300, 0)))).stands is Stands.ALONE


def gap(ours, theirs):
    return min(dist(a, b) for a, b in product(ours, theirs)) - 2 * BASED.base


def spot(choice):
    return [(place.x, place.y) for place in choice.positions]


@thorough
@pytest.mark.parametrize("seed", seeds(10, 300))
def test_there_is_always_a_place_on_offer_and_those_without_an_attack_come_first(seed):
    chance = random.Random(seed)
    trees = tuple(
        OpenForcesObstacle(
            f"t{n}", OpenForcesPoint(*(chance.randrange(-9000, 9000) for _ in "xy")), chance.randrange(2000), def_=n % 2
        )
        for n in range(chance.randrange(8))
    )
    units, rules = chance.randrange(1, 8), replace(RULES, enforce_formation=chance.random() < 0.5)
    game = placing(
        *(chance.randrange(1, 4) for _ in range(chance.randrange(2, 4))), units=units, obstacles=trees, rules=rules
    )
    stand = {}
    while game.state.to_place:
        seat = game.state.turn
        group = chance.choice(list(BOARD.legal(game.state, rules, seat))).group
        question = PlaceGroup(game.state, rules, group)
        choices = list(question.options())
        foes = [stood for other, stood in stand.values() if other != seat]
        attacked = [any(gap(spot(choice), foe) <= REACH for foe in foes) for choice in choices]
        assert attacked == sorted(attacked)
        assert len(set(choices)) == len(choices) == question.total() > 0
        for choice in choices:
            question.check(choice)
            assert is_formation(choice.positions, BASED.base)
        if foes:
            assert not attacked[0]
        choice = chance.choice(choices)
        stand[group] = seat, spot(choice)
        initiative = [(6 - n,) for n in range(len(game.state.players))] if len(game.state.to_place) == 1 else ()
        game.play(seat, Place("place", group), choice, dice=initiative)


@thorough
@pytest.mark.parametrize("seed", seeds(10, 300))
def test_a_group_may_stand_exactly_where_the_referee_finds_room(seed):
    chance = random.Random(f"room {seed}")
    walls = [referee.Round(*(chance.randrange(-1500, 1500) for _ in "xy"), chance.randrange(50, 500)) for _ in "abc"]
    woods = tuple(OpenForcesObstacle(f"w{n}", OpenForcesPoint(w.x, w.y), w.r) for n, w in enumerate(walls))
    game = placing(2, 1, obstacles=woods, units=2)
    stand = []
    for seat, group in ((1, "A1"), (2, "B1"), (1, "A2")):
        question = PlaceGroup(game.state, game.rules, group)
        room = None
        for _ in range(60):
            ours = [tuple(chance.randrange(-1800, 1800) for _ in "xy") for _ in range(2)]
            others = [referee.Round(x, y, BASED.base) for x, y in stand]
            free = referee.is_free(ours, (0, 0), BASED.base, walls, others) and dist(*ours) >= 2 * BASED.base
            try:
                question.check(Places(at(*ours)))
            except Refusal:
                assert not free
            else:
                assert free
                room = ours
        stand += room
        place(game, seat, group, *room, dice=[(2,), (1,)] if group == "A2" else ())


def test_what_a_setup_to_place_forbids():
    def reasons(opened):
        with pytest.raises(Refusal) as refusal:
            BOARD.prepare(opened, RULES, (1, 2))
        return {(one.reason, one.field) for one in (refusal.value, *refusal.value.more)}

    assert reasons(setup(1, 1, placement=Placement.IN_TURN)) == {("base-needed", ("cards", 0, "base"))}
    wide = OpenForcesObstacle(
        "sea", OpenForcesPoint(-900_000, -900_000), 100_000, corners=(OpenForcesPoint(900_000, 900_000),)
    )
    crowded = {("no-room", ("armies", n, "groups", 0)) for n in (0, 1)}
    assert reasons(start(1, 1, obstacles=(wide,))) == crowded
    assert reasons(replace(start(1, 1, units=20), cards=(replace(BASED, base=100_000),))) == crowded
    some = start(1, 1)
    half = replace(some.armies[0], groups=(replace(some.armies[0].groups[0], positions=at((0, 0))),))
    told = replace(some, armies=(half, some.armies[1]), placement=Placement.SETUP)
    assert reasons(told) == {("positions-incomplete", ("armies", 1, "groups", 0, "positions"))}


def test_room_is_offered_wherever_it_is_left():
    places = [(0, 0), *product(range(-900_000, 900_000, 300_000), repeat=2)]
    woods = tuple(OpenForcesObstacle(f"w{n}", OpenForcesPoint(*at), 100_000) for n, at in enumerate(places))
    game = placing(1, 1, obstacles=woods)
    for seat, group, initiative in ((1, "A1", ()), (2, "B1", [(2,), (1,)])):
        (choice, *_) = PlaceGroup(game.state, game.rules, group).options()
        assert all(dist(spot(choice)[0], at) >= 100_100 for at in places)
        game.play(seat, Place("place", group), choice, dice=initiative)
