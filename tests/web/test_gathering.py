"""Whoever opens a table for two phones sees code and link first, until the other is there."""

import pytest

from tests.web.opening import answer_first
from tests.web.test_games import open_game

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
SEEN = """() => ["#invite .code", "#invite input", "#invite .letters", "[data-key=begin]"].map((each) => {
  const {top, bottom, left, right} = document.querySelector(each).getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth ? "" : `${each} ${top} ${bottom}`;
}).filter(Boolean)"""


def gathers(one, ruleset="storm-over-stalingrad", setup="sample"):
    """The page of who has opened a table for two phones, once it waits for the other."""
    page = one.go("/play")
    page.wait_for_selector("body.ready")
    page.check(f"[name=ruleset][value={ruleset}]")
    page.select_option("#setup", setup)
    for seat, name in ((1, "Anton"), (2, "Beatrix")):
        page.fill(f"#name-{seat}", name)
    page.check("#phones-two", force=True)
    page.click("text=Open the table")
    page.wait_for_selector("#invite .code")
    page.wait_for_selector("#asked > *", state="attached")
    return page


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_code_and_link_are_in_the_first_window_and_stay_until_the_other_is_there(visitor, viewport):
    anton, beatrix = visitor(viewport=viewport), visitor(viewport=viewport)
    page = gathers(anton)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(SEEN) == []
    assert page.is_hidden(".question")
    there = beatrix.go(page.input_value("#invite input").removeprefix(anton.address))
    there.click("#take")
    page.wait_for_selector(".question .choice")
    page.wait_for_selector("#invite > *", state="detached")
    there.wait_for_selector("#seats li:has-text('you')")
    assert there.locator("#invite > *").count() == 0
    assert page.evaluate("document.activeElement.matches('.ask')")


def test_who_starts_without_waiting_comes_to_the_question_and_back_to_the_code(visitor):
    one = visitor(viewport=PHONE)
    page = gathers(one)
    page.click("[data-key=begin]")
    page.wait_for_selector(".question .choice")
    assert page.is_hidden("#invite .code")
    page.click("[data-key=show-code]")
    page.wait_for_selector("#invite .code")
    assert page.is_hidden(".question")
    page.click("[data-key=begin]")
    page.reload()
    page.wait_for_selector("[data-key=show-code]")
    answer_first(page)


def test_one_phone_that_goes_round_begins_at_once(visitor):
    page = open_game(visitor(viewport=PHONE), "storm-over-stalingrad", "sample")
    page.wait_for_selector(".cover, .question")
    assert page.locator("#invite > *").count() == 0
