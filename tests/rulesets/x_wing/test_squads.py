"""Squads as builders export them: nothing unknown, the numbers of upgrades, ships that fight."""

import pytest

from app.domain.errors import IllegalSituation
from app.domain.record import Origin, Source
from app.domain.resolution import Resolved, resolve
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.cards.card import Reason
from app.rulesets.x_wing.cards.squads import EXAMPLE, XWingByHand, read_squad
from app.rulesets.x_wing.model import Size, XWingAttack, XWingForce, XWingShields, XWingWeapon
from app.rulesets.x_wing.terms import Arc
from tests.rulesets.x_wing.short_situations import OPTIONS
from tests.rulesets.x_wing.squads import EXPORTS, LISTS

NAMES = list(LISTS)


def ship_of(pilot, *upgrades, ship=""):
    """The only ship of a squad."""
    sent = {"id": pilot, "ship": ship, "upgrades": {"any": list(upgrades)}}
    (found,) = read_squad({"pilots": [sent]}).ships
    return found


class RandomDice:
    """Dice whose faces follow from their number."""

    source = "service"

    def throw(self, die, count, *, index):
        return tuple(die.faces[(7 * index + 3 * n) % len(die.faces)] for n in range(count))


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize("name", NAMES)
def test_squads_of_staples_load_without_one_unknown_card_from_either_builder(name, export):
    squad = read_squad(export(name))
    assert squad.not_known == ()
    assert (squad.name, len(squad.ships)) == (name, len(LISTS[name]) - 1)
    assert len({each.ship.id for each in squad.ships}) == len(squad.ships)


