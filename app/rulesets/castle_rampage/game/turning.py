"""How what lies face down is turned up, and how a game ends."""

from app.domain.board import BoardTable, GameResult
from app.domain.record import seat_name
from app.rulesets.castle_rampage.game import facts
from app.rulesets.castle_rampage.game.model import GameOptions, State
from app.rulesets.castle_rampage.game.questions import ShowCard
from app.rulesets.castle_rampage.model import Card, Structure
from app.rulesets.castle_rampage.siege import TurnUp, name_of

Table = BoardTable[State]

SEATS = (1, 2)

TRIES = 3
"""How often a sealed card may be shown before it counts as not shown (CR-26)."""

FACE_DOWN = Card(unknown=True)
"""A card of a structure, for an attack that has not turned it up."""

NOT_SHOWN = Card(gate_defense=0, castle_defense=0)
"""How a sealed card defends that is not shown (CR-26)."""


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
