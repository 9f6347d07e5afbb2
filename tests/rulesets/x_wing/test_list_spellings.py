"""XW-1, XW-72: lists as builders and archives of tournaments spell them. The oracle reads the rows of the data itself."""

import pytest

from app.domain.completion import Note
from app.domain.errors import IllegalSituation
from app.rulesets.x_wing.cards.data.pilots import PILOTS
from app.rulesets.x_wing.cards.data.upgrades import UPGRADES
from app.rulesets.x_wing.cards.squads import read_squad
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.completing import LISTS, SETUPS
from app.rulesets.x_wing.game.fleet import set_up
from app.rulesets.x_wing.game.setup import XWingFleet, XWingList, XWingListedPilot, XWingSetup
from app.rulesets.x_wing.options import UnknownCards

ROWS = {row.split("|")[0]: row.split("|") for row in PILOTS.split("\n") if row}
SLOTS = {row.split("|")[0]: row.split("|")[2].split() for row in UPGRADES.split("\n") if row}
LOADOUTS = {id: row[8].split() for id, row in ROWS.items() if len(row) > 8 and row[8]}
OTHER = {"xws": {"pilots": [{"id": "academypilot"}]}}


def name_of(id):
    """The part of an id that cards of one name share."""
    return id.split("-")[0]


BY_HULL = {}
for id, row in ROWS.items():
    if id not in LOADOUTS:
        BY_HULL.setdefault((name_of(id), row[2], row[3]), []).append(id)
PAIRS = [
    (name, ids[0])
    for (name, *hull), ids in BY_HULL.items()
    if name in ROWS and len(ids) == 1 and hull != ROWS[name][2:4]
]
"""Pilots without a loadout of their own that share their name with one whose id is that name."""


def ship_in(pilot, upgrades=None, ship=None, faction=None):
    """The pilot and the upgrades of a list's only ship, and what was read as another card."""
    sent = {"id": pilot, "upgrades": upgrades or {}, **({"ship": ship} if ship else {})}
    squad = read_squad({"pilots": [sent], **({"faction": faction} if faction else {})})
    assert squad.not_known == ()
    (found,) = squad.ships
    return found.ship.pilot, list(found.ship.upgrades), {(one.text, one.card) for one in squad.read_as}


def setup_of(*pilots, faction=None):
    """The setup with a list of these pilots as the service stores it."""
    listed = {"xws": {"pilots": list(pilots), **({"faction": faction} if faction else {})}}
    return SETUPS.complete({"squads": [listed, OTHER]})


def notes_of(setup):
    return [(one.code, one.place, dict(one.params)) for one in SETUPS.notes(setup) if isinstance(one, Note)]


def test_the_list_of_the_issue_has_each_card_of_luke_once():
    sent = {"id": "lukeskywalker-battleofyavin", "upgrades": {"astromech": ["r2d2"], "talent": ["attackspeed"]}}
    pilot, upgrades, read_as = ship_in(sent["id"], sent["upgrades"])
    assert (pilot, upgrades) == ("lukeskywalker-battleofyavin", LOADOUTS["lukeskywalker-battleofyavin"])
    assert read_as == {
        ("r2d2", "upgrade:r2d2-battleofyavin"),
        ("attackspeed", "upgrade:attackspeed-battleofyavin"),
    }
    setup = setup_of(sent)
    assert setup["squads"][0]["xws"]["pilots"][0]["upgrades"] == {
        "astromech": ["r2d2-battleofyavin"],
        "talent": ["attackspeed-battleofyavin"],
    }
    assert [(code, told["text"]) for code, _, told in notes_of(setup)] == [
        ("read-as", "r2d2"),
        ("read-as", "attackspeed"),
    ]


SUFFIXES = ("", *sorted({f"-{id.partition('-')[2]}" for id in SLOTS if "-" in id}))


@pytest.mark.parametrize("pilot", LOADOUTS)
def test_each_card_of_a_standard_loadout_is_there_once_whatever_suffix_a_list_gives_it(pilot):
    for card in LOADOUTS[pilot]:
        for suffix in SUFFIXES:
            sent = f"{name_of(card)}{suffix}"
            found, upgrades, read_as = ship_in(pilot, {"any": [sent]})
            assert (found, upgrades) == (pilot, LOADOUTS[pilot])
            assert read_as == (set() if sent in LOADOUTS[pilot] else {(sent, f"upgrade:{card}")})


