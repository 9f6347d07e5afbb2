"""Links of squad builders, with the lists that their builders wrote beside them."""

import random
from urllib.parse import quote

import pytest

from app.domain.errors import IllegalSituation
from app.rulesets.x_wing.cards import builder_links
from app.rulesets.x_wing.cards.data import builders
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS
from app.rulesets.x_wing.cards.squads import read_text

YASB = "https://yasb.app/?f={faction}&d={code}&sn={name}&obs="
SUNNY = [("sunnybounder", ["heavylasercannon"])]
LINKS = {
    YASB.format(
        faction="Galactic%20Empire", code="v8ZsZ200Z179X126W164W249Y173XW113WW105Y211X256WWW", name="Soontir%2C%20Vader"
    ): (
        "Soontir, Vader",
        "galacticempire",
        [
            ("soontirfel", ["hullupgrade", "outmaneuver", "targetingcomputer"]),
            ("darthvader", ["afterburners", "firecontrolsystem"]),
            ("duchess", ["snapshot"]),
        ],
    ),
    YASB.format(faction="Scum%20and%20Villainy", code="v8ZsZ200Z155XWWWWWWWY153X133WWW66W16W83WWW", name="Testsquad"): (
        "Testsquad",
        "scumandvillainy",
        [("trandoshanslaver", []), ("bossk", ["bobafett", "greedo", "trickshot", "zuckuss"])],
    ),
    YASB.format(faction="Scum%20and%20Villainy", code="v8ZsZ200Z138XW10", name="Sunny%20B!"): (
        "Sunny B!",
        "scumandvillainy",
        SUNNY,
    ),
    "https://launchbaynext.app/?lbx=%27New%20Squadron%27.31.3.0.l44.188.l3.256rr&mode=full": (
        "New Squadron",
        "scumandvillainy",
        SUNNY,
    ),
    "https://launchbaynext.app/print?lbx='All%20Clones'.20.6.0.1.ll62.'kickback-siegeofcoruscant'r"
    ".l71.789.l10.283r.l18.870r.l14.554r.l1.246rrr.l0.1.2r": (
        "All Clones",
        "galacticrepublic",
        [
            ("kickback-siegeofcoruscant", []),
            ("contrail", ["alpha3bbesh", "r3astromech", "swarmtactics", "synchronizedconsole"]),
        ],
    ),
}


def ships(squad):
    return [(each.id, sorted(id for ids in each.upgrades.values() for id in ids)) for each in squad.xws.pilots]


@pytest.mark.parametrize("link", LINKS)
def test_a_link_is_read_as_the_list_that_its_builder_wrote_beside_it(link):
    squad = read_text(f"  {link}\n")
    assert (squad.name, squad.faction, ships(squad)) == LINKS[link]
    assert squad.not_known == ()
    assert len(squad.ships) == len(squad.xws.pilots)


def code_of(pilots, upgrades):
    """A squad as YASB writes it, by the numbers of its own cards."""
    held = "W".join(upgrades)
    return "v10ZsZ50Z" + "Y".join(f"{pilot}X{held}X" for pilot in pilots)


@pytest.mark.parametrize("seed", range(5))
def test_each_number_of_a_card_leads_to_it(seed):
    chance = random.Random(seed)
    pilots = {id: n for n, id in builder_links.numbered(builders.YASB_PILOTS) if id in PILOT_ROWS}
    upgrades = {id: n for n, id in builder_links.numbered(builders.YASB_UPGRADES) if id in UPGRADE_ROWS}
    assert (len(pilots), len(upgrades)) > (660, 500)
    some, held = chance.sample(list(pilots), 6), chance.sample(list(upgrades), 8)
    code = code_of([pilots[id] for id in some], [upgrades[id] for id in held])
    squad = read_text(f"https://yasb.app/?d={quote(code)}")
    assert ships(squad) == [(id, sorted(held)) for id in some]


def test_the_numbers_of_all_builders_are_those_of_cards():
    for numbers, rows in ((builders.PUBLISHED_PILOTS, PILOT_ROWS), (builders.PUBLISHED_UPGRADES, UPGRADE_ROWS)):
        listed = list(builder_links.numbered(numbers))
        assert len(listed) == len(dict(listed)) > 350
        assert {id for _, id in listed} <= rows.keys()


