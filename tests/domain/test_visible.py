"""What shows nothing is found: for every code point, against the tables of Unicode that another language has built in."""

import sys
from unicodedata import category

import pytest
from pydantic_core import SchemaValidator, core_schema

from app.domain.visible import is_visible, seen_of, shows_all

EVERY = [chr(number) for number in range(sys.maxunicode + 1) if not 0xD800 <= number < 0xE000]
ROWS = [EVERY[n : n + 256] for n in range(0, len(EVERY), 256)]
LEGITIMATE = [
    "👩\u200d👧",
    "🏃🏽\u200d♀\ufe0f",
    "🙂\u200d↔\ufe0f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
    "\U0001f3f4\u200d☠\ufe0f",
    "1\ufe0f\u20e3",
    "ℹ\ufe0f",
    "❤\ufe0f",
    "نیم\u200cفاصله",
    "\u0647\u200d",  # a letter in its joined form, as Persian abbreviates the year
    "\u0d28\u0d4d\u200d",  # a Malayalam chillu
    "\u09b0\u200d\u09cd\u09af",  # Bengali: ra, and ya under it
    "\u0b95\u0bcd\u200c\u0bb7",
    "שלום\u200f!",
    "葛\U000e0100城",
    "\u182d\u180b\u1820",
    "\u1820\u180e\u1820",
    "a\u0301\u0323",
    "e\u0301",
    "a  b",
    "李\u3000雷",
    "\u0301a",
    "\ue000",
    "\U0001fae8",
]
UNSEEN_PLACED = [
    "Anton\u200b",
    "Anton\u00ad",
    "Anton\u2061",
    "Anton\U000e0041",
    "An\u034fton",
    "\ufeffAnton",
    "An\u200dton",
    "An\u200cton",
    "An\u200eton",
    "של\u200fום",
    "\u200fשלום",
    "Anton\ufe0f",
    "Anton\U000e0100",
    "An\u180bton",
    "👩\u200d",
    "\u200dx",
    "\u3164a",
    "a\u3164",
    "a\uffa0b",
    "a\u115fb",
    "a\u2800",
    "\U000e0067\U000e007f",
    "👩\U000e0067\U000e007f",
    "❤\ufe0f\ufe0f",
    "\U0001f3f4\U000e0067\U000e007f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065",
    "علی\u200c",
    "علی\u200c\u200cرضا",
    "Anton\u200b ",
]


def matching(pattern):
    """What a regular expression of Rust, with the tables of its own, matches."""
    is_one = SchemaValidator(core_schema.str_schema(pattern=rf"^{pattern}$")).isinstance_python
    has_none = SchemaValidator(core_schema.str_schema(pattern=rf"^{pattern.replace('p{', 'P{')}*$")).isinstance_python
    return {sign for row in ROWS if not has_none("".join(row)) for sign in row if is_one(sign)}


@pytest.fixture(scope="module")
def ignorable():
    return matching(r"\p{Default_Ignorable_Code_Point}")


@pytest.fixture(scope="module")
def spaces():
    return matching(r"\p{White_Space}")


def test_what_unicode_ignores_and_white_space_is_no_name(ignorable, spaces):
    assert len(ignorable) > 4000
    assert not [ascii(sign) for sign in ignorable | spaces if is_visible(sign)]


def test_what_unicode_ignores_is_refused_before_behind_and_within_a_word(ignorable):
    for sign in ignorable:
        assert not shows_all(f"{sign}Anton"), ascii(sign)
        assert not shows_all(f"Anton{sign}"), ascii(sign)
        assert not shows_all(f"An{sign}ton"), ascii(sign)


def test_white_space_at_the_ends_is_left_off(spaces):
    for sign in spaces:
        assert shows_all(f"{sign}Anton{sign}"), ascii(sign)
        assert seen_of(f"{sign}Anton{sign}") == "Anton", ascii(sign)


def test_every_other_sign_stays(ignorable, spaces):
    left_out = ignorable | spaces | {"\u2800", "\U0001d159", "\ufff9", "\ufffa", "\ufffb"}
    for row in ROWS:
        kept = [sign for sign in row if sign not in left_out and category(sign) != "Cc"]
        text = "x".join(kept)
        assert shows_all(text), ascii(text)


@pytest.mark.parametrize("text", LEGITIMATE, ids=ascii)
def test_signs_that_a_script_or_an_emoji_needs_stay(text):
    assert shows_all(text)
    assert shows_all(f"Anton {text}!")


@pytest.mark.parametrize("text", UNSEEN_PLACED, ids=ascii)
def test_signs_that_show_nothing_where_they_stand_are_refused(text):
    assert not shows_all(text)


def test_texts_that_look_alike_are_the_same():
    assert seen_of("Zoe\u0308") == seen_of("Zoë") == "Zoë"
    assert seen_of("Ω") == seen_of("\u2126")
    assert seen_of(" An\u200dton\u200b") == "Anton"
