"""The clocks of players on their pages: counted down, halted by both, and how a game ends by them."""

import pytest

from tests.web.opening import HOLD, opened, sits
from tests.web.test_proposals import judges

WENT = "minutes => [...document.querySelectorAll('.clock b')].some((each) => each.textContent.startsWith(minutes))"


def test_both_see_both_clocks_run_down_and_halt_them_together(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", host=False, clock={"seconds": 3600})
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    for page in (mine, theirs):
        page.wait_for_selector(".clock.runs")
        page.wait_for_function(WENT, arg="59:")
        assert page.locator(".clock").count() == 2
        assert page.locator(".clock.runs").count() == 1
    mine.click("[data-key=halt]")
    theirs.click(".proposal:has-text('Anton wants to halt the clocks') [data-key^=agree]")
    for page in (mine, theirs):
        page.wait_for_selector("#clocks .note:has-text('halted')")
        assert page.locator(".clock.runs").count() == 0


def test_clocks_run_on_a_page_that_was_loaded_while_they_began(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", host=False, clock={"seconds": 3600})
    own = {"ruleset": session["ruleset"], "seats": {"1": session["tokens"]["seats"]["1"]}, "host": None, "one": False}
    page, held = anton.page, []
    page.evaluate(HOLD, [session["id"], own])
    page.route("**/questions*", lambda route: held.append(route), times=1)
    with page.expect_response(lambda response: response.url.endswith(f"/v1/sessions/{session['id']}")):
        page.goto(f"{anton.address}/play/{session['id']}", wait_until="commit")
    sits(beatrix, session, 2).wait_for_selector(".clock.runs")
    (first,) = held
    first.continue_()
    page.wait_for_selector(".clock.runs")


def test_what_is_left_is_said_to_its_player_and_the_end_says_whose_time_was_over(visitor):
    one, other = visitor(), visitor()
    session = opened(one, "storm-over-stalingrad", "sample", host=False, clock={"seconds": 11})
    mine = sits(one, session, 1)
    mine.wait_for_selector("#clocks .hint:has-text('all players are here')")
    theirs = sits(other, session, 2)
    mine.wait_for_selector(".clock.runs")
    seat = int(mine.get_attribute(".clock.runs", "data-seat"))
    page = mine if seat == 1 else theirs
    page.wait_for_selector("#says:has-text('10 seconds left'), .over")
    page.wait_for_selector(".over")
    name = session["seats"][seat - 1]["name"]
    assert f"{name} ran out of time" in page.inner_text(".over")


def test_a_table_is_opened_with_clocks_from_the_page(visitor):
    page = visitor().go("/play")
    page.wait_for_selector("body.ready")
    page.fill("#minutes", "30")
    page.fill("#increment", "5")
    page.click("#opening .primary")
    page.wait_for_selector(".clock.runs, #clocks .clock")


TOP = "() => document.querySelector('.asking, .two').getBoundingClientRect().top + scrollY"


@pytest.mark.parametrize("width", [390, 1280])
def test_clocks_say_for_whom_they_stand_and_the_host_lets_them_run_without_a_jump(visitor, width):
    anton, host = visitor(viewport={"width": width, "height": 844}), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", clock={"seconds": 3600})
    mine = sits(anton, session, 1)
    mine.wait_for_selector("#clocks .note:has-text('stand'):has-text('Beatrix')")
    assert "Anton" not in mine.inner_text("#clocks .note")
    assert mine.locator("[data-key=start-clocks]").count() == 0, "who is no host waits"
    mine.wait_for_selector(".question .choice")
    mine.wait_for_selector("#board .cell")
    before = mine.evaluate(TOP)
    host.go("/join")
    page = judges(host, session)
    page.wait_for_selector("#clocks .note:has-text('Beatrix')")
    page.click("[data-key=start-clocks]")
    for each in (page, mine):
        each.wait_for_selector(".clock.runs")
        assert each.locator("[data-key=start-clocks]").count() == 0
    assert mine.evaluate(TOP) == before
    mine.wait_for_selector("#clocks .note:has-text('running')")


def test_a_phone_that_goes_round_starts_the_clocks_as_the_host(visitor):
    one = visitor()
    page = sits(one, opened(one, "storm-over-stalingrad", "sample", clock={"seconds": 3600}), 1, 2)
    page.click("[data-key=start-clocks]")
    page.wait_for_selector(".clock.runs")
