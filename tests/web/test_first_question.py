"""The first question at a seat comes before what it does without: what stands around it, drawings, the rulebook."""

import pytest

from tests.web.opening import BOOKS, HOLD, answer_first, opened
from tests.web.test_games import uncover
from tests.web.test_window import FIRST, PHONE

MOST = {"open-forces": 63_000, "storm-over-stalingrad": 68_000, "x-wing": 70_000, "castle-rampage": 86_000}
"""The bytes that each book's first question may need, with all headers; that of Castle Rampage is a form of its own."""


def held_back(one, part):
    """Keeps all requests whose address has a part; returns them."""
    held = []
    one.page.route(f"**/*{part}*", lambda route: held.append(route))
    return held


def sits_early(one, session):
    """The page of both seats, as soon as its address is reached."""
    one.page.evaluate(
        HOLD,
        [
            session["id"],
            {
                "ruleset": session["ruleset"],
                "seats": session["tokens"]["seats"],
                "host": session["tokens"]["host"],
                "one": True,
                "commitment": session["fairness"]["commitment"],
            },
        ],
    )
    one.page.goto(f"{one.address}/play/{session['id']}", wait_until="commit")  # what is held back may hold up its load
    return one.page


def test_the_question_stands_before_what_stands_around_it(visitor):
    one = visitor(viewport=PHONE)
    session = opened(one, "open-forces", FIRST["open-forces"])
    held = held_back(one, "/around.js")
    page = sits_early(one, session)
    page.wait_for_selector("#asked .choice")
    assert page.locator("#story").inner_text() == ""
    page.wait_for_selector("#board .board")
    (route,) = held
    route.continue_()
    page.wait_for_selector("#story .step")
    page.wait_for_selector("#mistakes button")


def test_a_game_goes_on_where_the_rulebook_does_not_come_and_shows_it_later(visitor):
    one, refused = visitor(viewport=PHONE), []
    session = opened(one, "open-forces", FIRST["open-forces"])
    one.expects("/v1/rulesets/open-forces")

    def refuse(route):
        refused.append(route.request.url)
        route.abort()

    one.page.route("**/v1/rulesets/open-forces", refuse)
    page = sits_early(one, session)
    page.wait_for_selector("#asked .choice")
    while len(refused) < 4:  # then the page waits for the next news
        page.wait_for_timeout(20)
    page.unroute("**/v1/rulesets/open-forces")
    answer_first(page)
    page.wait_for_selector("#story .step")


def test_around_is_asked_for_again_with_the_next_news(visitor):
    one = visitor(viewport=PHONE)
    session = opened(one, "open-forces", FIRST["open-forces"])
    one.expects("around.js")
    one.page.route("**/around.js", lambda route: route.abort())
    page = sits_early(one, session)
    page.wait_for_selector("#asked .choice")
    page.wait_for_selector("#board .board")
    page.unroute("**/around.js")
    answer_first(page)
    page.wait_for_selector("#story .step")


@pytest.mark.parametrize(
    ("slug", "module", "imported"),
    [
        ("x-wing", "moves", {"table.js", "drafts.js", "state"}),
        ("castle-rampage", "fields", {"form.js", "laying.js", "typed-pairs.js", "digest.js"}),
    ],
)
def test_a_module_of_a_rulebook_is_asked_for_with_all_that_it_imports(visitor, slug, module, imported):
    one = visitor(viewport=PHONE)
    session = opened(one, slug, FIRST[slug])
    held, asked = held_back(one, f"/pages/{module}.js"), []
    one.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page = sits_early(one, session)
    if slug == "castle-rampage":
        page.click(".cover button")
    while not imported <= {*asked} or not held:
        page.wait_for_timeout(20)
    (route,) = held
    route.continue_()
    page.wait_for_selector("#asked .ask")
    page.wait_for_selector("#asked button")
    assert asked.count("state") == 1


def test_a_whole_game_of_cards_needs_no_fields(visitor):
    one, asked = visitor(viewport=PHONE), []
    session = opened(one, "castle-rampage", "whole-sample")
    one.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page = sits_early(one, session)
    uncover(page)
    page.wait_for_selector("#board .board")
    page.wait_for_selector("#mistakes button")
    assert "moves.js" in asked
    assert not {"fields.js", "laying.js", "typed-pairs.js"} & {*asked}


@pytest.mark.parametrize("slug", BOOKS)
def test_what_the_first_question_needs_is_light(visitor, slug):
    one = visitor(viewport=PHONE)
    session = opened(one, slug, FIRST[slug])
    sizes = {}
    phone = one.context.new_cdp_session(one.page)
    names = {}
    phone.on("Network.requestWillBeSent", lambda each: names.update({each["requestId"]: each["request"]["url"]}))
    phone.on(
        "Network.loadingFinished",
        lambda each: sizes.update({names.get(each["requestId"], ""): each["encodedDataLength"]}),
    )
    phone.send("Network.enable")
    late = (
        "/around.js",
        "/zoom.js",
        "/labels.js",
        "/spare.js",
        "/check.js",
        "/pages/boards/",
        "/board.css",
        "/record.css",
        f"/v1/rulesets/{slug}",
    )
    held = [route for part in late for route in [held_back(one, part)]]
    page = sits_early(one, session)
    uncover(page)
    page.wait_for_selector("#asked .ask")
    page.wait_for_selector("#asked button:not([hidden])")
    needed = {url: size for url, size in sizes.items() if not any(part in url for part in late)}
    assert sum(needed.values()) <= MOST[slug], sorted(needed.items(), key=lambda item: -item[1])
    for routes in held:
        for route in routes:
            route.continue_()
    page.wait_for_selector("#board .board")


def test_a_question_that_was_uncovered_is_not_drawn_anew_with_what_stands_around_it(visitor):
    one = visitor(viewport=PHONE)
    session = opened(one, "face-down", "ten")
    held = held_back(one, "/around.js")
    page = sits_early(one, session)
    page.click(".cover button")
    choice = page.wait_for_selector("#asked .choice")
    for route in held:
        route.continue_()
    page.wait_for_selector("#mistakes button")
    assert choice.evaluate("each => each.isConnected")


def test_a_phone_is_uncovered_though_news_comes_while_its_player_takes_it(visitor):
    one = visitor(viewport=PHONE)
    session = opened(one, "face-down", "ten")
    first = f"Bearer {session['tokens']['seats']['1']}"
    one.page.route(  # the question of the seat hides nothing from the host
        "**/questions*", lambda route: route.continue_(headers={**route.request.headers, "authorization": first})
    )
    around = held_back(one, "/around.js")
    page = sits_early(one, session)
    page.wait_for_selector(".cover button")
    own = held_back(one, f"/v1/sessions/{session['id']}")
    page.click(".cover button")
    for route in around:
        route.continue_()
    page.wait_for_selector("#mistakes button")
    assert page.query_selector(".cover")
    for route in own:
        route.continue_()
    page.wait_for_selector("#asked .choice")


def test_the_fields_of_a_siege_come_once_the_line_is_there_again(visitor):
    one = visitor(viewport=PHONE)
    session = opened(one, "castle-rampage", FIRST["castle-rampage"])
    one.expects("fields.js")
    one.page.route("**/pages/fields.js", lambda route: route.abort())
    page = sits_early(one, session)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/fields.js")):
        page.click(".cover button")
    page.unroute("**/pages/fields.js")
    page.wait_for_selector("#asked .moves button")
