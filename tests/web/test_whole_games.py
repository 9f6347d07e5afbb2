"""A game of each book, from nothing but the link to its end, on two phones that tap what is offered."""

import random
import re
from time import monotonic

import pytest

from tests import thorough
from tests.web.opening import BOOKS, drawn_anew
from tests.web.test_games import open_game

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
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


def joined(one, other, slug):
    """The pages of both players: one opens the table on a phone, the other has nothing but its link."""
    mine = open_game(one, slug, SETUPS[slug], phones="two")
    link = mine.wait_for_selector(".invite input").input_value()
    theirs = other.go(link.removeprefix(other.address))
    theirs.click("#take")
    theirs.wait_for_url("**/play/*")
    mine.wait_for_selector(".board")
    return mine, theirs


def answer(page, draw):
    """Tap one of the choices that can be seen; where damage is dealt by a form, one of its list."""
    shown = page.locator(OFFERED).locator("visible=true")
    if not shown.count():
        page.locator(".question details summary").locator("visible=true").last.click()
    texts = shown.all_inner_texts()
    fights = [n for n, text in enumerate(texts) if FIGHTS.search(text)]
    place = draw.choice(fights or range(len(texts)))
    old = shown.nth(place).element_handle()
    shown.nth(place).click()
    drawn_anew(page, old)


@pytest.mark.thorough
@pytest.mark.parametrize("slug", thorough.cases((), BOOKS))  # minutes
def test_a_game_is_played_to_its_end_by_two_who_have_a_phone_each(visitor, slug):
    one, other = visitor(**PHONE), visitor(**PHONE)
    for each in (one, other):
        each.expects("409")  # both may end a phase of X-Wing: who is second is told that the table has gone on
    pages, draw = joined(one, other, slug), random.Random(1)
    until = monotonic() + MOST_SECONDS
    while not all(page.evaluate(STATE) == "over" for page in pages):
        assert monotonic() < until, "the game does not end"
        asked = next((page for page in pages if page.evaluate(STATE) == "asked"), None)
        if asked:
            answer(asked, draw)
        else:
            pages[0].wait_for_timeout(50)
    ends = []
    for page in pages:
        for shown in (
            ".over .ask:has-text('Won by')",
            ".scores li >> nth=1",
            ".how",
            ".luck li, .luck .hint",
            ".rematch button",
        ):
            page.wait_for_selector(shown)
        assert page.locator(".ways-on a").count() == 3
        ends.append(page.inner_text(".over"))
    assert ends[0] == ends[1]
    replay = pages[0].locator(".ways-on a").first.get_attribute("href")
    for page in pages:
        page.click("[data-key=rematch]")
        page.wait_for_url(lambda url, old=page.url: url != old)
    assert pages[0].url == pages[1].url
    watched = one.go(replay)
    watched.wait_for_selector("#where:not(:empty)")
    watched.click("#play")
    watched.wait_for_selector("#story .step", state="attached")
