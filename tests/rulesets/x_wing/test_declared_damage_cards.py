"""XW-56, XW-59: damage cards that a card of the players' own turns, exchanges or discards, as a seat declares them."""

import pytest

from app.domain.errors import IllegalAction
from app.rulesets.x_wing.game.move_types import Declare, XWingDeclaredShip
from app.rulesets.x_wing.model import XWingShipDamageCard
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.x_wing.engagements import Game, entering, setup

BREACH, FIRE = DamageCard.HULL_BREACH, DamageCard.CONSOLE_FIRE
DOWN = XWingShipDamageCard()


def up(card):
    return XWingShipDamageCard(card, faceup=True)


def damaged(*cards, hull=5):
    ships = [entering("a", 5, damage_cards=cards, hull=hull), entering("a2", 3)]
    return Game(setup(ships, [entering("b", 4)]))


def declares(game, *cards, ship="a"):
    game.play(1, Declare("declare", (XWingDeclaredShip(ship, damage_cards=cards),)))
    return game.ship(ship).ship.damage_cards


def refused(game, *ships):
    with pytest.raises(IllegalAction) as found:
        game.play(1, Declare("declare", ships))
    return found.value.reason, found.value.rule, found.value.field


def deck(game, seat=1):
    return game.state.players[seat - 1].deck


def test_a_card_is_discarded_exposed_or_turned_down():
    game = damaged(up(BREACH), DOWN)
    assert declares(game, DOWN) == (DOWN,)
    assert declares(damaged(DOWN), up(FIRE)) == (up(FIRE),)
    turned = XWingShipDamageCard(BREACH)
    assert declares(damaged(up(BREACH)), turned) == (turned,)


def test_what_is_known_of_a_ship_now_came_from_the_deck_of_its_seat():
    game = damaged(DOWN)
    before = deck(game)
    declares(game, up(FIRE))
    assert sorted((*deck(game), FIRE)) == sorted(before)
    declares(game)  # what is discarded does not go back into the deck
    assert sorted((*deck(game), FIRE)) == sorted(before)
    assert deck(game, 2) == deck(damaged(DOWN), 2)


def test_a_card_that_is_not_in_the_deck_any_more_is_refused():
    game = damaged(DOWN, DOWN)
    copies = deck(game).count(BREACH)
    one = XWingDeclaredShip("a", damage_cards=(up(BREACH),) * copies)
    two = XWingDeclaredShip("a2", damage_cards=(up(BREACH),))
    assert refused(game, one, two) == ("not-in-deck", "XW-59", ("ships", 1, "damage_cards"))


def test_they_have_names_where_they_lie_faceup_and_destroy_no_ship():
    nameless = XWingDeclaredShip("a", damage_cards=(XWingShipDamageCard(None, faceup=True),))
    place = ("ships", 0, "damage_cards")
    assert refused(damaged(DOWN), nameless) == ("invalid-stat", "XW-56", place)
    assert refused(damaged(hull=2), XWingDeclaredShip("a", damage_cards=(DOWN, DOWN))) == (
        "invalid-stat",
        "XW-56",
        place,
    )


def test_they_stay_where_nothing_is_said_of_them():
    game = damaged(up(BREACH))
    game.play(1, Declare("declare", (XWingDeclaredShip("a", shields=0),)))
    assert game.ship("a").ship.damage_cards == (up(BREACH),)
