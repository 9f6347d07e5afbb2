"""The course of a siege: cards are laid, players take turns, attacks turn up what lies face down."""

from app.domain.board import BoardTable, GameResult, SeatMove
from app.domain.dice import Die
from app.domain.record import seat_name
from app.rulesets.castle_rampage.game import facts
from app.rulesets.castle_rampage.game.model import (
    AttackMove,
    Concede,
    DiscardCards,
    DrawCards,
    EndTurn,
    GameOptions,
    LayCard,
    Move,
    Next,
    Phase,
    State,
    Turn,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.questions import ShowCard
from app.rulesets.castle_rampage.game.state import is_laying, unseen_pool
from app.rulesets.castle_rampage.model import Attack, Attacker, Card, Outcome, Result, Structure
from app.rulesets.castle_rampage.rules import besiege
from app.rulesets.castle_rampage.siege import TurnUp, name_of

Table = BoardTable[State]

SEATS = (1, 2)

STARTING_SEAT = Die("starting-seat", SEATS)
"""The lot that gives the first turn (CR-1)."""

TRIES = 3
"""How often a sealed card may be shown before it counts as not shown (CR-26)."""

FACE_DOWN = Card(unknown=True)
"""A card of a structure, for an attack that has not turned it up."""

NOT_SHOWN = Card(gate_defense=0, castle_defense=0)
"""How a sealed card defends that is not shown (CR-26)."""


def open_game(_options: GameOptions, table: Table) -> Turn:
    """CR-1: the starting player is chosen by lot, unless the setup names one."""
    seat = table.state.starting_seat
    if seat is None:
        (seat,) = table.roll(STARTING_SEAT, 1, by=seat_name(1), rule="CR-1")
    table.note(facts.StartingSeatChosen(seat), rule="CR-1")
    return turn_of(table.state, 0, None)


def act(move: SeatMove[Move], options: GameOptions, table: Table) -> Turn:
    """CR-3 … CR-8, CR-12, CR-21, CR-25: a player's move, and what follows from it."""
    seat, before, outcome = move.seat, table.state.turn, None
    match move.action:
        case LayCard():
            lay(seat, move.action, table)
        case AttackMove():
            outcome = attack(seat, move.action, options, table)
        case DrawCards(_, cards, reshuffled):
            hand = table.state.player(seat).hand + cards
            table.note(facts.CardsDrawn(seat, cards, hand, reshuffled), rule="CR-5")
        case DiscardCards(_, cards):
            hand = table.state.player(seat).hand - len(cards)
            table.note(facts.CardsDiscarded(seat, cards, hand), rule="CR-8")
        case TurnUpCard(_, structure, discard):
            turn_up_top(seat, structure, discard, options, table)
        case EndTurn():
            table.note(facts.TurnBegan(table.state.turn + 1, 3 - seat), rule="CR-5")
        case Concede():
            table.note(facts.Conceded(seat), rule="CR-25")
            end("conceded", 3 - seat, "CR-25", table)
    return turn_of(table.state, before, outcome)


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
    """CR-3, CR-4, CR-6: a card goes under the others; once all are laid the first turn begins."""
    is_first_turn_due = table.state.phase is Phase.LAY
    rule = "CR-3" if is_first_turn_due else "CR-6"
    cards = len(table.state.player(seat).stack(move.structure)) + 1
    card = None if move.card is None else move.card.shown_to(seat_name(seat))
    table.note(facts.CardLaid(seat, move.structure, cards, card, move.seal), rule=rule)
    if is_first_turn_due and not any(is_laying(table.state, each) for each in SEATS):
        table.note(facts.TurnBegan(1, table.state.starting_seat or 1), rule="CR-5")


def attack(seat: int, move: AttackMove, options: GameOptions, table: Table) -> Outcome:
    """CR-12 … CR-24: the attack of the rulebook, on cards that are turned up one by one."""
    table.note(facts.AttackCardPlayed(seat, move.card, move.in_play), rule="CR-12")
    situation = situation_of(table.state, 3 - seat, move)
    table.seated(attacker=seat, defender=3 - seat, rule="CR-12", situation=situation)
    outcome = besiege(situation, options, table, turning_up(3 - seat, table))
    if outcome.result is Result.CASTLE_FALLEN:
        end("castle-fallen", seat, "CR-23", table)
    return outcome


def situation_of(state: State, seat: int, move: AttackMove) -> Attack:
    """CR-13, CR-15: the attack on a player as everybody sees it: what lies face down is unknown."""

    def stack(structure: Structure) -> tuple[Card, ...]:
        return tuple(laid.card.value if laid.known else FACE_DOWN for laid in state.player(seat).stack(structure))

    attacker = Attacker(move.value, move.bypasses_gate, move.survives_repel, move.card)
    return Attack(attacker, stack(Structure.GATE), stack(Structure.CASTLE), unseen_pool(state))


def turning_up(seat: int, table: Table) -> TurnUp:
    """CR-15: how the top cards of a player are turned up: both players see them from then on."""

    def turn_up(structure: Structure, card: Card) -> Card:
        top = table.state.player(seat).stack(structure)[0]
        if top.known:
            return card
        found = table.reveal(top.card) if top.seal is None else shown(seat, structure, top.seal, table)
        if found is not NOT_SHOWN:
            table.note(facts.CardTurnedUp(seat, structure, found), rule="CR-15")
        return found

    return turn_up


def shown(seat: int, structure: Structure, seal: str, table: Table) -> Card:
    """CR-26: the card that its owner shows; one that does not fit the digest is told, and the owner asked again."""
    for tries in range(TRIES, 0, -1):
        question = ShowCard(structure, seal, tries)
        choice = table.ask(question, by=seat_name(seat), rule="CR-26")
        if choice.card is None:
            break
        if question.holds(choice):
            return choice.card
        table.note(facts.SealBroken(seat, structure, tries - 1), rule="CR-26")
    table.note(facts.CardNotShown(seat, structure), rule="CR-26")
    return NOT_SHOWN


def turn_up_top(seat: int, structure: Structure, discard: bool, options: GameOptions, table: Table) -> None:
    """CR-21, CR-23: the top card is turned up without an attack; it is discarded without effect, or goes back."""
    top = table.state.player(seat).stack(structure)[0]
    found = turning_up(seat, table)(structure, top.card.value if top.known else FACE_DOWN)
    if not discard and found is not NOT_SHOWN:
        table.note(facts.TopReturned(seat, structure), rule="CR-4")
        return
    table.note(facts.TopDiscarded(seat, structure, name_of(found)), rule="CR-21")
    if options.castle_loss_any_cause and not table.state.player(seat).castle:
        end("castle-fallen", 3 - seat, "CR-23", table)


def end(reason: str, winner: int, rule: str, table: Table) -> None:
    """CR-23, CR-25: note that the game is over, with the cards that each seat has left."""
    scores = {str(seat): cards_left(table.state, seat) for seat in SEATS}
    table.note(facts.GameEnded(reason, winner, GameResult((winner,), scores, reason)), rule=rule)


def cards_left(state: State, seat: int) -> int:
    """How many cards a player has left at gate and castle."""
    return sum(len(state.player(seat).stack(structure)) for structure in Structure)