@pytest.mark.parametrize("pilot", LOADOUTS)
def test_a_whole_loadout_in_plain_ids_opens_a_game_without_a_card_too_many(pilot):
    plain, own = [name_of(card) for card in LOADOUTS[pilot]], LOADOUTS[pilot]
    for sent in (plain, [*plain, *own], [*own, *own]):
        setup = setup_of({"id": pilot, "ship": ROWS[pilot][2], "upgrades": {"any": sent[:20]}}, faction=ROWS[pilot][3])
        fleet = fleet_of(setup)
        BOARD.prepare(fleet, BOARD.options(), (1, 2))
        (first, _) = set_up(fleet, BOARD.options()).ships
        assert list(first.ship.upgrades) == own
        assert {code for code, _, _ in notes_of(setup)} <= {"read-as"}


def fleet_of(setup):
    """The setup as the rulebook has it, of lists alone."""
    return XWingSetup(tuple(XWingFleet(list_of(fleet["xws"])) for fleet in setup["squads"]))


def list_of(xws):
    pilots = tuple(
        XWingListedPilot(
            one.get("id"),
            one.get("name"),
            one.get("ship"),
            None,
            {slot: tuple(ids) for slot, ids in one.get("upgrades", {}).items()},
        )
        for one in xws["pilots"]
    )
    return XWingList(pilots, None, xws.get("faction"))


@pytest.mark.parametrize(("plain", "other"), PAIRS)
def test_ship_and_faction_decide_between_pilots_of_one_id(plain, other):
    _, _, ship, faction, *_ = ROWS[other]
    assert ship_in(plain, ship=ship, faction=faction) == (other, ship_in(other)[1], {(plain, f"pilot:{other}")})
    _, _, ship, faction, *_ = ROWS[plain]
    assert ship_in(plain, ship=ship, faction=faction)[0] == plain
    assert ship_in(other)[0] == other


def test_there_are_as_many_pairs_as_in_the_data():
    assert len(PAIRS) >= 60


@pytest.mark.parametrize("ship", ["t65", "xwing", "yt1300", "Modified YT-1300", "", "zzz"])
def test_a_ship_that_is_not_known_decides_nothing(ship):
    assert ship_in("hansolo", ship=ship) == ("hansolo", [], set())


def test_every_pilot_and_upgrade_keeps_its_id_on_its_own_ship():
    for id, (_, _, ship, faction, *_) in ROWS.items():
        pilot, upgrades, read_as = ship_in(id, ship=ship, faction=faction)
        assert (pilot, upgrades, read_as) == (id, LOADOUTS.get(id, []), set())
    for id, slots in SLOTS.items():
        assert ship_in("wedgeantilles", {slots[0]: [id]}) == ("wedgeantilles", [id], set())


SPELLED = {
    "bobafett-separatistalliance": "bobafett-firesprayclasspatrolcraft",
    "herasyndullaawing": "herasyndulla-rz1awing",
    "herasyndulla-bwing": "herasyndulla-asf01bwing",
    "lukeskywalkerboy": "lukeskywalker-battleofyavin",
    "hansoloboy": "hansolo-battleofyavin",
    "dist81soc": "dist81-siegeofcoruscant",
    "darthvaderssp": "darthvader-swz105",
    "darthvadertiedefender": "darthvader-tieddefender",
    "fennrau-rebelfangfighter": "fennrau-fangfighter",
    "fennrau-rebel-fang": "fennrau-fangfighter",
    "bokatankryze-separatist": "bokatankryze-separatistalliance",
    "durgeseparatist": "durge-separatistalliance",
    "kickback-sigeofcoruscant": "kickback-siegeofcoruscant",
    "anakinskywalker-eta2actis-siegeofcoruscant": "anakinskywalker-siegeofcoruscant",
    "anakinskywalkerdelta7b": "anakinskywalker-delta7baethersprite",
    "anakinskywalkerywing": "anakinskywalker-btlbywing",
    "bossk-z95": "bossk-z95af4headhunter",
    "dt798-tiefofighter": "dt798",
    "hondoohnaka-firesprayclasspatrolcraft": "hondoohnaka",
    "tomaxbren-SWZ105": "tomaxbren-swz105",
    "kylorentiewhisper": "kyloren-tiewiwhispermodifiedinterceptor",
    "poedameronyt1300": "poedameron-scavengedyt1300",
    "landocalrissianresistance": "landocalrissian-scavengedyt1300",
    "hansolo-rebelalliance": "hansolo-modifiedyt1300lightfreighter",
    "nomlumbrogue": "nomlumb-rogueclassstarfighter",
    "dalanoberosstarviper": "dalanoberos-starviperclassattackplatform",
}
"""Spellings of Launch Bay Next, Fly Casual and archives of tournaments."""


