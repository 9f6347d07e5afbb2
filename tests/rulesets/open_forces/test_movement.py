"""The movements that are offered, and those that are legal, against a referee that shares no code with the rules."""

import random
from dataclasses import replace

import pytest

from app.domain.errors import Refusal
from app.rulesets.open_forces.game import shapes
from app.rulesets.open_forces.game.model import Movement
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.setup import OpenForcesObstacle, OpenForcesPoint
from app.rulesets.open_forces.game.sight import EFFORT
from app.rulesets.open_forces.game.state import group_at
from app.rulesets.open_forces.game.vectors import direction_of
from tests.rulesets.open_forces import referee
from tests.rulesets.open_forces.test_game import STAY, Game, at, field, setup
from tests.thorough import seeds, thorough

BASE, SPD, REACH = 100, 1000, 3000
"""The base, the speed and the range of the cards of `field`, in hundredths."""


def question(game, group="A1"):
    return Move(game.state, game.rules, group)


def offered(game, group="A1"):
    """The places where the group would stand, for each movement on offer but to stay."""
    first, *others = question(game, group).options()
    assert first == STAY
    for movement in others:
        question(game, group).check(movement)
    return [[(p.x, p.y) for p in movement.path[-1]] for movement in others]


def is_legal(move, movement):
    try:
        move.check(movement)
    except Refusal:
        return False
    return True


def places(game, group):
    return [(unit.at.x, unit.at.y) for unit in group_at(game.state, group).units]


def tree(x, y, radius, **rest):
    return OpenForcesObstacle(f"tree {x} {y}", OpenForcesPoint(x, y), radius, **rest)


def ring(x, y, radius):
    """Trees on all four sides of a place."""
    return [tree(x + dx, y + dy, radius) for dx, dy in ((300, 0), (-300, 0), (0, 300), (0, -300))]


def test_a_player_is_asked_though_no_movement_is_offered():
    game = Game(field([(0, 0)], [(5000, 0)], obstacles=ring(0, 0, 199)))
    assert question(game).forced() is None
    shuffle = Movement(path=(at((0, 1)),))
    game.command(1, "A1", move=shuffle)
    assert places(game, "A1") == [(0, 1)]


def test_a_movement_askew_is_accepted_where_the_axes_are_blocked():
    game = Game(field([(0, 0)], [(5000, 0)], obstacles=ring(0, 0, 110)))
    game.command(1, "A1", move=Movement(path=(at((300, 300)),)))
    assert places(game, "A1") == [(300, 300)]


def test_nobody_is_asked_where_the_mode_does_not_move():
    card = replace(setup(1, 1).cards[0], modes=(replace(setup(1, 1).cards[0].modes[0], spd=0),))
    assert question(Game(setup(1, 1, card=card))).forced() == STAY


def test_a_move_into_range_of_each_enemy_is_offered():
    game = Game(field([(0, 0), (0, 300)], [(3900, 0)]))
    assert any(referee.in_range(ends, [(3900, 0)], REACH + 2 * BASE) for ends in offered(game))
    far = Game(field([(0, 0), (0, 300)], [(4300, 0)]))
    assert max(x for ends in offered(far) for x, _ in ends) == SPD


def test_a_move_into_cover_is_offered_also_where_the_cover_is_not_entered():
    for crossed_by in ((), ("infantry",)):
        bags = tree(400, 700, 150, blocks_sight=False, def_=2, crossed_by=crossed_by)
        game = Game(field([(0, 0)], [(9000, 0)], obstacles=[bags]))
        reach = 150 + BASE
        assert any((x - 400) ** 2 + (y - 700) ** 2 < (reach + 1) ** 2 for ((x, y),) in offered(game))


@pytest.mark.parametrize("covers", [(-1,), (-2, -1), (-1, 2)], ids=["worse", "bad and worse", "bad and good"])
def test_a_group_in_terrain_that_takes_from_its_def_is_offered_moves_and_cover_only_where_it_is_better(covers):
    bogs = [tree(0, 0, 300, def_=covers[0], crossed_by=("infantry",))]
    bogs += [tree(600, 600, 200, def_=def_, crossed_by=("infantry",)) for def_ in covers[1:]]
    game = Game(field([(0, 0)], [(9000, 0)], obstacles=bogs))
    ends = offered(game)
    assert ends
    assert any((x - 600) ** 2 + (y - 600) ** 2 < (200 + BASE + 1) ** 2 for ((x, y),) in ends) is (max(covers) > 0)


def test_a_move_out_of_sight_is_offered():
    wood = tree(1500, 500, 300)
    game = Game(field([(1000, 0)], [(4000, 0)], obstacles=[wood]))
    blockers = [referee.Round(1500, 500, 300)]
    assert not referee.is_hidden([(1000, 0)], [(4000, 0)], blockers)
    assert any(referee.is_hidden(ends, [(4000, 0)], blockers) for ends in offered(game))


def test_a_move_back_is_offered():
    ends = offered(Game(field([(0, 0)], [(3000, 0)])))
    assert [(-SPD, 0)] in ends


def test_a_move_tells_what_follows_from_it():
    bags = tree(900, 400, 150, blocks_sight=False, def_=2)
    game = Game(field([(0, 0)], [(3900, 0)], obstacles=[bags]))
    ends = question(game).leads_to(Movement(path=(at((700, 251)),)))
    assert (ends.distance, ends.direction, ends.targets, ends.cover, ends.seen_by) == (8, "east", (), 2, ("B1",))
    assert (ends.nearest, ends.nearest_distance, ends.ends) == ("B1", 31, "covered")
    near = question(game).leads_to(Movement(path=(at((900, 0)),)))
    assert (near.targets, near.nearest_distance, near.ends) == (("B1",), 28, "in-range")
    assert question(game).leads_to(STAY).ends == "stays"


