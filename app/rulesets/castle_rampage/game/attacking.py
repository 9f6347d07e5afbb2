"""An attack in a game: the attack of the rulebook, on cards that are turned up one by one."""

from app.rulesets.castle_rampage.game.model import GameOptions, State
from app.rulesets.castle_rampage.game.state import unseen_pool
from app.rulesets.castle_rampage.game.turning import FACE_DOWN, Table, end, turning_up
from app.rulesets.castle_rampage.model import Attack, Attacker, Card, Outcome, Result, Structure
from app.rulesets.castle_rampage.rules import besiege
from app.rulesets.castle_rampage.siege import AboutHands


def attack(
    seat: int, attacker: Attacker, options: GameOptions, table: Table, about_hands: AboutHands | None = None
) -> Outcome:
    """CR-12 … CR-24: a player attacks the other one with a card that has been played."""
    situation = situation_of(table.state, 3 - seat, attacker)
    table.seated(attacker=seat, defender=3 - seat, rule="CR-12", situation=situation)
    outcome = besiege(situation, options, table, turning_up(3 - seat, table), about_hands)
    if outcome.result is Result.CASTLE_FALLEN:
        end("castle-fallen", seat, "CR-23", table)
    return outcome


def situation_of(state: State, seat: int, attacker: Attacker) -> Attack:
    """CR-13, CR-15: the attack on a player as everybody sees it: what lies face down is unknown."""

    def stack(structure: Structure) -> tuple[Card, ...]:
        return tuple(laid.card.value if laid.known else FACE_DOWN for laid in state.player(seat).stack(structure))

    shown = () if state.whole is None else (attacker.card,)
    return Attack(attacker, stack(Structure.GATE), stack(Structure.CASTLE), unseen_pool(state, *shown))
