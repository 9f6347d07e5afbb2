"""Players who know only what is legal: every game of X-Wing ends, is played again alike, and loses no damage card."""

import random
from collections import Counter

import pytest

from app.domain.board import Concede, SeatMove
from app.domain.casualties import Casualty
from app.domain.fairness import ProvableDice
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Resolved, resolve
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.move_types import Declare, XWingDeclaredShip
from app.rulesets.x_wing.game.samples import SAMPLES
from app.rulesets.x_wing.game.setup import XWingFleet, XWingGameOptions, XWingList, XWingListedPilot, XWingSetup
from app.rulesets.x_wing.model import XWingTokens
from tests.rulesets.x_wing.squads import LISTS, pilots_of
from tests.rulesets.x_wing.test_game import deck_of_33
from tests.thorough import seeds, thorough

RULES = XWingGameOptions()


def of_lists(chance):
    """Two of the squads that are often flown, up to three ships of each."""
    squads = []
    for name in chance.sample(sorted(LISTS), 2):
        pilots = [
            XWingListedPilot(id, ship=ship, upgrades={slot: tuple(ids) for slot, ids in slots.items()})
            for id, ship, slots in pilots_of(name)
        ]
        squads.append(XWingFleet(XWingList(tuple(chance.sample(pilots, min(3, len(pilots)))))))
    return XWingSetup(tuple(squads))


def facts(end):
    assert isinstance(end, Resolved), end.wanted
    return [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]


def declaring(chance, held):
    """What a ship may have after its action."""
    tokens = {"focus": chance.randrange(2), "evade": chance.randrange(2), "calculate": chance.randrange(2)}
    damage = {"hits": 1} if chance.random() < 0.05 else {}
    return Declare("declare", (XWingDeclaredShip(held.ship.id, XWingTokens(**tokens), **damage),))


def next_move(chance, state):
    """The seat and its move: mostly one of those that are listed, now and then what its ship got at the table."""
    seat = chance.choice(BOARD.asked(state))
    own = [held for held in state.ships if held.seat == seat and not held.removed]
    if chance.random() < 0.2:
        return seat, declaring(chance, chance.choice(own))
    moves = list(BOARD.legal(state, RULES, seat))
    assert moves
    others = [move for move in moves if not isinstance(move, Concede)]
    return seat, chance.choice(moves if chance.random() < 0.002 else others)


def cards_known_or_left(state, seat):
    known = [card.card for held in state.ships if held.seat == seat for card in held.ship.damage_cards if card.card]
    return Counter([*known, *state.players[seat - 1].deck])


@thorough
@pytest.mark.parametrize("seed", seeds(10, 200))
def test_a_player_who_knows_only_what_is_legal_ends_the_game(seed):
    chance = random.Random(seed)
    start = SAMPLES[chance.choice(sorted(SAMPLES))] if seed % 3 == 0 else of_lists(chance)
    BOARD.prepare(start, RULES, (1, 2))
    state, number, lost = BOARD.set_up(start, RULES), 1, []

    def players(question, _by):
        return chance.choice(list(question.options())), Source(Origin.POLICY, "random")

    def play(script, what):
        end = resolve(
            script, what, RULES, dice=ProvableDice(bytes([seed]) * 24 + number.to_bytes(8, "big")), players=players
        )
        assert resolve(script, what, RULES, record=end.record) == end
        lost.extend(fact.unit for fact in facts(end) if isinstance(fact, Casualty) and fact.lost)
        return BOARD.fold(state, facts(end))

    state = play(BOARD.opening_script, start)
    while state.result is None:
        number += 1
        seat, move = next_move(chance, state)
        BOARD.check(state, RULES, seat, move)
        state = play(BOARD.move_script(state), SeatMove(seat, move))
        for player in (1, 2):
            assert cards_known_or_left(state, player) <= deck_of_33()
        assert number < 2000
    assert sorted(lost) == sorted(held.ship.id for held in state.ships if held.removed or held.stays_until is not None)
    if state.result.reason == "last-squad":
        assert {held.seat for held in state.ships if not held.removed} == set(state.result.winners)
