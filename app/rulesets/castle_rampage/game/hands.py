"""The hands and the draw pile of a whole game: look-ups, and their changes by facts."""

from dataclasses import replace

from app.domain.casualties import UnitId
from app.domain.hidden import Private
from app.domain.record import NOBODY, seat_name
from app.rulesets.castle_rampage.facts import AttackCardPlaced
from app.rulesets.castle_rampage.game import facts, whole_facts
from app.rulesets.castle_rampage.game.catalogue import WholeGame
from app.rulesets.castle_rampage.game.model import LaidCard, Phase, Player, State
from app.rulesets.castle_rampage.model import AttackCard, Card, Structure

Cards = tuple[Private[UnitId], ...]

NOT_SEEN: Private[UnitId] = Private(None, NOBODY)
"""A card that the reader of a record does not see."""


def rules_of(state: State) -> WholeGame:
    """The cards of a whole game, and what the sources do not say. Raises AssertionError in a siege."""
    if state.whole is None:
        raise AssertionError("a siege knows no catalogue")
    return state.whole


def holds(cards: Cards, card: str) -> bool:
    """Whether a card is among those that can be seen."""
    return Private(card) in cards


def names_of(cards: Cards) -> tuple[str, ...]:
    """The ids of the cards that can be seen, in order, with their copies."""
    return tuple(part.value for part in cards if part.is_known)


def without(cards: Cards, card: Private[UnitId]) -> Cards:
    """The cards without one of these; whoever does not see which one it is loses one that is not seen."""
    found = next((n for n, part in enumerate(cards) if part == card), None)
    at = next((n for n, part in enumerate(cards) if not part.is_known), 0) if found is None else found
    return cards[:at] + cards[at + 1 :]


def with_cards(state: State, fact: object) -> State:
    """The state of a whole game after the hands and the draw pile have followed a fact."""
    match fact:
        case whole_facts.DrawPileShuffled(why, cards=cards):
            emptied = state.discarded if why is whole_facts.Shuffled.START else ()
            return replace(state, deck=cards, discarded=emptied)
        case whole_facts.PurpleReplaced(_, card):
            return replace(state, deck=without(state.deck, Private(card)), discarded=(*state.discarded, card))
        case whole_facts.HandDealt(seat, deal, cards):
            player = state.player(seat)
            dealt = replace(player, held=cards, aside=(*player.aside, *player.held))
            return with_player(replace(state, deck=state.deck[len(cards) :], deals=deal), seat, dealt)
        case facts.TurnBegan(turn=1):
            first, second = (replace(each, held=(*each.aside, *each.held), aside=()) for each in state.players)
            return replace(state, players=(first, second), plays=0)
        case facts.TurnBegan():
            return replace(state, plays=0)
        case whole_facts.HandDrawn(seat, drawn, cards):
            return with_held(replace(state, deck=state.deck[drawn:]), seat, (*state.player(seat).held, *cards))
    return after_move(state, fact)


def after_move(state: State, fact: object) -> State:
    """CR-6 … CR-9, CR-12: the state after cards have left a hand, or come to it in the course of a turn."""
    match fact:
        case whole_facts.HeldCardLaid(seat, structure, _, card):
            return with_laid(state, seat, structure, card)
        case facts.CardsDiscarded(seat, cards):
            held = state.player(seat).held
            for card in cards:
                held = without(held, Private(card))
            return with_held(state, seat, held)
        case facts.AttackCardPlayed(seat, card, in_play):
            return state if in_play else with_held(state, seat, without(state.player(seat).held, Private(card)))
        case AttackCardPlaced(card, AttackCard.RETURNED_TO_HAND):
            seat = state.attacker or 1
            return with_held(state, seat, (*state.player(seat).held, Private(card, (seat_name(seat),))))
        case whole_facts.CardPlayed(seat, card):
            played = replace(state, plays=state.plays + 1)
            return with_held(played, seat, without(state.player(seat).held, Private(card)))
        case whole_facts.CardPlaced(seat, card, permanent):
            player = state.player(seat)
            if permanent:
                return with_player(state, seat, replace(player, in_play=(*player.in_play, card)))
            return replace(state, discarded=(*state.discarded, card))
    return after_effect(state, fact)


def after_effect(state: State, fact: object) -> State:
    """CR-9, CR-20: the state after an effect has moved a card."""
    match fact:
        case whole_facts.CardTaken(seat, taker, card):
            left = with_held(state, seat, without(state.player(seat).held, card))
            return with_held(left, taker, (*left.player(taker).held, card.shown_to(seat_name(taker))))
        case whole_facts.PermanentDiscarded(seat, card):
            left = without_in_play(state, seat, card)
            return replace(left, discarded=(*left.discarded, card))
    return state


def with_laid(state: State, seat: int, structure: Structure, card: Private[UnitId]) -> State:
    """CR-3, CR-4, CR-6: the state with a card of a hand under the others of a structure, where nobody sees it."""
    player, whole = state.player(seat), rules_of(state)
    kind = None if not card.is_known else whole.kind(card.value).as_defense()
    covered: Private[Card] = Private(kind, NOBODY, card.tag)
    stack = (*player.stack(structure), LaidCard(covered))
    left = replace(player, held=without(player.held, card))
    laid = replace(left, gate=stack) if structure is Structure.GATE else replace(left, castle=stack)
    return with_player(replace(state, has_reinforced=state.phase is Phase.TURNS), seat, laid)


def with_held(state: State, seat: int, held: Cards) -> State:
    """The state with other cards in a hand."""
    return with_player(state, seat, replace(state.player(seat), held=held))


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with another player at a seat."""
    first, second = state.players
    return replace(state, players=(player, second) if seat == 1 else (first, player))


def without_in_play(state: State, seat: int, card: str) -> State:
    """The state without a card that lay in front of a player."""
    player = state.player(seat)
    at = player.in_play.index(card)
    return with_player(state, seat, replace(player, in_play=player.in_play[:at] + player.in_play[at + 1 :]))


def counted(state: State) -> State:
    """The state whose hands count the cards that they hold."""
    hands = [len(each.held) + len(each.aside) for each in state.players]
    if hands == [each.hand for each in state.players]:
        return state
    first, second = (replace(each, hand=hand) for each, hand in zip(state.players, hands, strict=True))
    return replace(state, players=(first, second))