def test_a_number_that_no_card_has_is_named():
    squad = read_text("https://yasb.app/?d=v10ZsZ50Z173X99999W127XY88888XX")
    assert [(one.pointer, one.id) for one in squad.not_known] == [
        ("/xws/pilots/0/upgrades/other/0", "99999"),
        ("/xws/pilots/1/id", "88888"),
    ]


@pytest.mark.parametrize(
    "link",
    [
        "https://yasb.app/",
        "https://yasb.app/?f=Rebel",
        "https://yasb.app/?d=v4!s!138:-1",
        "https://yasb.app/?d=v10ZsZ50Z",
        "https://yasb.app/?d=%",
        "https://launchbaynext.app/?lbx=",
        "https://launchbaynext.app/?lbx='a'.1.2.3",
        "https://launchbaynext.app/?lbx=" + "l" * 60_000,
        "https://launchbaynext.app/?lbx=" + "r" * 60_000,
        "https://launchbaynext.app/?lbx=" + "%27" * 20_000,
        "https://example.org/#?d=v10ZsZ50Z173X",
    ],
)
def test_a_link_without_a_squad_is_refused_in_a_sentence(link):
    with pytest.raises(IllegalSituation) as refusal:
        read_text(link)
    assert refusal.value.reason == "no-squad-in-link"


@pytest.mark.parametrize("code", ["v10ZsZ50Z" + "173XY" * 12_000, "v10ZsZ50Z173X" + "127W" * 15_000])
def test_a_link_of_too_much_is_refused_as_a_list_is(code):
    with pytest.raises(IllegalSituation) as refusal:
        read_text(f"https://yasb.app/?d={code}")
    assert refusal.value.reason in ("too-many-pilots", "too-many-upgrades")


def test_a_text_with_a_link_below_is_read_as_a_text():
    squad = read_text("Luke Skywalker (62)\nInstinctive Aim (2)\n\nView in YASB: https://yasb.app/?d=v10ZsZ50Z173X")
    assert ships(squad)[0][0] == "lukeskywalker"


BARE = YASB.removeprefix("https://").format(faction="Scum%20and%20Villainy", code="v8ZsZ200Z138XW10", name="A%20(b)!")
NEXT = "https://launchbaynext.app/?lbx='A%20(b)!'.31.3.0.l44.188.l3.256rr&mode=full"


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "({})",
        "<{}>",
        "[{}]",
        '"{}"',
        "\u201e{}\u201c",
        "**{}**",
        "[My list]({})",
        "[{0}]({0})",
        "Here is my list: {} Have fun!",
        "my list:{}, it is good",
        "look ({}).",
        "It's a scum list\n\n{}\n",
        "> {}",
    ],
)
@pytest.mark.parametrize("link", [BARE, f"https://{BARE}", f"http://{BARE}", f"HTTPS://{BARE}", f"www.{BARE}", NEXT])
def test_a_link_is_read_without_its_scheme_and_with_anything_around_it(link, around):
    squad = read_text(around.format(link))
    assert (squad.name, squad.faction, ships(squad)) == ("A (b)!", "scumandvillainy", SUNNY)
    assert (squad.not_known, squad.read_as) == ((), ())


@pytest.mark.parametrize("version", range(1, 8))
def test_a_link_of_an_old_yasb_is_refused_with_the_way_to_a_new_one(version):
    for link in (f"https://yasb.app/?d=v{version}!s!5:1,2,-1;7:", f"see yasb.app/?f=Rebel&d=v{version}!s=200!5:1,2;"):
        with pytest.raises(IllegalSituation) as refusal:
            read_text(link)
        assert refusal.value.reason == "no-squad-in-link"


@pytest.mark.parametrize("text", ["what?", "a?b=c " * 60_000, "?d=" * 60_000, "(" * 60_000 + "?lbx=", "yasb.app/?d="])
def test_a_text_with_marks_of_links_but_without_one_is_refused(text):
    with pytest.raises(IllegalSituation) as refusal:
        read_text(text)
    assert refusal.value.reason in ("no-squad-in-link", "no-pilot-in-text")
