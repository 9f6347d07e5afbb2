"""The state of a siege or a whole game: its beginning, look-ups in it, and its changes by facts."""

from dataclasses import replace

from app.domain.casualties import Casualty
from app.domain.hidden import Private, view_of
from app.domain.record import Seated
from app.rulesets.castle_rampage.facts import AttackCardPlaced
from app.rulesets.castle_rampage.game import facts
from app.rulesets.castle_rampage.game.hands import counted, with_cards, with_player, without_in_play
from app.rulesets.castle_rampage.game.model import (
    SEALED_CARD,
    GameOptions,
    LaidCard,
    NamedCard,
    Phase,
    Player,
    Setup,
    State,
)
from app.rulesets.castle_rampage.model import AttackCard, Card, Structure
from app.rulesets.castle_rampage.siege import name_of

DEALS = 2
"""How often cards are dealt in a whole game; each time a half of those at gate and castle are laid (CR-3)."""


def set_up(setup: Setup, _options: GameOptions) -> State:
    """CR-3: nothing is laid yet."""
    player = Player(hand=setup.hand)
    begun = State(setup.level, setup.gate, setup.castle, setup.pool, (player, player), whole=setup.whole)
    begun = replace(begun, starting_seat=setup.starting_seat)
    return begun if setup.whole is None else counted(begun)


def seen_from(state: State, seat: int | None) -> State:
    """The state as a seat, or everybody, may see it; the catalogue of a whole game is everybody's."""
    return replace(view_of(replace(state, whole=None), seat), whole=state.whole)


def left_to_lay(state: State, seat: int, structure: Structure) -> int:
    """CR-3: how many cards a player still lays in a structure before the first turn."""
    wanted = state.gate if structure is Structure.GATE else state.castle
    if state.whole is not None:
        wanted = wanted * state.deals // DEALS
    return wanted - len(state.player(seat).stack(structure)) if state.phase is Phase.LAY else 0


def is_laying(state: State, seat: int) -> bool:
    """CR-3: whether a player still lays cards before the first turn."""
    return any(left_to_lay(state, seat, structure) for structure in Structure)


def unseen_pool(state: State, *shown: str) -> tuple[Card, ...]:
    """CR-15: the cards of the pool that lie neither open on the table nor on top of a structure where all know them,
    without those that are `shown`.
    """
    stacks = [player.stack(structure) for player in state.players for structure in Structure]
    known = [name_of(laid.card.value) for stack in stacks for laid in stack if laid.known]
    gone = [*state.discarded, *(name for player in state.players for name in player.in_play), *known, *shown]
    pool = list(state.pool if state.whole is None else state.whole.defenses())
    for name in gone:
        if (seen := next((n for n, card in enumerate(pool) if card.card == name), None)) is not None:
            del pool[seen]
    return tuple(pool)


def with_stack(state: State, seat: int, structure: Structure, stack: tuple[LaidCard, ...]) -> State:
    """The state with other cards in a structure."""
    player = state.player(seat)
    changed = replace(player, gate=stack) if structure is Structure.GATE else replace(player, castle=stack)
    return with_player(state, seat, changed)


def with_hand(state: State, seat: int, change: int) -> State:
    """The state with more, or fewer, cards in a hand."""
    player = state.player(seat)
    return with_player(state, seat, replace(player, hand=player.hand + change))


def evolve(state: State, fact: object) -> State:
    """The state after a fact; in a whole game hands and draw pile follow it too."""
    table = with_name(on_table(state, fact), fact)
    return table if state.whole is None else counted(with_cards(table, fact))


def with_name(state: State, fact: object) -> State:
    """CR-4, CR-12: the state with the name of a card of a siege that both players have just seen."""
    match fact:
        case facts.CardTurnedUp(card=Card(card=str(id), name=str(name))) if state.whole is None:
            named = NamedCard(id, name)
        case facts.AttackCardPlayed(card=id, name=str(name)):
            named = NamedCard(id, name)
        case _:
            return state
    return replace(state, names=(*(one for one in state.names if one.card != named.card), named))


def on_table(state: State, fact: object) -> State:
    """The state after a fact, but for the cards in hands."""
    match fact:
        case facts.StartingSeatChosen(seat):
            return replace(state, starting_seat=seat)
        case facts.TurnBegan(turn, seat):
            begun = replace(state, phase=Phase.TURNS, turn=turn, acting=seat)
            return replace(begun, attacks=0, has_drawn=False, has_reinforced=False)
        case facts.GameEnded(result=result):
            return replace(state, result=result, acting=None)
        case Seated(attacker):
            return replace(state, attacker=attacker)
        case facts.CardsDrawn() | facts.CardsDiscarded() | facts.AttackCardPlayed() | AttackCardPlaced():
            return after_hand(state, fact)
    return after_stack(state, fact)


def after_hand(state: State, fact: object) -> State:
    """CR-5, CR-8, CR-12, CR-24: the state after cards have come to a hand or left it."""
    match fact:
        case facts.CardsDrawn(seat, cards, _, reshuffled):
            discarded = () if reshuffled else state.discarded
            drawn = state.has_drawn or seat == state.acting
            return with_hand(replace(state, discarded=discarded, has_drawn=drawn), seat, cards)
        case facts.CardsDiscarded(seat, names):
            return with_hand(replace(state, discarded=(*state.discarded, *names)), seat, -len(names))
        case facts.AttackCardPlayed(seat, card, in_play):
            played = replace(state, attacks=state.attacks + 1)
            return without_in_play(played, seat, card) if in_play else with_hand(played, seat, -1)
        case AttackCardPlaced(card, place):
            return placed(state, state.attacker or 1, card, place)
    return state


def placed(state: State, seat: int, card: str, place: AttackCard) -> State:
    """CR-16, CR-24: the state after an attack card has gone where it goes."""
    player = state.player(seat)
    match place:
        case AttackCard.RETURNED_TO_HAND:
            return with_hand(state, seat, 1)
        case AttackCard.STAYS_IN_PLAY:
            return with_player(state, seat, replace(player, in_play=(*player.in_play, card)))
    return replace(state, discarded=(*state.discarded, card))


def after_stack(state: State, fact: object) -> State:
    """CR-3, CR-4, CR-15 … CR-21: the state after cards have come to a structure, were turned up or left it."""
    match fact:
        case facts.CardLaid(seat, structure, _, card, seal):
            covered = SEALED_CARD if card is None else card.shown_to()
            stack = (*state.player(seat).stack(structure), LaidCard(covered, seal=seal))
            laid = with_stack(state, seat, structure, stack)
            is_turn = state.phase is Phase.TURNS
            return with_hand(replace(laid, has_reinforced=True), seat, -1) if is_turn else laid
        case facts.CardTurnedUp(seat, structure, card):
            top, *below = state.player(seat).stack(structure)
            return with_stack(state, seat, structure, (replace(top, card=Private(card), known=True), *below))
        case facts.TopDiscarded(seat, structure):
            return without_top(state, seat, structure)
        case Casualty():
            return without_top(state, 3 - (state.attacker or 1), Structure(str(fact.detail["structure"])))
    return state


def without_top(state: State, seat: int, structure: Structure) -> State:
    """CR-17, CR-18, CR-21: the state with the top card of a structure on the discard pile."""
    top, *below = state.player(seat).stack(structure)
    left = with_stack(state, seat, structure, tuple(below))
    return replace(left, discarded=(*state.discarded, name_of(top.card.value) if top.known else ""))
