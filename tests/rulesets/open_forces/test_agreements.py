"""What players agree on: offers of a stalemate, claims of the objective; and when the game ends."""

from dataclasses import replace

from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.model import (
    ClaimObjective,
    Command,
    ConfirmObjective,
    DeclineStalemate,
    DenyObjective,
    OfferStalemate,
    Target,
)
from app.rulesets.open_forces.game.setup import OpenForcesArmy, OpenForcesGroupSetup, OpenForcesMode, OpenForcesSetup
from tests.rulesets.open_forces.test_game import CARD, RULES, STAY, Game, refused, setup

OFFER, DECLINE = OfferStalemate("offer-stalemate"), DeclineStalemate("decline-stalemate")
CLAIM, CONFIRM, DENY = (
    ClaimObjective("claim-objective"),
    ConfirmObjective("confirm-objective"),
    DenyObjective("deny-objective"),
)
DEADLY = [(6, 6, 6), (6, 6, 6)]


def moves(game, seat):
    return list(BOARD.legal(game.state, game.rules, seat))


def test_an_offer_stands_while_others_command_until_it_is_declined():
    game = Game(setup(2, 2))
    game.play(2, OFFER)
    game.command(1, "A1")
    game.command(2, "B1")
    assert game.state.stalemate_offers == (2,)
    assert BOARD.asked(game.state) == (1,)
    assert {OFFER, DECLINE} <= set(moves(game, 1))
    game.command(1, "A2")
    assert BOARD.asked(game.state) == (2, 1)
    assert moves(game, 1) == [DECLINE, OFFER]
    game.play(1, DECLINE)
    assert (game.state.stalemate_offers, game.state.result) == ((), None)
    assert refused(game, 1, DECLINE) == ("nothing-offered", "OF-38")


def test_who_offers_a_stalemate_may_take_the_offer_back():
    game = Game(setup(1, 1))
    game.play(2, OFFER)
    assert BOARD.asked(game.state) == (1,)
    game.play(2, DECLINE)
    assert game.state.stalemate_offers == ()


def test_an_offer_that_stood_is_accepted_rounds_later():
    game = Game(setup(1, 1))
    game.play(2, OFFER)
    game.command(1, "A1")
    game.command(2, "B1", dice=[(1,), (6,)])
    game.play(1, OFFER)
    assert game.state.result.reason == "stalemate-agreed"


def test_a_claim_stands_while_others_command_until_it_is_answered():
    game = Game(setup(1, 1, 1, objective="hold the bridge"), dice=[(6,), (2,), (1,)])
    game.play(3, CLAIM)
    game.command(1, "A1")
    game.play(1, CONFIRM)
    game.command(2, "B1")
    assert BOARD.asked(game.state) == (3, 2)
    assert moves(game, 2) == [DENY, CONFIRM, OFFER]
    game.play(2, CONFIRM)
    assert (game.state.result.reason, game.state.result.winners) == ("objective", (3,))


def test_who_claims_the_objective_may_take_the_claim_back():
    game = Game(setup(1, 1, objective="hold the bridge"))
    game.play(2, CLAIM)
    game.play(2, DENY)
    assert game.state.claim is None


def test_a_claim_ends_with_the_army_that_made_it():
    game = Game(setup(1, 1, 1, objective="hold the bridge"), dice=[(6,), (2,), (1,)])
    game.play(2, CLAIM)
    game.command(1, "A1", target=Target("B1"), dice=DEADLY)
    assert (game.state.claim, BOARD.asked(game.state)) == (None, (3,))


def test_an_answer_that_only_the_dead_owed_is_not_waited_for():
    game = Game(setup(1, 1, 1), dice=[(6,), (2,), (1,)])
    for seat in (1, 3):
        game.play(seat, OFFER)
    game.command(1, "A1", target=Target("B1"), dice=DEADLY)
    assert game.state.result.reason == "stalemate-agreed"
    claimed = Game(setup(1, 1, 1, objective="hold the bridge"), dice=[(6,), (2,), (1,)])
    claimed.play(1, CLAIM)
    claimed.play(3, CONFIRM)
    claimed.command(1, "A1", target=Target("B1"), dice=DEADLY)
    assert claimed.state.result.reason == "objective"


def test_that_no_attack_is_possible_any_more_is_found_when_it_becomes_so():
    quiet = replace(CARD, id="quiet", modes=(OpenForcesMode(1, spd=1, def_=0),))
    armies = [
        OpenForcesArmy(tuple(OpenForcesGroupSetup(f"{seat}{n}", card, 1) for n, card in enumerate(cards)))
        for seat, cards in (("A", ("rifles", "quiet")), ("B", ("quiet", "quiet")))
    ]
    game = Game(OpenForcesSetup((CARD, quiet), tuple(armies)), replace(RULES, friendly_fire=True))
    game.command(1, "A0", target=Target("A1"), dice=[(1,), (1,)])
    assert game.state.result is None
    game.state = replace(game.state, groups=tuple(group for group in game.state.groups if group.id != "A0"))
    end = game.play(2, Command("command", "B0"), STAY)
    assert (end.outcome.next, game.state.result.reason) == ("end", "no-attack-possible")


def test_a_game_in_which_nobody_can_attack_ends_as_it_begins():
    quiet = replace(CARD, modes=(OpenForcesMode(1, spd=1, def_=0),))
    game = Game(setup(2, 1, card=quiet), dice=())
    assert (game.state.result.reason, game.state.result.winners) == ("no-attack-possible", (1,))
