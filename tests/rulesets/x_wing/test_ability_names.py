"""Ship abilities have names: no choice, record or entry of the catalogue shows the id of a card."""

import re
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from app.conformance.play import RandomPlayer, play
from app.domain.errors import IllegalSituation
from app.domain.table import ChoiceWanted
from app.rulesets.x_wing.cards.catalogue import CATALOGUE
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, SHIP_ABILITIES, printed_pilot
from app.services.documents.question import asked_of, choice_question
from app.services.documents.wording import entry_text
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.x_wing.random_situations import SHIPS, situation
from tests.rulesets.x_wing.short_situations import OPTIONS
from tests.thorough import cases

BOOK = find_rulebooks()["x-wing"]
ID = re.compile(r"\b(ship|pilot|upgrade|condition):[a-z0-9]|[\u2068 ]({})\b".format("|".join(SHIP_ABILITIES)))
LANGUAGES = ("en", "de", "fr", "ru")


def test_the_ability_of_every_pilot_has_a_name_that_its_id_spells():
    assert set(SHIP_ABILITIES) == {printed_pilot(id).ship_ability for id in PILOT_ROWS} - {""}
    for id, name in SHIP_ABILITIES.items():
        assert re.sub("[^a-z]", "", name.lower()) == id.partition("-")[0]


def test_the_catalogue_calls_every_entry_by_its_name():
    for entry in CATALOGUE.entries():
        assert entry.name, entry.id
        assert not ID.search(f" {entry.name}"), entry.id
    names = {entry.id: entry.name for entry in CATALOGUE.entries() if entry.kind == "ship-ability"}
    assert len(names) == 61
    assert (names["bornforthis"], names["copilot"], names["lockedsfoils"]) == (
        "Born for This",
        "Co-Pilot",
        "Locked S-Foils",
    )


def texts_of(fought, key):
    """Every text of an attack, in every language: its questions with their choices, and its record."""
    player = RandomPlayer(Random(key))
    end = play(BOOK, fought, key, player)
    for language in LANGUAGES:
        texts = BOOK.texts(language)
        for entry in BOOK.codec.dump_entries(end.record):
            yield entry_text(BOOK, entry, texts)
        for question, by in player.asked:
            wanted = ChoiceWanted(question, by, "")
            shown = choice_question(BOOK, wanted, asked_of(wanted, None, 0, None), texts)
            yield from (shown["text"], *(choice["text"] for choice in shown["choices"]))


@pytest.mark.parametrize("ability", SHIPS)
def test_no_text_of_an_attack_shows_the_id_of_a_card(ability):
    played = 0
    for seed in count():
        fought = situation(Random(f"{ability} {seed}"), 3)
        attacker, defender = (
            replace(one, effects=(*one.effects, ability)) for one in (fought.attacker, fought.defender)
        )
        try:
            BOOK.ruleset.prepare(fought := replace(fought, attacker=attacker, defender=defender), OPTIONS)
        except IllegalSituation:
            if seed > 200:
                break
            continue
        for text in texts_of(fought, bytes([seed % 256]) * 32):
            assert not ID.search(text), text
        played += 1
        if played == cases(2, 20):
            return
    assert played
