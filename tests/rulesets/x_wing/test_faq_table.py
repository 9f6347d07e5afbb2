"""The table of the official questions and answers: which rule and which test holds each that is about an attack.

The numbers follow the order of the rules reference 1.4.5; the topics are in words of our own.
"""

import re
from pathlib import Path

from app.rulesets.x_wing.cards.registry import card_of, is_known

HERE = Path(__file__).parent
ROWS = [line.split(" | ") for line in (HERE / "faq.txt").read_text().splitlines()]
RULES = re.findall(r"^## (XW-\d+)$", (HERE.parents[2] / "app/rulesets/x_wing/RULES.md").read_text(), re.MULTILINE)
TESTS = {name for file in HERE.glob("test_*.py") for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)}


def test_every_official_answer_has_a_line():
    assert [int(number) for number, *_ in ROWS] == list(range(1, 109))
    assert len({topic for _, topic, *_ in ROWS}) == len(ROWS)


def test_an_answer_about_attacks_has_a_rule_and_tests_that_exist_or_a_card_that_players_apply():
    for number, _, held, *tests in ROWS:
        if held.startswith("by hand: "):
            key = held.removeprefix("by hand: ")
            assert is_known(key), number
            assert card_of(key).by_hand is not None, number
        elif held != "no attack":
            assert held in RULES, number
            assert set(", ".join(tests).split(", ")) <= TESTS, number