@pytest.mark.parametrize("sent", SPELLED)
def test_a_pilot_is_found_by_the_spelling_of_builders_and_archives(sent):
    meant = SPELLED[sent]
    _, _, ship, faction, *_ = ROWS[meant]
    for told in ({}, {"faction": faction}, {"ship": ship, "faction": faction}):
        assert ship_in(sent, **told) == (meant, LOADOUTS.get(meant, []), {(sent, f"pilot:{meant}")})


def test_what_a_list_says_of_ship_and_faction_is_never_overruled_by_a_suffix():
    squad = read_squad({"faction": "galacticempire", "pilots": [{"id": "herasyndullaawing"}]})
    assert [one.id for one in squad.not_known] == ["herasyndullaawing"]


TWO_FIT = [
    ({"id": "cadbane-rogue"}, None, ("id",), {"cadbane", "cadbane-separatistalliance"}),
    ({"id": "fennrau"}, "rebelalliance", ("id",), {"fennrau-fangfighter", "fennrau-sheathipedeclassshuttle"}),
    (
        {"id": "wedgeantilles", "upgrades": {"astromech": ["r2a3"]}},
        None,
        ("upgrades", "astromech", 0),
        {"r2a3-battleofyavin", "r2a3-battleoverendor"},
    ),
]


@pytest.mark.parametrize(("pilot", "faction", "place", "both"), TWO_FIT)
def test_an_id_that_fits_two_cards_is_refused_with_both(pilot, faction, place, both):
    xws = {"pilots": [pilot], **({"faction": faction} if faction else {})}
    for read, before in (
        (lambda: read_squad(xws), ()),
        (lambda: LISTS.complete({"xws": xws}), ("xws",)),
        (lambda: SETUPS.complete({"squads": [OTHER, {"xws": xws}]}), ("squads", 1, "xws")),
    ):
        with pytest.raises(IllegalSituation) as refused:
            read()
        told = refused.value.params
        assert (refused.value.reason, refused.value.rule) == ("several-cards-fit", "XW-1")
        assert refused.value.field == (*before, "pilots", 0, *place)
        assert {told["one"], *told["other"].split(", ")} == both


def test_ship_or_faction_decides_where_two_would_fit():
    assert ship_in("cadbane-rogue", faction="scumandvillainy")[0] == "cadbane"
    assert ship_in("cadbane-rogue", faction="separatistalliance")[0] == "cadbane-separatistalliance"
    assert ship_in("fennrau", ship="fangfighter", faction="rebelalliance")[0] == "fennrau-fangfighter"


@pytest.mark.parametrize(
    ("slot", "sent", "meant"),
    [
        ("force-power", "instictiveaim", "instinctiveaim"),
        ("forcepower", "instictiveaim", "instinctiveaim"),
        ("astromech", "preciseastromech", "preciseastromech-battleofyavin"),
        ("talent", "predatr", "predator"),
        ("title", "milleniumfalcon", "millenniumfalcon"),
        ("crew", "leiaorganaresistance", "leiaorgana-resistance"),
    ],
)
def test_the_nearest_upgrade_that_fits_the_slot_is_taken_and_said(slot, sent, meant):
    assert ship_in("lukeskywalker", {slot: [sent]}) == ("lukeskywalker", [meant], {(sent, f"upgrade:{meant}")})


@pytest.mark.parametrize(
    ("slot", "sent"),
    [("crew", "instictiveaim"), ("any", "predatr"), ("talent", "prdtor"), ("talent", "jukee"), ("astromech", "r4d9")],
)
def test_what_is_not_near_or_does_not_fit_the_slot_is_not_known(slot, sent):
    squad = read_squad({"pilots": [{"id": "lukeskywalker", "upgrades": {slot: [sent]}}]})
    assert [one.id for one in squad.not_known] == [sent]
    assert squad.read_as == ()


def letters_of(id):
    return [(n, id[:n] + id[n + 1 :]) for n, letter in enumerate(id) if not letter.isdigit() and letter != "-"]


