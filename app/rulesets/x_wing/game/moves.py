"""The moves of a game of X-Wing: which a player without a plan makes, and why others are refused."""

from collections.abc import Iterator

from app.domain.errors import IllegalAction, NotYours
from app.rulesets.x_wing.attack.refusals import faults_in, lock_faults
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.game.attacking import situation_of
from app.rulesets.x_wing.game.model import Phase, XWingGameShip, XWingState
from app.rulesets.x_wing.game.orders import (
    Concede,
    Declare,
    EndPhase,
    Engage,
    XWingDeclaredAttack,
    XWingDeclaredShip,
    XWingMove,
)
from app.rulesets.x_wing.game.refusals import effects_refused
from app.rulesets.x_wing.game.rounds import as_declared
from app.rulesets.x_wing.game.setup import XWingGameOptions
from app.rulesets.x_wing.game.state import find_ship, in_play, may_engage, other_seat, turn_of
from app.rulesets.x_wing.game.tidying import GOING_TOKENS
from app.rulesets.x_wing.model import XWingWeapon
from app.rulesets.x_wing.terms import Arc

LIKELY_RANGES = (2, 1, 3, 0)
"""The attack ranges in the order in which a listed attack takes the first that its weapon has."""


def legal(state: XWingState, options: XWingGameOptions, seat: int) -> Iterator[XWingMove]:
    """The moves of a seat: attacks first, each at one range that its weapon has.

    What is declared is not listed, and to concede only while a ship of the seat engages, though it is always legal.
    """
    for held in in_play(state, seat):
        if may_engage(state, held):
            for declared in likely_attacks(state, held):
                move = Engage("engage", held.ship.id, declared)
                if refusal(state, options, seat, move) is None:
                    yield move
            yield Engage("engage", held.ship.id)
    if refusal(state, options, seat, EndPhase("end-phase")) is None:
        yield EndPhase("end-phase")
    if turn_of(state) == seat:
        yield Concede("concede")


def likely_attacks(state: XWingState, held: XWingGameShip) -> Iterator[XWingDeclaredAttack]:
    """An attack with each weapon on each enemy, as if it were in the weapon's arc."""
    for weapon in held.weapons:
        printed = card_of(f"upgrade:{weapon.upgrade}").weapon or weapon
        at = next((at for at in LIKELY_RANGES if printed.min_range <= at <= printed.max_range), printed.min_range)
        arcs = (Arc.FRONT, Arc.BULLSEYE) if printed.arc is Arc.BULLSEYE else (printed.arc,)
        for target in in_play(state, other_seat(held.seat)):
            yield XWingDeclaredAttack(target.ship.id, weapon, at, defender_in_arcs=arcs)


def check(state: XWingState, options: XWingGameOptions, seat: int, move: XWingMove) -> None:
    """Raise IllegalAction unless the seat may make the move, NotYours where it is about the other seat's ship."""
    if refused := refusal(state, options, seat, move):
        raise refused


def refusal(state: XWingState, options: XWingGameOptions, seat: int, move: XWingMove) -> IllegalAction | None:
    """Why a seat may not make a move; None: it may."""
    if state.result is not None:
        return IllegalAction("game-over", "XW-77")
    match move:
        case Declare():
            return declaring_refused(state, options, seat, move)
        case Engage():
            return engaging_refused(state, options, seat, move)
        case EndPhase():
            return ending_refused(state, seat, move)
    return None


def ship_refused(state: XWingState, seat: int, id: str) -> IllegalAction | None:
    """XW-74: the ship is in play and the seat's own."""
    held = find_ship(state, id)
    if held is None:
        return IllegalAction("unknown-ship", "XW-70", ship=id)
    return None if held.seat == seat else NotYours("not-your-ship", "XW-74", ship=id)


