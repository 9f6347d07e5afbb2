"""What is typed and tapped on a form counts, wherever the next tap goes: nothing is lost while a place is drawn anew."""

from functools import partial
from itertools import pairwise

import pytest

from tests import thorough
from tests.web.opening import BOOKS, opened, sits

SIEGE = {"starting_seat": 1, "gate": 2, "castle": 1}
UNFOLD = """() => document.querySelectorAll('details:not([name])').forEach((each) => (each.open = true))"""
FIELDS = """() => [...document.querySelectorAll('main input[type=text][data-key]:not([list])')]
  .filter((each) => each.checkVisibility()).map((each) => each.dataset.key)"""
OTHER = """(key) => {
  const field = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!key.endsWith("=")) return `x${field.value}`; // with no key it is what stood there before
  const more = document.querySelector(`[data-key="${CSS.escape(key.slice(0, -1))}+"]`);
  return String(Number(field.value) + (more.hasAttribute("aria-disabled") ? -1 : 1));
}"""

DRAWN = "() => new Promise((done) => setTimeout(done))"
"""What the page does at once after a tap or a key is done."""
SHOWS = "([key, value]) => document.querySelector(`[data-key='${key}']`).value === value"


def field(key):
    return f"[data-key={key!r}]"


def tried(slug, one):
    page = one.go(f"/try/{slug}")
    page.wait_for_selector(".chart .bar")
    open_card(page)
    return page


def open_card(page):
    """The card of a stack is opened, where the table has such."""
    if page.query_selector(".stack button.card"):
        page.click(".stack button.card >> nth=0")


def seated(slug, one):
    page = sits(one, opened(one, slug), 1, 2)
    page.wait_for_selector("#attack:visible")
    open_card(page)
    return page


def siege(one):
    page = sits(one, opened(one, "castle-rampage", SIEGE), 1)
    page.wait_for_selector(".moves input")
    return page


def squads(one):
    page = sits(one, opened(one, "x-wing", "lists"), 1)
    page.click("text=After maneuvers and actions")
    page.wait_for_selector(".declared")
    return page


def judged(one):
    session = opened(one, "open-forces")
    held = {"ruleset": "open-forces", "seats": {}, "host": session["tokens"]["host"], "one": False, "commitment": None}
    one.page.evaluate(
        "([id, held]) => localStorage.setItem(`umpire:session:${id}`, JSON.stringify(held))", [session["id"], held]
    )
    page = one.go(f"/sessions/{session['id']}")
    page.wait_for_selector("#judge h2", state="attached")
    return page


FORMS = {
    "siege": siege,
    "judge": judged,
    **{f"{where} {slug}": partial(form, slug) for slug in BOOKS for where, form in (("try", tried), ("seat", seated))},
    "squads": squads,
}


def types(page, key, value=None):
    """Type a value, or another one than the field has, and stay there; returns it."""
    value = value or page.evaluate(OTHER, key)
    page.click(field(key))
    page.keyboard.press("Control+a")
    page.keyboard.type(value)
    return value


@pytest.fixture(params=list(FORMS)[: thorough.cases(2, len(FORMS))])
def form(request, visitor):
    """A page with a form, unfolded, with the keys of its fields: those of numbers, then those of names."""
    one = visitor()
    one.expects("422")  # not all that is typed may be attacked
    page = FORMS[request.param](one)
    page.evaluate(UNFOLD)
    keys = page.evaluate(FIELDS)
    return page, [key for key in keys if key.endswith("=")], [key for key in keys if not key.endswith("=")]


@pytest.mark.thorough
def test_a_value_that_is_typed_stays_whichever_field_is_tapped_next(form):
    page, numbers, names = form
    assert numbers
    keys = numbers + names
    for key, then in pairwise([*keys, keys[0]] if len(keys) > 1 else keys):
        first, second = types(page, key), types(page, then)
        assert (page.input_value(field(key)), page.input_value(field(then))) == (first, second)
        page.keyboard.press("Tab")
        page.evaluate(DRAWN)


@pytest.mark.thorough
def test_the_button_beside_counts_on_from_what_is_typed(form):
    page, numbers, _ = form
    for key in numbers:
        value = int(types(page, key))
        page.click(field(f"{key[:-1]}-"), force=True)  # it may still look as if nothing could be taken away
        page.wait_for_function(SHOWS, arg=[key, str(value - 1)])


@pytest.mark.thorough
def test_a_number_that_is_not_taken_is_told_beside_its_field(form):
    page, numbers, _ = form
    for key in numbers:
        for typed in ("99999", "-99999", "many"):
            types(page, key, typed)
            page.keyboard.press("Enter")
            told = page.locator(".stepper", has=page.locator(field(key))).locator(".warning")
            told.filter(has_text=typed).wait_for()
            assert page.inner_text("#says") == told.inner_text()
            assert page.input_value(field(key)) in told.inner_text() or typed == "many"
            assert page.get_attribute(field(key), "aria-describedby") == told.get_attribute("id")


def test_what_is_being_typed_and_tapped_stays_while_the_other_player_moves(visitor):
    one, other = visitor(), visitor()
    session = opened(one, "castle-rampage", SIEGE)
    page, theirs = sits(one, session, 1), sits(other, session, 2)
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.post_data_json["move"]))
    types(page, "card/name", "mo")
    lays(theirs, 1, page)
    page.keyboard.type("at")
    types(page, "card/gate=", "7")
    page.get_by_role("button", name="Add this card").click()
    lay = page.get_by_role("button", name="Lay 1 card face down")
    lay.hover()
    page.mouse.down()
    lays(theirs, 2, page)
    page.mouse.up()
    page.wait_for_selector(".structure .card.back >> nth=2")
    (laid,) = sent[0]["cards"]
    assert (laid["card"]["card"], laid["card"]["gate_defense"]) == ("moat", 7)


def lays(theirs, count, page):
    """The other player lays a card, and the page shows it."""
    theirs.get_by_role("button", name="Add this card").click()
    theirs.get_by_role("button", name="Lay 1 card face down").click()
    page.wait_for_function(f"() => document.querySelectorAll('.structure .card.back').length === {count}")


def test_what_is_typed_on_the_form_of_the_next_attack_stays_while_the_other_player_attacks(visitor):
    one, other = visitor(), visitor()
    session = opened(one, "open-forces", policies={"1": "default", "2": "default"})
    page, theirs = sits(one, session, 1), sits(other, session, 2)
    page.wait_for_selector("#attack:visible")
    types(page, "def=", "1")
    theirs.click("#attack")
    page.wait_for_selector(".verdict")
    page.keyboard.type("2")
    page.click("#attack")
    page.wait_for_selector("#story:has-text('DEF 12'), #story:has-text('12 (DEF)')")
