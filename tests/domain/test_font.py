"""The measures of text: no line is wider than its room, and what is left out is told by an ellipsis."""

import pytest

from app.web.pictures.drawing import BOLD, font_of
from app.web.pictures.style import SERIF

FONT = font_of(SERIF, BOLD)
LONG = "Der Donaudampfschifffahrtsgesellschaftskapitän greift an: Константин отступает"


def test_a_text_is_as_wide_as_its_letters_at_any_size():
    assert FONT.width("AB", 20) == FONT.width("A", 20) + FONT.width("B", 20)
    assert FONT.width("AB", 40) == pytest.approx(2 * FONT.width("AB", 20))
    assert FONT.width("", 20) == 0


@pytest.mark.parametrize("room", [30, 90, 200, 404])
@pytest.mark.parametrize("most", [1, 2, 9])
def test_lines_are_never_wider_than_their_room(room, most):
    lines = FONT.lines(LONG, 24, room, most)
    assert len(lines) <= most
    assert all(FONT.width(line, 24) <= room for line in lines)
    assert (lines[-1][-1] == "…") == ("".join(lines).replace(" ", "") != LONG.replace(" ", ""))


def test_a_text_that_fits_is_not_cut():
    assert FONT.cut("Anna", 24, 400) == "Anna"
    assert FONT.cut("Anna beats Ben", 24, FONT.width("Anna…", 24) + 1) == "Anna…"


def test_what_the_font_has_no_sign_for_is_left_out():
    assert FONT.legible("日本 Anna\n😀  Ben\u0007") == "Anna Ben"
