"""What fills the holes of texts: numbers in sums, both of two, what two lists share, players that are spoken to."""

import pytest

from app.services.rulebooks.own_names import OwnNames
from app.services.rulebooks.parsed_messages import ParsedMessages
from app.services.rulebooks.texts import Texts

MESSAGES = {
    "sum": "7{{atk, subtracted}}",
    "sum.atk_one": " {{atk, subtracted}}",
    "sum.atk_other": " {{atk, subtracted}}",
    "seen_one": "One is seen.",
    "seen_two": "Both are seen.",
    "seen_other": "{{count}} are seen.",
    "does": "{{flips+retreats; flips; retreats}}",
    "does.nothing": "Nothing",
    "does.flips+retreats": "flip and retreat {{flips+retreats}}",
    "does.flips": "flip {{flips}}",
    "does.retreats": "retreat {{retreats}}",
    "acts": "{{by}} acts.",
    "asked": "{{by, addressed}}: do you act?",
    "player": "the player {{seat}}",
    "player.addressed": "player {{seat}}",
}
TEXTS = Texts(ParsedMessages([{"en": MESSAGES}], "en"))


@pytest.mark.parametrize(("atk", "told"), [(2, "7 − 2"), (-2, "7 − (−2)"), (0, "7")])
def test_a_number_that_is_taken_away_keeps_its_own_sign(atk, told):
    assert TEXTS.find("sum", {"atk": atk}) == told


@pytest.mark.parametrize(("count", "told"), [(1, "One is seen."), (2, "Both are seen."), (3, "3 are seen.")])
def test_two_may_have_a_form_of_their_own_in_any_language(count, told):
    assert TEXTS.find("seen", {}, count=count) == told


@pytest.mark.parametrize(
    ("flips", "retreats", "told"),
    [
        (["g1", "g2"], ["g2", "g3"], "Flip and retreat g2, flip g1, retreat g3"),
        (["g1"], ["g1"], "Flip and retreat g1"),
        (["g1"], ["g2"], "Flip g1, retreat g2"),
        ([], [], "Nothing"),
    ],
)
def test_what_stands_in_two_lists_is_told_once(flips, retreats, told):
    assert TEXTS.find("does", {"flips": flips, "retreats": retreats}) == told


def test_a_player_without_a_name_is_told_in_the_form_that_the_sentence_needs():
    assert TEXTS.find("acts", {"by": "seat-2"}) == "The player 2 acts."
    assert TEXTS.find("asked", {"by": "seat-2"}) == "Player 2: do you act?"
    named = TEXTS.naming(OwnNames(players={"seat-2": "Anton"}))
    assert named.find("asked", {"by": "seat-2"}) == "Anton: do you act?"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "≤ 40,000"), ("de", "≤ 40.000"), ("fr", "≤ 40\u202f000"), ("ru", "≤ 40\u00a0000")],
)
def test_thousands_stand_apart_as_the_reader_writes_them(language, told):
    texts = Texts(ParsedMessages([{"en": {"most": "≤ {{limit}}", "path": "/actions/{{action}}"}}], language))
    assert texts.find("most", {"limit": 40_000}) == told
    assert texts.find("most", {"limit": 999}) == "≤ 999"
    assert texts.find("path", {"action": 40_000}) == "/actions/40000"
