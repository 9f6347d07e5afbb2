"""The clocks of players on their pages: counted down, halted by both, and how a game ends by them."""

from tests.web.opening import opened, sits

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
        page.wait_for_selector("#clocks .hint:has-text('halted')")
        assert page.locator(".clock.runs").count() == 0


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
