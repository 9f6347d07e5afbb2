"""A code that is said over the table takes a seat; a link says which game it is; a spare link is offered at the first turn."""

from tests.web.opening import opened, sits
from tests.web.test_joining import link_of


def at_play(one):
    """The page of a table that somebody has opened for two phones."""
    page = one.go("/play")
    page.wait_for_selector("body.ready")
    page.check("[name=ruleset][value=storm-over-stalingrad]", force=True)
    page.fill("#name-1", "Anton")
    page.fill("#name-2", "Beatrix")
    page.click("text=Open the table")
    page.wait_for_selector("#invite .letters")
    return page


def test_a_code_that_is_typed_takes_the_seat_and_works_once(visitor):
    anton, beatrix, late = visitor(), visitor(), visitor()
    mine = at_play(anton)
    assert "/join" in mine.inner_text("#invite .spoken")
    letters = mine.inner_text("#invite .letters")
    theirs = beatrix.go("/play")
    theirs.click("text=Do you have a code?")
    theirs.fill("#letters", letters.lower().replace("-", " "))
    theirs.click("#spoken button")
    theirs.wait_for_url("**/play/*")
    theirs.wait_for_selector("#seats li:has-text('Beatrix'):has-text('you')")
    mine.wait_for_selector("#invite:empty", state="attached")
    late.expects("410", "422")
    page = late.go("/join")
    page.wait_for_selector("body.ready")
    for typed, told in ((letters, "No seat has this code"), ("AAAA", "eight of these letters")):
        page.fill("#letters", typed)
        page.click("#spoken button")
        page.wait_for_selector(f"#refusal:has-text('{told}')")


def test_a_link_says_which_game_against_whom_and_in_what_language(visitor):
    anton, beatrix = visitor(), visitor(locale="de")
    session = opened(anton, "storm-over-stalingrad", "sample")
    page = beatrix.go(link_of(anton, session, 2))
    page.wait_for_selector("#which:has-text('Storm over Stalingrad, gegen Anton.')")
    assert "Deutsch" in page.inner_text("#which")
    assert page.is_hidden("#spoken")


def test_a_spare_link_is_offered_at_the_first_turn_and_brings_the_player_back(visitor):
    anton, new = visitor(), visitor()
    page = sits(anton, opened(anton, "storm-over-stalingrad", "sample", host=False), 1)
    assert page.locator("#spare section").count() == 0, "it is a line until it is tapped"
    page.click("[data-key=spare-open]")
    page.click("[data-key=spare-make]")
    link = page.wait_for_selector("#spare input").input_value()
    page.click("[data-key=spare-done]")
    page.reload()
    page.wait_for_selector(".question .choice")
    assert page.locator("#spare > *").count() == 0
    new.page.goto(link)
    new.page.click("#take")
    new.page.wait_for_selector("#seats li:has-text('Anton'):has-text('you')")
    new.page.click("[data-key=spare-open]")
    new.page.click("[data-key=spare-no]")
    new.page.reload()
    new.page.wait_for_selector(".question .choice")
    assert new.page.locator("#spare > *").count() == 0
    anton.expects("401")
