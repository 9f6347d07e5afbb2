"""Giving up a game: at each board that has it, at any time, and never by one tap."""

import re

import pytest

from app.services.rulebooks.installed import find_rulebooks
from tests.web.opening import BOARDS, moves, opened, sits, some


def gives_up(slug):
    actions = find_rulebooks()[slug].ruleset.board.actions
    return any("concede" in str(action.__annotations__.get("kind")) for action in actions)


CAN = [(slug, setup, seat) for slug, setup in BOARDS if gives_up(slug) for seat in (1, 2)]


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "setup", "seat"), some(CAN, first=1, count=2))
def test_each_player_can_give_up_at_any_time_and_is_asked_first(visitor, slug, setup, seat):
    one = visitor()
    page = sits(one, opened(one, slug, setup), seat)
    page.wait_for_selector(".question, .waiting")
    assert (
        page.locator(".question .choice").filter(has_text=re.compile("give (the game )?up|concede", re.I)).count() == 0
    )
    page.wait_for_selector("[data-key=concede]")
    page.press("[data-key=concede]", "Enter")
    asked = page.wait_for_selector("dialog[open]")
    assert ("Anton", "Beatrix")[seat - 1] in asked.inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("() => document.activeElement.dataset.key === 'concede'")
    page.press("[data-key=concede]", "Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")  # what has the focus changes nothing
    page.wait_for_selector("dialog", state="detached")
    assert page.locator(".question.over").count() == 0
    page.click("[data-key=concede]")
    page.click("dialog [data-key=sure]")
    page.wait_for_selector(".question.over")
    assert ("Beatrix", "Anton")[seat - 1] in page.inner_text(".question.over .ask")


def test_the_first_question_leaves_the_focus_where_a_player_has_put_it_before_the_board_was_there(visitor):
    one, held = visitor(), []
    session = opened(one, "x-wing", "lists")
    one.page.route("**/pages/boards/**", lambda route: held.append(route))
    page = sits(one, session, 1)
    page.wait_for_selector(".question")
    page.wait_for_selector("[data-key=concede]")
    page.focus("[data-key=concede]")
    while not held:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    page.wait_for_selector("#board .ship-row")
    page.wait_for_function("() => document.getElementById('says').textContent")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")


def test_the_focus_returns_to_a_button_that_was_drawn_anew_while_the_question_stood(visitor):
    one = visitor()
    session = opened(one, "x-wing", "lists")
    page = sits(one, session, 2)
    page.wait_for_selector(".question, .waiting")
    page.wait_for_selector("[data-key=concede]")
    page.eval_on_selector("[data-key=concede]", "button => { button.dataset.before = ''; }")
    page.press("[data-key=concede]", "Enter")
    page.wait_for_selector("dialog[open]")
    moves(one, session, 1, {"kind": "end-phase"})
    page.wait_for_selector("[data-key=concede]:not([data-before])")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("() => document.activeElement.dataset.key === 'concede'")


def test_a_phone_that_goes_round_gives_up_for_who_has_taken_it(visitor):
    one = visitor()
    page = sits(one, opened(one, "castle-rampage", "siege"), 1, 2)
    page.wait_for_selector(".cover")
    assert page.locator("[data-key=concede]").count() == 0
    page.click(".cover button")
    page.click("[data-key=concede]")
    assert "Anton" in page.inner_text("dialog")
    page.click("dialog [data-key=sure]")
    page.wait_for_selector(".question.over:has-text('Beatrix')")


def test_what_cannot_be_given_up_offers_nothing_of_it(visitor):
    one = visitor()
    page = sits(one, opened(one, "open-forces", "sample"), 1)
    page.wait_for_selector("#mistakes input")
    assert not gives_up("open-forces")
    assert page.locator("[data-key=concede]").count() == 0
