"""What a battlefield is drawn with: a figure for each card, terrain by what it does, and a ruler."""

from dataclasses import replace

import pytest

from app.rulesets.open_forces.game.samples import INFANTRY, MORTAR, OBSTACLES, TANK
from app.rulesets.open_forces.game.setup import OpenForcesMode, OpenForcesObstacle, OpenForcesPoint, OpenForcesRectangle
from app.rulesets.open_forces.pages.figures import Figure, figures_of
from app.rulesets.open_forces.pages.ground import Terrain, ruler, terrain_of
from app.rulesets.open_forces.pages.scale import Scale


def card(id, like=INFANTRY, **changed):
    return replace(like, id=id, name=None, **changed)


def test_cards_of_infantry_have_different_figures_in_their_order():
    figures = figures_of(card(id) for id in "abcde")
    assert list(figures.values()) == [Figure.RIFLE, Figure.GRENADIER, Figure.SCOUT, Figure.GUARD, Figure.RIFLE]


def test_splash_is_a_mortar_on_a_small_base_and_a_gun_on_a_large_one():
    figures = figures_of((INFANTRY, MORTAR, card("gun", MORTAR, base=200), card("howitzer", MORTAR, size_class=2)))
    assert list(figures.values()) == [Figure.RIFLE, Figure.MORTAR, Figure.GUN, Figure.GUN]


def test_what_is_large_is_a_tank_and_twice_as_fast_as_infantry_a_car():
    car = card("car", TANK, modes=(OpenForcesMode(1, spd=40, def_=2),))
    wide = card("wide", base=200)
    figures = figures_of((INFANTRY, TANK, car, wide))
    assert list(figures.values()) == [Figure.RIFLE, Figure.TANK, Figure.CAR, Figure.TANK]


def test_without_bases_size_classes_alone_tell_what_is_large():
    figures = figures_of((card("a", base=0), card("b", TANK, base=0)))
    assert list(figures.values()) == [Figure.RIFLE, Figure.TANK]


def thing(corners=0, **changed):
    places = tuple(OpenForcesPoint(100 * n, 100) for n in range(corners))
    return OpenForcesObstacle("thing", OpenForcesPoint(0, 0), 50, places, **changed)


@pytest.mark.parametrize(
    ("obstacle", "terrain"),
    [
        (OBSTACLES[0], Terrain.WOOD),
        (OBSTACLES[1], Terrain.BAGS),
        (thing(3), Terrain.RUIN),
        (thing(3, crossed_by=("infantry",)), Terrain.WOOD),
        (thing(3, blocks_sight=False, def_=1), Terrain.HILL),
        (thing(blocks_sight=False), Terrain.HILL),
        (thing(1), Terrain.WALL),
        (thing(1, blocks_sight=False, def_=2), Terrain.WALL),
        (thing(1, blocks_sight=False, def_=1), Terrain.HEDGE),
    ],
)
def test_terrain_looks_like_what_it_does(obstacle, terrain):
    assert terrain_of(obstacle) is terrain


def test_the_ruler_begins_at_the_corner_of_the_battlefield():
    edge = OpenForcesRectangle(OpenForcesPoint(500, 0), 5000, 4000)
    found = ruler(Scale(400, 5600, -100, 4100), edge)
    assert [number for number, _ in found["along"]] == [10, 20, 30, 40]
    assert [number for number, _ in found["down"]] == [10, 20, 30, 40][: len(found["down"])]
    assert found["along"][0][1] == pytest.approx(found["x"] + 1000 * 1000 / 5200, abs=0.1)
    assert found["one"] == pytest.approx(100 * 1000 / 5200, abs=0.1)


def test_the_ruler_of_a_huge_battlefield_has_few_numbers_and_no_strokes():
    found = ruler(Scale(0, 2_000_000, 0, 2_000_000), None)
    assert len(found["along"]) <= 17
    assert found["one"] is None
