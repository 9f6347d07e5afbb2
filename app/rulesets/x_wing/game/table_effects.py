"""What happens to a ship outside of attacks: damage of obstacles and devices, repairs, cards before it engages."""

from dataclasses import replace

from app.domain.record import seat_name
from app.rulesets.x_wing import facts as attack_facts
from app.rulesets.x_wing.attack.damage import note_casualty, repair_card, suffer
from app.rulesets.x_wing.attack.dice import ATTACK_DIE
from app.rulesets.x_wing.attack.state import DEFENDER, battle_of, opening_state
from app.rulesets.x_wing.attack.tokens import change_tokens, without_lost_locks
from app.rulesets.x_wing.attack.weapons import after_friend_of
from app.rulesets.x_wing.game.attacking import Table, note_doom, note_ships
from app.rulesets.x_wing.game.model import Phase
from app.rulesets.x_wing.game.setup import XWingGameOptions
from app.rulesets.x_wing.game.state import other_seat, player_at, ship_at
from app.rulesets.x_wing.model import XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import DamageCard, Face, Token

NOBODY = XWingShip("-", 0, 1)
"""In the place of an attacker, where the table does something to a ship."""


def apply_table_effects(
    id: str,
    options: XWingGameOptions,
    table: Table,
    *,
    step: int,
    repaired: int = 0,
    hits: int = 0,
    crits: int = 0,
    ions: int = 0,
) -> None:
    """XW-56, XW-60: a ship repairs damage cards, then gains ion tokens, then suffers hit damage, then crit damage.

    `step` is the initiative whose ships engage.
    """
    held = ship_at(table.state, id)
    table.seated(attacker=other_seat(held.seat), defender=held.seat, rule="XW-60")
    battle = battle_of(XWingAttack(NOBODY, XWingWeapon(value=0), held.ship, 1), options)
    state = opening_state(battle)._replace(deck=player_at(table.state, held.seat).deck)
    for _ in range(repaired):
        state = repair_card(state, DEFENDER, table)
    if ions:
        state = change_tokens(battle, state, DEFENDER, Token.ION, ions, table)
    before = state.defender
    for crit in (*[False] * hits, *[True] * crits):
        state = suffer(battle, state, DEFENDER, table, crit=crit)
    state = state._replace(dealt=replace(state.dealt, hit=hits, crit=crits))
    note_casualty(before, state, DEFENDER, table)
    note_ships((state.defender,), {held.seat: state.deck}, table)
    note_doom(id, step, table)


def as_engaging(ship: XWingShip, options: XWingGameOptions) -> XWingShip:
    """XW-69: the ship as its faceup Disabled Power Regulators leave it when it engages."""
    regulators = ship.faceup(DamageCard.DISABLED_POWER_REGULATOR)
    return without_lost_locks(ship.with_tokens(Token.ION, regulators), options) if regulators else ship


def before_engaging(id: str, options: XWingGameOptions, table: Table) -> None:
    """XW-69: the faceup cards that do something before a ship engages: Disabled Power Regulator, Console Fire."""
    held = ship_at(table.state, id)
    ship, step = held.ship, held.step
    regulators = ship.faceup(DamageCard.DISABLED_POWER_REGULATOR)
    if regulators:
        table.note(attack_facts.CardTextResolved(id, DamageCard.DISABLED_POWER_REGULATOR), rule="XW-69")
        apply_table_effects(id, options, table, step=step, ions=regulators)
    for _ in range(ship.faceup(DamageCard.CONSOLE_FIRE)):
        table.note(attack_facts.CardTextResolved(id, DamageCard.CONSOLE_FIRE), rule="XW-69")
        (face,) = table.roll(ATTACK_DIE, 1, by=seat_name(held.seat), rule="XW-69")
        if face is Face.HIT:
            apply_table_effects(id, options, table, step=step, hits=1)


def after_bonus_attack(id: str, table: Table) -> None:
    """XW-64: a ship whose card says so is depleted by a bonus attack after a friend has defended."""
    ship = ship_at(table.state, id).ship
    if table.state.phase is Phase.ENGAGEMENT and any(bonus.depletes for bonus in after_friend_of(ship)):
        gain_token(id, Token.DEPLETE, table)


def gain_token(id: str, token: Token, table: Table) -> None:
    """XW-72: a ship gains a token because of a card."""
    ship = ship_at(table.state, id).ship.with_tokens(token, 1)
    table.note(attack_facts.TokensChanged(id, token, 1, ship.tokens.count(token), True), rule="XW-72")
    note_ships((ship,), {}, table)
