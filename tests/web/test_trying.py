"""Trying an attack: the number that matters stays in sight, and what would change it is offered with what it brings."""

import pytest

from tests.web.test_at_the_table import PHONE

MEASURE = {
    "x-wing": "Destroyed",
    "open-forces": "Units killed on average",
    "storm-over-stalingrad": "Area cleared",
    "castle-rampage": "Gate cleared",
}
"""What the number in the bar with the dice counts."""
ASKED = """async (slug) => {
  const book = await (await fetch(`/v1/rulesets/${slug}`)).json();
  const {n} = document.querySelector("#first") ? {n: JSON.parse(document.querySelector("#first").dataset.first).number} : {n: 0};
  const body = JSON.stringify({situation: book.examples[n], variants: "offered"});
  const sent = {method: "POST", headers: {"Content-Type": "application/json"}, body};
  return (await fetch(`/v1/rulesets/${slug}/odds`, sent)).json();
}"""


@pytest.mark.parametrize("slug", MEASURE)
def test_the_number_that_matters_stays_beside_the_dice_on_a_phone(visitor, slug):
    page = visitor(**PHONE).go(f"/try/{slug}")
    page.wait_for_selector("body.ready")
    page.wait_for_selector(".chart .bar")
    for place in ("#table", "#more"):
        page.evaluate("(place) => document.querySelector(place).scrollIntoView()", place)
        bar = page.locator("#now").bounding_box()
        assert 0 <= bar["y"] < PHONE["viewport"]["height"]
        assert page.inner_text("#now").endswith(MEASURE[slug])
    assert page.inner_text("#now b") == page.inner_text("#chances b >> nth=0")


def test_the_number_beside_the_dice_follows_what_is_tapped(visitor):
    page = visitor(**PHONE).go("/try/x-wing")
    page.wait_for_selector("body.ready")
    wanted = page.wait_for_selector("[data-key='what-if/0'] b").inner_text()
    assert wanted != page.inner_text("#now b")
    page.click("[data-key='what-if/0']")
    page.wait_for_selector(f"#now b:text-is('{wanted}')")


@pytest.mark.parametrize("slug", MEASURE)
def test_what_is_offered_changes_something_and_says_how_much(visitor, slug):
    page = visitor(**PHONE).go(f"/try/{slug}")
    page.wait_for_selector("body.ready")
    page.wait_for_selector(".chart .bar")
    odds = page.evaluate(ASKED, slug)
    changing = [
        one["text"]
        for one in odds["variants"]
        if any(mean["decimal"] != odds["means"][name]["decimal"] for name, mean in one["means"].items())
    ]
    page.wait_for_function(
        "(count) => document.querySelectorAll('.variants button').length === count", arg=len(changing)
    )
    assert page.locator(".variants button span").all_inner_texts() == changing
    assert page.locator(".variants .what-if-bar path").count() == len(changing)
