"""XW-1: squads as builders print them for people, a card in each line."""

import pytest

from app.domain.errors import IllegalSituation
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, SHIP_ROWS, UPGRADE_ROWS
from app.rulesets.x_wing.cards.squads import read_text
from app.rulesets.x_wing.cards.text_list import MOST_LINES, list_in

NAMES = {
    kind: {id: row.split("|")[1] for id, row in rows.items()}
    for kind, rows in (("pilot", PILOT_ROWS), ("upgrade", UPGRADE_ROWS))
}


def test_names_of_all_languages_are_read_and_similar_ones_too():
    german = "Kopfgeldjäger (4)\nNachbrenner\n\nPilot der Akademie"
    french = "Chasseur de Primes (4)\nPostcombustion\n\nPilote de l’Académie"
    for text in (german, french, french.replace("Académie", "Academy"), german.replace("Nachbrenner", "Nachbrener")):
        assert ids(text) == [("bountyhunter", "afterburners"), ("academypilot",)]


def ids(text):
    """Each ship of a text: its pilot with all its upgrades."""
    listed, _ = list_in(text)
    return [(ship.id, *(id for slot in ship.upgrades.values() for id in slot)) for ship in listed.pilots]


RED = [("lukeskywalker", "instinctiveaim", "r2d2"), ("wedgeantilles", "predator")]


@pytest.mark.parametrize(
    "text",
    [
        "Luke Skywalker (62)\nInstinctive Aim (2)\nR2-D2 (8)\nShip total: 72\n\nWedge Antilles (52)\nPredator (2)\nTotal: 126",
        "Luke Skywalker\n  - Instinctive Aim\n  - R2-D2\nWedge Antilles\n  - Predator\n",
        "(6) Luke Skywalker [T-65 X-wing]\n(1) Instinctive Aim\n(1) R2-D2\nPoints: 8\r\n\r\n(5) Wedge Antilles [T-65 X-wing]\n(1) Predator\nTotal points: 14",
        "Luke Skywalker (62) + Instinctive Aim (2) + R2-D2 (8)\nWedge Antilles + Predator",
        "Rebel Alliance\n\nluke skywalker\ninstinctive aim\nr2 d2\n\nWEDGE ANTILLES\npredator\n\nhttps://builder.example/?f=Rebel%20Alliance",
        "• Luke Skywalker (62)\n• Instinctve Aim\n• R2-D2\n\n• Wegde Antiles\n• Predatr",
    ],
)
def test_a_text_of_names_is_read(text):
    assert ids(text) == RED
    squad = read_text(text)
    assert [each.ship.pilot for each in squad.ships] == ["lukeskywalker", "wedgeantilles"]
    assert squad.not_known == ()
    assert squad.xws.faction == "rebelalliance"


def test_what_is_read_as_another_name_is_said_and_what_is_none_is_not_known():
    squad = read_text("My squad\nWegde Antilles (52)\nPredatr\nQuite another thing\n")
    assert [(each.text, each.card) for each in squad.read_as] == [
        ("Wegde Antilles", "pilot:wedgeantilles"),
        ("Predatr", "upgrade:predator"),
    ]
    assert [(each.pointer, each.id) for each in squad.not_known] == [
        ("/xws/pilots/0/upgrades/other/0", "Quite another thing")
    ]
    assert squad.xws.name == squad.name == "My squad"
    assert squad.xws.pilots[0].points == 52


