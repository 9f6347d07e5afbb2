"""A service that asks for an API key: pages that open tables and show lists have a place for it."""

import pytest

from app.services.keys import create_key
from tests.web.conftest import serving_pages


@pytest.fixture(scope="session")
def locked(tmp_path_factory):
    """A service that asks for a key, as long as there are browsers: they are connected when it stops."""
    with serving_pages(tmp_path_factory.mktemp("locked"), require_api_key=True) as served:
        yield served


@pytest.fixture
def club(locked, visitor):
    """Makes visitors of a service that asks for a key; and a key of their own."""
    app, address = locked
    _, key = create_key(app.state.context.database, "club")

    def make():
        one = visitor()
        one.address = address
        one.expects("401")
        return one

    return make, key


def test_a_key_is_typed_once_in_a_tab_and_opens_tables_there(club):
    make, key = club
    one = make()
    page = one.go("/play")
    page.check("#kind-series", force=True)
    page.click("#opening button.primary")
    page.wait_for_selector("#refusal:has-text('API key')")
    page.fill("#key", key)
    page.click("#opening button.primary")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("#seats li")
    page = one.go("/try/open-forces")
    page.wait_for_selector("body.ready")
    assert page.input_value("#key") == key
    page.click("#roll")
    page.wait_for_selector("#happened:not([hidden])")
    page = one.go("/organise")
    assert page.input_value("#key") == key


def test_lists_are_read_with_the_key_that_no_address_contains(club):
    make, key = club
    one = make()
    page = one.go("/history")
    page.wait_for_selector("#refusal:has-text('API key')")
    page.fill("#key", key)
    page.press("#key", "Tab")
    page.wait_for_selector("#nothing:not([hidden])")
    page.fill("#player", "Anton")
    page.press("#player", "Tab")
    page.wait_for_url("**/history?player=Anton")
    with page.expect_download() as saved:
        page.click("#sheet")
    assert saved.value.suggested_filename == "actions.csv"
    page = one.go("/players?player=Anton")
    page.wait_for_selector("#found:not([hidden])")
    page.click("form button")
    page.wait_for_selector("#found:not([hidden])")
    assert key not in page.url
    assert "key" not in page.url
    assert make().go("/players?player=Anton").wait_for_selector("#refusal p").inner_text() != ""


def test_a_service_that_asks_for_no_key_has_a_place_for_one_only_where_tables_of_an_event_are_opened(visitor):
    one = visitor()
    for path in ("/play", "/try/open-forces", "/history", "/players", "/tables"):
        assert one.go(path).locator("#key").count() == 0
    one.go("/organise").wait_for_selector("#key", state="attached")
