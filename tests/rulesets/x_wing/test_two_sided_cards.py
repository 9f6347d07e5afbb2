"""Two-sided cards: a squad has them, a ship has a side of each, its player turns them, and the attack follows."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalAction, IllegalSituation
from app.domain.resolution import Pending
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import BonusAttack
from app.rulesets.x_wing.attack.weapons import unmet_of
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS
from app.rulesets.x_wing.cards.registry import SAID, card_of
from app.rulesets.x_wing.cards.squads import read_squad
from app.rulesets.x_wing.game.telling import cards_of
from app.rulesets.x_wing.model import Obstacle, Side
from app.rulesets.x_wing.terms import Arc
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, fight

TWO_SIDED = [key.partition(":")[2] for key in SAID if card_of(key).has(Trait.TWO_SIDED)]
WORKS_OPEN = {"swivelwing", "stabilizedsfoils", "landingstruts", "grapplingstruts"}
"""The cards that do something in an attack on their second side; the others do on their first."""


def turned(ship, card, side):
    return replace(ship, sides={f"upgrade:{card}": side})


def rolled(ship, target, *answers, **rest):
    return fight(attack(ship, 3, target, **rest), *answers).wanted.count


@pytest.mark.parametrize("card", TWO_SIDED)
@pytest.mark.parametrize("side", Side)
def test_a_card_does_something_on_one_side_only(card, side):
    ship = turned(attacker(card), card, side)
    assert (f"upgrade:{card}" not in unmet_of(ship)) == ((side is Side.OPEN) == (card in WORKS_OPEN))
    RULESET.prepare(attack(ship, 1, defender()), OPTIONS)


@pytest.mark.parametrize(("side", "dice"), [(Side.CLOSED, 2), (Side.OPEN, 3)])
def test_closed_foils_cost_a_die_and_open_ones_do_not(side, dice):
    for card in ("servomotorsfoils", "integratedsfoils"):
        assert rolled(turned(attacker(card), card, side), defender()) == dice
    ahead = turned(attacker("integratedsfoils"), "integratedsfoils", Side.CLOSED)
    assert rolled(ahead, defender(), defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE)) == 3


@pytest.mark.parametrize(
    ("card", "side", "dice"),
    [
        ("pivotwing", Side.CLOSED, 1),
        ("pivotwing", Side.OPEN, 2),
        ("swivelwing", Side.CLOSED, 2),
        ("swivelwing", Side.OPEN, 1),
    ],
)
def test_a_turned_wing_costs_a_defense_die(card, side, dice):
    assert rolled(attacker(), turned(defender(2, card), card, side), "hbb") == dice


@pytest.mark.parametrize(("side", "granted"), [(Side.OPEN, True), (Side.CLOSED, False)])
def test_open_stabilized_foils_grant_a_bonus_attack(side, granted):
    ship = turned(attacker("stabilizedsfoils", "ioncannon", lock=True), "stabilizedsfoils", side)
    end = fight(attack(ship, 1, defender()), "b", XWingUse("done"))
    assert (isinstance(end, Pending) and isinstance(end.wanted.question, BonusAttack)) == granted


def test_open_struts_let_a_ship_attack_at_an_obstacle():
    for side, refused in ((Side.CLOSED, True), (Side.OPEN, False)):
        situation = attack(
            turned(attacker("landingstruts"), "landingstruts", side), 1, defender(), at_obstacle=Obstacle.ASTEROID
        )
        if refused:
            with pytest.raises(IllegalSituation, match="cannot-attack"):
                RULESET.prepare(situation, OPTIONS)
        else:
            RULESET.prepare(situation, OPTIONS)


def test_in_a_game_a_ship_enters_with_closed_foils_and_its_player_opens_them():
    squad = read_squad({"pilots": [{"id": "wedgeantilles", "upgrades": {"configuration": ["servomotorsfoils"]}}]})
    (listed,) = squad.ships
    assert listed.ship.sides == {"upgrade:servomotorsfoils": Side.CLOSED}
    one = [replace(entering("a", 5), ship=replace(listed.ship, id="a"), weapons=listed.weapons)]
    game = engaging(one, [entering("b", 4, hull=40), entering("b2", 3)])
    game.engage("a", "b", weapon=listed.weapons[0], dice=["bb"])
    game.engage("b")
    game.engage("b2")
    game.end_phase()
    game.declare(1, "a", sides={"upgrade:servomotorsfoils": Side.OPEN})
    assert game.ship("a").ship.sides == {"upgrade:servomotorsfoils": Side.OPEN}
    game.end_phase()
    game.engage("a", "b", weapon=listed.weapons[0], dice=["bbb"])


@pytest.mark.parametrize("card", ["upgrade:pivotwing", "upgrade:predator", "pilot:wedgeantilles", "nothing"])
def test_a_card_that_is_not_there_or_has_no_two_sides_is_refused(card):
    with pytest.raises(IllegalSituation, match="no-sides"):
        RULESET.prepare(attack(replace(attacker("predator"), sides={card: Side.OPEN}), 1, defender()), OPTIONS)
    game = engaging([entering("a", 5, upgrades=("predator",))], [entering("b", 4)])
    with pytest.raises(IllegalAction, match="no-sides"):
        game.declare(1, "a", sides={card: Side.OPEN})


def test_nothing_of_a_list_goes_nowhere():
    """Each card of a list is on its ship, which says of it what the players apply, or is told to be not known."""
    pilot = next(iter(PILOT_ROWS))
    for upgrade in UPGRADE_ROWS:
        squad = read_squad({"pilots": [{"id": pilot, "upgrades": {"any": [upgrade, f"no-{upgrade}"]}}]})
        assert f"upgrade:{upgrade}" in list(cards_of(squad.ships[0].ship)), upgrade
        assert [unknown.id for unknown in squad.not_known] == [f"no-{upgrade}"]