def test_of_movements_from_which_the_same_follows_one_is_offered():
    game = Game(field([(0, 0)], [(9000, 0)], obstacles=[tree(400, 700, 150, def_=2), tree(-600, -500, 150, def_=2)]))
    listed = [question(game).leads_to(movement) for movement in question(game).options()]
    assert len(listed) > 3
    assert all(one not in listed[:n] for n, one in enumerate(listed))


@pytest.mark.parametrize(
    ("way", "direction"),
    [((0, 0), None), ((7, 0), "east"), ((9, 3), "east"), ((5, 5), "north-east"), ((-1, 9), "north"),
     ((-9, 4), "north-west"), ((-7, -1), "west"), ((-3, -4), "south-west"), ((3, -9), "south"), ((4, -9), "south-east")],
)  # fmt: skip
def test_a_way_leads_in_the_nearest_of_eight_directions(way, direction):
    assert direction_of(way) == direction


def board(chance):
    """A small board: one group of one or two units, an enemy, trees; nobody stands upon another."""
    while True:
        ours = [(0, 0), (0, 200)][: chance.randint(1, 2)]
        theirs = [(chance.randrange(-40, 41) * 100, chance.randrange(-40, 41) * 100)]
        trees = [tree(chance.randrange(-30, 31) * 50, chance.randrange(-30, 31) * 50, chance.randrange(2, 7) * 50,
                      def_=chance.choice((0, 0, 2)))
                 for _ in range(chance.randint(0, 5))]  # fmt: skip
        walls = [referee.Round(thing.at.x, thing.at.y, thing.radius) for thing in trees]
        rooms = [referee.Round(x, y, BASE) for x, y in theirs]
        free = referee.is_free(ours, (0, 0), BASE, walls, rooms) and referee.is_free(theirs, (0, 0), BASE, walls, [])
        if free and len({thing.id for thing in trees}) == len(trees):
            return ours, theirs, trees, walls, rooms


@thorough
@pytest.mark.parametrize("seed", seeds(20, 250))
def test_what_a_player_wants_is_offered_wherever_there_is_room_for_it(seed):
    ours, theirs, trees, walls, rooms = board(random.Random(f"wants {seed}"))
    game = Game(field(ours, theirs, obstacles=trees))
    ends = offered(game)
    for end in ends:
        vector = (end[0][0] - ours[0][0], end[0][1] - ours[0][1])
        assert vector[0] ** 2 + vector[1] ** 2 <= SPD**2
        assert referee.is_free(ours, vector, BASE, walls, rooms)
    free = [v for v in referee.vectors(SPD, 125) if referee.is_free(ours, v, BASE, walls, rooms)]
    wants = {
        "attack": lambda to: referee.in_range(to, theirs, REACH + 2 * BASE) and referee.all_see_all(to, theirs, walls),
        "hide": lambda to: referee.is_hidden(to, theirs, walls),
    }
    for want, holds in wants.items():
        good = [vector for vector in free if holds(referee.moved(ours, vector))]
        if not holds(ours) and any(referee.is_roomy(vector, good, 125) for vector in good):
            assert any(map(holds, ends)), want


@thorough
@pytest.mark.parametrize("seed", seeds(20, 250))
def test_a_straight_move_is_legal_exactly_where_the_referee_finds_the_way_free(seed):
    chance = random.Random(f"ways {seed}")
    ours, theirs, trees, walls, rooms = board(chance)
    move = question(Game(field(ours, theirs, obstacles=trees)))
    for _ in range(40):
        vector = chance.randint(-1100, 1100), chance.randint(-1100, 1100)
        path = (at(*referee.moved(ours, vector)),)
        legal = vector[0] ** 2 + vector[1] ** 2 <= SPD**2 and referee.is_free(ours, vector, BASE, walls, rooms)
        assert is_legal(move, Movement(path=path)) is legal, vector


def test_many_units_are_offered_moves_in_little_time():
    ours = [(200 * (n % 25), 200 * (n // 25)) for n in range(50)]
    theirs = [(200 * (n % 25), 5000 + 200 * (n // 25)) for n in range(50)]
    trees = [tree(500 * n, 2500, 200) for n in range(10)]
    assert offered(Game(field(ours, theirs, obstacles=trees)))


def test_a_large_battlefield_is_not_searched_to_its_end(monkeypatch):
    lines, real = [], shapes.cuts
    monkeypatch.setattr(shapes, "cuts", lambda a, b, shape: lines.append(1) or real(a, b, shape))
    ours, theirs = ([(200 * (n % 10), y + 200 * (n // 10)) for n in range(40)] for y in (0, 8000))
    chance = random.Random(1)
    places = dict.fromkeys((chance.randrange(-30, 50) * 100, chance.randrange(15, 75) * 100) for _ in range(70))
    game = Game(field(ours, theirs, obstacles=[tree(*place, 40, def_=1) for place in places]))
    game.state = replace(game.state, cards=tuple(far_reaching(card) for card in game.state.cards))
    lines.clear()
    assert offered(game)
    assert len(lines) < 6 * EFFORT


def far_reaching(card):
    return replace(card, modes=tuple(replace(mode, spd=50, rng=300) for mode in card.modes))
