"""Two players at a table, with a phone each or with one: seats are handed over by links, and nothing is sent twice."""

import json
from dataclasses import replace
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from app.services.rulebooks.installed import find_rulebooks
from tests import thorough
from tests.waiting import LONG
from tests.web.opening import answer_first, opened, sits

BOOKS = ("storm-over-stalingrad", "x-wing", "castle-rampage", "open-forces")
NAUGHTY = '<img src=x onerror="throw 1">'
PHONE = {"viewport": {"width": 390, "height": 800}, "is_mobile": True, "has_touch": True}


def open_table(one, ruleset="open-forces", names=("Anton", "Beatrix"), phones="two", dice="service"):
    page = one.go("/play")
    page.wait_for_selector("body.ready")
    page.check(f"[name=ruleset][value={ruleset}]")
    if page.is_visible("#kind"):
        page.check("#kind-series", force=True)
    for seat, name in enumerate(names, 1):
        page.fill(f"#name-{seat}", name)
    page.check(f"#phones-{phones}", force=True)
    page.check(f"#dice-{dice}", force=True)
    page.click("text=Open the table")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("body.ready")
    return page


def join(one, link):
    page = one.page
    page.goto(link)
    page.click("#take")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("#seats li")
    return page


def play_on(*players):
    """Whoever is asked takes the first choice, until the attack is over everywhere."""
    until = monotonic() + LONG
    while not all(one.page.query_selector(".verdict") for one in players):
        for one in players:
            if one.page.query_selector(".question .choice"):
                answer_first(one.page)
        players[0].page.wait_for_timeout(50)
        assert monotonic() < until, "the attack does not end"


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", BOOKS[: thorough.cases(1, len(BOOKS))])
def test_two_phones_play_an_attack(visitor, ruleset):
    anton, beatrix = visitor(**PHONE), visitor(**PHONE)
    mine = open_table(anton, ruleset, ("Anton", NAUGHTY))
    assert mine.locator("svg.code .modules").count() == 1
    link = mine.input_value(".invite input")
    assert "#umc_" in link
    theirs = join(beatrix, link)
    assert "umc_" not in theirs.url
    assert theirs.inner_text("#seats li >> nth=1").startswith(NAUGHTY)
    mine.wait_for_selector(".invite", state="detached")
    tokens = mine.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.includes('session:')).map(([, value]) => value)"
    )
    assert list(json.loads(tokens[0])["seats"]) == ["1"]
    attacker = anton
    attacker.page.click("#attack")
    play_on(anton, beatrix)
    for one in (anton, beatrix):
        one.page.wait_for_selector(".check.none" if ruleset == "castle-rampage" else ".check.proven")
    assert mine.inner_text(".verdict") == theirs.inner_text(".verdict")
    late = visitor()
    late.page.goto(link)
    late.page.click("#take")
    late.page.wait_for_selector("#refusal p")
    assert "used" in late.page.inner_text("#refusal")
    late.expects("410")


def test_a_wrong_die_is_taken_back_when_the_other_agrees(visitor):
    anton, beatrix = visitor(), visitor()
    mine = open_table(anton)
    theirs = join(beatrix, mine.input_value(".invite input"))
    mine.click("#attack")
    mine.wait_for_selector(".verdict")
    mine.click("[data-key=void]")
    mine.click(".sure [data-key=sure]")
    assert "Anton wants to take back" in theirs.wait_for_selector(".proposal").inner_text()
    theirs.click(".proposal [data-key^=agree]")
    mine.wait_for_function("() => document.querySelector('.verdict').innerText.includes('does not count')")
    mine.wait_for_selector("#attack:visible")


def test_an_attack_whose_rules_have_changed_says_so_and_is_taken_back_together(visitor, monkeypatch):
    anton, beatrix, watching = visitor(), visitor(), visitor()
    mine = open_table(anton, dice="physical")
    theirs = join(beatrix, mine.input_value(".invite input"))
    mine.click("#attack")
    theirs.wait_for_selector(".question .faces")
    book = find_rulebooks()["open-forces"]
    rules = book.ruleset

    def other_rules(situation, options, table):
        return rules.script(situation, replace(options, base_threshold=8), table)

    later = replace(rules, script=other_rules, version=rules.version + 1)
    monkeypatch.setitem(book.__dict__, "ruleset", later)
    record = watching.go(f"/sessions/{mine.url.rpartition('/')[2]}")
    record.wait_for_selector(".waiting")
    assert "can only be voided" in record.inner_text(".waiting")
    for page in (mine, theirs):
        page.reload()
        assert "The rules have changed since action 1 began" in page.wait_for_selector(".proposal").inner_text()
        assert page.is_hidden("#compose")
        page.click(".proposal [data-key^=agree]")
    for page in (mine, theirs):
        page.wait_for_selector(".verdict")
        assert "does not count" in page.inner_text(".verdict")
    mine.wait_for_selector("#attack:visible")


