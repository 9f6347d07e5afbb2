"""Condition cards: which ones the rules apply, and what the catalogue tells of them and of damage cards."""

from dataclasses import replace

import pytest

from app.domain.catalogue import Does
from app.domain.errors import IllegalSituation
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.cards.catalogue import entries
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, uses

ENTRIES = {(entry.kind, entry.id): entry for entry in entries()}


def test_a_ship_under_suppressive_fire_rolls_one_die_less():
    ship = replace(attacker(), effects=("condition:suppressivefire",))
    assert len(done(attack(ship, 3, defender()), "hb").attack_dice) == 2


def test_a_decoyed_ship_gets_an_evade_for_the_token_of_a_friend():
    ship = defender(1, effects=("condition:decoyed",))
    end = fight(attack(attacker(), 1, ship), "h", "b")
    assert uses(end) == ["condition:decoyed"]
    use = end.wanted.question.uses[0]
    assert use.held.is_paid_elsewhere


def test_after_the_attack_a_condition_gives_a_lock():
    ship = replace(attacker(), effects=("condition:mercilesspursuit",))
    end = fight(attack(ship, 1, defender(0, "thechild")), "b")
    assert uses(end) == ["condition:mercilesspursuit"]
    assert not hasattr(fight(attack(ship, 1, defender()), "b"), "wanted")


def test_a_condition_that_does_nothing_in_an_attack_can_be_named_and_one_that_does_not_exist_cannot():
    RULESET.prepare(attack(replace(attacker(), effects=("condition:hunted",)), 1, defender()), OPTIONS)
    with pytest.raises(IllegalSituation, match="unknown-card"):
        RULESET.prepare(attack(replace(attacker(), effects=("condition:haunted",)), 1, defender()), OPTIONS)


def test_every_condition_that_is_about_attacks_is_applied_or_says_why_not():
    told = {id: (entry.does, entry.by_hand) for (kind, id), entry in ENTRIES.items() if kind == "condition"}
    assert len(told) == 20
    assert told["suppressivefire"] == (Does.EFFECTS, None)
    assert told["youshouldthankme"] == (Does.EFFECTS, "tokens")
    assert told["illshowyouthedarkside"] == (Does.BY_HAND, "damage-cards")
    nothing = {id for id, (does, _) in told.items() if does is Does.NOTHING}
    assert nothing == {"hunted", "listeningdevice", "rattled", "itstheresistance", "falsefriend", "primedforspeed",
                       "sickeningmaneuver"}  # fmt: skip


def test_the_catalogue_has_the_whole_damage_deck():
    cards = {id: entry for (kind, id), entry in ENTRIES.items() if kind == "damage-card"}
    assert list(cards) == [card.value for card in DamageCard]
    assert sum(entry.details.copies for entry in cards.values()) == 33
    assert (cards["direct-hit"].name, cards["direct-hit"].does) == ("Direct Hit", Does.EFFECTS)
    assert cards["damaged-engine"].does is Does.NOTHING
