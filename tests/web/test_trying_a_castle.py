"""Trying an attack on a castle: cards are called by name or by their values, never by the ids that the page gives them."""

from tests.web.test_at_the_table import PHONE

ID = "card-"


def test_cards_without_a_name_are_called_by_their_values(visitor):
    page = visitor(**PHONE).go("/try/castle-rampage")
    page.wait_for_selector(".stack button.card")
    page.tap("[data-key='example/0']")
    page.tap("[data-key='castle/add']")
    assert page.get_attribute("[data-key='castle/2']", "aria-label") == "card: gate 3, castle 3"
    assert page.input_value("[data-key='card/name']") == "3/3"
    page.tap("[data-key='card/pair/6-6']")
    page.wait_for_selector("[data-key='castle/2'][aria-label='card: gate 6, castle 6']")
    assert page.input_value("[data-key='card/name']") == "6/6"
    page.fill("[data-key='card/name']", "moat")
    page.tap("[data-key='card/castle+']")
    page.wait_for_selector("[data-key='castle/2'][aria-label='moat: gate 6, castle 7']")
    page.fill("[data-key='card/name']", "")
    page.tap("[data-key='card/castle+']")
    page.wait_for_selector("[data-key='castle/2'][aria-label='card: gate 6, castle 8']")
    page.get_by_role("button", name="Attack", exact=True).click()
    page.wait_for_selector("#story:has-text('The top card of the gate is turned up: 3/1, defense value 3.')")
    page.wait_for_selector(".losses li:has-text('4/2')")
    assert ID not in page.inner_text("main")
    assert ID not in "".join(each.get_attribute("aria-label") for each in page.query_selector_all("main [aria-label]"))
