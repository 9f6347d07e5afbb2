"""Step 1, declare target (XW-3 … XW-12): the attack is noted and the weapon's cost is paid."""

from dataclasses import replace

from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.conditions import is_ruled_out
from app.rulesets.x_wing.attack.payment import take_cost
from app.rulesets.x_wing.attack.state import ATTACKER, Battle, State
from app.rulesets.x_wing.attack.weapons import charges_of
from app.rulesets.x_wing.attack.windows import to_next_chapter
from app.rulesets.x_wing.cards.registry import card_of, is_known
from app.rulesets.x_wing.effects import CostKind, XWingCost
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import Token


def declare_target(battle: Battle, state: State, table: Table) -> State:
    """XW-3 … XW-12: note attacker, defender and weapon, then pay the whole cost of the weapon."""
    situation, weapon = battle.situation, battle.weapon
    name = weapon.upgrade or str(weapon.kind)
    value = weapon.value or 0
    fact = facts.AttackDeclared(situation.attacker.id, situation.defender.id, name, value, situation.attack_range)
    table.note(fact, rule="XW-3")
    note_cards(situation.attacker, table)
    note_cards(situation.defender, table)
    if not situation.attacker_in_arcs:
        note_unsent_arcs(battle, state, table)
    for kind, amount in sorted(weapon.cost.items()):
        state = pay_weapon(battle, state, kind, amount, table)
    if battle.is_bonus:
        state = state._replace(attacker=replace(state.attacker, bonus_attack_used=True))
    return to_next_chapter(state)


def note_cards(ship: XWingShip, table: Table) -> None:
    """XW-72: note which cards of a ship are not known, and which the players apply themselves."""
    own = [f"pilot:{ship.pilot}"] if ship.pilot is not None else []
    named = [*own, *[f"upgrade:{upgrade}" for upgrade in ship.upgrades]]
    for key in (*named, *[sent for sent in ship.effects if isinstance(sent, str)]):
        if not is_known(key):
            table.note(facts.CardNotKnown(ship.id, key), rule="XW-72")
        elif card_of(key).by_hand is not None:
            table.note(facts.CardLeftToPlayers(ship.id, key), rule="XW-72")


def note_unsent_arcs(battle: Battle, state: State, table: Table) -> None:
    """XW-50, XW-72: note what counts the attacker as outside of all arcs of the defender, since none was sent."""
    outside = dict.fromkeys(
        (held.role, held.effect.card)
        for window in battle.effects
        for held in battle.of(window)
        if held.effect.needs_outside_arc and not is_ruled_out(held, battle, state)
    )
    for role, card in outside:
        table.note(facts.ArcsNotSent(state.ship(role).id, card), rule="XW-72")
    for token in (Token.REINFORCE_FORE, Token.REINFORCE_AFT):
        if state.defender.tokens.count(token):
            table.note(facts.ReinforceWithoutArc(state.defender.id, token), rule="XW-50")


def pay_weapon(battle: Battle, state: State, kind: CostKind, amount: int, table: Table) -> State:
    """XW-7: pay one part of the weapon's cost."""
    name = battle.weapon.upgrade or battle.weapon.kind.value
    table.note(facts.CostPaid(state.attacker.id, name, kind, amount, False), rule="XW-7")
    return take_cost(battle, state, ATTACKER, XWingCost(kind, amount), charges_of(battle.weapon), table)
