"""The games of a browser: every seat that it holds is found again, on the first page and where games are opened."""

import pytest

from tests.web.opening import HOLD, moves, opened
from tests.web.test_fits import LONG, wider
from tests.web.test_for_everybody import faults

LISTS = ("/", "/play", "/history")
CONCEDE = {"kind": "concede"}
ROWS = "#your-games li"
UNKNOWN = "ums_" + "A" * 43
RENEW = """async ([id, token]) => (await fetch(`/v1/sessions/${id}/seats/1/token`, {method: "POST", body: "{}",
  headers: {Authorization: `Bearer ${token}`, "Content-Type": "application/json"}})).status"""


def holds(one, session, *seats):
    """The browser keeps these seats of a session, and has no page of it open."""
    tokens = session["tokens"]
    held = {"ruleset": session["ruleset"], "seats": {str(seat): tokens["seats"][str(seat)] for seat in seats}}
    held |= {"host": tokens["host"], "one": len(seats) > 1, "commitment": None}
    one.page.evaluate(HOLD, [session["id"], held])
    return session


def game(one, **more):
    """A game in which it is the turn of seat 1."""
    return opened(one, "storm-over-stalingrad", "sample", **more)


def over(one, *seats):
    """A game that Beatrix has won."""
    session = game(one)
    moves(one, session, 1, CONCEDE)
    return holds(one, session, *seats)


def listed(page):
    """The rows once the service has answered, each in one line."""
    page.wait_for_selector("#your-games:not([aria-busy])")
    return [" ".join(line.split()) for line in page.locator(ROWS).all_inner_texts()]


def test_a_browser_that_holds_no_seat_is_shown_no_list_and_asks_for_none(visitor):
    one = visitor()
    asked = []
    one.page.on("request", lambda request: asked.append(request.url))
    for path in LISTS:
        page = one.go(path)
        page.wait_for_load_state("networkidle")
        assert page.is_hidden("#your-games"), path
    assert [url for url in asked if "/v1/seats" in url] == []


def test_one_request_finds_all_games_again_those_where_it_is_ones_turn_first(visitor):
    one = visitor()
    mine = holds(one, game(one), 1)
    holds(one, game(one, names=("Anton", "Clara")), 2)
    over(one, 2)
    over(one, 1)
    asked, with_token = [], []
    one.page.on("request", lambda request: asked.append(request.url.removeprefix(one.address).partition("?")[0]))
    one.page.on("request", lambda request: "authorization" in request.headers and with_token.append(request.url))
    for path in LISTS:
        asked.clear()
        lines = listed(one.go(path))
        assert [line.rpartition(" ·")[0] for line in lines] == [
            "Storm Over Stalingrad Beatrix Your turn",
            "Storm Over Stalingrad Anton Anton’s turn",
            "Storm Over Stalingrad Beatrix Over: Beatrix won",
            "Storm Over Stalingrad Anton Over: you won",
        ], path
        assert asked.count("/v1/seats") == 1
    assert not [url for url in with_token if "/v1/sessions/" in url]  # no table by itself
    one.page.click(f"{ROWS} >> nth=0 >> a")
    one.page.wait_for_url(f"**/play/{mine['id']}")


def test_the_time_of_the_last_event_is_told_in_the_language_of_the_page(visitor):
    one = visitor(locale="de")
    holds(one, game(one), 1)
    one.page.clock.install()
    one.page.clock.fast_forward("03:00:00")
    page = one.go("/")
    (line,) = listed(page)
    assert line.endswith("Du bist am Zug · vor 3 Stunden")


def test_a_phone_that_goes_round_has_the_turn_of_each_of_its_seats(visitor):
    one = visitor()
    holds(one, game(one), 1, 2)
    (line,) = listed(one.go("/"))
    assert "Anton, Beatrix Anton’s turn" in line


def test_a_table_at_which_somebody_is_missing_waits_for_players(visitor):
    one = visitor()
    seats = [{"name": "Anton"}, {"name": "Beatrix", "unclaimed": True}]
    holds(one, opened(one, "open-forces", seats=seats, host=False), 1)
    (line,) = listed(one.go("/"))
    assert "Waits for players" in line


def test_a_seat_that_is_gone_is_told_of_in_a_sentence_and_can_be_forgotten(visitor):
    one = visitor()
    gone = holds(one, game(one), 1)
    assert one.page.evaluate(RENEW, [gone["id"], gone["tokens"]["host"]]) == 201
    holds(
        one,
        {**gone, "id": "019f0000-0000-7000-8000-000000000000", "tokens": {"host": None, "seats": {"1": UNKNOWN}}},
        1,
    )
    page = one.go("/play")
    first, second = listed(page)
    assert "You no longer have this seat" in first
    assert "You no longer have this seat" in second
    page.click(f"{ROWS} >> nth=0 >> button")
    page.wait_for_function(f"() => document.querySelectorAll('{ROWS}').length === 1")
    page.click(f"{ROWS} >> button")
    page.wait_for_selector("#your-games", state="hidden")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('umpire:session:'))") == []


def test_more_than_five_that_are_over_are_folded(visitor):
    one = visitor()
    holds(one, game(one), 1)
    for _ in range(5):
        over(one, 1)
    page = one.go("/")
    assert len(listed(page)) == 6
    assert page.locator("#your-games details").count() == 0
    over(one, 1)
    page = one.go("/")
    page.wait_for_selector("#your-games summary:has-text('6 finished games')")
    assert page.locator(f"{ROWS} >> visible=true").count() == 1
    page.click("#your-games summary")
    assert page.locator(f"{ROWS} >> visible=true").count() == 7


def test_where_the_service_does_not_answer_the_way_to_each_seat_is_there(visitor):
    one = visitor()
    session = holds(one, game(one), 1)
    one.expects("Failed to load resource")
    one.page.route("**/v1/seats*", lambda route: route.fulfill(status=429, json={"code": "too-many-requests"}))
    (line,) = listed(one.go("/"))
    assert line == "Storm Over Stalingrad"
    assert one.page.get_attribute(f"{ROWS} a", "href") == f"/play/{session['id']}"


def test_who_comes_back_to_the_list_sees_it_as_it_is_now(visitor):
    one = visitor()
    session = holds(one, game(one), 2)
    page = one.go("/")
    assert "Anton’s turn" in listed(page)[0]
    moves(one, session, 1, {"kind": "pass"})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector(f"{ROWS}:has-text('Your turn')")


@pytest.mark.parametrize("path", LISTS)
def test_the_list_fits_a_phone_and_is_for_everybody(visitor, path):
    one = visitor(locale="ru", reduced_motion="reduce")
    holds(one, game(one, names=("Anton", LONG)), 1)
    over(one, 2)
    gone = game(one, names=(LONG, "Beatrix"))
    holds(one, {**gone, "tokens": {"host": None, "seats": {"1": UNKNOWN}}}, 1)
    page = one.go(path)
    assert len(listed(page)) == 3
    assert faults(page, dark=True) == []
    assert wider(page, path) == []
    page.focus(f"{ROWS} a >> nth=0")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#your-games') !== null")
