"""Each of one squad against each of another, as a table of odds: cells come one by one, and each opens its attack."""

import pytest

from tests.web.test_at_the_table import PHONE
from tests.web.test_fits import wider
from tests.web.test_for_everybody import faults

OPEN = "#matrix > summary"
CELL = "[data-key='matrix/{}/{}']"


def opened(page, slug):
    page.wait_for_selector("body.ready")
    page.click(OPEN)
    page.wait_for_selector(CELL.format(0, 0))
    return page


def complete(page):
    """Wait for every cell."""
    page.wait_for_selector(".matrix .wait", state="hidden")
    page.wait_for_function("!document.querySelector('.matrix .wait') && document.querySelector('.matrix td .cell')")


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desktop", "phone"])
def test_a_cell_opens_the_attack_with_the_odds_that_it_shows(visitor, settings):
    page = opened(visitor(**settings).go("/try/x-wing"), "x-wing")
    complete(page)
    assert page.locator(".matrix tbody tr").count() == 2
    cell = page.locator(CELL.format(0, 1))
    large, small = (cell.locator(each).inner_text() for each in ("b", "span"))
    with page.expect_response("**/x-wing/odds") as asked:
        cell.click()
    page.wait_for_function("text => document.querySelector('#chances b').innerText === text", arg=large)
    assert f"{asked.value.json()['means']['damage']['decimal']:.2f}" == small
    assert "Wedge Antilles" in page.inner_text("#title")


def test_a_range_is_looked_at_without_asking_again(visitor):
    page = visitor().go("/try/x-wing")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "odds/matrix" in request.url else None)
    complete(opened(page, "x-wing"))
    before = page.inner_text(CELL.format(0, 0))
    page.focus("[data-key='matrix/range/1']")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([cell, text]) => document.querySelector(cell).innerText !== text", arg=[CELL.format(0, 0), before]
    )
    assert len(asked) == 1


def test_tokens_and_squads_are_chosen(visitor):
    page = opened(visitor().go("/try/x-wing"), "x-wing")
    complete(page)
    before = page.inner_text(CELL.format(0, 0))
    page.get_by_label("Attacker: Focus").uncheck()
    page.wait_for_function(
        "([cell, text]) => document.querySelector(cell) && document.querySelector(cell).innerText !== text",
        arg=[CELL.format(0, 0), before],
    )
    complete(page)
    rows = page.locator(".matrix tbody tr").count()
    columns = page.locator(".matrix thead th").count()
    page.click("[data-key='matrix/swap']")
    page.wait_for_function("count => document.querySelectorAll('.matrix tbody tr').length === count", arg=columns)
    assert page.locator(".matrix thead th").count() == rows


def test_house_rules_of_the_page_count_in_the_table(visitor):
    page = visitor().go("/try/open-forces")
    with page.expect_request("**/odds/matrix") as first:
        opened(page, "open-forces")
    complete(page)
    page.evaluate("document.querySelectorAll('#form details').forEach((each) => (each.open = true))")
    with page.expect_request("**/odds/matrix") as second:
        page.select_option("[data-key='option/cover_stacking']", index=1)
    complete(page)
    before, after = (asked.value.post_data_json["options"]["cover_stacking"] for asked in (first, second))
    assert before != after


def test_groups_in_each_of_their_modes_attack_each_group(visitor):
    page = opened(visitor().go("/try/open-forces"), "open-forces")
    complete(page)
    heads = page.locator(".matrix tbody th").all_inner_texts()
    assert any("hold" in head.casefold() for head in heads), heads
    cell = page.locator(CELL.format(0, 0))
    small = cell.locator("span").inner_text()
    cell.click()
    page.wait_for_selector(f"#chances b:text-is('{small}')")


@pytest.mark.parametrize("slug", ["x-wing", "open-forces"])
def test_the_table_fits_every_window_and_is_read_by_everybody(visitor, slug):
    page = opened(visitor(locale="de", reduced_motion="reduce").go(f"/try/{slug}"), slug)
    complete(page)
    assert faults(page, dark=True) == []
    assert wider(page, slug) == []


def test_a_rulebook_without_squads_has_no_such_table(visitor):
    page = visitor().go("/try/castle-rampage")
    page.wait_for_selector("body.ready")
    assert page.locator("#matrix").count() == 0
