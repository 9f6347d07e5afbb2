"""A fifth rulebook on the pages: with nothing of its own, with a board in one file, and with a form."""

import pytest

from app.web.assets import assets_root
from tests.web.opening import answer_first, opened, sits

pytestmark = pytest.mark.anyio
HEAP = {"pebbles": 40, "covers": [1, 1]}


async def test_a_browser_gets_the_modules_of_a_rulebook_and_nothing_else_of_it(sqlite_api):
    page = (await sqlite_api.get("/try/pebbles", accept="text/html")).text
    module = f"{assets_root()}/rulesets/pebbles/pages/form.js"
    assert f'href="{module}"' in page
    answer = await sqlite_api.get(module)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    for wrong in (
        "pages/board.html",
        "pages/locales/en.json",
        "__init__.py",
        "pages/../__init__.py",
        "pages/%2e%2e/game.py",
    ):
        assert (await sqlite_api.get(f"{assets_root()}/rulesets/pebbles/{wrong}")).status_code == 404, wrong
    for book in ("open_forces/pages/board.py", "x_wing/pages/__init__.py", "x_wing/RULES.md", "none/pages/form.js"):
        assert (await sqlite_api.get(f"{assets_root()}/rulesets/{book}")).status_code == 404, book


async def test_a_board_is_drawn_by_one_file_in_the_language_of_the_reader(sqlite_api):
    opening = {
        "kind": "game",
        "seats": [{"name": "<Anton>"}, {"name": "Beatrix"}],
        "setup": HEAP,
        "visibility": "public",
    }
    session = (await sqlite_api.post("/v1/rulesets/pebbles/sessions", opening)).json()
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    assert board.count("<circle") == 40
    assert "40 pebbles are left." in board
    assert "&lt;Anton&gt; has taken 0." in board


def test_a_form_of_its_own_stands_in_the_place_of_that_for_any_rulebook(visitor):
    page = visitor().go("/try/pebbles")
    page.wait_for_selector("body.ready")
    assert page.inner_text(".side.defender h2") == "The heap"
    page.click("[data-key='dice+'], [data-key='dice'] ~ button >> nth=0")
    page.click("#roll")
    page.wait_for_selector("#happened:not([hidden]) #story")


def test_a_rulebook_without_pages_has_a_form_a_board_and_a_replay(visitor):
    one = visitor()
    page = one.go("/try/face-down")
    page.wait_for_selector("body.ready")
    assert page.locator("#form input").count() > 0
    page.click("#roll")
    page.wait_for_selector("#happened:not([hidden]) #story")
    session = opened(one, "face-down", "ten")
    page = sits(one, session, 1, 2)
    page.click(".cover button")
    page.wait_for_selector(".board.any")
    answer_first(page)
    page = one.go(f"/sessions/{session['id']}")
    page.wait_for_selector(".board.any")
