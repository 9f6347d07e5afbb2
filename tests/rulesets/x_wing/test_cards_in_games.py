"""XW-72: cards that say who stays in play, who may be attacked, when and with what."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalAction
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.game import moves
from app.rulesets.x_wing.game.facts import ShipDoomed
from app.rulesets.x_wing.game.model import Phase
from app.rulesets.x_wing.game.setup import PlayerOrder
from app.rulesets.x_wing.model import XWingForce, XWingShipDamageCard, XWingWeapon
from app.rulesets.x_wing.terms import DONE, Arc, DamageCard
from tests.rulesets.x_wing.engagements import FIXED, GUN, Game, engaging, entering, setup
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, done, fight, noted, uses

BREACH, BLINDED, DIRECT = DamageCard.HULL_BREACH, DamageCard.BLINDED_PILOT, DamageCard.DIRECT_HIT
DOWN = XWingShipDamageCard()
SAVES = {"durge-separatistalliance": "pilot:durge-separatistalliance", "teltrevura": "pilot:teltrevura"}


def refused(game, *rest, **more):
    with pytest.raises(IllegalAction) as found:
        game.engage(*rest, **more)
    return found.value.reason


def saved(pilot, hull=2, *, charge=1, cards=()):
    return replace(defender(hull=hull, pilot=pilot, charges={"pilot": charge}), damage_cards=cards)


@pytest.mark.parametrize("card", ["warthog", "warthog-clonez95headhunter"])
@pytest.mark.parametrize(
    ("own", "stays"),
    [
        ({"pilot": "{card}"}, True),
        ({"effects": ("pilot:{card}",)}, True),
        ({"pilot": "212thbattalionpilot", "effects": ("pilot:{card}",)}, True),
        ({"pilot": "oddball", "effects": ("pilot:{card}",)}, False),
        ({"pilot": "oddball"}, False),
    ],
)
def test_a_destroyed_ship_stays_to_the_end_of_the_phase_if_it_is_the_card_s_or_no_limited_friend(card, own, stays):
    more = {
        name: value.format(card=card) if isinstance(value, str) else tuple(one.format(card=card) for one in value)
        for name, value in own.items()
    }
    game = engaging([entering("a", 5)], [entering("b", 3, hull=1, **more), entering("b2", 1)])
    game.engage("a", "b", dice=["h"])
    assert game.facts(ShipDoomed) == [ShipDoomed("b", 0 if stays else 5)]
    assert ("b" in game.removed()) is not stays
    if stays:
        game.engage("b", "a", dice=["h"])
        assert game.removed() == []
        game.engage("b2")
    assert game.removed() == ["b"]


def test_tel_trevura_discards_his_cards_and_suffers_five_damage_instead():
    sent = attack(attacker(), 2, saved("teltrevura", 6, cards=(DOWN,) * 4))
    asked = fight(sent, "hh")
    assert uses(asked) == [SAVES["teltrevura"]]
    end = done(sent, "hh", XWingUse(SAVES["teltrevura"]))
    assert (end.destroyed, end.after.defender.damage_cards, end.after.defender.charges) == (
        False,
        (DOWN,) * 5,
        {"pilot": 0},
    )
    assert done(sent, "hh", XWingUse(DONE)).destroyed


@pytest.mark.parametrize(("hull", "charge", "dice"), [(6, 0, "hh"), (6, 1, "hb")])
def test_he_is_not_asked_without_a_charge_nor_before_he_would_be_destroyed(hull, charge, dice):
    end = fight(attack(attacker(), 2, saved("teltrevura", hull, charge=charge, cards=(DOWN,) * 4)), dice)
    assert not hasattr(end, "wanted")


def test_durge_reveals_his_cards_and_discards_direct_hits_and_those_of_the_pilot():
    held = (XWingShipDamageCard(BREACH, True), DOWN, XWingShipDamageCard(DIRECT))
    sent = attack(attacker(), 1, saved("durge-separatistalliance", 4, cards=held), damage_deck=(BLINDED, BREACH))
    use = XWingUse(SAVES["durge-separatistalliance"])
    end = done(sent, "h", "blinded-pilot", use, "hull-breach")  # a breach makes the hit a crit
    assert not end.destroyed
    assert end.after.defender.damage_cards == (XWingShipDamageCard(BREACH), XWingShipDamageCard(BREACH))
    assert end.after.damage_deck == ()


def test_he_is_destroyed_where_too_many_cards_are_left():
    sent = attack(attacker(), 1, saved("durge-separatistalliance", 2, cards=(XWingShipDamageCard(BREACH),)))
    use = XWingUse(SAVES["durge-separatistalliance"])
    end = fight(sent, "h", use, "hull-breach")
    assert end.outcome.destroyed
    assert noted(end, facts.CardRepaired) == [facts.CardRepaired("black-2", BREACH, False)] * 2


@pytest.mark.parametrize("pilot", SAVES)
def test_who_is_saved_is_no_casualty_and_goes_on_playing(pilot):
    ship = entering("b", 3, hull=6, pilot=pilot, charges={"pilot": 1}, damage_cards=(XWingShipDamageCard(DIRECT),) * 5)
    game = engaging([entering("a", 5)], [ship])
    extra = ["hull-breach"] if pilot.startswith("durge") else []
    end = game.engage("a", "b", XWingUse(SAVES[pilot]), dice=["h", *extra])
    assert not end.outcome.attack.destroyed
    assert game.facts(ShipDoomed) == []
    game.engage("b", "a", dice=["b"])


TURRET = XWingWeapon(arc=Arc.SINGLE_TURRET, value=2)
AT_TURRET = {"weapon": TURRET, "defender_in_arcs": (Arc.SINGLE_TURRET,)}


def with_han(initiative=3, foes=(entering("b", 5, hull=9),)):
    return engaging([entering("a", initiative, upgrades=("hansolo",), weapons=(GUN, TURRET)), entering("a2", 8)], foes)


def test_han_solo_shoots_at_initiative_7_and_not_from_that_turret_again():
    game = with_han()
    assert refused(game, "a", "b", bonus=True, **AT_TURRET) == "no-bonus-attack"  # a ship of initiative 8 is first
    game.engage("a2")
    game.engage("a", "b", dice=["bb"], bonus=True, **AT_TURRET)
    assert game.ship("a").ship.bonus_attack_used
    assert not game.ship("a").engaged
    assert refused(game, "a", "b", bonus=True, **AT_TURRET) == "no-bonus-attack"
    game.engage("b")
    assert refused(game, "a", "b", **AT_TURRET) == "arc-used"
    game.engage("a", "b", dice=["b"])


def test_the_turret_shoots_again_in_the_next_round():
    game = with_han()
    game.engage("a2")
    game.engage("a", "b", dice=["bb"], bonus=True, **AT_TURRET)
    for ship in ("b", "a"):
        game.engage(ship)
    game.end_phase().end_phase().engage("a2")
    game.engage("b")
    game.engage("a", "b", dice=["bb"], **AT_TURRET)


@pytest.mark.parametrize("initiative", [7, 5])
def test_he_shoots_from_no_other_arc_and_not_once_that_or_a_lower_initiative_has_engaged(initiative):
    game = with_han(foes=(entering("b", initiative, hull=9),))
    game.engage("a2")
    assert refused(game, "a", "b", bonus=True) == "no-bonus-attack"
    game.engage("b")
    assert refused(game, "a", "b", bonus=True, **AT_TURRET) == "no-bonus-attack"


def test_without_him_nobody_does():
    game = engaging([entering("a", 3, weapons=(TURRET,))], [entering("b", 5)])
    assert refused(game, "a", "b", bonus=True, **AT_TURRET) == "no-bonus-attack"


def test_r5_tk_attacks_friends_and_nobody_else_does():
    squad = [entering("a", 5, upgrades=("r5tk",)), entering("a2", 3, hull=2), entering("a3", 1)]
    game = engaging(squad, [entering("b", 4)])
    assert refused(game, "a", "a") == "invalid-defender"
    game.engage("a", "a2", dice=["c", "blinded-pilot"])
    assert game.ship("a2").ship.damage_cards == (XWingShipDamageCard(BLINDED, True),)
    assert (len(game.deck(1)), len(game.deck(2))) == (32, 33)
    game.engage("b")
    assert refused(game, "a2", "a3") == "invalid-defender"


def test_a_docked_ship_gives_a_primary_weapon_in_the_rear_arc():
    ship = entering("a", 5, effects=("ship:tailgun",))
    game = engaging([ship], [entering("b", 4, hull=9)])
    rear = {"weapon": XWingWeapon(arc=Arc.REAR, value=3), "defender_in_arcs": (Arc.REAR,)}
    assert refused(game, "a", "b", **rear) == "weapon-requirement"
    game.declare(1, "a", effects=("ship:tailgun", XWingCount("ship:tailgun", 3)))
    listed = [move.attack.weapon for move in moves.legal(game.state, game.rules, 1) if getattr(move, "attack", None)]
    assert rear["weapon"] in listed
    assert refused(game, "a", "b", **{**rear, "weapon": replace(rear["weapon"], value=4)}) == "weapon-requirement"
    game.engage("a", "b", dice=["bbb"], **rear)


@pytest.mark.parametrize(
    "key",
    [
        *("pilot:warthog", "pilot:warthog-clonez95headhunter", "pilot:durge-separatistalliance"),
        *("pilot:teltrevura", "upgrade:hansolo", "upgrade:r5tk", "ship:tailgun"),
    ],
)
def test_the_catalogue_says_that_they_are_applied(key):
    assert card_of(key).is_applied
    assert (card_of(key).by_hand is None) is (key != "pilot:teltrevura")  # where he comes back, the players see


SNAP, FORESIGHT = XWingWeapon("snapshot"), XWingWeapon("foresight")
AHEAD = (Arc.BULLSEYE, Arc.FRONT)


@pytest.mark.parametrize("weapon", [SNAP, FORESIGHT])
def test_r5_tk_makes_no_attack_at_a_friend_that_a_card_grants_at_an_enemy(weapon):
    cards = ("r5tk", weapon.upgrade)
    squad = [entering("a", 5, upgrades=cards, weapons=(weapon,), force=XWingForce(1, 1)), entering("a2", 3)]
    game = Game(setup(squad, [entering("b", 4)]))
    at = {"weapon": weapon, "bonus": True, "defender_in_arcs": AHEAD}
    assert refused(game, "a", "a2", **at) == "no-bonus-attack"
    game.engage("a", "b", dice=["bb"], **at)


@pytest.mark.parametrize("pilot", ["corranhorn", "captainjostero"])
def test_nor_one_that_a_pilot_grants_at_an_enemy(pilot):
    squad = [entering("a", 5, pilot=pilot, upgrades=("r5tk",)), entering("a2", 3, hull=9)]
    game = engaging(squad, [entering("b", 4, hull=9)])
    assert refused(game, "a", "a2", bonus=True, defender_in_arcs=AHEAD) == "no-bonus-attack"
    game.engage("a", "a2", dice=["b"])  # the standard attack may be made at a friend
    game.engage("a", "b", dice=["b"], bonus=True, defender_in_arcs=AHEAD)


def test_corran_horn_gains_a_disarm_token_in_the_next_planning_phase():
    rolled = replace(FIXED, player_order=PlayerOrder.ROLL_EACH_ROUND)
    for rules in (FIXED, rolled):
        squads = setup(
            [entering("a", 5, pilot="corranhorn")], [entering("b", 4, hull=9)], first=None if rules is rolled else 1
        )
        game = Game(squads, rules)
        if rules is rolled:
            game.end_phase("ccc", "bbb")
        game.end_phase()
        game.engage("a", "b", dice=["b"])
        game.engage("b")
        assert game.state.phase is Phase.END
        game.engage("a", "b", dice=["b"], bonus=True, defender_in_arcs=AHEAD)
        assert game.ship("a").ship.tokens.disarm == 0
        game.end_phase()
        assert game.state.round == 2
        assert game.ship("a").ship.tokens.disarm == 1
        assert not game.ship("a").is_disarm_due


def test_without_the_bonus_attack_he_gains_none():
    game = engaging([entering("a", 5, pilot="corranhorn")], [entering("b", 4, hull=9)])
    game.engage("a", "b", dice=["b"], defender_in_arcs=AHEAD)
    game.engage("b")
    game.end_phase()
    assert game.ship("a").ship.tokens.disarm == 0
