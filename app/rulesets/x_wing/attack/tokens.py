"""Tokens that a ship gains or loses."""

from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.terms import Token


def change_tokens(state: State, role: Role, token: Token, amount: int, table: Table) -> State:
    """The state with `amount` tokens gained, or removed if `amount` is negative; changes are noted."""
    ship = state.ship(role)
    ship = ship.with_tokens(token, amount)
    changed = abs(ship.tokens.count(token) - state.ship(role).tokens.count(token))
    if not changed:
        return state
    left = ship.tokens.count(token)
    table.note(facts.TokensChanged(ship.id, token, changed, left, amount > 0), rule="XW-72")
    if token is Token.ION and amount > 0 and left >= ship.size.threshold:
        table.note(facts.ShipIonized(ship.id, left), rule="XW-12")
    return state.with_ship(role, ship)
