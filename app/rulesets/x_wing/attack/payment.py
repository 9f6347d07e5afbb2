"""Paying the cost of a use."""

from dataclasses import replace

from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import lose_shield, suffer
from app.rulesets.x_wing.attack.state import Battle, State, opponent_of
from app.rulesets.x_wing.attack.tokens import change_tokens
from app.rulesets.x_wing.attack.uses import Using
from app.rulesets.x_wing.effects import SPENDING, CostKind, XWingCost, XWingEffect
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import GREEN_TOKENS, Face, Token


def pay_cost(using: Using, state: State) -> State:
    """XW-7, XW-63: pay and note the whole cost, once for each die if the cost is per die.

    Shields are paid before damage is suffered, which would take them away.
    """
    use = using.use
    times = len(using.dice) if use.offer.is_cost_per_die else 1
    crits = [state.dice(use.pool)[place].face is Face.CRIT for place in using.dice]
    for part in sorted(use.offer.cost, key=lambda part: part.kind is not CostKind.SHIELD):
        amount = part.amount * times
        elsewhere = use.held is not None and use.held.is_paid_elsewhere
        kind = part.kind
        if kind is CostKind.SUFFER_MATCHING:
            kind = CostKind.SUFFER_CRIT if any(crits) else CostKind.SUFFER_HIT
        fact = facts.CostPaid(state.ship(using.role).id, use.name, kind, amount, elsewhere)
        using.table.note(fact, rule="XW-63" if use.held else use.offer.rule)
        if use.held is not None and use.held.friend_has is not None and kind in SPENDING:
            spent = ((using.role, use.held.charges),) * amount
            state = state._replace(paid_by_friends=(*state.paid_by_friends, *spent))
        elif not elsewhere:
            state = take_cost(using.battle, state, using.role, XWingCost(kind, amount), using.charges, using.table)
    return state


def take_cost(battle: Battle, state: State, role: Role, cost: XWingCost, card: str, table: Table) -> State:
    """The state after the ship in this role paid one part of a cost; `card` is the key of its charges."""
    ship, kind, amount = state.ship(role), cost.kind, cost.amount
    match kind:
        case CostKind.CHARGE:
            charges = {**ship.charges, card: ship.charges.get(card, 0) - amount}
            return state.with_ship(role, replace(ship, charges=charges))
        case CostKind.FORCE:
            force = replace(ship.force, active=ship.force.active - amount)
            return state.with_ship(role, replace(ship, force=force))
        case CostKind.LOCK:
            target = state.ship(opponent_of(role)).id
            return state.with_ship(role, replace(ship, locks=tuple(held for held in ship.locks if held != target)))
        case CostKind.GAIN_STRESS | CostKind.GAIN_STRAIN | CostKind.GAIN_DEPLETE | CostKind.GAIN_ION:
            return change_tokens(battle, state, role, Token(kind.value.removeprefix("gain-")), amount, table)
        case CostKind.SHIELD:
            for _ in range(amount):
                state = lose_shield(state, role, table)
            return state
        case CostKind.SUFFER_HIT | CostKind.SUFFER_CRIT:
            for _ in range(amount):
                state = suffer(battle, state, role, table, crit=kind is CostKind.SUFFER_CRIT)
            return state
        case CostKind.FLIP:
            return state.with_ship(role, without_card(ship, card))
    token = Token(kind.value)
    spent = ship.with_tokens(token, -amount)
    state = state.with_ship(role, spent)
    is_first = token in GREEN_TOKENS and not state.has_spent(role, token)
    return state._replace(spent=(*state.spent, (role, token))) if is_first else state


def without_card(ship: XWingShip, card: str) -> XWingShip:
    """The ship without a card that was flipped and without its effects."""
    return replace(
        ship,
        upgrades=tuple(upgrade for upgrade in ship.upgrades if upgrade != card),
        effects=tuple(sent for sent in ship.effects if not isinstance(sent, XWingEffect) or sent.id != card),
    )
