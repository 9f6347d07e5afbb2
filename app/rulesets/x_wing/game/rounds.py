"""The course of a game of X-Wing: rounds, the first player, phases, ships that engage, and ships that are removed."""

from dataclasses import replace
from itertools import count

from app.domain.board import Concede, SeatMove
from app.domain.record import seat_name
from app.rulesets.x_wing.attack.deck import newly_known, without_cards
from app.rulesets.x_wing.attack.dice import ATTACK_DIE
from app.rulesets.x_wing.attack.tokens import without_lost_locks
from app.rulesets.x_wing.game import facts
from app.rulesets.x_wing.game.attacking import Table, attack, note_ships
from app.rulesets.x_wing.game.end_phase import after_end_phase
from app.rulesets.x_wing.game.endings import end, end_by_score, end_if_decided
from app.rulesets.x_wing.game.model import Next, Phase, PlayerRoll, XWingGameShip, XWingState, XWingTurn
from app.rulesets.x_wing.game.move_types import (
    Declare,
    EndPhase,
    Engage,
    XWingDeclaredAttack,
    XWingDeclaredShip,
    XWingMove,
)
from app.rulesets.x_wing.game.setup import PlayerOrder, XWingGameOptions
from app.rulesets.x_wing.game.state import cards_left, in_play, other_seat, player_at, ship_at, step_of, turn_of
from app.rulesets.x_wing.game.table_effects import after_bonus_attack, apply_table_effects, before_engaging, gain_token
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.terms import Face, Token

RANKED = (Face.CRIT, Face.FOCUS, Face.HIT)
"""The results that count for the first player, the most important first (XW-76)."""

DICE_FOR_ORDER = 3


def open_game(options: XWingGameOptions, table: Table) -> XWingTurn:
    """XW-66: the game begins with its first round."""
    begin_round(options, table)
    return turn_after(table.state, 0, table.state.phase, None)


def act(move: SeatMove[XWingMove], options: XWingGameOptions, table: Table) -> XWingTurn:
    """XW-66 … XW-71, XW-76, XW-77: a player's move, and what follows from it."""
    before, outcome = table.state, None
    match move.action:
        case Declare(_, ships, mission_points):
            declare(move.seat, ships, options, table)
            if mission_points is not None:
                table.note(facts.MissionPointsTold(move.seat, mission_points), rule="XW-77")
        case Engage(_, ship, XWingDeclaredAttack(bonus=True) as declared, conditions):
            outcome = attack(ship, declared, conditions, options, table)
            after_bonus_attack(ship, table)
        case Engage(_, ship, declared, conditions):
            fact = facts.ShipEngaged(move.seat, ship, ship_at(before, ship).step, declared is not None)
            table.note(fact, rule="XW-66")
            before_engaging(ship, options, table)
            outcome = attack(ship, declared, conditions, options, table) if declared is not None else None
        case EndPhase():
            end_phase(move.seat, move.action, table)
        case Concede():
            table.note(facts.GameConceded(move.seat), rule="XW-77")
            end("conceded", (other_seat(move.seat),), options, table)
    go_on(options, table)
    return turn_after(table.state, before.round, before.phase, outcome)


def turn_after(state: XWingState, round: int, phase: Phase, outcome: XWingOutcome | None) -> XWingTurn:
    """The outcome of a move that was made in this round and phase."""
    follows = Next.ROUND if state.round != round else Next.PHASE if state.phase is not phase else Next.MOVE
    return XWingTurn(
        state.round, state.phase, turn_of(state), Next.END if state.result else follows, outcome, state.result
    )


def begin_round(options: XWingGameOptions, table: Table) -> None:
    """XW-66, XW-76: a new round; where the first player is rolled, that comes after the dials."""
    is_rolled = options.player_order is PlayerOrder.ROLL_EACH_ROUND
    phase = Phase.PLANNING if is_rolled else Phase.ACTIVATION
    disarmed = [held.ship.id for held in in_play(table.state) if held.is_disarm_due]
    table.note(facts.RoundBegan(table.state.round + 1, phase), rule="XW-66")
    for id in disarmed:
        gain_token(id, Token.DISARM, table)


def roll_first_player(table: Table) -> None:
    """XW-76: each player rolls three attack dice; most crits, then focus results, then hits; equal rolls again."""
    for _ in count():
        rolls = tuple(
            PlayerRoll(seat, table.roll(ATTACK_DIE, DICE_FOR_ORDER, by=seat_name(seat), rule="XW-76"))
            for seat in (1, 2)
        )
        one, two = ([roll.faces.count(face) for face in RANKED] for roll in rolls)
        first = None if one == two else 1 if one > two else 2
        table.note(facts.FirstPlayerRolled(rolls, first, first is None), rule="XW-76")
        if first is not None:
            return


