"""The legal moves of a siege or a whole game, and why others are refused."""

from collections.abc import Iterator

from app.domain.errors import IllegalAction
from app.domain.hidden import Private
from app.rulesets.castle_rampage.game.actions import (
    AttackMove,
    Concede,
    DiscardCards,
    DrawCards,
    EndTurn,
    LayCard,
    Move,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.model import GameOptions, Level, Phase, ReinforceTiming, State
from app.rulesets.castle_rampage.game.samples import SAMPLE_CARDS, SAMPLE_SALT
from app.rulesets.castle_rampage.game.seals import seal_of
from app.rulesets.castle_rampage.game.state import is_laying, left_to_lay
from app.rulesets.castle_rampage.game.whole_moves import OF_WHOLE_GAMES, listed_in_whole, refused_in_whole
from app.rulesets.castle_rampage.model import MOST_CARDS, Structure
from app.rulesets.castle_rampage.refusals import card_refused

SAMPLE_VALUES = (2, 5, 9)
"""The attack values that are listed; a player sends that of the card."""


def legal(state: State, options: GameOptions, seat: int) -> Iterator[Move]:
    """CR-3 … CR-8, CR-12, CR-21, CR-25: moves of a seat; in a siege, cards and values are examples of what it sends."""
    moves = listed(state, seat) if state.whole is None else listed_in_whole(state, seat)
    return (move for move in moves if refusal(state, options, seat, move) is None)


def listed(state: State, seat: int) -> Iterator[Move]:
    """The moves that may be legal, the one that a player without a plan makes first."""
    player = state.player(seat)
    if state.phase is Phase.TURNS and not state.has_drawn:
        is_first = state.turn == 1
        yield DrawCards("draw", 1 if is_first else 2)
    yield from lays(state, seat)
    yield from (AttackMove("play-attack", value) for value in SAMPLE_VALUES)
    yield AttackMove("play-attack", SAMPLE_VALUES[0], "digger", bypasses_gate=True)
    yield AttackMove("play-attack", SAMPLE_VALUES[1], "veteran", survives_repel=True)
    for card in dict.fromkeys(player.in_play):
        yield AttackMove("play-attack", SAMPLE_VALUES[1], card, survives_repel=True, in_play=True)
    yield EndTurn("end-turn")
    yield DiscardCards("discard", ("card",))
    if state.phase is Phase.TURNS:
        yield from (TurnUpCard("turn-up", structure, discard) for structure in Structure for discard in (False, True))
        yield Concede("concede")


def lays(state: State, seat: int) -> Iterator[LayCard]:
    """CR-3, CR-6: made-up cards to lay, other ones for each place."""
    at = sum(len(state.player(seat).stack(structure)) for structure in Structure)
    for structure in Structure:
        for n in (at, at + 4):
            card = SAMPLE_CARDS[n % len(SAMPLE_CARDS)]
            if state.level is Level.SEALED:
                yield LayCard("lay", structure, seal=seal_of(card, SAMPLE_SALT))
            else:
                yield LayCard("lay", structure, Private(card))


def check(state: State, options: GameOptions, seat: int, move: Move) -> None:
    """Raise IllegalAction unless the seat may make the move."""
    if refused := refusal(state, options, seat, move):
        raise refused


def refusal(state: State, options: GameOptions, seat: int, move: Move) -> IllegalAction | None:
    """Why a seat may not make a move; None: it may."""
    if state.result is not None:
        return IllegalAction("game-over", "CR-23")
    if isinstance(move, Concede):
        return None
    if state.whole is not None:
        return refused_in_whole(state, options, seat, move)
    return refused_in_siege(state, options, seat, move)


def refused_in_siege(state: State, options: GameOptions, seat: int, move: Move) -> IllegalAction | None:
    """CR-3 … CR-8, CR-12, CR-21: why a seat may not make a move of a siege; None: it may."""
    if isinstance(move, OF_WHOLE_GAMES):
        return IllegalAction("whole-game-only", "CR-7")
    if isinstance(move, LayCard):
        return lay_refused(state, options, seat, move)
    if state.phase is Phase.LAY:
        return IllegalAction("cards-not-laid", "CR-3")
    if isinstance(move, AttackMove | EndTurn) and state.acting != seat:
        return IllegalAction("not-your-turn", "CR-7", seat=state.acting)
    match move:
        case AttackMove():
            return attack_refused(state, seat, move)
        case DiscardCards(_, cards):
            return discard_refused(state, seat, len(cards))
        case DrawCards(_, cards):
            most = MOST_CARDS - state.player(seat).hand
            return IllegalAction("too-many-drawn", "CR-1", most=MOST_CARDS) if cards > most else None
        case TurnUpCard(_, structure):
            empty = not state.player(seat).stack(structure)
            return IllegalAction("nothing-to-turn-up", "CR-21", structure=structure) if empty else None
    return None


def lay_refused(state: State, options: GameOptions, seat: int, move: LayCard) -> IllegalAction | None:
    """CR-3, CR-4, CR-6, CR-26: cards are laid before the first turn, and later one in a turn of one's own."""
    refused = (
        first_lay_refused(state, seat, move) if state.phase is Phase.LAY else later_lay_refused(state, options, seat)
    )
    return refused or laid_card_refused(state, move)


def first_lay_refused(state: State, seat: int, move: LayCard) -> IllegalAction | None:
    """CR-3: each structure gets a number of cards."""
    if not is_laying(state, seat):
        return IllegalAction("all-laid", "CR-3", seat=3 - seat)
    if not left_to_lay(state, seat, move.structure):
        return IllegalAction("structure-complete", "CR-3", structure=move.structure)
    return None


def later_lay_refused(state: State, options: GameOptions, seat: int) -> IllegalAction | None:
    """CR-6: one card in a turn of one's own, from the hand, before the first attack."""
    if state.acting != seat:
        return IllegalAction("not-your-turn", "CR-7", seat=state.acting)
    if state.has_reinforced:
        return IllegalAction("already-reinforced", "CR-6")
    if state.attacks and options.reinforce_timing is ReinforceTiming.BEFORE_PLAY:
        return IllegalAction("reinforce-before-play", "CR-6")
    return None if state.player(seat).hand else IllegalAction("hand-empty", "CR-6")


def laid_card_refused(state: State, move: LayCard) -> IllegalAction | None:
    """CR-15, CR-20, CR-26: a card is told whole, or in a sealed siege by its digest only."""
    if state.level is Level.SEALED:
        if move.card is not None or move.seal is None:
            return IllegalAction("card-in-sealed", "CR-26")
        return None
    if move.seal is not None or move.card is None or not move.card.is_known or move.card.value.unknown:
        return IllegalAction("card-missing", "CR-4")
    first = next(card_refused(move.card.value, "card", 0), None)
    return None if first is None else IllegalAction(first.reason, first.rule, **first.params)


def attack_refused(state: State, seat: int, move: AttackMove) -> IllegalAction | None:
    """CR-12: the attack card is in hand, or lies in front of the player."""
    player = state.player(seat)
    if move.in_play:
        return None if move.card in player.in_play else IllegalAction("not-in-play", "CR-12", card=move.card)
    return None if player.hand else IllegalAction("hand-empty", "CR-12")


def discard_refused(state: State, seat: int, cards: int) -> IllegalAction | None:
    """CR-1, CR-8: so many cards are in hand, and the discard pile holds no more than the game has."""
    if cards > state.player(seat).hand:
        return IllegalAction("hand-too-small", "CR-8", cards=cards, hand=state.player(seat).hand)
    full = len(state.discarded) + cards > MOST_CARDS
    return IllegalAction("discard-pile-full", "CR-1", most=MOST_CARDS) if full else None


def asked(state: State) -> tuple[int, ...]:
    """CR-3, CR-7: the seats that still lay cards, then the seat whose turn it is."""
    if state.result is not None:
        return ()
    if state.phase is Phase.LAY:
        return tuple(seat for seat in (1, 2) if is_laying(state, seat))
    return () if state.acting is None else (state.acting,)
