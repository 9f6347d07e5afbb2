"""Walls and areas as obstacles, and what data cards say about them."""

import random
from dataclasses import replace
from itertools import product
from math import atan2, gcd

import pytest

from app.domain.errors import Refusal
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.model import Movement, Target
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.setup import OpenForcesObstacle, OpenForcesPoint
from app.rulesets.open_forces.game.shapes import contains, cuts, shape_of
from tests.rulesets.open_forces import referee
from tests.rulesets.open_forces.test_game import RULES, Game, Question, at, field, refused_move, refused_target
from tests.thorough import seeds

OVER = Movement(path=(at((1000, 0)),))
WALL = OpenForcesObstacle("wall", OpenForcesPoint(500, -2000), 0, corners=at((500, 2000)), kind="hedge")
HOUSE = OpenForcesObstacle("house", OpenForcesPoint(300, -300), 0, corners=at((700, -300), (700, 300), (300, 300)))


@pytest.mark.parametrize("thing", [WALL, HOUSE], ids=["wall", "area"])
def test_a_wall_and_an_area_block_the_way_and_the_sight(thing):
    game = Game(field([(0, 0)], [(2000, 0)], obstacles=[thing]))
    assert refused_move(game, "A1", OVER) == ("way-blocked", "OF-19")
    assert refused_target(game, "A1", "B1") == ("no-line-of-sight", "OF-24")
    assert Move(game.state, RULES, "A1").check(Movement(path=(at((0, 900)),))) is None


def test_a_wall_ends_where_it_ends():
    start = field([(0, 0)], [(2000, 0)], obstacles=[replace(WALL, corners=at((500, -100)))])
    assert Question(Game(start), "A1").refusal(Target("B1")) is None
    Game(start).command(1, "A1", move=OVER)
    assert refused_move(
        Game(field([(0, 0)], [(2000, 0)], obstacles=[replace(WALL, corners=at((500, -99)))])), "A1", OVER
    )


def test_nobody_begins_the_game_in_an_area_that_may_not_be_entered():
    with pytest.raises(Refusal, match="unit-in-obstacle"):
        BOARD.prepare(field([(500, 0)], [(2000, 0)], obstacles=[HOUSE]), RULES, (1, 2))


def test_a_group_beside_a_wall_is_covered_and_is_offered_to_go_there():
    bags = replace(WALL, at=OpenForcesPoint(500, -500), corners=at((500, 500)), blocks_sight=False, def_=2)
    game = Game(field([(0, 0)], [(9000, 0)], obstacles=[bags]))
    question = Move(game.state, RULES, "A1")
    assert any(question.leads_to(movement).cover == 2 for movement in question.options())


@pytest.mark.parametrize("named", ["wall", "hedge"])
def test_a_data_card_says_what_its_units_cross_and_shoot_over(named):
    start = field([(0, 0)], [(2000, 0)], obstacles=[WALL])
    modes = tuple(replace(mode, may_shoot_over=(named,)) for mode in start.cards[0].modes)
    able = replace(start.cards[0], may_cross=(named,), modes=modes)
    game = Game(replace(start, cards=(able, start.cards[1])))
    assert Question(game, "A1").refusal(Target("B1")) is None
    game.command(1, "A1", move=OVER)


def test_a_data_card_says_which_units_it_drives_through_and_shoots_over():
    start = field([(0, 0)], [(2000, 0)], kinds=("tank", "infantry"), extra=[("card-1", [(500, 0)])])
    assert refused_move(Game(start), "A1", OVER) == ("way-blocked", "OF-19")
    modes = tuple(replace(mode, may_shoot_over=("infantry",)) for mode in start.cards[0].modes)
    able = replace(start.cards[0], may_cross=("infantry",), modes=modes)
    game = Game(replace(start, cards=(able, start.cards[1])))
    assert Question(game, "A1").refusal(Target("B1")) is None
    game.command(1, "A1", move=OVER)


@pytest.mark.parametrize("seed", seeds(5, 100))
def test_lines_and_walls_meet_exactly_where_the_referee_says(seed):
    chance = random.Random(f"walls {seed}")
    for _ in range(200):
        a, b, p, q = ((chance.randint(-6, 6), chance.randint(-6, 6)) for _ in range(4))
        radius = chance.randint(0, 3)
        assert cuts(*at(a, b), (at(p, q), radius)) is referee.meets_wall(a, b, p, q, radius), (a, b, p, q, radius)


def corners_around(chance, x, y):
    """The corners of an area, in order around a place of the grid."""
    near = [(dx, dy) for dx in range(-4, 5) for dy in range(-4, 5) if gcd(dx, dy) == 1]
    rays = sorted(chance.sample(near, chance.randint(3, 7)), key=lambda ray: atan2(ray[1], ray[0]))
    return [(x + dx * far, y + dy * far) for dx, dy in rays if (far := chance.randint(1, 2))]


@pytest.mark.parametrize("seed", seeds(10, 1000))
def test_lines_and_areas_meet_exactly_where_the_referee_says(seed):
    chance = random.Random(f"areas {seed}")
    for _ in range(20):
        corners = corners_around(chance, chance.randint(-2, 2), chance.randint(-2, 2))
        ends = [*corners, *((chance.randint(-9, 9), chance.randint(-9, 9)) for _ in range(4))]
        radius = chance.choice((0, 0, 0, 1, 2))
        for a, b in product(ends, ends):
            expected = referee.meets_area(a, b, corners, radius)
            assert cuts(*at(a, b), (at(*corners), radius)) is expected, (a, b, corners, radius)


@pytest.mark.parametrize(
    ("a", "b"),
    [((100, -600), (900, 600)), ((300, -300), (700, 300)), ((100, 600), (700, -300)), ((300, -300), (500, 0))],
    ids=["through two corners", "from corner to corner", "through a corner to another", "from a corner to the middle"],
)
def test_a_line_through_a_corner_of_a_house_is_blocked_where_it_goes_through_the_house(a, b):
    assert cuts(*at(a, b), shape_of(HOUSE))


@pytest.mark.parametrize(
    ("a", "b"),
    [((0, -300), (1000, -300)), ((0, 0), (600, -600)), ((0, 0), (300, 0)), ((300, -600), (300, 600)), ((700, 0),) * 2],
    ids=["along a side", "a corner alone", "as far as a side", "along the left side", "at a side"],
)
def test_a_line_that_only_touches_a_house_is_free(a, b):
    assert not cuts(*at(a, b), shape_of(HOUSE))


def test_a_house_hides_what_is_behind_it_along_its_diagonal():
    house = replace(HOUSE, at=OpenForcesPoint(500, 500), corners=at((900, 500), (900, 900), (500, 900)))
    game = Game(field([(0, 0)], [(1500, 1500)], obstacles=[house]))
    assert refused_target(game, "A1", "B1") == ("no-line-of-sight", "OF-24")


def test_an_area_contains_what_is_inside_of_it():
    corners = at((0, 0), (10, 0), (10, 10), (5, 5), (0, 10))
    places = [OpenForcesPoint(x, y) for x in range(-1, 12) for y in range(-1, 12)]
    inside = [(place.x, place.y) for place in places if contains(corners, place, place)]
    assert inside == [(x, y) for x in range(1, 10) for y in range(1, 10) if y < max(10 - x, x)]
