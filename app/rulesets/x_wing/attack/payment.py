"""Paying the cost of a use."""

from dataclasses import replace

from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import lose_shield, suffer
from app.rulesets.x_wing.attack.state import State, opponent_of
from app.rulesets.x_wing.attack.tokens import change_tokens
from app.rulesets.x_wing.attack.uses import Using
from app.rulesets.x_wing.effects import CostKind, XWingEffect
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import Face, Token


def pay_cost(using: Using, state: State) -> State:
    """XW-7, XW-63: pay and note the whole cost, once for each die if the cost is per die."""
    use = using.use
    times = len(using.dice) if use.offer.is_cost_per_die else 1
    crits = [state.dice(use.pool)[place].face is Face.CRIT for place in using.dice]
    for part in use.offer.cost:
        amount = part.amount * times
        elsewhere = use.held is not None and use.held.is_paid_elsewhere
        kind = part.kind
        if kind is CostKind.SUFFER_MATCHING:
            kind = CostKind.SUFFER_CRIT if any(crits) else CostKind.SUFFER_HIT
        fact = facts.CostPaid(state.ship(using.role).id, use.name, kind, amount, elsewhere)
        using.table.note(fact, rule="XW-63" if use.held else use.offer.rule)
        if not elsewhere:
            state = take_cost(using, state, kind, amount)
    return state


def take_cost(using: Using, state: State, kind: CostKind, amount: int) -> State:
    """The state after the ship in the role of `using` paid one part of a cost."""
    role, ship = using.role, state.ship(using.role)
    match kind:
        case CostKind.CHARGE:
            charges = {**ship.charges, using.charges: ship.charges.get(using.charges, 0) - amount}
            return state.with_ship(role, replace(ship, charges=charges))
        case CostKind.FORCE:
            force = replace(ship.force, active=ship.force.active - amount)
            return state.with_ship(role, replace(ship, force=force))
        case CostKind.LOCK:
            target = state.ship(opponent_of(role)).id
            return state.with_ship(role, replace(ship, locks=tuple(held for held in ship.locks if held != target)))
        case CostKind.GAIN_STRESS | CostKind.GAIN_STRAIN | CostKind.GAIN_DEPLETE:
            return change_tokens(state, role, Token(kind.value.removeprefix("gain-")), amount, using.table)
        case CostKind.SHIELD:
            for _ in range(amount):
                state = lose_shield(state, role, using.table)
            return state
        case CostKind.SUFFER_HIT | CostKind.SUFFER_CRIT:
            for _ in range(amount):
                state = suffer(using.battle, state, role, using.table, crit=kind is CostKind.SUFFER_CRIT)
            return state
        case CostKind.FLIP:
            return state.with_ship(role, without_card(ship, using.charges))
    token = Token(kind.value)
    spent = ship.with_tokens(token, -amount)
    state = state.with_ship(role, spent)
    is_first = kind is CostKind.CALCULATE and role not in state.has_spent_calculate
    return state._replace(has_spent_calculate=(*state.has_spent_calculate, role)) if is_first else state


def without_card(ship: XWingShip, card: str) -> XWingShip:
    """The ship without a card that was flipped and without its effects."""
    return replace(
        ship,
        upgrades=tuple(upgrade for upgrade in ship.upgrades if upgrade != card),
        effects=tuple(sent for sent in ship.effects if not isinstance(sent, XWingEffect) or sent.id != card),
    )
