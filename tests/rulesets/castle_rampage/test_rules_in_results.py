"""Rules of Castle Rampage that no entry names: the steps and the cards that are left show them."""

import pytest

from app.rulesets.castle_rampage import card, facts
from app.rulesets.castle_rampage.model import EffectKind, Result, Structure
from tests.rulesets.castle_rampage.test_attack import assault, noted, purple, stack

GATE, CASTLE = Structure.GATE, Structure.CASTLE


@pytest.mark.rule("CR-13")
def test_the_castle_is_attacked_only_when_the_gate_has_no_card_left():
    standing = assault(1, stack((1, 1)), stack((1, 1))).outcome
    assert [step.structure for step in standing.steps] == [GATE]
    fallen = assault(1, (), stack((1, 1), (2, 2))).outcome
    assert [step.structure for step in fallen.steps] == [CASTLE]
    swept = assault(3, stack((1, 1)), stack((2, 2), (3, 3))).outcome
    assert [step.structure for step in swept.steps] == [GATE, CASTLE]


def test_a_purple_card_that_an_effect_discards_or_that_repels_has_no_effect():
    digging = purple(EffectKind.DESTROY_TOP_OF, structure=GATE)
    ending = purple(EffectKind.END_ATTACK)
    end = assault(9, [digging, ending, card(3, 3)], [card(9, 9)])
    assert [fact.effect for fact in noted(end, facts.PurpleDestroyed)] == [EffectKind.DESTROY_TOP_OF]
    assert [step.card for step in end.outcome.steps] == [digging.card, card(3, 3).card, card(9, 9).card]
    repelled = assault(1, [purple(EffectKind.END_ATTACK, defense=5)], [card(9, 9)])
    assert (noted(repelled, facts.PurpleDestroyed), repelled.outcome.result) == ([], Result.REPELLED)


@pytest.mark.rule("CR-22")
def test_what_was_destroyed_before_the_attack_is_repelled_stays_destroyed():
    outcome = assault(9, stack((3, 1), (4, 2), (6, 3)), stack((1, 1))).outcome
    assert (outcome.result, outcome.destroyed) == (Result.REPELLED, 2)
    assert outcome.after.gate == stack((6, 3))
