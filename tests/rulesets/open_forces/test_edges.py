"""The edge of the battlefield and the zones of armies: where groups are placed, and where they move."""

import random
from dataclasses import replace

import pytest

from app.domain.errors import Refusal
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.model import Movement, Place, Places
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.options import MovementPath
from app.rulesets.open_forces.game.placement import PlaceGroup
from app.rulesets.open_forces.game.setup import (
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesRectangle,
    Placement,
)
from tests.rulesets.open_forces.test_game import CARD, RULES, Game, at, field, setup
from tests.thorough import seeds, thorough

BASE = 100
GROUND = OpenForcesRectangle(OpenForcesPoint(0, 0), 6000, 4000)
LOWER, UPPER = (
    OpenForcesRectangle(OpenForcesPoint(0, 0), 6000, 1000),
    OpenForcesRectangle(OpenForcesPoint(0, 3000), 6000, 1000),
)


def reasons(start):
    with pytest.raises(Refusal) as refusal:
        BOARD.prepare(start, RULES, (1, 2))
    return {(one.reason, one.rule, one.field) for one in (refusal.value, *refusal.value.more)}


def to_place(*sizes, zones=(LOWER, UPPER), ground=GROUND, **rest):
    start = setup(*sizes, card=replace(CARD, base=BASE), placement=Placement.IN_TURN, **rest)
    single = tuple(
        replace(army, groups=tuple(replace(group, units=1) for group in army.groups)) for army in start.armies
    )
    return replace(start, armies=single, battlefield=ground, zones=zones)


def why_not(question, choice):
    try:
        question.check(choice)
    except Refusal as refusal:
        return refusal.reason
    return None


def spots(question):
    return [(place.x, place.y) for choice in question.options() for place in choice.positions]


def test_a_setup_lies_on_its_battlefield():
    start = replace(field([(100, 100)], [(5900, 3900)]), battlefield=GROUND)
    BOARD.prepare(start, RULES, (1, 2))
    for x, y in ((99, 100), (100, 99), (5901, 100), (100, 3901)):
        over = replace(field([(x, y)], [(3000, 2000)]), battlefield=GROUND)
        assert reasons(over) == {("off-the-battlefield", "OF-4", ("armies", 0, "groups", 0, "positions", 0))}


def test_zones_are_those_of_armies_and_lie_on_the_battlefield():
    BOARD.prepare(to_place(1, 1), RULES, (1, 2))
    BOARD.prepare(to_place(1, 1, zones=(None, UPPER)), RULES, (1, 2))
    assert reasons(to_place(1, 1, zones=(LOWER, UPPER, None))) == {("zone-of-no-army", "OF-4", ("zones", 2))}
    for change in ({"height": 1001}, {"at": OpenForcesPoint(1, 3000)}, {"at": OpenForcesPoint(0, -1)}):
        off = to_place(1, 1, zones=(LOWER, replace(UPPER, **change)))
        assert reasons(off) == {("zone-off-the-battlefield", "OF-4", ("zones", 1))}


def test_a_game_without_positions_has_no_battlefield():
    start = replace(setup(1, 1), battlefield=GROUND, zones=(LOWER,))
    assert reasons(start) == {("positions-not-kept", "OF-4", (named,)) for named in ("battlefield", "zones")}


def test_the_corner_of_a_battlefield_may_be_anywhere():
    around = replace(GROUND, at=OpenForcesPoint(-3000, -2000))
    BOARD.prepare(replace(field([(-2900, -1900)], [(2900, 1900)]), battlefield=around), RULES, (1, 2))
    over = replace(field([(-2901, 0)], [(0, 0)]), battlefield=around)
    assert {reason for reason, _, _ in reasons(over)} == {"off-the-battlefield"}


def test_a_group_is_placed_in_the_zone_of_its_army():
    game = Game(to_place(1, 1), RULES, dice=())
    question = PlaceGroup(game.state, RULES, "A1")
    for x, y, refused in ((100, 100, False), (99, 100, True), (5900, 900, False), (5900, 901, True), (0, 0, True)):
        assert why_not(question, Places(at((x, y)))) == ("outside-of-zone" if refused else None)
    assert spots(question)[0] == (3000, 500)


