"""A ship that its pilot fills in is the ship with each part of its card written out."""

from dataclasses import replace

import pytest

from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.weapons import cards_of, weapon_with_numbers
from app.rulesets.x_wing.cards.card import Card, Trait
from app.rulesets.x_wing.cards.completing import SITUATIONS, card_of_ship, completed_ship
from app.rulesets.x_wing.cards.printed import PILOT_ROWS
from app.rulesets.x_wing.cards.registry import SAID, card_of
from app.rulesets.x_wing.model import XWingAttack, XWingWeapon
from app.rulesets.x_wing.terms import Arc
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.x_wing.short_situations import OPTIONS, defender

SHAPE = find_rulebooks()["x-wing"].codec.situation
TURNED = {"heavyweaponturret": "homingmissiles", "rotatingcannons": "syncedlasercannons"}
"""The abilities that turn the weapons of a slot, with a weapon of that slot."""


def printed_ability(pilot):
    """The ability of the ship on the card of a pilot, read from its row; empty where it has none."""
    return (PILOT_ROWS[pilot].split("|") + [""] * 8)[7]


def test_a_pilot_brings_the_ability_of_its_ship_with_all_that_it_says():
    for pilot in PILOT_ROWS:
        ability = f"ship:{printed_ability(pilot)}"
        said = SAID.get(ability, Card())
        counts = said != Card() and Trait.ONLY_FOR_FRIENDS not in said.traits
        ship = card_of_ship({"pilot": pilot}).ship
        assert ship.effects == ((ability,) if counts else ()), pilot
        assert completed_ship({"pilot": pilot}) == completed_ship({"pilot": pilot, "effects": ship.effects}), pilot
        cards = [card_of(f"pilot:{pilot}"), *(card_of(f"upgrade:{upgrade}") for upgrade in ship.upgrades)]
        cards += [card_of(ability)] if counts else []
        assert list(cards_of(ship)) == [card for card in cards if not card.has(Trait.ONLY_FOR_FRIENDS)], pilot


WITH_TURRETS = [pilot for pilot in PILOT_ROWS if printed_ability(pilot) in TURNED]


@pytest.mark.parametrize("pilot", WITH_TURRETS)
def test_weapons_that_the_ability_turns_attack_through_the_turret_and_not_through_the_front(pilot):
    weapon = TURNED[printed_ability(pilot)]
    ship = replace(card_of_ship({"pilot": pilot, "upgrades": [weapon]}).ship, charges={weapon: 2}, locks=("black-2",))
    ship = replace(ship, tokens=replace(ship.tokens, calculate=1))
    assert weapon_with_numbers(XWingWeapon(weapon), ship).arc is Arc.SINGLE_TURRET
    through = {Arc.SINGLE_TURRET: True, Arc.FRONT: False}
    for arc, is_legal in through.items():
        situation = XWingAttack(ship, XWingWeapon(weapon), defender(), 2, defender_in_arcs=(arc,))
        if is_legal:
            RULESET.prepare(situation, OPTIONS)
            continue
        with pytest.raises(Exception, match="weapon-requirement"):
            RULESET.prepare(situation, OPTIONS)


def test_there_are_seventeen_of_them():
    assert len(WITH_TURRETS) == 17


def test_an_attack_filled_in_by_its_pilots_is_legal_through_the_turret():
    sent = {
        "attacker": {"pilot": "quickdraw", "upgrades": ["homingmissiles"], "locks": ["academypilot"]},
        "weapon": {"upgrade": "homingmissiles"},
        "defender": {"pilot": "academypilot"},
        "attack_range": 2,
        "defender_in_arcs": ["single-turret"],
    }
    RULESET.prepare(SHAPE.load(SITUATIONS.complete(sent)), OPTIONS)
