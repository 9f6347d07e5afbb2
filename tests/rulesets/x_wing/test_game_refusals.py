"""What a game of X-Wing refuses, each with its rule: moves, openings and options."""

from dataclasses import replace

import pytest

from app.domain.board import Concede
from app.domain.errors import IllegalAction, IllegalSituation, NotYours
from app.domain.record import Role
from app.rulesets.x_wing.effects import XWingEffect, XWingStep
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.bringing import XWingListLimits, squad_refused
from app.rulesets.x_wing.game.move_types import Declare, EndPhase, Engage, XWingDeclaredShip, XWingKept
from app.rulesets.x_wing.game.setup import (
    PlayerOrder,
    XWingFleet,
    XWingGameOptions,
    XWingList,
    XWingListedPilot,
    XWingSetup,
)
from app.rulesets.x_wing.model import Obstacle, XWingShields, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import UnknownCards
from app.rulesets.x_wing.terms import Token, Window
from tests.rulesets.x_wing.engagements import FIXED, GUN, Game, declared, engaging, entering, setup

END = EndPhase("end-phase")


def tell(id, **rest):
    return Declare("declare", (XWingDeclaredShip(id, **rest),))


def attacks(id, target, **rest):
    return Engage("engage", id, declared(target, **rest))


def refused(game, seat, move):
    with pytest.raises(IllegalAction) as found:
        BOARD.check(game.state, game.rules, seat, move)
    return found.value.reason, found.value.rule, isinstance(found.value, NotYours)


@pytest.mark.parametrize(
    ("seat", "move", "reason", "rule"),
    [
        (1, Engage("engage", "a-2"), "not-engaging", "XW-66"),
        (2, Engage("engage", "b"), "not-engaging", "XW-66"),
        (1, Engage("engage", "ghost"), "unknown-ship", "XW-70"),
        (1, END, "other-phase", "XW-66"),
        (1, attacks("a", "a-2"), "invalid-defender", "XW-6"),
        (1, attacks("a", "ghost"), "invalid-defender", "XW-6"),
        (1, attacks("a", "b", weapon=XWingWeapon(value=9)), "weapon-requirement", "XW-5"),
        (1, attacks("a", "b", defender_in_arcs=("rear",)), "weapon-requirement", "XW-8"),
        (1, attacks("a", "b", at_obstacle=Obstacle.ASTEROID), "cannot-attack", "XW-16"),
        (1, tell("a", shields=1), "invalid-stat", "XW-56"),
        (1, tell("a", force=1), "invalid-stat", "XW-73"),
        (1, tell("a", locks=("a",)), "lock-invalid", "XW-12"),
        (1, tell("a", locks=("b", "a-2")), "lock-invalid", "XW-12"),
        (1, tell("a", locks=("ghost",)), "unknown-ship", "XW-70"),
        (1, tell("a", tokens=XWingTokens(ion=1), locks=("b",)), "lock-invalid", "XW-12"),
        (1, tell("a", effects=("pilot:howlruner",)), "unknown-card", "XW-72"),
        (1, tell("ghost"), "unknown-ship", "XW-70"),
        (1, Declare("declare", (XWingDeclaredShip("a"), XWingDeclaredShip("a"))), "ship-declared-twice", "XW-74"),
    ],
)
def test_what_a_move_in_the_engagement_phase_is_refused_for(seat, move, reason, rule):
    game = engaging([entering("a", 5, weapons=(GUN,)), entering("a-2", 3)], [entering("b")])
    assert refused(game, seat, move) == (reason, rule, False)


@pytest.mark.parametrize("move", [Engage("engage", "b"), tell("b")])
def test_the_ships_of_the_other_seat_are_not_yours(move):
    game = engaging([entering("a", 5)], [entering("b", 5)])
    assert refused(game, 1, move) == ("not-your-ship", "XW-74", True)


def test_a_ship_engages_once():
    game = engaging([entering("a", 5), entering("a-2", 5)], [entering("b", 1)])
    game.engage("a")
    assert refused(game, 1, attacks("a", "b")) == ("not-engaging", "XW-66", False)


def test_a_destroyed_ship_is_no_target_and_a_removed_one_is_gone():
    game = engaging(
        [entering("a", 5), entering("a-2", 5), entering("a-3", 4)], [entering("b", hull=1), entering("b-2")]
    )
    game.engage("a", "b", dice=["h"])
    assert refused(game, 1, attacks("a-2", "b")) == ("invalid-defender", "XW-6", False)
    game.engage("a-2")
    assert refused(game, 2, tell("b")) == ("unknown-ship", "XW-70", False)


def test_what_the_phases_around_the_engagement_refuse():
    game = Game(setup([entering("a", tokens=XWingTokens(focus=1, stress=1))], [entering("b")]))
    assert refused(game, 1, attacks("a", "b")) == ("other-phase", "XW-66", False)
    keeping = EndPhase("end-phase", (XWingKept("a", Token.FOCUS, 1),))
    assert refused(game, 1, keeping) == ("nothing-goes", "XW-71", False)
    game.play(1, END)
    assert refused(game, 1, END) == ("phase-ended", "XW-71", False)
    game.play(2, END)
    game.engage("a")
    game.engage("b")
    for ship, token, amount in (("a", Token.FOCUS, 2), ("a", Token.STRESS, 1)):
        move = EndPhase("end-phase", (XWingKept(ship, token, amount),))
        assert refused(game, 1, move) == ("not-kept", "XW-71", False)
    assert refused(game, 2, keeping) == ("not-your-ship", "XW-74", True)