def test_both_builders_spellings_are_the_same_squad():
    yasb, lbn = EXPORTS
    assert all(read_squad(yasb(name)) == read_squad(lbn(name)) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_ship_of_a_squad_attacks_each_of_another_with_each_weapon_that_may(name):
    other = read_squad(EXPORTS[0](NAMES[(NAMES.index(name) + 1) % len(NAMES)])).ships
    fought, refused = 0, set()
    for own in read_squad(EXPORTS[1](name)).ships:
        for weapon in own.weapons:
            target = other[fought % len(other)].ship
            ship = type(own.ship)(**{**fields_of(own.ship), "id": "own", "locks": (target.id,)})
            arcs = tuple(Arc)
            situation = XWingAttack(ship, weapon, target, 2, defender_in_arcs=arcs, attacker_in_arcs=(Arc.FRONT,))
            try:
                RULESET.prepare(situation, OPTIONS)
            except IllegalSituation as refusal:
                refused.add(refusal.reason)
                continue
            end = resolve(RULESET.script, situation, OPTIONS, dice=RandomDice(), players=by_default)
            assert isinstance(end, Resolved)
            fought += 1
    assert fought >= len(LISTS[name]) - 1
    assert refused <= {"weapon-requirement", "requirement-unmet"}


def fields_of(ship):
    return {name: getattr(ship, name) for name in ship.__slots__}


def by_default(question, by):
    return RULESET.policies["exact"](question, by), Source(Origin.POLICY)


def test_upgrades_change_the_numbers_of_their_ship():
    plain, better = ship_of("wedgeantilles").ship, ship_of("wedgeantilles", "hullupgrade", "shieldupgrade").ship
    assert (plain.hull, plain.shields) == (4, XWingShields(2, 2))
    assert (better.hull, better.shields) == (5, XWingShields(3, 3))
    jedi = ship_of("obiwankenobi", "delta7b")
    assert (jedi.ship.agility, jedi.ship.shields, jedi.weapons[0].value) == (2, XWingShields(3, 3), 3)


def test_upgrades_change_primary_weapons():
    crow = [(weapon.arc, weapon.value) for weapon in ship_of("kananjarrus-hwk290lightfreighter", "moldycrow").weapons]
    assert crow == [(Arc.SINGLE_TURRET, 2), (Arc.FRONT, 3)]
    assert ship_of("sharabey-rz1awing", "vectoredcannonsrz1").weapons == (XWingWeapon(arc=Arc.SINGLE_TURRET, value=2),)


def test_a_ship_has_the_charges_and_the_force_of_all_its_cards():
    ship = ship_of("darthvader", "hate", "firecontrolsystem", "concussionmissiles").ship
    assert (ship.force, dict(ship.charges)) == (XWingForce(3, 3), {"concussionmissiles": 3})
    assert ship.effects == ("ship:advancedtargetingcomputer",)
    wampa = ship_of("wampa").ship
    assert dict(wampa.charges) == {"pilot": 1}
    assert ship_of("bobafett", "maul").ship.force == XWingForce(1, 1)


def test_a_standard_loadout_comes_along_where_the_builder_does_not_write_it():
    ship = ship_of("darthvader-battleofyavin").ship
    assert ship.upgrades == ("marksmanship", "hate", "afterburners")
    assert ship_of("darthvader-battleofyavin", "hate").ship.upgrades == ship.upgrades


def test_the_size_of_a_ship_is_that_of_its_type():
    assert ship_of("hansolo-modifiedyt1300lightfreighter").ship.size is Size.LARGE


def test_a_pilot_may_be_listed_by_another_name():
    assert ship_of("bobafett-separatistalliance") == ship_of("bobafett-firesprayclasspatrolcraft")


def test_ships_of_one_pilot_have_ids_of_their_own():
    squad = read_squad({"pilots": [{"id": "academypilot"}] * 3})
    assert [each.ship.id for each in squad.ships] == ["academypilot", "academypilot-2", "academypilot-3"]


def test_what_is_not_known_is_named_with_its_place_and_the_nearest():
    sent = {"id": "wedgeantiles", "ship": "t65xwing", "upgrades": {"force-power": ["hate", "predatr"], "a/b": ["zzz"]}}
    squad = read_squad({"pilots": [{"id": "jakefarrell"}, sent]})
    assert [(one.pointer, one.id, one.nearest) for one in squad.not_known] == [
        ("/xws/pilots/1/id", "wedgeantiles", "wedgeantilles"),
        ("/xws/pilots/1/upgrades/force-power/1", "predatr", "predator"),
        ("/xws/pilots/1/upgrades/a~1b/0", "zzz", None),
    ]
    by_name = {"name": "nobody", "upgrades": {"talent": "predatr"}}
    assert [one.pointer for one in read_squad({"pilots": [by_name, {}]}).not_known] == [
        "/xws/pilots/0/name",
        "/xws/pilots/0/upgrades/talent",
        "/xws/pilots/1/id",
    ]
    ship = squad.ships[1]
    assert (ship.initiative, ship.name, ship.ship.pilot, ship.ship.hull) == (None, "T-65 X-wing", None, 4)
    assert ship.ship.upgrades == ("hate",)
    assert read_squad({"pilots": [{"id": "x", "ship": "y"}]}).ships == ()


def test_a_squad_tells_what_each_card_does_that_the_rules_do_not_apply():
    cards = {"any": ["predator", "afterburners", "dengar", "integratedsfoils", "lonewolf"]}
    squad = read_squad({"pilots": [{"id": "howlrunner", "upgrades": cards}, {"id": "bobafett"}]})
    assert squad.no_effect == ("upgrade:afterburners",)
    assert squad.by_hand == (XWingByHand("upgrade:dengar", Reason.DICE),)
    assert squad.at_table == ("upgrade:lonewolf", "pilot:bobafett")
    assert squad.for_friends == ("pilot:howlrunner",)
    assert "integratedsfoils" in squad.ships[0].ship.upgrades
    assert squad.ships[0].ship.sides == {"upgrade:integratedsfoils": "closed"}


@pytest.mark.parametrize("wrong", [{}, {"pilots": []}, {"pilots": {}}, {"pilots": ["wedgeantilles"]}, {"pilots": None}])
def test_a_list_without_pilots_is_refused(wrong):
    with pytest.raises(IllegalSituation, match="no-pilots"):
        read_squad(wrong)


@pytest.mark.parametrize("upgrades", [None, [], 7, {"talent": "predator"}, {"talent": [7, None, {}]}, {"talent": None}])
def test_upgrades_in_any_other_shape_are_read_as_far_as_they_go(upgrades):
    (found,) = read_squad({"pilots": [{"name": "wedgeantilles", "points": -1, "upgrades": upgrades}]}).ships
    assert found.ship.upgrades in ((), ("predator",))


def test_the_example_loads():
    assert read_squad(EXAMPLE).not_known == ()


def test_characters_that_nobody_sees_are_spaces_in_the_name_of_a_list():
    squad = read_squad(
        {"name": "Red\x00\u202eten\nsrow", "faction": "rebel\u2066alliance", "pilots": [{"id": "wedgeantilles"}]}
    )
    assert (squad.name, squad.faction) == ("Red  ten srow", "rebel alliance")
