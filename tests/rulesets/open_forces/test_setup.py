"""What a setup with positions forbids, and how units stand on the battlefield."""

from dataclasses import replace

import pytest

from app.domain.errors import Refusal
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.model import Movement, Target
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesGroupSetup,
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesSetup,
    Placement,
)
from tests.rulesets.open_forces.test_game import CARD, RULES, Game, at, field


def refused(start):
    with pytest.raises(Refusal) as refusal:
        BOARD.prepare(start, RULES, (1, 2))
    return refusal.value


@pytest.mark.parametrize(
    ("ours", "theirs", "named"),
    [
        ([(0, 0), (199, 0)], [(5000, 0)], {"unit": "A1-2", "other": "A1-1"}),
        ([(0, 0)], [(120, 150)], {"unit": "B1-1", "other": "A1-1"}),
    ],
    ids=["of one group", "of two armies"],
)
def test_units_that_overlap_are_refused_and_both_are_named(ours, theirs, named):
    refusal = refused(field(ours, theirs))
    assert (refusal.reason, refusal.rule, dict(refusal.params)) == ("units-overlap", "OF-19", named)
    BOARD.prepare(field([(0, 0), (200, 0)], [(120, 160 + 200)]), RULES, (1, 2))


def test_a_unit_in_an_obstacle_that_it_may_not_enter_is_refused():
    wood = OpenForcesObstacle("wood", OpenForcesPoint(0, 299), 200)
    refusal = refused(field([(0, 0)], [(5000, 0)], obstacles=[wood]))
    assert (refusal.reason, dict(refusal.params)) == ("unit-in-obstacle", {"unit": "A1-1", "obstacle": "wood"})
    entered = replace(wood, crossed_by=("infantry",))
    BOARD.prepare(field([(0, 0)], [(5000, 0)], obstacles=[entered]), RULES, (1, 2))


def test_a_card_without_a_base_is_refused_where_positions_are_kept():
    start = field([(0, 0)], [(5000, 0)], base=0)
    refusal = refused(start)
    assert (refusal.reason, refusal.field) == ("base-needed", ("cards", 0, "base"))
    unused = replace(
        field([(0, 0)], [(5000, 0)]), cards=(*field([(0, 0)], [(1, 1)]).cards, replace(start.cards[0], id="c"))
    )
    BOARD.prepare(unused, RULES, (1, 2))


def cover_on(gap):
    """The threshold of an attack on a unit whose base ends so many hundredths from a cover."""
    bags = OpenForcesObstacle("bags", OpenForcesPoint(2000, 200 + gap), 100, blocks_sight=False, def_=2)
    game = Game(field([(0, 0)], [(2000, 0)], obstacles=[bags]))
    return game.command(1, "A1", target=Target("B1"), dice=[(1,), (1,)]).outcome.attack.raw_threshold


def test_a_unit_less_than_a_hundredth_from_a_cover_touches_it():
    assert [cover_on(gap) for gap in (0, 1)] == [9, 7]
    bags = OpenForcesObstacle("bags", OpenForcesPoint(2141, 141), 100, blocks_sight=False, def_=2)
    askew = Game(field([(0, 0)], [(1999, 0)], obstacles=[bags]))
    assert 200**2 < (2141 - 1999) ** 2 + 141**2 < 201**2
    outcome = askew.command(1, "A1", target=Target("B1"), dice=[(1,), (1,)]).outcome
    assert outcome.attack.raw_threshold == 9


def test_friends_of_one_data_card_pass_through_each_other_without_a_kind():
    start = field([(0, 0)], [(5000, 0)], extra=[("card-0", [(500, 0)]), ("card-1", [(0, 500)])], kinds=(None, None))
    move = Move(Game(start).state, RULES, "A1")
    move.check(Movement(path=(at((1000, 0)),)))
    with pytest.raises(Refusal, match="way-blocked"):
        move.check(Movement(path=(at((0, 1000)),)))


@pytest.mark.parametrize("placement", Placement)
def test_places_of_more_units_than_a_game_may_have_are_not_looked_at(placement):
    stand = at(*[(0, 0)] * 67)
    first, second = (
        OpenForcesArmy(tuple(OpenForcesGroupSetup(f"{army}{n}", "rifles", 67, positions=stand) for n in range(3)))
        for army in "AB"
    )
    refusal = refused(OpenForcesSetup((replace(CARD, base=100),), (first, second), placement=placement))
    assert [one.reason for one in (refusal, *refusal.more)] == ["too-many-units"] * 3


def test_obstacles_have_no_more_corners_than_so_many_units_can_look_past():
    ours, theirs = ([(200 * n, y) for n in range(25)] for y in (0, 5000))
    corners = at(*((100 * n, 2000 + 10 * (n % 2)) for n in range(19)))
    woods = [OpenForcesObstacle(f"w{n}", OpenForcesPoint(0, 2500), 1, corners=corners) for n in range(21)]
    refusal = refused(field(ours, theirs, obstacles=woods))
    assert (refusal.reason, refusal.field) == ("too-many-corners", ("obstacles",))
    assert refusal.params == {"corners": 420, "most": 400}
    BOARD.prepare(field(ours, theirs, obstacles=woods[:20]), RULES, (1, 2))


def test_a_group_that_keeps_its_formation_is_not_too_large_for_it():
    lines = ([(200 * n, y) for n in range(size)] for size, y in ((21, 0), (20, 5000)))
    with pytest.raises(Refusal) as refusal:
        BOARD.prepare(field(*lines), replace(RULES, enforce_formation=True), (1, 2))
    assert [(one.reason, one.params["units"]) for one in (refusal.value, *refusal.value.more)] == [
        ("formation-too-large", 21)
    ]
