"""What areas of the map are drawn with: a texture each, and signs."""

from app.rulesets.storm_over_stalingrad.pages.textures import STEP, Texture, signs_of, textures_of


def area(id, terrain, **more):
    return {"id": id, "terrain_defense": terrain, "ferry": False, "fire_markers": [], **more}


def test_the_texture_of_an_area_follows_from_its_terrain_value():
    found = textures_of([area("a", 0), area("b", 1), area("c", 2), area("d", 3), area("e", 9)], ())
    assert list(found.values()) == [*(Texture.TUFTS, Texture.FIELDS, Texture.PAVED), *[Texture.HOUSES] * 2]


def test_adjacent_areas_of_the_same_terrain_have_different_textures():
    areas = [area(id, 3) for id in "abc"]
    found = textures_of(areas, (("a", "b"), ("b", "c"), ("a", "c")))
    assert list(found.values()) == [Texture.HOUSES, Texture.PAVED, Texture.FIELDS]
    assert textures_of(areas, (("a", "b"),))["c"] is Texture.HOUSES


def test_signs_stand_around_the_middle_of_their_row():
    assert signs_of(area("a", 1), is_objective=False) == [{"name": "shield", "side": "", "x": 0}]
    signs = signs_of(area("a", 1, ferry=True, fire_markers=["soviet", "german"]), is_objective=True)
    assert [(sign["name"], sign["side"]) for sign in signs] == [
        *(("star", ""), ("shield", ""), ("ferry", "")),
        *(("fire", "soviet"), ("fire", "german")),
    ]
    assert [sign["x"] for sign in signs] == [n * STEP for n in (-2, -1, 0, 1, 2)]
