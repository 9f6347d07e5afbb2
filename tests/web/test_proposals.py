"""What is proposed at a table stands before all else: who is asked sees two answers, who proposed it what became of it."""

import re
from dataclasses import replace

import pytest

from app.services.rulebooks.installed import find_rulebooks
from tests.languages import LANGUAGES
from tests.web.opening import BOOKS, opened, sits, some
from tests.web.test_for_everybody import faults

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
SETUPS = {
    "open-forces": "sample-with-positions",
    "castle-rampage": "siege",
    "x-wing": "lists",
    "storm-over-stalingrad": "sample",
}
KINDS = ("void", "close", "halt")
SENT = {"void": ("actions/2/void", {}), "close": ("close", {"abandon": True}), "halt": ("clock", {"running": False})}
BY = """async ([session, seat, path, body]) => {
  const token = seat ? session.tokens.seats[seat] : session.tokens.host;
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${token}`};
  return (await fetch(`/v1/sessions/${session.id}/${path}`, {method: "POST", headers, body: JSON.stringify(body)})).status;
}"""
FIRST = """async (session) => {
  const ask = async (path, more) => (await fetch(path, more)).json();
  const {items: [{seat}]} = await ask(`/v1/sessions/${session.id}/questions`);
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.seats[seat]}`};
  const {items} = await ask(`/v1/sessions/${session.id}/questions`, {headers});
  const {seen, choices, answer} = items.find((each) => each.seat === seat && each.choices.length);
  await ask(answer.path, {method: "POST", headers, body: JSON.stringify({seen, [answer.member]: choices[0].choice})});
  return seat;
}"""


def sends(one, session, seat, path, body):
    """A request of a seat about the session; 0 is the host."""
    status = one.page.evaluate(BY, [session, seat, path, body])
    assert status in (200, 202)


def moved(one, slug, **more):
    """A game in which one seat has made the first move that it could; who that was, and the other."""
    session = opened(one, slug, SETUPS[slug], host=False, **more)
    seat = one.page.evaluate(FIRST, session)
    return session, seat, 3 - seat


def in_window(page, selector):
    """Whether something is whole in the window as it is."""
    box = page.locator(selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


DONE = {"void": "#story .verdict:has-text('not count')", "close": ".over", "halt": "#clocks .note:has-text('halted')"}
CASES = [(slug, kind) for turn in range(len(KINDS)) for slug, kind in zip(BOOKS, KINDS[turn:] + KINDS, strict=False)]


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "kind"), some(CASES, count=4))
def test_who_is_asked_answers_first_and_who_proposed_sees_what_became_of_it(visitor, slug, kind):
    one, other = visitor(**DESK), visitor(**PHONE)
    clock = {"clock": {"seconds": 3600}} if kind == "halt" else {}
    session, seat, asked = moved(one, slug, **clock)
    mine, theirs = sits(one, session, seat), sits(other, session, asked)
    theirs.wait_for_selector("#asked :is(button, .waiting)")  # the fields of a siege come after their place
    if kind == "halt":
        theirs.wait_for_selector(".clock.runs")
    before = theirs.inner_text("#asked")
    name, refuser = session["seats"][seat - 1]["name"], session["seats"][asked - 1]["name"]
    for answer in ("refuse", "agree"):
        sends(one, session, seat, *SENT[kind])
        box = f".proposal.asks[data-kind={kind}]"
        theirs.wait_for_selector(box)
        told = theirs.inner_text(f"{box} .said")
        assert told.startswith(f"{name} wants to")
        assert not re.search(r"action \d|-\d", told)
        for button in ("agree", "refuse"):
            assert in_window(theirs, f"{box} [data-key^={button}]")
            assert theirs.locator(f"{box} [data-key^={button}]").bounding_box()["height"] >= 44
        assert theirs.inner_text("#asked") == before, "the own question stays"
        mine.wait_for_selector(f".proposal.waits:has-text('{refuser}')")
        assert mine.locator(".proposal.declined").count() == 0
        theirs.click(f"{box} [data-key^={answer}]")
        theirs.wait_for_selector(".proposal", state="detached")
        mine.wait_for_selector(".proposal.waits", state="detached")
        if answer == "refuse":
            mine.wait_for_selector(f".proposal.declined:has-text('{refuser} does not agree')")
    for page in (mine, theirs):
        page.wait_for_selector(DONE[kind], state="attached")
    assert mine.locator(".proposal").count() == 0