def engaging_refused(state: XWingState, options: XWingGameOptions, seat: int, move: Engage) -> IllegalAction | None:
    """XW-2, XW-66: it is the ship's time to engage, and its attack is a legal one."""
    if state.phase is not Phase.ENGAGEMENT:
        return IllegalAction("other-phase", "XW-66", phase=state.phase.value)
    if refused := ship_refused(state, seat, move.ship):
        return refused
    held = find_ship(state, move.ship)
    if held is None or not may_engage(state, held):
        return IllegalAction("not-engaging", "XW-66", ship=move.ship, turn=turn_of(state))
    return None if move.attack is None else attack_refused(state, options, held, move.attack)


def attack_refused(
    state: XWingState, options: XWingGameOptions, held: XWingGameShip, declared: XWingDeclaredAttack
) -> IllegalAction | None:
    """XW-5 … XW-16: the target is an enemy in play, the weapon the ship's own, and the attack may be made."""
    target = find_ship(state, declared.target)
    if target is None or target.seat == held.seat or target.stays_until is not None:
        return IllegalAction("invalid-defender", "XW-6")
    if declared.weapon not in held.weapons:
        return IllegalAction("weapon-requirement", "XW-5")
    if is_bonus_weapon(declared.weapon):
        return IllegalAction("bonus-weapon", "XW-2", weapon=declared.weapon.upgrade)
    fault = next(faults_in(situation_of(state, held.ship, declared), options), None)
    return None if fault is None else IllegalAction(fault.reason, fault.rule, **fault.params)


def is_bonus_weapon(weapon: XWingWeapon) -> bool:
    """XW-64: whether the weapon makes bonus attacks only."""
    return card_of(f"upgrade:{weapon.upgrade}").is_bonus


def declaring_refused(state: XWingState, options: XWingGameOptions, seat: int, move: Declare) -> IllegalAction | None:
    """XW-12, XW-56, XW-73, XW-74: a seat tells of each of its own ships once, and nothing impossible."""
    for n, sent in enumerate(move.ships):
        if refused := ship_refused(state, seat, sent.id):
            return refused
        if sent.id in [other.id for other in move.ships[:n]]:
            return IllegalAction("ship-declared-twice", "XW-74", ship=sent.id)
        if refused := impossible(state, options, sent):
            return refused
    return None


def impossible(state: XWingState, options: XWingGameOptions, sent: XWingDeclaredShip) -> IllegalAction | None:
    """XW-12, XW-56, XW-72, XW-73: why a ship cannot be as it is declared; None: it can."""
    held = find_ship(state, sent.id)
    if held is None:
        return IllegalAction("unknown-ship", "XW-70", ship=sent.id)
    ship = as_declared(held.ship, sent)
    if ship.shields.active > ship.shields.max or ship.force.active > ship.force.capacity:
        return IllegalAction("invalid-stat", "XW-56" if ship.shields.active > ship.shields.max else "XW-73")
    unknown = next((id for id in ship.locks if sent.locks is not None and find_ship(state, id) is None), None)
    if unknown is not None:
        return IllegalAction("unknown-ship", "XW-70", ship=unknown)
    faults = (*lock_faults("attacker", ship, options), *effects_refused(ship))
    return IllegalAction(faults[0].reason, faults[0].rule, **faults[0].params) if faults else None


def ending_refused(state: XWingState, seat: int, move: EndPhase) -> IllegalAction | None:
    """XW-71: the phase is one that players end, the seat has not ended it, and what it keeps is there and would go."""
    if state.phase is Phase.ENGAGEMENT:
        return IllegalAction("other-phase", "XW-66", phase=state.phase.value)
    if seat in state.ended:
        return IllegalAction("phase-ended", "XW-71", seat=seat)
    for kept in move.keeps:
        if state.phase is not Phase.END:
            return IllegalAction("nothing-goes", "XW-71", phase=state.phase.value)
        if refused := ship_refused(state, seat, kept.ship):
            return refused
        held = find_ship(state, kept.ship)
        has = 0 if held is None else held.ship.tokens.count(kept.token)
        if kept.token not in GOING_TOKENS or kept.amount > has:
            return IllegalAction("not-kept", "XW-71", ship=kept.ship, token=kept.token.value, has=has)
    return None
