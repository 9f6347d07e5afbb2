"""Nothing is wider than its window, on any page, at 320, 390 and 1,280 pixels: the page is loaded once and narrowed."""

import pytest

from tests import thorough
from tests.languages import LANGUAGES
from tests.web.opening import BOOKS, opened, sits
from tests.web.test_games import uncover

GAMES = (
    ("open-forces", "sample-with-positions"),
    ("open-forces", "sample-to-place"),
    ("open-forces", "sample"),
    ("storm-over-stalingrad", "sample-with-cards"),
    ("x-wing", "lists"),
    ("castle-rampage", {"starting_seat": 1, "gate": 3, "castle": 3}),
)
LONG = "Maximilian-Konstantin Грандиозный von und zu Überlingen"
PAGES = (
    *("/", "/play", "/organise", "/tables?reference=club", "/history", "/join", "/developers", "/rules/x-wing"),
    *("/problems/stale", f"/players?player={LONG}"),
    *("/make/open-forces", "/make/storm-over-stalingrad"),
)
WIDTHS = (1280, 390, 320)
LONGEST = sorted(LANGUAGES, key="en fr de ru".find, reverse=True)
"""The languages, those of the longest words first."""
WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth <= 0 ? "" :
  [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => `${each.tagName}.${each.className}`).slice(0, 3).join(" ") || "?\""""
UNFOLD = "document.querySelectorAll('details').forEach((each) => (each.open = true))"


def wider(page, of):
    """What stands out of each window."""
    page.evaluate(UNFOLD)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if wide := page.evaluate(WIDER):
            found.append((of, width, wide))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("language", LONGEST[: thorough.cases(1, len(LONGEST))])
def test_no_page_is_wider_than_its_window(visitor, language):
    one = visitor(locale=language, color_scheme="dark")
    found = []
    for path in PAGES:
        found += wider(one.go(path), path)
    for slug in BOOKS:
        page = one.go(f"/try/{slug}")
        page.wait_for_selector(".chart .bar")
        page.click("#roll")
        page.wait_for_selector(".step", state="attached")
        found += wider(page, slug)
    assert found == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", thorough.cases((), ("/docs",)))  # it takes half a minute to draw
def test_the_description_of_the_api_is_no_wider_than_a_phone(visitor, path):
    page = visitor().go(path)
    page.wait_for_selector(".renderedMarkdown code")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate(WIDER) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("language", LONGEST[: thorough.cases(1, len(LONGEST))])
def test_no_board_is_wider_than_its_window(visitor, language):
    one = visitor(locale=language)
    found = []
    for slug, setup in GAMES:
        session = opened(one, slug, setup, names=(LONG, "Beatrix"))
        page = sits(one, session, 1, 2)
        uncover(page)
        page.wait_for_selector(".question .choice, .moves button")
        found += wider(page, f"game of {slug}")
        page = one.go(f"/sessions/{session['id']}")
        page.wait_for_selector(".board")
        found += wider(page, f"session of {slug}")
    assert found == []
