"""A piece that is tapped is called on the page as the players call it, in games of all books."""

from itertools import count

import pytest

from tests.services.test_names_in_games import BOOKS as RULEBOOKS
from tests.services.test_names_in_games import OWN, ids_in, with_ids, with_names
from tests.web.opening import BOOKS, opened, sits, some

SETUPS = {
    "open-forces": "sample-with-positions",
    "castle-rampage": "whole-sample",
    "x-wing": "ships",
    "storm-over-stalingrad": "sample",
}
TAPPED = """() => {
  for (const piece of document.querySelectorAll(".board [data-item]")) {
    piece.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    if (document.querySelector(".narrowed")) return piece.dataset.item;
  }
  return null;
}"""


@pytest.mark.parametrize(("slug", "is_named"), some([(slug, yes) for yes in (True, False) for slug in BOOKS], count=4))
def test_no_page_of_a_game_shows_an_id_where_a_piece_is_tapped(visitor, slug, is_named):
    one = visitor()
    book = RULEBOOKS[slug]
    sent = book.codec.board.setup.dump(book.ruleset.board.setups[SETUPS[slug]])
    sent = with_ids(sent, {id: f"{OWN}-{n}" for n, id in enumerate(ids_in(sent, {}), 1)})
    session = opened(one, slug, with_names(sent, count(100)) if is_named else sent)
    page = sits(one, session, 1, 2)
    page.wait_for_selector(".cover, .question")
    if page.query_selector(".cover"):
        page.click(".cover button")
    page.wait_for_selector(".question .choice")
    page.wait_for_selector(".board [data-item]", state="attached")
    item = page.evaluate(TAPPED)
    if item:
        assert item not in page.inner_text(".narrowed")
    shown = page.inner_text("body").lower()
    assert (OWN if is_named else f"{OWN}-") not in shown