def declare(seat: int, ships: tuple[XWingDeclaredShip, ...], options: XWingGameOptions, table: Table) -> None:
    """What a seat tells of its ships, then repairs and damage at the table (XW-60), then ships that fled (XW-70)."""
    if not ships:
        return
    now = tuple(as_declared(ship_at(table.state, sent.id).ship, sent, options) for sent in ships)
    before = {ship.id: ship_at(table.state, ship.id).ship.damage_cards for ship in now}
    table.note(facts.ShipsDeclared(seat, tuple(ship.id for ship in now), now), rule="XW-74")
    if drawn := tuple(card for ship in now for card in newly_known(before[ship.id], ship.damage_cards)):
        note_ships((), {seat: without_cards(player_at(table.state, seat).deck, drawn)}, table)
    for sent in ships:
        if sent.initiative is not None:
            table.note(facts.InitiativeChanged(sent.id, sent.initiative, sent.initiative_until), rule="XW-66")
        if sent.repaired or sent.hits or sent.crits:
            step = step_of(table.state) or 0
            apply_table_effects(
                sent.id, options, table, step=step, repaired=sent.repaired, hits=sent.hits, crits=sent.crits
            )
        if sent.fled:
            table.note(facts.ShipRemoved(sent.id, seat, True), rule="XW-70")


def as_declared(ship: XWingShip, sent: XWingDeclaredShip, options: XWingGameOptions) -> XWingShip:
    """XW-12: the ship with what is told of it; if it is ionized by that, without the locks of which nothing is told."""
    told = replace(
        ship,
        tokens=ship.tokens if sent.tokens is None else sent.tokens,
        locks=ship.locks if sent.locks is None else sent.locks,
        force=ship.force if sent.force is None else replace(ship.force, active=sent.force),
        shields=ship.shields if sent.shields is None else replace(ship.shields, active=sent.shields),
        charges={**ship.charges, **(sent.charges or {})},
        effects=ship.effects if sent.effects is None else sent.effects,
        sides={**ship.sides, **(sent.sides or {})},
        damage_cards=ship.damage_cards if sent.damage_cards is None else sent.damage_cards,
    )
    return without_lost_locks(told, options) if sent.locks is None else told


def end_phase(seat: int, move: EndPhase, table: Table) -> None:
    """XW-71: a seat ends the phase; in the End Phase its tokens go and its charges recover."""
    table.note(facts.PhaseEnded(seat, table.state.phase), rule="XW-71")
    if table.state.phase is Phase.END:
        ships = tuple(after_end_phase(held.ship, move.keeps) for held in in_play(table.state, seat))
        table.note(facts.ShipsTidied(tuple(ship.id for ship in ships), ships), rule="XW-71")


def go_on(options: XWingGameOptions, table: Table) -> None:
    """XW-67 … XW-71: destroyed ships are removed, empty decks shuffled; then the next phase or round, if it is time."""
    if table.state.result is not None:
        return
    remove_ships(table)
    for player in table.state.players:
        if cards_left(table.state, player.seat) <= 0:
            table.note(facts.DeckShuffled(player.seat), rule="XW-59")
    end_if_decided(options, table)
    if table.state.result is None:
        next_phase(options, table)


def next_phase(options: XWingGameOptions, table: Table) -> None:
    """XW-66, XW-71: the next phase once both seats have ended this one, or once all ships have engaged."""
    state = table.state
    if state.phase is Phase.ENGAGEMENT:
        if step_of(state) is None:
            table.note(facts.PhaseBegan(Phase.END), rule="XW-71")
        return
    if len(state.ended) < len(state.players):
        return
    if state.phase is Phase.PLANNING:
        table.note(facts.PhaseBegan(Phase.ACTIVATION), rule="XW-76")
        roll_first_player(table)
    elif state.phase is Phase.ACTIVATION:
        table.note(facts.PhaseBegan(Phase.ENGAGEMENT), rule="XW-66")
    elif state.round == options.rounds:
        end_by_score("rounds-played", options, table)
    else:
        begin_round(options, table)


def remove_ships(table: Table) -> None:
    """XW-67 … XW-70: destroyed ships go once all ships of the initiative that they outlast have engaged."""
    while (gone := next(filter(lambda held: must_go(table.state, held), in_play(table.state)), None)) is not None:
        table.note(facts.ShipRemoved(gone.ship.id, gone.seat, False), rule="XW-67")


def must_go(state: XWingState, held: XWingGameShip) -> bool:
    """XW-67, XW-69: whether a destroyed ship is removed now; outside the Engagement Phase that is at once."""
    if state.phase is not Phase.ENGAGEMENT:
        return held.ship.is_destroyed
    step = step_of(state)
    return held.stays_until is not None and (step is None or held.stays_until > step)
