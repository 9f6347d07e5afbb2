"""What a card of Castle Rampage is and does, told in its choices."""

from dataclasses import replace

import pytest

from app.domain.board import Concede
from app.domain.hidden import Private
from app.rulesets.castle_rampage.game import BOARD
from app.rulesets.castle_rampage.game.actions import LayHeldCard, PlayCard
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard, PlayedEffect, PlayedEffectKind, Scheme
from app.rulesets.castle_rampage.game.model import GameOptions, Setup
from app.rulesets.castle_rampage.game.play_questions import DiscardFor, DiscardFromHand, HeldCard
from app.rulesets.castle_rampage.game.traits import TraitKind, traits_of
from app.rulesets.castle_rampage.game.whole_sample import SAMPLE_CATALOGUE, WHOLE_SAMPLE
from app.rulesets.castle_rampage.model import Effect, EffectKind, Structure
from app.services.documents.question import legal_choice
from app.services.rulebooks.installed import find_rulebooks

BOOK = find_rulebooks()["castle-rampage"]
STATE = BOARD.set_up(Setup(whole=WHOLE_SAMPLE), GameOptions())
LANGUAGES = ("en", "de", "fr", "ru")


def test_a_card_tells_its_values_cost_and_effects_as_far_as_the_choice_is_about_them():
    def told(move):
        return [(each.trait, each.amount, each.symbols) for each in BOARD.leads_to(STATE, move).traits]

    assert told(PlayCard("play-card", "sample-rider")) == [("attacks", 4, ()), ("costs", 1, ())]
    assert told(PlayCard("play-card", "sample-assault")) == [
        ("attacks-for-units", 9, ("red", "blue")), ("raised-by-unit", 5, ("blue",)),
    ]  # fmt: skip
    at_gate, in_castle = (LayHeldCard("lay-card", each, Private("sample-mire")) for each in Structure)
    assert told(at_gate) == [("defends", 1, ()), ("purple", None, ()), ("destroyed-changes-attack", -2, ())]
    assert told(in_castle)[0] == ("defends", 1, ())
    slinger = LayHeldCard("lay-card", Structure.CASTLE, Private("sample-slinger"))
    assert told(slinger) == [("defends", 3, ())]
    assert BOARD.leads_to(STATE, Concede("concede")) is None
    assert BOARD.leads_to(STATE, LayHeldCard("lay-card", Structure.GATE, Private(None, ()))) is None


def test_all_that_a_card_may_be_is_a_trait():
    plain = CatalogueCard("c", 1, 2, 1)
    cards = [
        plain,
        replace(plain, attack=3, cost=2, units=("red",), bypasses_gate=True, survives_repel=True, permanent=True),
        replace(plain, scheme=Scheme(9, ("red",), "red", 2)),
        *(replace(plain, when_played=(PlayedEffect(kind, 2),)) for kind in PlayedEffectKind),
        *(replace(plain, when_played=(PlayedEffect(PlayedEffectKind.DESTROY_TOP_OF, structure=each),)) for each in Structure),
        *(replace(plain, purple=True, when_destroyed=Effect(kind, 2)) for kind in EffectKind),
        *(replace(plain, purple=True, when_destroyed=Effect(EffectKind.DESTROY_TOP_OF, structure=each)) for each in Structure),
        replace(plain, purple=True, when_destroyed=Effect(EffectKind.ATTACKER_DISCARDS_HAND, 1), at_random=True),
    ]  # fmt: skip
    found = {trait.trait for card in cards for trait in traits_of(card)}
    assert found == set(TraitKind) - {TraitKind.DEFENDS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trait_has_words(language):
    texts = BOOK.texts(language)
    for kind in TraitKind:
        told = texts.find("card", {"traits": [{"trait": kind, "amount": 2, "symbols": ["red"]}]})
        assert told == f"{texts.find(f'word.{kind}.does', {'count': 2}, count=2)} (red)"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Discard sample-rider: defends the gate with 2, the castle with 2, unit (red), attack 4, costs 1 card"),
        (
            "de",
            "sample-rider ablegen – verteidigt das Tor mit 2, die Burg mit 2, Einheit (red), Angriff 4, kostet 1 Karte",
        ),
    ],
)
def test_a_card_that_may_be_discarded_says_all_that_it_is(language, told):
    question = DiscardFromHand((Private("sample-rider"),), DiscardFor.COST, "x", 1, SAMPLE_CATALOGUE)
    choice = legal_choice(question, HeldCard("sample-rider"), BOOK.codec.choices[question.name], BOOK.texts(language))
    assert choice["text"] == told
    assert choice["leads_to"]["traits"][3] == {"trait": "attacks", "amount": 4, "symbols": []}
