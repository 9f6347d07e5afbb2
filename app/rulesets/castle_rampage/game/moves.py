"""The legal moves of a siege or a whole game, and why others are refused."""

from collections.abc import Iterator

from app.domain.board import Concede
from app.domain.errors import IllegalAction, raise_all
from app.domain.hidden import Private
from app.rulesets.castle_rampage.game.actions import (
    AttackMove,
    CardToLay,
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
    return (move for move in moves if next(refusals(state, options, seat, move), None) is None)


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
    yield DiscardCards("discard", tuple(card.card for card in SAMPLE_CARDS[:1] if card.card))
    if state.phase is Phase.TURNS:
        yield from (TurnUpCard("turn-up", structure, discard) for structure in Structure for discard in (False, True))
        yield Concede("concede")


def lays(state: State, seat: int) -> Iterator[LayCard]:
    """CR-3, CR-6: made-up cards to lay, other ones for each place; sealed cards look alike, so one of them."""
    at = sum(len(state.player(seat).stack(structure)) for structure in Structure)
    card, other = (SAMPLE_CARDS[n % len(SAMPLE_CARDS)] for n in (at, at + 4))
    for structure in Structure:
        if state.level is Level.SEALED:
            yield LayCard("lay", structure, seal=seal_of(card, SAMPLE_SALT))
        else:
            yield from (LayCard("lay", structure, Private(each)) for each in (card, other))


def check(state: State, options: GameOptions, seat: int, move: Move) -> None:
    """Raise IllegalAction, with all that is wrong, unless the seat may make the move."""
    raise_all(refusals(state, options, seat, move))


def refusals(state: State, options: GameOptions, seat: int, move: Move) -> Iterator[IllegalAction]:
    """Every reason why a seat may not make a move."""
    if state.result is not None:
        yield IllegalAction("game-over", "CR-23")
    elif isinstance(move, Concede):
        return
    elif state.whole is not None:
        yield from refused_in_whole(state, options, seat, move)
    else:
        yield from refused_in_siege(state, options, seat, move)


def refused_in_siege(state: State, options: GameOptions, seat: int, move: Move) -> Iterator[IllegalAction]:
    """CR-3 … CR-8, CR-12, CR-21: why a seat may not make a move of a siege."""
    if isinstance(move, OF_WHOLE_GAMES):
        yield IllegalAction("whole-game-only", "CR-7", "kind")
        return
    if isinstance(move, LayCard):
        yield from lay_refused(state, options, seat, move)
        return
    if state.phase is Phase.LAY:
        yield IllegalAction("cards-not-laid", "CR-3", "kind")
    elif isinstance(move, AttackMove | EndTurn) and state.acting != seat:
        yield IllegalAction("not-your-turn", "CR-7", seat=state.acting)
    match move:
        case AttackMove():
            yield from attack_refused(state, seat, move)
        case DiscardCards(_, cards):
            yield from discard_refused(state, seat, len(cards))
        case DrawCards(_, cards) if cards > MOST_CARDS - state.player(seat).hand:
            yield IllegalAction("too-many-drawn", "CR-1", "cards", most=MOST_CARDS)
        case TurnUpCard(_, structure) if not state.player(seat).stack(structure):
            yield IllegalAction("nothing-to-turn-up", "CR-21", "structure", structure=structure)


def lay_refused(state: State, options: GameOptions, seat: int, move: LayCard) -> Iterator[IllegalAction]:
    """CR-3, CR-4, CR-6, CR-26: cards are laid before the first turn, and later one in a turn of one's own."""
    sent_alone = move.structure is not None or move.card is not None or move.seal is not None
    if (sent_alone and move.cards) or not move.laid:
        yield IllegalAction("one-or-several", "CR-3", "cards" if move.cards else "structure")
    elif state.phase is Phase.LAY:
        yield from first_lay_refused(state, seat, move)
    else:
        yield from later_lay_refused(state, options, seat)
        if len(move.laid) > 1:
            yield IllegalAction("already-reinforced", "CR-6", "cards")
    for place, laid in places_of(move):
        yield from laid_card_refused(state, laid, place)


def places_of(move: LayCard) -> Iterator[tuple[tuple[str | int, ...], CardToLay]]:
    """Each card that is laid, with its place in the move."""
    for n, laid in enumerate(move.laid):
        yield ("cards", n) if move.cards else (), laid


def first_lay_refused(state: State, seat: int, move: LayCard) -> Iterator[IllegalAction]:
    """CR-3: each structure gets a number of cards."""
    if not is_laying(state, seat):
        yield IllegalAction("all-laid", "CR-3", seat=3 - seat)
        return
    left = {structure: left_to_lay(state, seat, structure) for structure in Structure}
    for place, laid in places_of(move):
        left[laid.structure] -= 1
        if left[laid.structure] < 0:
            yield IllegalAction("structure-complete", "CR-3", *place, "structure", structure=laid.structure)


def later_lay_refused(state: State, options: GameOptions, seat: int) -> Iterator[IllegalAction]:
    """CR-6: one card in a turn of one's own, from the hand, before the first attack."""
    if state.acting != seat:
        yield IllegalAction("not-your-turn", "CR-7", seat=state.acting)
        return
    if state.has_reinforced:
        yield IllegalAction("already-reinforced", "CR-6")
    if state.attacks and options.reinforce_timing is ReinforceTiming.BEFORE_PLAY:
        yield IllegalAction("reinforce-before-play", "CR-6")
    if not state.player(seat).hand:
        yield IllegalAction("hand-empty", "CR-6")


def laid_card_refused(state: State, laid: CardToLay, place: tuple[str | int, ...]) -> Iterator[IllegalAction]:
    """CR-15, CR-20, CR-26: a card is told whole, or in a sealed siege by its digest only."""
    if state.level is Level.SEALED:
        if laid.card is not None or laid.seal is None:
            yield IllegalAction("card-in-sealed", "CR-26", *place, "card" if laid.seal else "seal")
    elif laid.seal is not None or laid.card is None or not laid.card.is_known or laid.card.value.unknown:
        yield IllegalAction("card-missing", "CR-4", *place, "card")
    else:
        for refused in card_refused(laid.card.value, "card", 0):
            _, _, *field = refused.field
            yield IllegalAction(refused.reason, refused.rule, *place, "card", *field, **refused.params)


def attack_refused(state: State, seat: int, move: AttackMove) -> Iterator[IllegalAction]:
    """CR-12: the attack card is in hand, or lies in front of the player."""
    player = state.player(seat)
    if move.in_play and move.card not in player.in_play:
        yield IllegalAction("not-in-play", "CR-12", "card", card=move.card)
    if not move.in_play and not player.hand:
        yield IllegalAction("hand-empty", "CR-12")


def discard_refused(state: State, seat: int, cards: int) -> Iterator[IllegalAction]:
    """CR-1, CR-8: so many cards are in hand, and the discard pile holds no more than the game has."""
    if cards > state.player(seat).hand:
        yield IllegalAction("hand-too-small", "CR-8", "cards", cards=cards, hand=state.player(seat).hand)
    if len(state.discarded) + cards > MOST_CARDS:
        yield IllegalAction("discard-pile-full", "CR-1", "cards", most=MOST_CARDS)


def asked(state: State) -> tuple[int, ...]:
    """CR-3, CR-7: the seats that still lay cards, then the seat whose turn it is."""
    if state.result is not None:
        return ()
    if state.phase is Phase.LAY:
        return tuple(seat for seat in (1, 2) if is_laying(state, seat))
    return () if state.acting is None else (state.acting,)
