"""What players ask of odds: will it die, how often at least so many, and that in a sentence of their own language."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from babel import Locale

from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.percent import percent_text
from tests.api.test_advice import CASTLE, DOGFIGHT, RULES, STALINGRAD, odds

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
DICE = range(1, 7)
ALONE = {
    **STALINGRAD,
    "areas": [
        {**area, "units": [unit for unit in area["units"] if unit["id"] not in ("g2", "g3")]}
        for area in STALINGRAD["areas"]
    ],
}
"""A single unit is fired at; it may retreat into one area."""


def skirmish(attackers, defenders):
    return {"attacker": {"units": attackers, "mode": {"atk": 1}}, "defender": {"units": defenders, "mode": {"def": 1}}}


def kills_by_counting(attackers, defenders):
    """How many of all throws kill so many: the lowest dice of a group in defense against the highest of the attack."""
    found, pairs = Counter(), min(attackers, defenders)
    for dice in product(DICE, repeat=attackers + defenders):
        offense, defense = sorted(dice[:attackers])[attackers - pairs :], sorted(dice[attackers:])[:pairs]
        found[sum(a + d >= 7 for a, d in zip(offense, defense, strict=True))] += 1
    return {kills: Fraction(ways, 6 ** (attackers + defenders)) for kills, ways in found.items()}


@pytest.mark.parametrize(("attackers", "defenders"), [(2, 2), (3, 2), (2, 3), (1, 1)])
async def test_the_chances_of_a_skirmish_are_those_of_all_throws(sqlite_api, attackers, defenders):
    counted = kills_by_counting(attackers, defenders)
    told = await odds(sqlite_api, "open-forces", skirmish(attackers, defenders))
    shown = {each["value"]: Fraction(each["at_least"]["exact"]) for each in told["distributions"]["kills"]}
    assert shown == {least: sum(chance for kills, chance in counted.items() if kills >= least) for least in counted}
    destroyed = counted.get(defenders, 0)
    assert told["chances"] == {"destroyed": {"exact": str(destroyed), "decimal": round(float(destroyed), 6)}}
    assert told["means"]["destroyed"] == told["chances"]["destroyed"]


async def test_an_area_is_cleared_where_its_only_unit_retreats_or_is_eliminated(sqlite_api):
    """Two dice and firepower 4 against defense 9 and terrain 3, or 4 more: at 2 points more the unit has to leave."""
    for bonus in (0, 4):
        points = [a + d + 4 + bonus - 12 for a, d in product(DICE, repeat=2)]
        told = await odds(sqlite_api, "storm-over-stalingrad", {**ALONE, "attack_bonus": bonus})
        assert Fraction(told["chances"]["area_cleared"]["exact"]) == Fraction(sum(n >= 2 for n in points), 36)


TEXTS = {
    ("open-forces", "en"): "Destroys the group: 23\xa0%, kills at least one unit: 88\xa0%.",
    ("castle-rampage", "de"): "Die Burg fällt: 100\xa0%.",
    ("x-wing", "fr"): "Le détruit\xa0: 35\xa0%, l’endommage\xa0: 99,3\xa0%.",
    ("storm-over-stalingrad", "ru"): "Очистит область: 0\xa0%, юнит уйдёт в потери: 0\xa0%.",
}
SITUATIONS = {
    "open-forces": skirmish(2, 2), "castle-rampage": CASTLE, "x-wing": DOGFIGHT, "storm-over-stalingrad": STALINGRAD
}  # fmt: skip


@pytest.mark.parametrize(("slug", "language"), TEXTS)
async def test_what_matters_most_is_a_sentence(sqlite_api, slug, language):
    response = await sqlite_api.post(f"{RULES}/{slug}/odds?language={language}", {"situation": SITUATIONS[slug]})
    assert response.json()["text"] == TEXTS[slug, language]


async def test_each_measure_of_a_rulebook_says_whether_it_is_a_number(sqlite_api):
    for slug, book in BOOKS.items():
        told = {each["measure"]: each["type"] for each in (await sqlite_api.get(f"{RULES}/{slug}")).json()["measures"]}
        example = book.codec.situation.dump(book.ruleset.examples[0])
        shown = await odds(sqlite_api, slug, example)
        assert told.keys() == shown["distributions"].keys() == shown["means"].keys()
        assert shown["chances"].keys() == {name for name, kind in told.items() if kind == "yes-no"}
        for name in shown["chances"]:
            assert {each["value"] for each in shown["distributions"][name]} <= {0, 1}


@pytest.mark.parametrize(
    ("chance", "language", "told"),
    [
        ((0, 1), "en", "0"),
        ((1, 10**9), "en", "<0.1"),
        ((1, 250), "de", "0,4"),
        ((99, 10000), "en", "1"),
        ((1, 8), "en", "12"),
        ((991, 1000), "ru", "99,1"),
        ((10**9 - 1, 10**9), "fr", ">99,9"),
        ((1, 1), "fr", "100"),
    ],
)
def test_what_is_possible_is_never_told_as_impossible_or_certain(chance, language, told):
    assert percent_text(Fraction(*chance), Locale.parse(language)) == f"{told}\xa0%"
