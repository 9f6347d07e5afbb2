"""What a page shows stands in its address or stays in the tab: a reload, another language and Back show it again."""

import json
from base64 import urlsafe_b64encode

import pytest

from tests.thorough import left_out
from tests.web.opening import BOOKS, opened, sits, some

pytestmark = left_out("a browser goes back and forth in four languages")

VALUES = """() => [...document.querySelectorAll("#form input[data-key]")]
  .map((each) => [each.dataset.key, each.type === "checkbox" ? each.checked : each.value])"""
STORY = """() => [...document.querySelectorAll("#story .step")]
  .map((each) => [each.querySelector(".rule")?.textContent, each.querySelectorAll("svg").length])"""
EXAMPLE = "() => document.querySelector('#form .fields') && document.querySelector('.chart .bar')"


def packed(value):
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def told(page, has_luck=True):
    """The story and the table, without what depends on the language.

    `has_luck`: the odds show what came; of an attack that hides something a stranger is told none.
    """
    page.wait_for_selector(".check")
    if has_luck:
        page.wait_for_selector(".column.came", state="attached")
    return page.evaluate(STORY), page.evaluate(VALUES)


def more(page):
    """The first button that makes a number larger, once the page is ready."""
    page.wait_for_selector(".chart .bar")
    page.evaluate("document.querySelectorAll('#form details').forEach((each) => (each.open = true))")
    return page.locator("#form [data-key$='+'] >> nth=0")


@pytest.mark.thorough
@pytest.mark.parametrize("slug", some(BOOKS, first=2))
def test_a_story_with_its_table_survives_a_reload_another_language_and_back(visitor, slug):
    one = visitor()
    page = one.go(f"/try/{slug}")
    more(page).click()
    page.click("#roll")
    one.answer_all()
    before = told(page)
    page.reload()
    assert told(page) == before
    page.click(".languages a[hreflang=de]")
    page.wait_for_selector("html[lang=de]")
    assert told(page) == before
    page.click("#again a[href*=sessions]")
    page.wait_for_selector("body.session")
    page.go_back()
    assert told(page) == before
    elsewhere = visitor().page
    elsewhere.goto(page.url)
    assert told(elsewhere, has_luck=slug != "castle-rampage") == before


@pytest.mark.thorough
@pytest.mark.parametrize("slug", some(BOOKS, first=2))
def test_a_changed_form_has_no_old_story_beside_it_and_back_shows_both_again(visitor, slug):
    one = visitor()
    page = one.go(f"/try/{slug}")
    number = more(page)
    page.click("#roll")
    one.answer_all()
    before = told(page)
    page.click("#share")
    number.click()
    page.wait_for_selector("#happened", state="hidden")
    assert page.locator(".column.came").count() == 0
    assert page.locator("#link input").count() == 0
    changed = page.evaluate(VALUES)
    assert changed != before[1]
    page.go_back()
    assert told(page) == before
    page.go_forward()
    page.wait_for_selector("#happened", state="hidden")
    assert page.evaluate(VALUES) == changed


def asked(page):
    """The question of an attack in which one is asked for certain."""
    page.wait_for_selector(".chart .bar")
    page.click("[data-key='example/1']")
    page.click("#roll")
    page.wait_for_selector(".question .choice")
    return page.inner_text(".question .ask")


def test_a_question_that_is_open_can_be_answered_after_a_reload_and_not_by_who_has_the_link(visitor):
    one = visitor()
    page = one.go("/try/x-wing")
    question = asked(page)
    page.reload()
    page.wait_for_selector(".question .choice")
    assert page.inner_text(".question .ask") == question
    watched = visitor().page
    watched.goto(page.url)
    assert question in watched.wait_for_selector("#story .waiting").inner_text()
    assert watched.locator(".choice").count() == 0
    one.answer_all()
    page.wait_for_selector(".check.proven")


def test_nothing_is_stored_before_the_dice_are_wanted_and_the_attacks_of_a_tab_are_one_session(visitor):
    one = visitor()
    sent = []
    one.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page = one.go("/try/open-forces")
    more(page).click()
    page.fill("[data-key='def=']", "3")
    page.click("[data-key='fold/options']")
    page.wait_for_selector(".chart .bar")
    assert [url for url in sent if "/odds" not in url] == []
    assert page.inner_text("#commitment") == ""
    page.click("#roll")
    page.wait_for_selector(".check.proven")
    page.reload()
    page.wait_for_selector(".check.proven")
    assert "fixed" in page.inner_text("#commitment")
    page.click("#roll")
    page.wait_for_function("() => location.hash.endsWith('.2')")
    assert len([url for url in sent if url.endswith("/sessions")]) == 1


def test_attacks_go_on_in_a_new_session_where_the_one_of_the_tab_is_over(visitor):
    one = visitor()
    page = one.go("/try/open-forces")
    more(page)
    page.click("#roll")
    page.wait_for_selector(".check.proven")
    first = page.url.rpartition("a=")[2].split(".")[0]
    close = """async () => {
      const [{id, host}] = JSON.parse(sessionStorage.getItem("umpire:try:open-forces"));
      const headers = {"Content-Type": "application/json", Authorization: `Bearer ${host}`};
      return (await fetch(`/v1/sessions/${id}/close`, {method: "POST", headers, body: "{}"})).status;
    }"""
    assert page.evaluate(close) == 200
    page.click("#roll")
    page.wait_for_function("first => !location.hash.includes(first)", arg=first)
    page.wait_for_selector(".check.proven")
    one.expects("409")


