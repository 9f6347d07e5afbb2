"""How cards of a whole game come to hands: the deal before the first turn, and what is drawn in turns."""

from app.domain.hidden import Private
from app.domain.record import seat_name
from app.rulesets.castle_rampage.game import facts, whole_facts
from app.rulesets.castle_rampage.game.catalogue import EmptyDrawPile
from app.rulesets.castle_rampage.game.hands import rules_of
from app.rulesets.castle_rampage.game.turning import Table
from app.rulesets.castle_rampage.game.whole_facts import Shuffled

CARDS_DEALT = 5
"""How many cards a player is dealt, twice (CR-2)."""

CARDS_DRAWN = 2
"""How many cards a player draws at the beginning of a turn (CR-5)."""

FIRST_CARDS_DRAWN = 1
"""How many cards the starting player draws in the first turn (CR-5)."""


def shuffle(names: tuple[str, ...], why: Shuffled, rule: str, table: Table) -> None:
    """CR-2, CR-5: these cards are the draw pile from now on, in an order that nobody sees."""
    cards = table.shuffle(names, by=seat_name(table.state.starting_seat or 1), rule=rule)
    table.note(whole_facts.DrawPileShuffled(why, len(cards), cards), rule=rule)


def begin_deals(table: Table) -> None:
    """CR-2: the cards are shuffled, and both players are dealt their first ones."""
    shuffle(rules_of(table.state).deck(), Shuffled.START, "CR-2", table)
    deal(1, table)


def deal(number: int, table: Table) -> None:
    """CR-2: each player is dealt five cards, the starting player first."""
    first = table.state.starting_seat or 1
    for seat in (first, 3 - first):
        replace_purples(seat, table)
        cards = tuple(part.shown_to(seat_name(seat)) for part in table.state.deck[:CARDS_DEALT])
        table.note(whole_facts.HandDealt(seat, number, cards), rule="CR-2")


def replace_purples(seat: int, table: Table) -> None:
    """CR-2: a purple card among those that are dealt is put away and replaced, until none is left among them."""
    whole = rules_of(table.state)

    def purple() -> Private[str] | None:
        dealt = table.state.deck[:CARDS_DEALT]
        return next((part for part in dealt if whole.kind(part.value).purple), None)

    while (found := purple()) is not None:
        table.note(whole_facts.PurpleReplaced(seat, table.reveal(found)), rule="CR-2")


def end_deals(table: Table) -> None:
    """CR-2, CR-5: the purple cards are shuffled back, and the first turn begins."""
    if purples := table.state.discarded:
        left = tuple(part.value for part in table.state.deck)
        shuffle((*left, *purples), Shuffled.PURPLE, "CR-2", table)
    begin_turn(table.state.starting_seat or 1, table)


def begin_turn(seat: int, table: Table) -> None:
    """CR-5: a turn begins with cards from the draw pile; the starting player draws fewer in the first turn."""
    table.note(facts.TurnBegan(table.state.turn + 1, seat), rule="CR-5")
    draw(seat, FIRST_CARDS_DRAWN if table.state.turn == 1 else CARDS_DRAWN, table)


def draw(seat: int, cards: int, table: Table) -> None:
    """CR-5: a player draws cards; an empty draw pile is renewed or not, as the setup says."""
    left = cards - take(seat, cards, table)
    renews = rules_of(table.state).draw_pile_empty is EmptyDrawPile.RESHUFFLE
    if left and renews and table.state.discarded:
        shuffle(table.state.discarded, Shuffled.EMPTY, "CR-5", table)
        left -= take(seat, left, table)


def take(seat: int, cards: int, table: Table) -> int:
    """CR-5: a player draws as many of these cards as there are; the number of them."""
    drawn = tuple(part.shown_to(seat_name(seat)) for part in table.state.deck[:cards])
    if drawn:
        table.note(whole_facts.HandDrawn(seat, len(drawn), drawn), rule="CR-5")
    return len(drawn)