def test_a_group_for_which_its_zone_has_no_room_is_placed_elsewhere_on_the_battlefield():
    small = OpenForcesRectangle(OpenForcesPoint(0, 0), 200, 200)
    game = Game(to_place(2, 1, zones=(small, UPPER)), RULES, dice=())
    assert spots(PlaceGroup(game.state, RULES, "A1")) == [(100, 100)]
    assert why_not(PlaceGroup(game.state, RULES, "A1"), Places(at((3000, 2000)))) == "outside-of-zone"
    game.play(1, Place("place", "A1"), Places(at((100, 100))), dice=())
    game.play(2, Place("place", "B1"), Places(at((3000, 3500))), dice=())
    question = PlaceGroup(game.state, RULES, "A2")
    assert spots(question)
    assert all(100 <= x <= 5900 and 100 <= y <= 3900 for x, y in spots(question))
    assert why_not(question, Places(at((3000, 2000)))) is None
    assert why_not(question, Places(at((-100, 2000)))) == "outside-of-zone"


def test_a_group_for_which_the_battlefield_has_no_room_is_placed_anywhere():
    lake = OpenForcesObstacle("lake", OpenForcesPoint(3000, 2000), 5000)
    game = Game(to_place(1, 1, obstacles=(lake,)), RULES, dice=())
    question = PlaceGroup(game.state, RULES, "A1")
    assert spots(question)
    assert [why_not(question, choice) for choice in question.options()] == [None] * len(spots(question))


def test_no_base_is_moved_over_the_edge():
    game = Game(replace(field([(500, 500)], [(5000, 3000)]), battlefield=GROUND))
    question = Move(game.state, RULES, "A1")
    for x, y, refused in ((100, 500, False), (99, 500, True), (500, 100, False), (500, 99, True)):
        assert why_not(question, Movement(path=(at((x, y)),))) == ("off-the-battlefield" if refused else None)
    there_and_back = Movement(path=(at((50, 500)), at((200, 500))))
    bent = replace(RULES, movement_path=MovementPath.POLYLINE)
    assert why_not(Move(game.state, bent, "A1"), there_and_back) == "off-the-battlefield"


def test_a_unit_that_stands_over_the_edge_may_come_back():
    lake = OpenForcesObstacle("lake", OpenForcesPoint(3000, 2000), 5000, crossed_by=("tank",))
    game = Game(to_place(1, 1, obstacles=(lake,)), RULES, dice=())
    game.play(1, Place("place", "A1"), Places(at((-3000, 2000))), dice=())
    game.play(2, Place("place", "B1"), Places(at((9000, 2000))), dice=[(6,), (1,)])
    question = Move(game.state, RULES, "A1")
    assert why_not(question, Movement(path=(at((-2500, 2000)),))) is None
    assert why_not(question, Movement(path=(at((-3001, 2000)),))) == "off-the-battlefield"


@thorough
@pytest.mark.parametrize("seed", seeds(10, 200))
def test_all_that_is_offered_stays_on_the_battlefield(seed):
    chance = random.Random(f"edge {seed}")
    woods = tuple(
        OpenForcesObstacle(f"w{n}", OpenForcesPoint(chance.randrange(6000), chance.randrange(4000)), 300, def_=n % 2)
        for n in range(chance.randrange(6))
    )
    game = Game(to_place(chance.randrange(1, 5), chance.randrange(1, 5), obstacles=woods), RULES, dice=())
    while game.state.to_place:
        seat = game.state.turn
        (action, *_) = BOARD.legal(game.state, RULES, seat)
        choices = list(PlaceGroup(game.state, RULES, action.group).options())
        low = 0 if seat == 1 else 3000
        assert choices
        for choice in choices:
            (place,) = choice.positions
            assert 100 <= place.x <= 5900
            assert low + 100 <= place.y <= low + 900
        initiative = [(6,), (1,)] if len(game.state.to_place) == 1 else ()
        game.play(seat, action, chance.choice(choices), dice=initiative)
    for group in game.state.groups:
        for movement in Move(game.state, RULES, group.id).options():
            for place in (place for leg in movement.path for place in leg):
                assert 100 <= place.x <= 5900
                assert 100 <= place.y <= 3900