def test_nothing_is_done_once_the_game_is_over():
    game = engaging([entering("a")], [entering("b")])
    game.play(1, Concede("concede"))
    for move in (END, Concede("concede"), tell("a"), Engage("engage", "a")):
        assert refused(game, 1, move) == ("game-over", "XW-77", False)


def opening(one, two, rules=FIXED, seats=(1, 2), first=1):
    with pytest.raises(IllegalSituation) as found:
        BOARD.prepare(XWingSetup((one, two), first), rules, seats)
    return [(one.reason, one.rule, one.field) for one in (found.value, *found.value.more)]


def fleet(*ships):
    return XWingFleet(ships=ships)


PAIR = fleet(entering("a")), fleet(entering("b"))
ROLLED = replace(FIXED, player_order=PlayerOrder.ROLL_EACH_ROUND)


def test_what_an_opening_is_refused_for():
    assert opening(*PAIR, seats=(1, 2, 3)) == [("squad-for-each-seat", "XW-66", ("squads",))]
    assert opening(*PAIR, first=None) == [("no-first-player", "XW-76", ("first_player",))]
    assert opening(*PAIR, ROLLED) == [("first-player-rolled", "XW-76", ("player_order",))]
    assert opening(PAIR[0], fleet()) == [("list-or-ships", "XW-1", ("squads", 1))]
    at = ("squads", 1, "ships", 0, "ship")
    assert opening(PAIR[0], PAIR[0]) == [("duplicate-ship", "XW-1", (*at, "id"))]
    for wrong, reason, rule, field in (
        ({"shields": XWingShields(1, 2)}, "invalid-stat", "XW-56", ("shields", "active")),
        ({"upgrades": ("jukee",)}, "unknown-card", "XW-72", ("upgrades", 0)),
        ({"locks": ("b",)}, "lock-invalid", "XW-12", ("locks",)),
        ({"damage_cards": (XWingShipDamageCard(),) * 2}, "invalid-stat", "XW-58", ("damage_cards",)),
    ):
        ship = entering("b")
        ship = replace(ship, ship=replace(ship.ship, **wrong))
        assert opening(PAIR[0], fleet(ship)) == [(reason, rule, (*at, *field))]


def test_a_list_names_what_is_not_known_of_it():
    upgrades = {"talent": ("juke", "jukee"), "a/b": ("zzz",)}
    pilots = (
        XWingListedPilot("academypilot", upgrades=upgrades),
        XWingListedPilot("nobody"),
        XWingListedPilot(None, "x"),
    )
    listed = XWingFleet(XWingList(pilots))
    at = ("squads", 0, "xws", "pilots")
    unknown = ("unknown-card", "XW-72")
    nobody = [(*unknown, (*at, 1, "id")), (*unknown, (*at, 2, "name"))]
    assert opening(listed, PAIR[1]) == [
        (*unknown, (*at, 0, "upgrades", "talent", 1)),
        (*unknown, (*at, 0, "upgrades", "a/b", 0)),
        *nobody,
    ]
    noting = replace(FIXED, unknown_cards=UnknownCards.NOTE)
    assert opening(listed, PAIR[1], noting) == nobody


def test_a_list_with_more_upgrades_than_a_ship_can_have_is_refused_before_they_are_looked_up():
    crowded = XWingListedPilot("academypilot", upgrades={"talent": ("jukee",) * 20, "crew": ("juke",)})
    at = ("squads", 1, "xws", "pilots", 0, "upgrades")
    assert opening(PAIR[0], XWingFleet(XWingList((crowded,)))) == [("too-many-upgrades", "XW-1", at)]
    full = replace(crowded, upgrades={"talent": ("juke",) * 20})
    BOARD.prepare(XWingSetup((PAIR[0], XWingFleet(XWingList((full,)))), 1), FIXED, (1, 2))


def test_a_ship_may_have_effects_for_both_roles_as_it_attacks_and_defends():
    reroll = XWingStep(Op.REROLL, up_to=1)
    effects = (
        XWingEffect("own", Window.MODIFY_ATTACK_ATTACKER, (reroll,)),
        XWingEffect("own", Window.MODIFY_DEFENSE_DEFENDER, (reroll,)),
    )
    game = engaging([entering("a", effects=effects)], [entering("b")])
    BOARD.check(game.state, game.rules, 1, attacks("a", "b"))
    wrong = replace(effects[0], controller=Role.DEFENDER)
    assert refused(game, 1, tell("a", effects=(wrong,))) == ("bad-effect", "XW-29", False)


def test_options_of_a_published_version_are_standard_in_a_game_too():
    from app.rulesets.x_wing import RULESET

    assert RULESET.is_standard(XWingGameOptions())
    assert not RULESET.is_standard(XWingGameOptions(max_dice=5))


def test_a_card_that_is_not_agreed_on_is_named_where_it_stands():
    ship = entering("b")
    ship = replace(ship, ship=replace(ship.ship, pilot="academypilot", upgrades=("juke", "predator")))
    limits = XWingListLimits(cards=("juke",), factions=("resistance",))
    own = ("ships", 0, "ship")
    found = [(one.reason, one.field) for one in squad_refused(fleet(ship), FIXED, limits)]
    assert found == [
        ("wrong-faction", (*own, "pilot")),
        ("card-not-offered", (*own, "pilot")),
        ("card-not-offered", (*own, "upgrades", 1)),
    ]
    listed = XWingFleet(XWingList((XWingListedPilot(None, "academypilot", upgrades={"talent": ("juke", "predator")}),)))
    own = ("xws", "pilots", 0)
    assert [(one.reason, one.field) for one in squad_refused(listed, FIXED, limits)] == [
        ("wrong-faction", (*own, "name")),
        ("card-not-offered", (*own, "name")),
        ("card-not-offered", (*own, "upgrades", "talent", 1)),
    ]