def test_what_is_taken_back_is_named_by_what_was_done(visitor):
    one, other = visitor(), visitor()
    session, seat, asked = moved(one, "x-wing")
    theirs = sits(other, session, asked)
    sends(one, session, seat, "actions/2/void", {"reason": "a slip"})
    text = theirs.wait_for_selector(".proposal.asks").inner_text()
    assert "has ended the Planning Phase" in text
    assert "a slip" in text


@pytest.mark.parametrize("kind", KINDS)
def test_who_proposed_withdraws_it_and_nobody_has_refused(visitor, kind):
    one, other = visitor(), visitor()
    session, seat, asked = moved(one, "storm-over-stalingrad", clock={"seconds": 3600})
    mine, theirs = sits(one, session, seat), sits(other, session, asked)
    theirs.wait_for_selector(".clock.runs")
    sends(one, session, seat, *SENT[kind])
    theirs.wait_for_selector(".proposal.asks")
    mine.click(".proposal.waits [data-key^=withdraw]")
    for page in (mine, theirs):
        page.wait_for_selector(".proposal", state="detached")


def test_a_proposal_is_read_aloud_reached_by_keys_and_found_right_by_axe(visitor):
    one, other = visitor(), visitor(**PHONE)
    session, seat, asked = moved(one, "storm-over-stalingrad")
    mine, theirs = sits(one, session, seat), sits(other, session, asked)
    sends(one, session, seat, *SENT["void"])
    for page, box in ((mine, ".proposal.waits"), (theirs, ".proposal.asks")):
        page.wait_for_selector(f"[aria-live=polite] {box}")
        assert faults(page, dark=True) == []
    theirs.press("[data-key^=refuse]", "Enter")
    mine.wait_for_selector("[aria-live=polite] .proposal.declined")
    assert faults(mine, dark=True) == []
    mine.press("[data-key^=seen]", "Enter")
    mine.wait_for_selector(".proposal", state="detached")


@pytest.mark.thorough
@pytest.mark.parametrize("language", some(LANGUAGES, count=4))
def test_the_two_answers_are_in_sight_in_every_language(visitor, language):
    one = visitor()
    session, seat, asked = moved(one, "storm-over-stalingrad", names=("Maximilian-Konstantin", "Ekaterina Grigorjewna"))
    sends(one, session, seat, *SENT["void"])
    for size in (PHONE, DESK):
        page = sits(visitor(**{**size, "locale": language}), session, asked)
        page.wait_for_selector(".proposal.asks")
        for button in ("agree", "refuse"):
            assert in_window(page, f".proposal [data-key^={button}]")


def test_the_host_of_a_series_is_asked_where_rules_have_changed(visitor, monkeypatch):
    one = visitor()
    session = opened(one, "open-forces", names=(), dice={"source": "physical"})
    body = {
        "session_id": session["id"],
        "situation": {"attacker": {"units": 5, "mode": {"atk": 1}}, "defender": {"units": 4, "mode": {"def": 1}}},
    }
    sent = """async ([session, body]) => (await fetch("/v1/rulesets/open-forces/attacks", {method: "POST", body: JSON.stringify(body),
      headers: {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.host}`}})).status"""
    assert one.page.evaluate(sent, [session, body]) in (201, 202)
    book = find_rulebooks()["open-forces"]
    rules = book.ruleset

    def other_rules(situation, options, table):
        return rules.script(situation, replace(options, base_threshold=8), table)

    monkeypatch.setitem(book.__dict__, "ruleset", replace(rules, script=other_rules, version=rules.version + 1))
    page = judges(one, session)
    page.click(".proposal.asks [data-key^=agree]")
    page.wait_for_selector(".proposal", state="detached")


def judges(one, session):
    """The page of the host, who plays no seat."""
    held = {"ruleset": session["ruleset"], "seats": {}, "host": session["tokens"]["host"], "one": False}
    one.page.evaluate(
        "([id, held]) => localStorage.setItem(`umpire:session:${id}`, JSON.stringify(held))", [session["id"], held]
    )
    return one.go(f"/sessions/{session['id']}")


def test_the_host_sees_what_players_propose_and_leaves_the_answer_to_them(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample")
    sends(one, session, 1, "close", {"abandon": True})
    page = judges(one, session)
    page.wait_for_selector(".proposal.waits:has-text('Beatrix')")
    assert page.locator(".proposal button").count() == 0
