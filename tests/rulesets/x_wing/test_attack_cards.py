"""The table of all cards whose words touch an attack: what the rules apply, what players do, and why some do nothing.

Each line of `attack_cards.txt` was read against the text of the card; a card that changes has to change its line.
"""

from pathlib import Path

from app.rulesets.x_wing.cards.card import Reason
from app.rulesets.x_wing.cards.registry import SAID, card_of

LINES = Path(__file__).with_name("attack_cards.txt").read_text().splitlines()
TABLE = dict(line.split(" | ") for line in LINES)


def verdict(key):
    """What the rules make of a card, in the words of the table."""
    card = card_of(key)
    if card.by_hand is Reason.HUGE_SHIPS:
        return "huge"
    parts = ["effect"] if card.is_applied else []
    return ", ".join(parts + ([f"by hand: {card.by_hand.value}"] if card.by_hand is not None else []))


def test_the_table_says_of_every_card_that_touches_an_attack_what_the_rules_make_of_it():
    assert list(TABLE) == sorted(TABLE)
    said = {key: found for key in sorted(SAID) if (found := verdict(key))}
    assert {key: told for key, told in TABLE.items() if not told.startswith("nothing: ")} == said


def test_a_card_that_has_the_words_and_does_nothing_has_a_reason_in_the_table():
    idle = [key for key, told in TABLE.items() if told.startswith("nothing: ")]
    assert all(key in SAID and not verdict(key) for key in idle)


def test_few_cards_are_left_to_the_players_alone():
    alone = [key for key, told in TABLE.items() if told.startswith("by hand: ")]
    assert len(alone) <= 50