def test_an_upgrade_without_one_letter_is_read_as_itself_or_refused_as_unclear():
    for id, slots in SLOTS.items():
        for n, sent in letters_of(id)[:: max(1, len(id) // 3)]:
            if len(sent) < 8 or "-" in id or sent in SLOTS or n >= len(name_of(id)):
                continue
            assert id in found_or_refused(slots[0], sent), sent


def found_or_refused(slot, sent):
    """The upgrade that an id is read as; those that it can mean where there are several."""
    try:
        _, upgrades, _ = ship_in("lukeskywalker", {slot: [sent]})
    except IllegalSituation as refused:
        return [refused.params["one"], *refused.params["other"].split(", ")]
    return upgrades


def test_each_unknown_card_of_a_list_is_noted_once_where_unknown_cards_are_noted():
    setup = setup_of(
        {"id": "wedgeantilles", "upgrades": {"talent": ["zzz", "predator"], "crew": ["nothing-at-all"]}},
        {"id": "nobody", "ship": "t65xwing", "upgrades": {"talent": ["yyy"]}},
    )
    place = ("squads", 0, "xws", "pilots")
    assert notes_of(setup) == [
        ("card-not-known", (*place, 0, "upgrades", "talent", 0), {"ship": "pilot:wedgeantilles", "card": "zzz"}),
        (
            "card-not-known",
            (*place, 0, "upgrades", "crew", 0),
            {"ship": "pilot:wedgeantilles", "card": "nothing-at-all"},
        ),
        ("card-not-known", (*place, 1, "id"), {"ship": "T-65 X-wing", "card": "nobody"}),
        ("card-not-known", (*place, 1, "upgrades", "talent", 0), {"ship": "T-65 X-wing", "card": "yyy"}),
    ]
    noting = BOARD.options(unknown_cards=UnknownCards.NOTE)
    BOARD.prepare(fleet_of(setup), noting, (1, 2))
    with pytest.raises(IllegalSituation, match="unknown-card"):
        BOARD.prepare(fleet_of(setup), BOARD.options(), (1, 2))


def test_a_list_that_was_read_is_read_again_as_it_is():
    once = setup_of({"id": "herasyndullaawing", "upgrades": {"talent": ["predatr"]}}, {"id": "jakefarrell"})
    assert once["squads"][0]["xws"]["read_as"] == [
        {"text": "herasyndullaawing", "card": "pilot:herasyndulla-rz1awing"},
        {"text": "predatr", "card": "upgrade:predator"},
    ]
    assert SETUPS.complete(once) == once
    assert LISTS.complete(once["squads"][0]) == once["squads"][0]


def test_a_stored_list_keeps_its_meaning():
    stored = XWingList((XWingListedPilot("hansolo", None, "modifiedyt1300lightfreighter"),), None, "rebelalliance")
    boba = XWingList((XWingListedPilot("bobafett-separatistalliance"),))
    first, second = set_up(XWingSetup((XWingFleet(stored), XWingFleet(boba))), BOARD.options()).ships
    assert (first.ship.pilot, second.ship.pilot) == ("hansolo", "bobafett-firesprayclasspatrolcraft")


def test_a_pilot_listed_by_name_is_read_by_it():
    squad = read_squad({"pilots": [{"name": "herasyndullaawing"}]})
    assert squad.ships[0].ship.pilot == "herasyndulla-rz1awing"


def test_what_is_not_read_as_another_card_stays_as_it_was_sent():
    odd = {
        "id": "no\u200bbody",
        "upgrades": {"talent": ["x" * 150, "predatr", 7, None], "crew": "zzz", "a/b": {"c": []}},
    }
    xws = {"pilots": [odd, {"id": "herasyndullaawing", "upgrades": {"talent": ["x" * 150, "predatr", 7]}}, 5]}
    read = LISTS.complete({"xws": xws})["xws"]["pilots"]
    assert read == [odd, {"id": "herasyndulla-rz1awing", "upgrades": {"talent": ["x" * 150, "predator", 7]}}, 5]


@pytest.mark.parametrize(
    "xws", [{}, {"pilots": 7}, {"pilots": [None, [], {}]}, {"pilots": [{"id": "herasyndullaawing"}] * 31}]
)
def test_what_is_no_list_or_too_large_stays_as_it_was_sent(xws):
    assert LISTS.complete({"xws": xws}) == {"xws": xws}
    crowded = {"pilots": [{"id": "herasyndullaawing", "upgrades": {"crew": ["zzz"] * 21}}]}
    assert LISTS.complete({"xws": crowded}) == {"xws": crowded}