OTHERS = {
    "open-forces": {"attacker": 5, "defender": None, "cover": "much"},
    "castle-rampage": {"attack": None, "gate": {}, "castle": 3},
    "x-wing": {"attacker": {"units": 5}, "defender": {"units": 4}},
    "storm-over-stalingrad": {"areas": [{"id": "T"}]},
}


def wrong_links(slug):
    """Links that were cut, altered, or made for something else."""
    whole = packed({"situation": {"attacker": {"units": 3}}, "options": {}})
    tables = [whole[:-5], whole[:-19], "none", *(packed(each) for each in ([1], {}, {"situation": None}))]
    seen = packed({"example": 99, "faces": [], "policy": "default", "rule": "XX-1"})
    tables += [packed({"situation": [1, 2]}), packed({"situation": OTHERS[slug]})]
    return [*(f"#s={each}" for each in tables), "#see=none", f"#see={seen}"]


@pytest.mark.thorough
@pytest.mark.parametrize("slug", some(BOOKS, first=3))
def test_a_link_that_fits_no_table_is_told_and_an_example_stands_there(visitor, slug):
    one = visitor()
    page = one.go(f"/try/{slug}")
    page.wait_for_selector(".chart .bar")
    example = page.evaluate(VALUES)
    for link in wrong_links(slug):
        page.goto("about:blank")
        one.go(f"/try/{slug}{link}")
        page.wait_for_selector("#refusal p:has-text('This link')")
        page.wait_for_function(EXAMPLE)
        assert page.evaluate(VALUES) == example, link
    more(page).click()  # from here on all is as ever
    page.wait_for_selector("#refusal p", state="detached")


def test_a_table_that_the_rules_refuse_is_shown_and_told_in_their_words(visitor):
    one = visitor()
    situation = {"attacker": {"units": 5, "mode": {"atk": 1}}, "defender": {"units": 4, "mode": {"def": 1}}}
    page = one.go(f"/try/open-forces#s={packed({'situation': {**situation, 'cover': [{'def': 2, 'touching': 9}]}})}")
    page.wait_for_selector("#refusal p:not(:has-text('This link'))")
    assert page.input_value("[data-key='cover0/touching=']") == "9"
    one.expects("422")


def test_a_link_in_an_open_tab_shows_its_table_and_a_jump_on_the_page_loses_none(visitor):
    page = visitor().go("/try/open-forces")
    more(page).click()
    page.click("#share")
    link = page.input_value("#link input")
    page.click("[data-key='example/1']")
    other = page.evaluate(VALUES)
    page.evaluate("document.querySelector('.skip').click()")
    page.wait_for_function("() => location.hash.startsWith('#d=')")
    assert page.evaluate(VALUES) == other
    page.goto(link)
    page.wait_for_function("""() => document.querySelector("[data-key='attacker/units=']").value === "6" """)


PLACES = {
    "/rules/x-wing#XW-45": None,
    "/tables?reference=club": "club",
    "/players?player=Anton&since=2026-01-01": "Anton",
    "/history?player=Anton": "Anton",
}


@pytest.mark.parametrize("path", PLACES)
def test_another_language_and_a_form_show_the_same_place_of_a_page(visitor, path):
    page = visitor().go(path)
    page.click(".languages a[hreflang=fr]")
    page.wait_for_selector("html[lang=fr]")
    query, _, place = path.partition("#")
    assert page.url.endswith(f"language=fr#{place}" if place else "&language=fr")
    assert query.partition("?")[2] in page.url
    if asked := PLACES[path]:
        name = "reference" if "tables" in path else "player"
        assert page.input_value(f"[name={name}]") == asked
    if page.query_selector("form[method=get]"):
        page.click("form[method=get] button")
        page.wait_for_selector("html[lang=fr]")


def test_what_is_asked_of_the_history_stands_in_its_address(visitor):
    page = visitor().go("/history")
    page.wait_for_selector("body.ready")
    page.fill("#player", "Anton")
    page.select_option("#ruleset", "x-wing")
    page.wait_for_function("() => location.search === '?ruleset=x-wing&player=Anton'")
    with page.expect_request(lambda request: "/v1/actions?" in request.url and "player=Anton" in request.url):
        page.reload()
    assert page.input_value("#ruleset") == "x-wing"


def test_a_place_in_a_record_survives_another_language(visitor):
    one = visitor()
    page = sits(one, opened(one, "open-forces"), 1, 2)
    page.click("#attack")
    page.wait_for_selector(".verdict")
    page.click("#mistakes a[href*=sessions]")
    page.wait_for_selector("#story .verdict")
    page.focus("#place")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.hash === '#move=0'")
    page.click(".languages a[hreflang=ru]")
    page.wait_for_selector("html[lang=ru]")
    page.wait_for_function("() => document.getElementById('place').value === '0'")
    page.focus("#place")
    page.keyboard.press("End")
    page.wait_for_function("() => location.hash === ''")


def test_a_story_that_cannot_be_told_is_refused(visitor):
    one, held = visitor(), []
    one.expects("500")
    one.page.route("**/v1/rulesets/open-forces", lambda route: route.fulfill(status=500, body="{}"))
    one.page.route("**/v1/rulesets/open-forces/odds", lambda route: held.append(route))
    page = one.go("/try/open-forces")
    page.wait_for_selector("body.ready")
    with page.expect_request("**/odds"):
        page.click("[data-key='example/1']")
    page.click("#roll")
    page.wait_for_selector("#refusal p")
    with page.expect_response("**/odds"):
        held[-1].continue_()
    page.wait_for_selector("#chances b")
    assert page.locator("#refusal p").count() == 1, "odds that come later say nothing about the attack"
