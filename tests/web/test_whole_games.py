"""A game of each book, from nothing but the link to its end: one player taps on a phone, the other has keys alone."""

import random
import re
from time import monotonic

import pytest

from tests import thorough
from tests.web.opening import BOOKS, drawn_anew
from tests.web.test_games import open_game

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
SETUPS = {
    "open-forces": "sample",
    "castle-rampage": "whole-sample",
    "x-wing": "lists",
    "storm-over-stalingrad": "sample",
}
MOST_SECONDS = 900
STATE = """() => {
  if (document.body.classList.contains("busy")) return "busy";
  if (document.querySelector(".over")) return "over";
  return document.querySelector(".question .choice") ? "asked" : "waits";
}"""
FIGHTS = re.compile("^(Attack|Fire) | attacks ")
"""Who fights whenever there is a way to comes to an end."""
OFFERED = ".question .choice:not(summary)"
MOST_TABS = 1000
REACHED = "each => !each.isConnected ? 'gone' : each === document.activeElement ? 'reached' : 'not yet'"


def tap(page, shown):
    """Take what is shown with a finger."""
    shown.click()


def press(page, shown):
    """Reach what is shown with the key Tab, and take it with Enter; where it is drawn anew meanwhile, nothing."""
    for _ in range(MOST_TABS):
        match shown.evaluate(REACHED):
            case "gone":
                return
            case "reached":
                page.keyboard.press("Enter")
                return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key reaches {shown.inner_text()!r}")


def joined(one, other, slug):
    """Each player's page with how the player takes what is shown: one opens the table, the other has only its link."""
    mine = open_game(one, slug, SETUPS[slug], phones="two")
    link = mine.wait_for_selector(".invite input").input_value()
    theirs = other.go(link.removeprefix(other.address))
    press(theirs, theirs.locator("#take"))
    theirs.wait_for_url("**/play/*")
    mine.wait_for_selector(".board")
    return {mine: tap, theirs: press}


def answer(page, take, draw):
    """Take one of the choices that can be seen; where damage is dealt by a form, one of its list."""
    shown = page.locator(OFFERED).locator("visible=true")
    if not shown.count():
        take(page, page.locator(".question details summary").locator("visible=true").last)
    texts = shown.all_inner_texts()
    if not texts:  # the other one has answered meanwhile
        return
    fights = [n for n, text in enumerate(texts) if FIGHTS.search(text)]
    chosen = shown.nth(draw.choice(fights or range(len(texts))))
    old = chosen.element_handle()
    take(page, chosen)
    drawn_anew(page, old)


@pytest.mark.thorough
@pytest.mark.parametrize("slug", thorough.cases((), BOOKS))  # minutes
def test_a_game_is_played_to_its_end_on_a_phone_and_with_keys_alone(visitor, slug):
    one, other = visitor(**PHONE), visitor(**DESK)
    for each in (one, other):
        each.expects("409")  # both may end a phase of X-Wing: who is second is told that the table has gone on
    pages, draw = joined(one, other, slug), random.Random(1)
    mine, theirs = pages
    until = monotonic() + MOST_SECONDS
    while not all(page.evaluate(STATE) == "over" for page in pages):
        assert monotonic() < until, "the game does not end"
        asked = next((page for page in pages if page.evaluate(STATE) == "asked"), None)
        if asked:
            answer(asked, pages[asked], draw)
        else:
            mine.wait_for_timeout(50)
    ends = []
    for page in pages:
        for shown in (
            ".over .ask:has-text(' wins')",
            ".left-of >> nth=1",
            ".course-chart .line >> nth=0",
            ".how",
            ".luck li, .luck .hint",
            ".rematch button",
        ):
            page.wait_for_selector(shown)
        assert page.locator(".ways-on a").count() == 3
        ends.append(page.inner_text(".over"))
    assert ends[0] == ends[1]
    replay = mine.locator(".ways-on a").first.get_attribute("href")
    for page, take in pages.items():
        old = page.url
        take(page, page.locator("[data-key=rematch]"))
        page.wait_for_url(lambda url, old=old: url != old)
    assert mine.url == theirs.url
    watched = one.go(replay)
    watched.wait_for_selector("#where:not(:empty)")
    watched.click("#play")
    watched.wait_for_selector("#story .step", state="attached")
