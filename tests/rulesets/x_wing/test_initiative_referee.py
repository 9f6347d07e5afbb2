"""The order of engagements against a referee that shares no code: initiatives that change at random, and who is next."""

from math import ceil
from random import Random

from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.model import Phase, Until
from tests.rulesets.x_wing.engagements import Game, entering, setup
from tests.thorough import seeds


class Referee:
    """Each ship as a list: seat, initiative of the pilot, the one that counts, how long, whether it comes last."""

    def __init__(self, ships, first):
        self.ships = {id: {"seat": seat, "own": own, "now": own, "until": None} for id, (seat, own) in ships.items()}
        self.first = first
        self.waiting = []

    def begin(self):
        self.waiting = list(self.ships)

    def change(self, id, to, until, *, engaging):
        ship = self.ships[id]
        top = max((ceil(self.ships[other]["now"]) for other in self.waiting), default=None) if engaging else None
        is_late = top is not None and to > top
        ship.update(now=top - 0.5 if is_late else to, until=until)

    def next(self):
        """Of those that wait the highest; a ship that rose too late stands half a step below the others."""
        top = max(self.ships[id]["now"] for id in self.waiting)
        ready = [id for id in self.waiting if self.ships[id]["now"] == top]
        seats = {self.ships[id]["seat"] for id in ready}
        seat = self.first if self.first in seats else 3 - self.first
        return [id for id in ready if self.ships[id]["seat"] == seat]

    def end(self, *, of_round):
        for ship in self.ships.values():
            if of_round or ship["until"] == "phase":
                ship.update(now=ship["own"], until=None)


def drawn(chance):
    ships = {}
    for seat in (1, 2):
        for n in range(chance.randint(1, 4)):
            ships[f"{'ab'[seat - 1]}{n}"] = seat, chance.randint(0, 6)
    return ships


def change_some(chance, game, referee, *, engaging):
    for id, ship in referee.ships.items():
        if chance.random() < 0.3:
            to, until = chance.randint(0, 8), chance.choice(list(Until))
            game.declare(ship["seat"], id, initiative=to, initiative_until=until)
            referee.change(id, to, until.value, engaging=engaging)


def test_ships_engage_in_the_order_that_a_referee_finds_whatever_their_initiative_becomes():
    for seed in seeds(10, 400):
        chance = Random(seed)
        ships, first = drawn(chance), chance.choice([1, 2])
        sides = [[entering(id, own) for id, (seat, own) in ships.items() if seat == side] for side in (1, 2)]
        game, referee = Game(setup(*sides, first)), Referee(ships, first)
        for _ in range(2):
            change_some(chance, game, referee, engaging=False)
            game.end_phase()
            referee.end(of_round=False)
            referee.begin()
            while referee.waiting:
                expected = referee.next()
                seat = BOARD.asked(game.state)[0]
                found = {move.ship for move in BOARD.legal(game.state, game.rules, seat) if hasattr(move, "ship")}
                assert found == set(expected), seed
                game.engage(chosen := chance.choice(expected))
                referee.waiting.remove(chosen)
                if referee.waiting:
                    change_some(chance, game, referee, engaging=True)
            assert game.state.phase is Phase.END
            referee.end(of_round=False)
            game.end_phase()
            referee.end(of_round=True)
