"""Tokens that a ship gains or loses."""

from dataclasses import replace

from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.jamming import remove_by_jam, with_jammed
from app.rulesets.x_wing.attack.state import Battle, State, opponent_of
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.terms import GREEN_TOKENS, Token


def change_tokens(
    battle: Battle, state: State, role: Role, token: Token, amount: int, table: Table, *, by: Role | None = None
) -> State:
    """XW-12: tokens are gained, or removed if `amount` is negative; a ship that is ionized by them loses its locks.

    XW-78: a jammed ship loses green tokens as it gains them; jam tokens are of the player `by`, or of the enemy.
    """
    ship = state.ship(role)
    ship = ship.with_tokens(token, amount)
    changed = abs(ship.tokens.count(token) - state.ship(role).tokens.count(token))
    if not changed:
        return state
    left = ship.tokens.count(token)
    table.note(facts.TokensChanged(ship.id, token, changed, left, amount > 0), rule="XW-72")
    if token is Token.ION and amount > 0 and ship.is_ionized:
        table.note(facts.ShipIonized(ship.id, left), rule="XW-12")
        ship = without_lost_locks(ship, battle.options)
    state = state.with_ship(role, ship)
    if token is Token.JAM and amount > 0:
        return with_jammed(state, role, by or opponent_of(role))
    lost = min(changed, ship.tokens.jam) if token in GREEN_TOKENS and amount > 0 else 0
    return remove_by_jam(state, role, token, lost, table) if lost else state


def without_lost_locks(ship: XWingShip, options: XWingOptions) -> XWingShip:
    """XW-12: the ship as its tokens leave it: an ionized one has no lock."""
    return replace(ship, locks=()) if ship.locks and ship.is_ionized and options.ionized_cannot_lock else ship