LUKE, WEDGE = "Luke Skywalker ({})\nInstinctive Aim (2)\nR2-D2 (8)\n", "Wedge Antilles ({})\nPredator (2)\n"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (f"{LUKE}Ship total: 72  Half Points: 36\n\n{WEDGE}Ship total: 54\nTotal: 126", (72, 54)),
        (f"{LUKE}\n{WEDGE}\nTotal: 126", (72, 54)),
        (f"{LUKE}\n{WEDGE}", (72, 54)),
        (f"{LUKE}\n{WEDGE}\nTotal: 114", (62, 52)),
        (f"{LUKE}\n{WEDGE}\nTotal: 9/20", (72, 54)),
        (f"{LUKE}\n{WEDGE}\nPoints: 126", (72, 54)),
    ],
    ids=[
        "sums of ships",
        "sum of the squad",
        "no sum",
        "a sum without upgrades",
        "a sum that fits neither",
        "points of all",
    ],
)
def test_the_points_of_a_squad_are_those_that_its_text_says(text, points):
    assert (
        tuple(ship.points for ship in list_in(text.replace("({})", "(62)", 1).replace("({})", "(52)"))[0].pilots)
        == points
    )


@pytest.mark.parametrize("end", ["", "Total: 9/20", "Total points: 9"])
def test_the_loadout_of_a_later_squad_is_no_part_of_its_points(end):
    text = f"{LUKE}\n{WEDGE}\n{end}".replace("({})", "(5)", 1).replace("({})", "(4)")
    assert [ship.points for ship in list_in(text)[0].pilots] == [5, 4]


def test_a_ship_costs_what_its_sum_says_and_the_last_one_what_is_left():
    text = "(6) Luke Skywalker\n(1) Instinctive Aim\nPoints: 8\n\n(5) Wedge Antilles\n(1) Predator\nTotal points: 14"
    assert [ship.points for ship in list_in(text)[0].pilots] == [8, 6]


def test_of_pilots_with_one_name_that_of_the_faction_and_of_the_ship_is_taken():
    assert ids("Galactic Empire\nDarth Vader")[0][0] == "darthvader"
    assert ids("Han Solo\n\nWedge Antilles") == [("hansolo-modifiedyt1300lightfreighter",), ("wedgeantilles",)]
    assert ids("Han Solo [Customized YT-1300 Light Freighter]") == [("hansolo",)]
    assert ids("Luke Skywalker\n\nHan Solo")[1][0] == "hansolo-modifiedyt1300lightfreighter"
    assert ids("Wedge Antilles\nLuke Skywalker")[0] == ("wedgeantilles", "lukeskywalker"), (
        "below a pilot it is the gunner"
    )


def test_every_pilot_and_every_upgrade_is_found_by_its_name():
    for id, row in PILOT_ROWS.items():
        _, name, ship, *_ = row.split("|")
        listed, read_as = list_in(f"{name} (4) [{SHIP_ROWS[ship].split('|')[1]}]")
        (found,) = listed.pilots
        assert NAMES["pilot"][found.id] == name or NAMES["pilot"][found.id].casefold() == name.casefold(), id
        assert (found.ship, read_as, found.points) == (ship, (), 4), id
    for id, name in NAMES["upgrade"].items():
        listed, read_as = list_in(f"Wedge Antilles\n{name} (12)")
        (found,) = [each for slot in listed.pilots[0].upgrades.values() for each in slot]
        assert (NAMES["upgrade"][found], read_as) == (name, ()), id


@pytest.mark.parametrize(
    "text", ["", "   \n\n", "Predator\nJuke", "Total: 200", "()[]++", "🎲\n" * 20, "(99999999)", "[", "x" * 10_000]
)
def test_a_text_that_names_no_pilot_is_refused(text):
    with pytest.raises(IllegalSituation) as refused:
        read_text(text)
    assert (refused.value.reason, refused.value.field) == ("no-pilot-in-text", ())


def test_a_text_without_end_is_read_as_far_as_a_squad_goes():
    with pytest.raises(IllegalSituation):
        read_text("Wedge Antilles\n\n" * 100_000)
    for text in ("Wedge Antilles\n\n", "nobody + nothing + never\n", "Wedge Antilles + nobody + nothing\n"):
        listed, _ = list_in("Luke Skywalker\n" + text * 100_000)
        assert sum(1 + sum(map(len, ship.upgrades.values())) for ship in listed.pilots) <= MOST_LINES
