"""Whether a squad's upgrades fit the slots of its ships, and how often limited cards may be in it."""

import json
from dataclasses import asdict

import pytest

from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS
from app.rulesets.x_wing.cards.squad_limits import (
    TooFewSlots,
    TooManyLimited,
    pilot_limits,
    too_few_slots,
    too_many_limited,
    upgrade_limits,
)
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.completing import setup_notes
from app.rulesets.x_wing.game.setup import XWingFleet, XWingGameOptions, XWingList, XWingListedPilot, XWingSetup
from app.services.rulebooks.installed import find_rulebooks

BIGGS = "biggsdarklighter"  # torpedo, astromech, modification, configuration


def test_every_card_of_the_catalogue_says_what_is_printed_about_squads():
    assert pilot_limits().keys() == PILOT_ROWS.keys()
    assert upgrade_limits().keys() <= UPGRADE_ROWS.keys()
    assert pilot_limits()[BIGGS] == (1, ("torpedo", "astromech", "modification", "configuration"))
    assert upgrade_limits()["chopper-crew"] == (1, ())


@pytest.mark.parametrize(
    ("upgrades", "found"),
    [
        (("protontorpedoes", "r2astromech", "servomotorsfoils", "shieldupgrade"), []),
        (("protontorpedoes", "ionlimiteroverride"), [(0, "talent", 1, 0)]),
        (("shieldupgrade", "hullupgrade"), [(0, "modification", 2, 1)]),
        (("unknowncard",), []),
    ],
)
def test_a_ship_needs_a_slot_for_each_upgrade(upgrades, found):
    assert list(too_few_slots([(BIGGS, upgrades)])) == [TooFewSlots(*one) for one in found]


def test_a_title_may_give_a_slot_and_take_one():
    assert sorted(upgrade_limits()["havoc"].slots) == ["-crew", "astromech", "sensor"]
    scurrg = next(id for id in PILOT_ROWS if PILOT_ROWS[id].split("|")[2] == "scurrgh6bomber")
    assert "astromech" not in pilot_limits()[scurrg].slots
    assert [one.slot for one in too_few_slots([(scurrg, ("r2astromech",))])] == ["astromech"]
    assert [one.slot for one in too_few_slots([(scurrg, ("havoc", "r2astromech"))])] == []


def test_limited_cards_are_counted_by_name_over_pilots_and_upgrades():
    assert list(too_many_limited([(BIGGS, ()), ("academypilot", ()), ("academypilot", ())])) == []
    assert list(too_many_limited([(BIGGS, ()), (BIGGS, ())])) == [TooManyLimited(1, f"pilot:{BIGGS}", 0, 2, 1)]
    twice = [("academypilot", ("chopper-crew",)), ("academypilot", ("shieldupgrade", "chopper"))]
    assert list(too_many_limited(twice)) == [TooManyLimited(1, "upgrade:chopper", 2, 2, 1)]


def test_what_always_comes_with_a_pilot_needs_no_slot():
    pilot = next(id for id, row in PILOT_ROWS.items() if row.count("|") >= 8 and row.split("|")[8])
    assert list(too_few_slots([(pilot, tuple(PILOT_ROWS[pilot].split("|")[8].split()))])) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_a_setup_is_told_of_what_is_beyond_print_and_not_refused(language):
    pilots = (
        XWingListedPilot(BIGGS, upgrades={"talent": ("ionlimiteroverride",)}),
        XWingListedPilot(BIGGS),
    )
    squads = (XWingFleet(XWingList(faction="rebelalliance", pilots=pilots)), XWingFleet(XWingList(faction="galacticempire", pilots=(XWingListedPilot("academypilot"),))))  # fmt: skip
    setup = XWingSetup(squads)
    BOARD.prepare(setup, XWingGameOptions(), (1, 2))
    slots, dots = ("xws", "pilots", 0, "upgrades"), ("xws", "pilots", 1, "id")
    in_ships = ("ships", 0, "ship", "upgrades"), ("ships", 1, "ship", "pilot")
    for sent, places in ((setup, (slots, dots)), (BOARD.whole(setup), in_ships)):
        told = tuple(setup_notes(json.loads(json.dumps(asdict(sent)))))
        codes = ("too-few-slots", "too-many-limited")
        wanted = [(code, ("squads", 0, *place)) for code, place in zip(codes, places, strict=True)]
        assert [(note.code, note.place) for note in told] == wanted
        is_said(told, language)


TWO_FACTIONS = ("squads", 0), {"squad": 1, "faction": "rebelalliance", "other": "galacticempire"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
@pytest.mark.parametrize(
    ("pilots", "found"),
    [
        ((BIGGS, "lukeskywalker"), []),
        ((BIGGS, "academypilot", "lukeskywalker"), [TWO_FACTIONS]),
        ((BIGGS, "academypilot", "bobafett"), [TWO_FACTIONS, (("squads", 0), {**TWO_FACTIONS[1], "other": "scumandvillainy"})]),
        (("bobafett-separatistalliance", "aurrasing"), []),
        ((), []),
    ],
)  # fmt: skip
def test_a_setup_is_told_which_factions_are_in_one_squad_and_not_refused(pilots, found, language):
    squad = XWingFleet(XWingList(tuple(XWingListedPilot(pilot) for pilot in pilots)))
    setup = XWingSetup((squad, XWingFleet(XWingList((XWingListedPilot("academypilot"),)))))
    BOARD.prepare(setup, XWingGameOptions(), (1, 2))
    for sent in (setup, BOARD.whole(setup)):
        told = tuple(setup_notes(json.loads(json.dumps(asdict(sent)))))
        assert [(note.place, note.params) for note in told] == found
        assert all(note.code == "several-factions" for note in told)
        is_said(told, language)


def test_the_note_on_factions_calls_them_by_their_names():
    squad = XWingFleet(XWingList((XWingListedPilot(BIGGS), XWingListedPilot("academypilot"))))
    (note,) = setup_notes(json.loads(json.dumps(asdict(XWingSetup((squad, XWingFleet()))))))
    said = find_rulebooks()["x-wing"].texts("en").find(f"note.{note.code}", note.params, words=note.words)
    assert said == "Player 1: ships of different factions in one squad (Rebel Alliance and Galactic Empire)."


def is_said(told, language):
    texts = find_rulebooks()["x-wing"].texts(language)
    for note in told:
        said = texts.find(f"note.{note.code}", dict(note.params), words=note.words)
        assert said
        assert "{{" not in said
