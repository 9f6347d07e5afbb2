"""What stands on the front of a card in hand."""

from app.rulesets.castle_rampage.game.samples import WHOLE_SAMPLE
from app.rulesets.castle_rampage.game.traits import Trait, TraitKind, traits_of
from app.rulesets.castle_rampage.pages.fronts import OTHERS, front_of

CARDS = {kind.card: kind for kind in WHOLE_SAMPLE.cards}


def test_a_card_of_the_catalogue_shows_its_attack_its_cost_and_both_defenses():
    front = front_of(traits_of(CARDS["sample-rider"]))
    assert front == {"attack": 4, "cost": 1, "gate": 2, "castle": 2, "bands": ["seat-1"]}


def test_a_card_that_is_no_unit_has_a_plain_band():
    assert front_of(traits_of(CARDS["sample-supplies"]))["bands"] == []


def test_a_symbol_that_is_no_color_has_the_same_color_on_every_card():
    defends = tuple(Trait(kind, 1) for kind in (TraitKind.DEFENDS_GATE, TraitKind.DEFENDS_CASTLE))
    front = front_of((*defends, Trait(TraitKind.IS_UNIT, symbols=("Blue", "star", "star"))))
    assert front["bands"][0] == "seat-2"
    assert front["bands"][1] == front["bands"][2] in OTHERS


def test_a_card_whose_values_nobody_knows_has_no_front():
    assert front_of(()) is None
