"""What was typed and not sent stays in the tab, though the page is loaded again: by hand, or for a newer service."""

import pytest

from tests.web.opening import opened, sits


def again(page, leave):
    """The page is loaded once more."""
    if leave == "reload":
        page.reload()
    else:
        page.click(".languages a:not([aria-current]) >> nth=0")
    page.wait_for_selector("body.ready")


@pytest.mark.parametrize("leave", ["reload", "language"])
def test_what_is_typed_into_a_form_and_not_sent_stays_in_the_tab(visitor, leave):
    one = visitor()
    page = one.go("/play")
    page.check("[name=ruleset][value=storm-over-stalingrad]")
    page.select_option("#setup", "sample-with-cards")
    page.fill("#name-1", "Anton")
    page.check("#dice-physical", force=True)
    again(page, leave)
    assert page.is_checked("[name=ruleset][value=storm-over-stalingrad]")
    assert (page.input_value("#setup"), page.input_value("#name-1")) == ("sample-with-cards", "Anton")
    assert page.is_checked("#dice-physical")
    page = one.go("/organise")
    page.select_option("#ruleset", "x-wing")
    page.select_option("#setup", "lists")
    page.fill("#pairings", "Anton – Beatrix")
    again(page, leave)
    assert (page.input_value("#pairings"), page.input_value("#setup")) == ("Anton – Beatrix", "lists")


@pytest.mark.parametrize(
    ("slug", "setup", "key", "value"),
    [
        ("open-forces", None, "def=", "7"),
        ("castle-rampage", {"starting_seat": 1, "gate": 1, "castle": 1}, "card/name", "moat"),
    ],
)
def test_what_is_set_at_a_seat_and_not_sent_stays_in_the_tab(visitor, slug, setup, key, value):
    one = visitor()
    page = sits(one, opened(one, slug, setup), 1, *(() if setup else (2,)))
    page.fill(f"[data-key='{key}']", value)
    page.keyboard.press("Tab")
    again(page, "reload")
    assert page.wait_for_selector(f"[data-key='{key}']").input_value() == value


def test_what_was_sent_is_not_put_back(visitor):
    page = visitor().go("/play")
    page.wait_for_selector("body.ready")
    page.fill("#name-1", "Anton")
    page.click("text=Open the table")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("body.ready")
    page.click(".pages a[href*='/play']")
    page.wait_for_selector("#opening")
    assert page.input_value("#name-1") == ""


def test_a_page_that_is_older_than_the_service_is_loaded_again_and_keeps_what_was_typed(visitor):
    one = visitor()
    page = one.go("/organise")
    page.wait_for_selector("body.ready")
    page.fill("#pairings", "Anton – Beatrix")
    page.evaluate("globalThis.isOld = true")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")
    page.wait_for_function("() => globalThis.isOld")  # nothing is newer yet
    page.route(
        "**/page.js", lambda route: route.fulfill(status=404) if route.request.method == "HEAD" else route.continue_()
    )
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")
    page.wait_for_function("() => !globalThis.isOld && document.body?.classList.contains('ready')")
    assert page.input_value("#pairings") == "Anton – Beatrix"
    one.expects("404")


def test_a_seat_is_loaded_again_where_a_newer_service_is_there_once_the_line_is_back(visitor):
    one = visitor()
    page = sits(one, opened(one, "open-forces"), 1, 2)
    page.fill("[data-key='def=']", "7")
    page.evaluate("globalThis.isOld = true")
    page.route(
        "**/page.js", lambda route: route.fulfill(status=404) if route.request.method == "HEAD" else route.continue_()
    )
    page.route("**/questions?wait=*", lambda route: route.abort())
    page.click("#attack")  # news end the request that waits; the next ones are lost
    page.wait_for_selector("#line:visible")
    page.unroute("**/questions?wait=*")
    page.wait_for_function("() => !globalThis.isOld && document.body?.classList.contains('ready')")
    one.expects("404", "ERR_FAILED")


def test_a_part_that_comes_later_and_is_gone_brings_the_page_of_a_newer_service(visitor):
    one = visitor()
    one.expects("404", "module")
    page = sits(one, opened(one, "x-wing", "ships"), 1)
    page.wait_for_selector("[data-key=concede]")
    looked = []

    def gone(route):
        if looked:
            return route.continue_()
        looked.extend([True] if route.request.method == "HEAD" else [])  # the page sees that it is old, and goes
        return route.fulfill(status=404)

    for name in ("over", "page"):
        page.route(f"**/{name}.js", gone)
    page.click("[data-key=concede]")
    page.click("[data-key=sure]")
    page.wait_for_selector(".over")
    assert looked


def test_what_stands_around_the_question_and_is_gone_brings_the_page_of_a_newer_service(visitor):
    one, looked = visitor(), []
    one.expects("404", "module")
    session = opened(one, "x-wing", "ships")

    def gone(route):
        is_look = route.request.method == "HEAD"
        if looked or (route.request.url.endswith("/page.js") and not is_look):
            return route.continue_()
        looked.extend([True] if is_look else [])
        return route.fulfill(status=404)

    for name in ("around", "page"):
        one.page.route(f"**/{name}.js", gone)
    page = sits(one, session, 1)
    page.wait_for_selector("[data-key=concede]")
    assert looked
