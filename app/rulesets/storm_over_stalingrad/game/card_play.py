"""How tactical cards come to hands and are played."""

from dataclasses import replace

from app.domain.board import BoardTable
from app.domain.hidden import Private
from app.domain.record import seat_name
from app.rulesets.storm_over_stalingrad.game import facts
from app.rulesets.storm_over_stalingrad.game.card_effects import altered, with_card
from app.rulesets.storm_over_stalingrad.game.card_questions import (
    ChooseAdvance,
    ChooseDiscards,
    ChooseFireCard,
    advance_fire,
)
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.control import take_control
from app.rulesets.storm_over_stalingrad.game.model import GameOptions, PlayCard, State
from app.rulesets.storm_over_stalingrad.game.state import ground_of, side_of
from app.rulesets.storm_over_stalingrad.model import After, Fire, Outcome
from app.rulesets.storm_over_stalingrad.rules import fire

Table = BoardTable[State]

SEATS = (1, 2)


def shuffle_decks(table: Table) -> None:
    """SS-66: each side's cards are shuffled; nobody sees their order."""
    for seat in SEATS:
        cards = tuple(part.value for part in table.state.cards[seat - 1].deck)
        if cards:
            table.note(facts.DeckShuffled(seat, table.shuffle(cards, by=seat_name(seat), rule="SS-66")), rule="SS-66")


def draw_hands(table: Table) -> None:
    """SS-66: each side draws until its hand has the size of the turn, as long as there are cards."""
    for seat in SEATS:
        own = table.state.cards[seat - 1]
        missing = max(0, hand_size(table.state) - len(own.hand))
        drawn = tuple(part.shown_to(seat_name(seat)) for part in own.deck[:missing])
        if drawn:
            table.note(facts.CardsDrawn(seat, drawn), rule="SS-66")


def hand_size(state: State) -> int:
    """SS-66: how many cards a hand has at the beginning of the turn; the last size that is told holds on."""
    return state.hand_sizes[min(state.turn, len(state.hand_sizes)) - 1] if state.hand_sizes else 0


def held(state: State, seat: int, card: str) -> Private[TacticalCard] | None:
    """The card in a seat's hand with this id; None: there is none that can be seen."""
    hand = state.cards[seat - 1].hand
    return next((part for part in hand if part.is_known and part.value.id == card), None)


def play(seat: int, card: str, table: Table) -> TacticalCard:
    """SS-55: a card that is played is shown to all and discarded."""
    part = held(table.state, seat, card)
    if part is None:
        raise AssertionError("a card that is not in hand is refused before")
    table.note(facts.CardPlayed(seat, table.reveal(part)), rule="SS-55")
    return part.value


def discard_cards(options: GameOptions, table: Table) -> None:
    """SS-67: each side may discard cards from its hand; all see them."""
    for seat in SEATS if options.discards else ():
        if hand := table.state.cards[seat - 1].hand:
            chosen = table.ask(ChooseDiscards(hand), by=seat_name(seat), rule="SS-67")
            parts = [part for card in chosen.cards if (part := held(table.state, seat, card)) is not None]
            if parts:
                table.note(facts.CardsDiscarded(seat, tuple(map(table.reveal, parts))), rule="SS-67")


def fire_with_cards(situation: Fire, seat: int, options: GameOptions, table: Table) -> Outcome:
    """SS-54, SS-56: before the roll the firing side may play cards, then its enemy; then the fire of the rulebook.

    What is left stands as on the map: what a card did to terrain for this fire alone is over.
    """
    for asked, timing in ((seat, Timing.OWN_FIRE), (3 - seat, Timing.ENEMY_FIRE)):
        situation = with_cards_of(asked, timing, situation, table)
    table.seated(attacker=seat, defender=3 - seat, rule="SS-4", situation=situation)
    outcome = fire(situation, options, table)
    left = [now for now, sent in zip(table.state.areas, situation.areas, strict=True) if now != sent]
    return replace(outcome, after=After(tuple(left)))


def with_cards_of(seat: int, timing: Timing, situation: Fire, table: Table) -> Fire:
    """SS-54: a side plays one card after the other until it plays none."""
    while not situation.cancel_fire and (hand := table.state.cards[seat - 1].hand):
        chosen = table.ask(ChooseFireCard(hand, timing, situation), by=seat_name(seat), rule="SS-54")
        if chosen.card is None:
            break
        card = play(seat, chosen.card, table)
        situation = with_card(situation, card)
        keep_terrain(card, situation.target_area, table)
    return situation


def keep_terrain(card: TacticalCard, area: str, table: Table) -> None:
    """SS-56: some cards change the terrain for the rest of the game."""
    if card.lasts and card.changes_terrain:
        after = altered(ground_of(table.state)[area], card)
        table.note(facts.TerrainKept(area, after.terrain_multiplier, after.terrain_bonus), rule="SS-56")


def change_terrain(seat: int, card: str, area: str, table: Table) -> None:
    """SS-54, SS-56: a card changes the terrain of an area, and that is the impulse."""
    played = play(seat, card, table)
    table.note(facts.CardActed(side_of(table.state, seat), card), rule="SS-54")
    keep_terrain(played, area, table)


def card_impulse(seat: int, move: PlayCard, options: GameOptions, table: Table) -> Outcome:
    """SS-54, SS-56: a card fires, or units move and fire by it."""
    side = side_of(table.state, seat)
    card = play(seat, move.card, table)
    table.note(facts.CardActed(side, move.card), rule="SS-54")
    if card.card_fire is not None or move.area is None or move.to is None:
        situation = Fire(side, move.target, table.state.areas, card_fire=card.card_fire)
        keep_terrain(card, move.target, table)
        return fire_with_cards(with_card(situation, card), seat, options, table)
    question = ChooseAdvance(table.state, options, side, move.area, move.to, move.target, card)
    chosen = table.ask(question, by=seat_name(seat), rule="SS-56")
    table.note(facts.UnitsAdvanced(chosen.units, move.area, move.to), rule="SS-56")
    take_control(move.to, side, table)
    take_control(move.area, side.enemy, table)
    situation = advance_fire(table.state, side, move.to, move.target, chosen.units, card)
    keep_terrain(card, move.target, table)
    return fire_with_cards(situation, seat, options, table)