def test_one_phone_that_hides_nothing_goes_straight_on_to_the_next_player_and_survives_a_reload(visitor):
    one = visitor(**PHONE)
    page = open_table(one, phones="one", dice="physical")
    page.click("#attack")
    page.wait_for_selector(".question:has-text('Beatrix'), #asked:has-text('Beatrix')")
    page.reload()
    for name, faces in (("Beatrix", (2, 2, 5, 5)), ("Anton", (1, 1, 2, 4, 6))):
        page.wait_for_selector(f"#asked:has-text('{name}') .faces")
        assert page.locator(".cover").count() == 0
        for face in faces:
            page.click(f'.face[aria-label="{face}"]')
        page.click("text=These are the dice")
        page.wait_for_selector(f".step.rolled >> nth={0 if len(faces) == 4 else 1}", state="attached")
    assert page.inner_text(".verdict") == "2 units are killed; 2 left."
    assert page.locator("#form .side.defender .figure").count() == 2


def arrives(request):
    address = urlsplit(request.url)
    headers = {name: value for name, value in request.headers.items() if name != "host"}
    there = Request(f"http://127.0.0.1:{address.port}{address.path}", request.post_data_buffer, headers)
    with urlopen(there) as answer:
        assert answer.status == 201


def test_an_attack_that_the_network_lost_is_sent_once(visitor):
    one = visitor()
    page = open_table(one, phones="one")
    lost = []

    def lose(route):
        lost.append(route.request.headers["idempotency-key"])
        if len(lost) == 1:
            arrives(route.request)  # but its answer does not
            route.abort()
        else:
            route.continue_()

    page.route("**/attacks", lose)
    page.click("#attack")
    page.wait_for_selector(".verdict")
    page.wait_for_function("() => !document.body.classList.contains('busy')")
    one.expects("ERR_FAILED")
    assert len(lost) == 2
    assert lost[0] == lost[1]
    session = page.url.rpartition("/")[2]
    found = page.evaluate("id => fetch(`/v1/sessions/${id}`).then((answer) => answer.json())", session)
    assert found["actions"]["resolved"] == 1


ATTACK = """async (count) => {
  const send = async (path, body, token) => (await fetch(path, {method: "POST", body: JSON.stringify(body),
    headers: {"Content-Type": "application/json", ...(token ? {Authorization: `Bearer ${token}`} : {})}})).json();
  const base = "/v1/rulesets/open-forces";
  const session = await send(base + "/sessions", {kind: "series"});
  const situation = {attacker: {units: 5, mode: {atk: 1}}, defender: {units: 4, mode: {def: 1}}};
  for (let n = 0; n < count; n += 1) await send(base + "/attacks", {situation, session_id: session.id}, session.tokens.host);
  return session.id;
}"""


def test_a_session_is_replayed_and_its_dice_are_checked_without_the_server(visitor):
    one = visitor()
    session = one.go("/").evaluate(ATTACK, 3)
    page = one.go(f"/sessions/{session}")
    page.wait_for_selector(".verdict")
    assert "Attack 3" in page.inner_text("#story")
    page.focus("#place")
    page.keyboard.press("Home")
    page.wait_for_function("() => !document.querySelector('#story').innerText")
    assert page.get_attribute("#place", "aria-valuetext") == "Before the first move"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#story .step", state="attached")
    assert "Attack 1" in page.inner_text("#story")
    page.click("#check")
    page.wait_for_selector("#verdict .check")
    assert page.get_attribute("#verdict .check", "class").split()[-1] == "proven"
    assert "27 of 27 dice computed" in page.inner_text("#verdict")
    assert "may have been rewritten before that" in page.inner_text("#verdict")


FORGED = {
    "a die": ('\\"faces\\":[', '\\"faces\\":[7,', "breaks at event"),
    "a seal": ('\\"commitment\\":\\"', '\\"commitment\\":\\"00', "do not lead back"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_record_does_not_check(visitor, what):
    one = visitor()
    session = one.go("/").evaluate(ATTACK, 1)
    old, new, told = FORGED[what]
    page = one.page
    log = page.evaluate(
        "id => fetch(`/v1/sessions/${id}/events?format=ndjson`).then((answer) => answer.text())", session
    )
    assert old in log
    page.route("**/events?format=ndjson", lambda route: route.fulfill(body=log.replace(old, new, 1)))
    one.go(f"/sessions/{session}")
    page.wait_for_selector(".verdict")
    page.click("#check")
    page.wait_for_selector("#verdict .check.wrong")
    assert told in page.inner_text("#verdict")


def test_the_other_phone_follows_by_the_request_that_waits_and_asks_for_nothing_meanwhile(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample")
    heard = []
    beatrix.page.on("request", lambda request: heard.append(("asked", request)))
    beatrix.page.on("response", lambda response: heard.append(("told", response.request)))
    mine = sits(anton, session, 1)
    with beatrix.page.expect_request(lambda request: "/questions?wait=" in request.url):
        theirs = sits(beatrix, session, 2)
    theirs.wait_for_selector(".waiting")
    mine.wait_for_selector(".question .choice")
    before = len(heard)
    waits = next(one for what, one in reversed(heard) if what == "asked" and "/questions?wait=" in one.url)
    mine.click(".question .choice:has-text('Fire from') >> nth=0")
    theirs.wait_for_selector(".waiting:has-text('Which units')")
    since = [(what, one) for what, one in heard[before:] if "/questions" in one.url]
    assert since[0] == ("told", waits)
