"""The legal moves of a whole game, and why others are refused."""

from collections.abc import Iterator

from app.domain.board import Concede
from app.domain.errors import IllegalAction
from app.domain.hidden import Private
from app.rulesets.castle_rampage.game.actions import (
    AttackMove,
    DiscardCards,
    DrawCards,
    EndTurn,
    LayCard,
    LayHeldCard,
    Move,
    PlayCard,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard
from app.rulesets.castle_rampage.game.hands import holds, names_of, rules_of
from app.rulesets.castle_rampage.game.model import GameOptions, Phase, ReinforceTiming, State
from app.rulesets.castle_rampage.game.play_questions import can_pay, without_one
from app.rulesets.castle_rampage.game.state import left_to_lay
from app.rulesets.castle_rampage.model import Structure

DECLARED = (LayCard, AttackMove, DrawCards, DiscardCards, TurnUpCard)
"""Moves with which the players of a siege tell what they do with their own cards."""

OF_WHOLE_GAMES = (LayHeldCard, PlayCard)
"""Moves with cards that the service has dealt."""


PATIENCE = 5
"""After so many cards in a turn its end is listed first: a card that returns to the hand could be played for ever."""


def listed_in_whole(state: State, seat: int) -> Iterator[Move]:
    """CR-3, CR-6, CR-7, CR-25: the moves that may be legal; one who takes the first lays, attacks and ends the turn."""
    player = state.player(seat)
    held = tuple(dict.fromkeys(names_of(player.held)))
    lays = tuple(LayHeldCard("lay-card", structure, Private(card)) for structure in Structure for card in held)
    if state.phase is Phase.LAY:
        yield from lays
        return
    if state.attacks + state.plays >= PATIENCE:
        yield EndTurn("end-turn")
    whole = rules_of(state)
    plays = [PlayCard("play-card", card) for card in held]
    yield from (move for move in plays if whole.kind(move.card).attacks)
    yield from (PlayCard("play-card", card, in_play=True) for card in dict.fromkeys(player.in_play))
    yield from (move for move in plays if not whole.kind(move.card).attacks)
    if state.attacks + state.plays < PATIENCE:
        yield EndTurn("end-turn")
    yield from lays
    yield Concede("concede")


def refused_in_whole(state: State, options: GameOptions, seat: int, move: Move) -> Iterator[IllegalAction]:
    """CR-3 … CR-12: why a seat may not make a move of a whole game."""
    if isinstance(move, DECLARED):
        yield IllegalAction("declared-in-siege", "CR-7", "kind")
        return
    if isinstance(move, LayHeldCard):
        yield from place_refused(state, options, seat, move.structure)
        yield from held_refused(state, seat, move)
        return
    if state.phase is Phase.LAY:
        yield IllegalAction("cards-not-laid", "CR-3", "kind")
    elif state.acting != seat:
        yield IllegalAction("not-your-turn", "CR-7", seat=state.acting)
    if isinstance(move, PlayCard):
        yield from play_refused(state, seat, move)


def place_refused(state: State, options: GameOptions, seat: int, structure: Structure) -> Iterator[IllegalAction]:
    """CR-3, CR-6: two cards of a deal go to each structure, and later one in a turn of one's own."""
    if state.phase is Phase.LAY:
        if not any(left_to_lay(state, seat, each) for each in Structure):
            yield IllegalAction("all-laid", "CR-3", seat=3 - seat)
        elif not left_to_lay(state, seat, structure):
            yield IllegalAction("deal-complete", "CR-3", "structure", structure=structure)
        return
    if state.acting != seat:
        yield IllegalAction("not-your-turn", "CR-7", seat=state.acting)
        return
    if state.has_reinforced:
        yield IllegalAction("already-reinforced", "CR-6")
    if state.attacks + state.plays > 0 and options.reinforce_timing is ReinforceTiming.BEFORE_PLAY:
        yield IllegalAction("reinforce-before-cards", "CR-6")


def held_refused(state: State, seat: int, move: LayHeldCard) -> Iterator[IllegalAction]:
    """CR-3, CR-4: a card of the hand is laid, in the deal one of those that were dealt last."""
    if not move.card.is_known:
        yield IllegalAction("card-not-named", "CR-4", "card")
        return
    player, card = state.player(seat), move.card.value
    if not holds(player.held, card):
        set_aside = holds(player.aside, card)
        yield IllegalAction("card-set-aside" if set_aside else "card-not-in-hand", "CR-3", "card", card=card)


def play_refused(state: State, seat: int, move: PlayCard) -> Iterator[IllegalAction]:
    """CR-7 … CR-12: the card is in hand, or lies in front of the player to attack again; it can be played and paid."""
    player, whole = state.player(seat), rules_of(state)
    kind = whole.find(move.card)
    if kind is None:
        yield IllegalAction("card-not-in-game", "CR-7", "card", card=move.card)
        return
    has_card = move.card in player.in_play if move.in_play else holds(player.held, move.card)
    if not has_card:
        missing, rule = ("not-in-play", "CR-12") if move.in_play else ("card-not-in-hand", "CR-7")
        yield IllegalAction(missing, rule, "card", card=move.card)
    if not (kind.attacks if move.in_play else kind.is_playable):
        yield IllegalAction("card-not-playable", "CR-9" if move.in_play else "CR-7", "card", card=move.card)
    elif has_card:
        held = names_of(player.held)
        yield from cost_refused(kind, held if move.in_play else without_one(held, move.card), whole.cards)


def cost_refused(
    kind: CatalogueCard, hand: tuple[str, ...], kinds: tuple[CatalogueCard, ...]
) -> Iterator[IllegalAction]:
    """CR-8, CR-10, CR-11: the rest of the hand has the units of the scheme and, beside them, enough for the cost."""
    units = () if kind.scheme is None else kind.scheme.units
    if not can_pay(kinds, hand, units, 0):
        yield IllegalAction("units-missing", "CR-11", "card", card=kind.card)
    elif not can_pay(kinds, hand, units, kind.cost):
        yield IllegalAction("cost-not-payable", "CR-8", "card", card=kind.card, cost=kind.cost)
