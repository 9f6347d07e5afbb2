"""Jam tokens (XW-78): each takes a green token or a lock from its ship, and goes with it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from app.domain.casualties import UnitId
from app.domain.errors import IllegalChoice
from app.domain.record import Role
from app.domain.table import Question, Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.state import Battle, State
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import GREEN_TOKENS, Token


class Loss(StrEnum):
    """What a jammed ship can lose: a green token of a kind, or a lock."""

    FOCUS = "focus"
    CALCULATE = "calculate"
    EVADE = "evade"
    REINFORCE_FORE = "reinforce-fore"
    REINFORCE_AFT = "reinforce-aft"
    LOCK = "lock"


@dataclass(frozen=True, slots=True)
class XWingJammed:
    """What a jammed ship loses."""

    loses: Loss
    """A kind of green token, of which it loses one, or `lock`: its lock is broken."""


@dataclass(frozen=True, slots=True)
class JamShown:
    """The ship that is jammed."""

    unit: UnitId
    """The id of the ship."""


@dataclass(frozen=True, slots=True)
class LoseToJam(Question[XWingJammed]):
    """XW-78: what a ship that was jammed loses."""

    battle: Battle
    state: State
    role: Role
    """The role of the player who jams it."""
    jammed: Role
    """The role of the ship."""

    def options(self) -> Iterator[XWingJammed]:
        yield from map(XWingJammed, losses_of(self.state.ship(self.jammed)))

    def check(self, choice: XWingJammed) -> None:
        if choice not in self.options():
            raise IllegalChoice("nothing-to-lose", "XW-78", loses=choice.loses)

    def context(self) -> JamShown:
        return JamShown(self.state.ship(self.jammed).id)


def losses_of(ship: XWingShip) -> tuple[Loss, ...]:
    """What a ship can lose to a jam token."""
    tokens = [Loss(token.value) for token in GREEN_TOKENS if ship.tokens.count(token)]
    return (*tokens, Loss.LOCK) if ship.locks else tuple(tokens)


def with_jammed(state: State, role: Role, by: Role) -> State:
    """The state in which a ship has gained jam tokens, and the player in the role `by` takes something from it next."""
    return state._replace(jammed=(*state.jammed, (role, by)))


def resolve_jammed(battle: Battle, state: State, table: Table) -> State:
    """XW-78: the state after one jam token has taken something, or after nothing was left for it to take."""
    (role, by), *rest = state.jammed
    ship = state.ship(role)
    if not (ship.tokens.jam and losses_of(ship)):
        return state._replace(jammed=tuple(rest))
    if not battle.options.jam_tokens_each_take:
        state = state._replace(jammed=tuple(rest))
    loses = table.ask(LoseToJam(battle, state, by, role), by=by, rule="XW-78").loses
    if loses is Loss.LOCK:
        return break_lock_by_jam(state, role, ship.locks[0], table)
    return remove_by_jam(state, role, Token(loses.value), 1, table)


def resolve_all_jammed(battle: Battle, state: State, table: Table) -> State:
    """The state after every jam token has taken what it can."""
    while state.jammed:
        state = resolve_jammed(battle, state, table)
    return state


def remove_by_jam(state: State, role: Role, token: Token, amount: int, table: Table) -> State:
    """XW-78: the ship loses green tokens, and as many jam tokens."""
    ship = state.ship(role)
    for gone in (token, Token.JAM):
        ship = ship.with_tokens(gone, -amount)
        table.note(facts.TokensChanged(ship.id, gone, amount, ship.tokens.count(gone), False), rule="XW-78")
    return state.with_ship(role, ship)


def break_lock_by_jam(state: State, role: Role, lock: UnitId, table: Table) -> State:
    """XW-78: the ship loses a lock and a jam token."""
    ship = state.ship(role)
    table.note(facts.LockChanged(ship.id, lock, False), rule="XW-78")
    ship = replace(ship.with_tokens(Token.JAM, -1), locks=tuple(held for held in ship.locks if held != lock))
    table.note(facts.TokensChanged(ship.id, Token.JAM, 1, ship.tokens.jam, False), rule="XW-78")
    return state.with_ship(role, ship)
