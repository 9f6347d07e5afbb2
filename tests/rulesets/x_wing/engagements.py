"""Games of X-Wing played with written dice and choices, all of which must be used."""

from app.domain.board import SeatMove
from app.domain.dice import ThrownDice
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Resolved, resolve
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.model import Phase
from app.rulesets.x_wing.game.move_types import Declare, EndPhase, Engage, XWingDeclaredAttack, XWingDeclaredShip
from app.rulesets.x_wing.game.setup import PlayerOrder, XWingFleet, XWingFleetShip, XWingGameOptions, XWingSetup
from app.rulesets.x_wing.model import XWingShields, XWingShip, XWingWeapon
from tests.rulesets.x_wing.short_situations import FACE

FIXED = XWingGameOptions(player_order=PlayerOrder.FIXED)
GUN = XWingWeapon(value=1)


def entering(id, initiative=3, hull=2, *, agility=0, shields=0, points=1, weapons=(GUN,), **rest):
    ship = XWingShip(id, agility, hull, shields=XWingShields(shields, shields), **rest)
    return XWingFleetShip(ship, weapons, initiative, points)


def setup(one, two, first=1):
    return XWingSetup((XWingFleet(ships=tuple(one)), XWingFleet(ships=tuple(two))), first)


def thrown(roll):
    """Letters are dice, anything longer without such letters is a damage card."""
    return tuple(FACE[letter] for letter in roll) if all(letter in FACE for letter in roll) else (roll,)


class Game:
    """A game whose dice and choices are written down."""

    def __init__(self, start, rules=FIXED, *, dice=()):
        BOARD.prepare(start, rules, (1, 2))
        self.rules, self.state = rules, BOARD.set_up(start, rules)
        self.moves, self.records = [], []
        self.run(BOARD.opening_script, start, dice, ())

    def run(self, script, what, dice, choices):
        rolls, left = ThrownDice([thrown(roll) for roll in dice]), list(choices)
        end = resolve(
            script, what, self.rules, dice=rolls, players=lambda *_: left and (left.pop(0), Source(Origin.SEAT))
        )
        assert isinstance(end, Resolved), end.wanted
        assert (rolls.left_over, left) == (0, [])
        assert resolve(script, what, self.rules, record=end.record) == end
        self.state = BOARD.fold(self.state, [one.fact for one in end.record.entries if isinstance(one, Noted)])
        self.records.append(end.record)
        return end

    def play(self, seat, move, *choices, dice=()):
        BOARD.check(self.state, self.rules, seat, move)
        self.moves.append(SeatMove(seat, move))
        return self.run(BOARD.move_script(self.state), SeatMove(seat, move), dice, choices)

    def end_phase(self, *dice, first_of=(1, 2), **rest):
        for n, seat in enumerate(first_of):
            self.play(seat, EndPhase("end-phase", **rest) if n == 0 else EndPhase("end-phase"), dice=dice if n else ())
        return self

    def engage(self, id, target=None, *choices, dice=(), seat=None, conditions=None, **rest):
        attack = None if target is None else declared(target, **rest)
        owner = next(held.seat for held in self.state.ships if held.ship.id == id)
        return self.play(seat or owner, Engage("engage", id, attack, conditions or {}), *choices, dice=dice)

    def declare(self, seat, id, **rest):
        return self.play(seat, Declare("declare", (XWingDeclaredShip(id, **rest),)))

    def ship(self, id):
        return next(held for held in self.state.ships if held.ship.id == id)

    def removed(self):
        return [held.ship.id for held in self.state.ships if held.removed]

    def deck(self, seat):
        return self.state.players[seat - 1].deck

    def facts(self, kind):
        entries = [one for record in self.records for one in record.entries]
        return [one.fact for one in entries if isinstance(one, Noted) and isinstance(one.fact, kind)]


def declared(target, weapon=GUN, attack_range=2, **rest):
    return XWingDeclaredAttack(target, weapon, attack_range=attack_range, **rest)


def engaging(one, two, first=1, rules=FIXED):
    """A game in its first Engagement Phase."""
    return Game(setup(one, two, first), rules).end_phase()


def turns(game):
    """The ships in the order in which they engage, each time the first that may."""
    order = []
    while game.state.phase is Phase.ENGAGEMENT:
        seat = BOARD.asked(game.state)[0]
        move = next(move for move in BOARD.legal(game.state, game.rules, seat) if move.attack is None)
        order.append(move.ship)
        game.play(seat, move)
    return order
