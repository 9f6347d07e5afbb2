"""Stored names follow from the names of classes."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Literal

import pytest

from app.domain.board import ACT, SEATED
from app.domain.choices import choice_type
from app.domain.dice import Die, ThrownDice
from app.domain.names import dataclasses_of, kind_of, stored_name
from app.domain.record import Origin, Record, Role, Rolled, Source
from app.domain.resolution import resolve
from app.domain.table import Question
from app.persistence.stored.codec import Codec
from app.services.rulebooks.installed import find_rulebooks

GOLDEN = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True, slots=True)
class Answer:
    yes: bool


@dataclass(frozen=True, slots=True)
class MayItBe(Question[Answer]):
    def options(self):
        yield Answer(False)
        yield Answer(True)

    def check(self, choice):
        pass


class Suit(StrEnum):
    SWORD = "sword"
    SHIELD = "shield"


SUITS = Die("suits", (Suit.SWORD, Suit.SWORD, Suit.SHIELD))


@pytest.mark.parametrize(
    ("name", "stored"), [("PairsCompared", "pairs-compared"), ("Move", "move"), ("XWingUse", "x-wing-use")]
)
def test_a_stored_name_is_the_class_name_in_kebab_case(name, stored):
    assert stored_name(type(name, (), {})) == stored


def test_the_two_names_that_belong_to_no_rulebook_stay():
    assert (ACT, SEATED) == ("act", "seated")


def golden_entries():
    for file in sorted(GOLDEN.glob("*/v*/*.json")):
        for entry in json.loads(file.read_text())["entries"]:
            yield file.parts[-3], entry
    for file in sorted(GOLDEN.glob("*/v*/*.ndjson")):
        for line in file.read_text().splitlines():
            for entry in json.loads(line).get("event", json.loads(line)).get("entries", ()):
                yield file.parts[-3], entry


def test_every_name_in_the_golden_records_is_the_name_of_a_registered_class():
    named = {(slug, entry[kind]) for slug, entry in golden_entries() for kind in ("fact", "question") if kind in entry}
    books = find_rulebooks()
    assert len(named) > 60
    for slug, name in named:
        assert name in books[slug].codec.facts | books[slug].codec.choices


def test_a_module_lists_the_public_dataclasses_that_it_defines_itself():
    module = ModuleType(__name__)
    vars(module).update(Answer=Answer, _Hidden=Answer, Suit=Suit, Die=Die, number=3)
    assert dataclasses_of(module) == (Answer,)


def test_the_type_of_choices_is_the_one_between_the_brackets():
    assert choice_type(MayItBe) is Answer


def test_a_question_that_does_not_name_its_choices_is_an_error():
    class Silent(Question):
        pass

    with pytest.raises(TypeError, match="Silent needs the class of its choices"):
        choice_type(Silent)


def test_a_move_is_called_by_its_kind():
    @dataclass
    class Castle:
        kind: Literal["castle"]

    @dataclass
    class Unkind:
        kind: str

    assert kind_of(Castle) == "castle"
    with pytest.raises(TypeError, match=r'Unkind needs a field such as kind: Literal\["unkind"\]'):
        kind_of(Unkind)


def test_a_roll_gives_the_faces_of_the_die_from_dice_and_from_a_record():
    seen = []

    def script(_situation, _options, table):
        seen.append(table.roll(SUITS, 2, by=Role.ATTACKER, rule="X-1"))

    thrown = resolve(script, None, None, dice=ThrownDice([("sword", "shield")]))
    record = Record((Rolled("X-1", "attacker", "suits", ("sword", "shield")),), thrown.record.sources)
    resolve(script, None, None, record=record)
    assert [[type(face) for face in faces] for faces in seen] == [[Suit, Suit]] * 2
    assert thrown.record == record


def test_faces_are_stored_as_plain_words():
    def script(_situation, _options, table):
        table.roll(SUITS, 1, by=Role.ATTACKER, rule="X-1")

    end = resolve(script, None, None, dice=ThrownDice([(Suit.SWORD,)]))
    codec = Codec(find_rulebooks()["coin-duel"].ruleset)
    assert type(codec.dump_entries(end.record)[0]["faces"][0]) is str


@pytest.mark.parametrize("yes", [True, False])
def test_a_question_may_be_answered_with_yes_or_no(yes):
    def script(_situation, _options, table):
        return table.ask(MayItBe(), by=Role.ATTACKER, rule="X-1").yes

    end = resolve(script, None, None, players=lambda _question, _by: (Answer(yes), Source(Origin.HOST)))
    ruleset = replace(find_rulebooks()["coin-duel"].ruleset, questions=(MayItBe,))
    codec = Codec(ruleset)
    stored = codec.dump_entries(end.record)
    assert stored[0]["choice"] == {"yes": yes}
    assert codec.load_record(stored) == end.record
    assert resolve(script, None, None, record=codec.load_record(stored)).outcome is yes


def test_no_is_an_answer_where_it_is_the_only_one():
    class MustNot(MayItBe):
        def options(self):
            yield Answer(False)

    def script(_situation, _options, table):
        return table.ask(MustNot(), by=Role.ATTACKER, rule="X-1").yes

    assert resolve(script, None, None).outcome is False
