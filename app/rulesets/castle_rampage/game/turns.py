"""The course of a siege or a whole game: cards are laid, players take turns, attacks turn up what lies face down."""

from app.domain.board import Concede, SeatMove
from app.domain.dice import Die
from app.domain.record import seat_name
from app.rulesets.castle_rampage.game import facts
from app.rulesets.castle_rampage.game.actions import (
    AttackMove,
    DiscardCards,
    DrawCards,
    EndTurn,
    LayCard,
    LayHeldCard,
    Move,
    Next,
    PlayCard,
    Turn,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.attacking import attack
from app.rulesets.castle_rampage.game.dealing import begin_deals
from app.rulesets.castle_rampage.game.model import GameOptions, Phase, State
from app.rulesets.castle_rampage.game.play import end_turn, lay_held, play
from app.rulesets.castle_rampage.game.state import is_laying
from app.rulesets.castle_rampage.game.turning import SEATS, Table, end, turn_up_top
from app.rulesets.castle_rampage.model import Attacker, Outcome

STARTING_SEAT = Die("starting-seat", SEATS)
"""The lot that gives the first turn (CR-1)."""


def open_game(_options: GameOptions, table: Table) -> Turn:
    """CR-1: the starting player is chosen by lot, unless the setup names one."""
    seat = table.state.starting_seat
    if seat is None:
        (seat,) = table.roll(STARTING_SEAT, 1, by=seat_name(1), rule="CR-1")
    table.note(facts.StartingSeatChosen(seat), rule="CR-1")
    if table.state.whole is not None:
        begin_deals(table)
    return turn_of(table.state, 0, None)


def act(move: SeatMove[Move], options: GameOptions, table: Table) -> Turn:
    """CR-3 … CR-8, CR-12, CR-21, CR-25: a player's move, and what follows from it."""
    seat, before, outcome = move.seat, table.state.turn, None
    match move.action:
        case LayHeldCard():
            lay_held(seat, move.action, table)
        case PlayCard():
            outcome = play(seat, move.action, options, table)
        case AttackMove(_, value, card, bypasses_gate, survives_repel, in_play, name):
            table.note(facts.AttackCardPlayed(seat, card, in_play, name), rule="CR-12")
            outcome = attack(seat, Attacker(value, bypasses_gate, survives_repel, card, name), options, table)
        case EndTurn() if table.state.whole is not None:
            end_turn(seat, table)
        case EndTurn():
            table.note(facts.TurnBegan(table.state.turn + 1, 3 - seat), rule="CR-5")
        case Concede():
            table.note(facts.Conceded(seat), rule="CR-25")
            end("conceded", 3 - seat, "CR-25", table)
        case declared:
            declare(seat, declared, options, table)
    return turn_of(table.state, before, outcome)


def declare(
    seat: int, move: LayCard | DrawCards | DiscardCards | TurnUpCard, options: GameOptions, table: Table
) -> None:
    """CR-3 … CR-6, CR-8, CR-21: a player of a siege tells what becomes of cards that only the player has."""
    match move:
        case LayCard():
            lay(seat, move, table)
        case DrawCards(_, cards, reshuffled):
            hand = table.state.player(seat).hand + cards
            table.note(facts.CardsDrawn(seat, cards, hand, reshuffled), rule="CR-5")
        case DiscardCards(_, cards):
            hand = table.state.player(seat).hand - len(cards)
            table.note(facts.CardsDiscarded(seat, cards, hand), rule="CR-8")
        case TurnUpCard(_, structure, discard):
            turn_up_top(seat, structure, discard, options, table)


def turn_of(state: State, before: int, outcome: Outcome | None) -> Turn:
    """The outcome of a move that was made in turn `before`."""
    if state.result is not None:
        follows = Next.END
    elif state.phase is Phase.LAY:
        follows = Next.LAY
    else:
        follows = Next.TURN if state.turn != before else Next.MOVE
    return Turn(state.turn, state.acting, follows, outcome, state.result)


def lay(seat: int, move: LayCard, table: Table) -> None:
    """CR-3, CR-4, CR-6: each card goes under the others; once all are laid the first turn begins."""
    is_first_turn_due = table.state.phase is Phase.LAY
    rule = "CR-3" if is_first_turn_due else "CR-6"
    for laid in move.laid:
        cards = len(table.state.player(seat).stack(laid.structure)) + 1
        card = None if laid.card is None else laid.card.shown_to(seat_name(seat))
        table.note(facts.CardLaid(seat, laid.structure, cards, card, laid.seal), rule=rule)
    if is_first_turn_due and not any(is_laying(table.state, each) for each in SEATS):
        table.note(facts.TurnBegan(1, table.state.starting_seat or 1), rule="CR-5")
