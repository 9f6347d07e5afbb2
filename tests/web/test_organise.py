"""An event with many tables: pairings become tables, a seat calls the judge, the judge looks, voids and closes."""

import json

from tests.rulesets.x_wing.squads import EXPORTS
from tests.web.conftest import ODDLY
from tests.web.opening import opened


def test_a_round_from_pairings_to_the_judge(visitor):
    judge, player = visitor(), visitor()
    page = judge.go("/organise")
    page.wait_for_selector("body.ready")
    page.select_option("#ruleset", "storm-over-stalingrad")
    page.wait_for_selector("#setup option:nth-child(2)", state="attached")
    page.select_option("#setup", "sample")
    page.fill("#reference", "Кубок клуба/2026")
    page.fill("#pairings", f"1. Anton – {ODDLY}\nCléo vs Дима\nnobody else")
    assert "2 tables" in page.inner_text("#count")
    assert "nobody else" in page.inner_text("#count")
    page.click("text=Open the tables")
    page.wait_for_selector(".seat-sheet .code >> nth=3")
    assert ODDLY in page.inner_text("#sheets")
    sheet = page.locator(".seat-sheet").first
    assert "/join" in sheet.inner_text()
    seat = player.go("/join")
    seat.fill("#letters", sheet.locator(".letters").inner_text())
    seat.click("#spoken button")
    seat.wait_for_url("**/play/*")
    seat.wait_for_selector(".question .choice")
    for text in ("Fire from", "firepower 14"):
        seat.click(f".question .choice:has-text('{text}') >> nth=0")
    seat.wait_for_selector(".step.rolled", state="attached")
    seat.click("[data-key=judge]")
    page.click("#events a")
    page.wait_for_selector(".table-card.wanted")
    assert page.locator(".table-card").count() == 2
    assert "Judge wanted by Anton" in page.inner_text(".table-card >> nth=0")
    tables = page.url
    page.click(".table-card.wanted h2 a")
    page.click("[data-key=sheet]")
    page.wait_for_selector(".sheet-of dd")
    page.fill("[data-key=reason]", "one unit too many")
    page.click("[data-key=void]")
    page.wait_for_function("() => document.querySelector('#story').innerText.includes('one unit too many')")
    page.click("#judge summary")
    page.click("[data-key=close]")
    page.wait_for_function("() => document.querySelector('#about').innerText.startsWith('closed')")
    seat.wait_for_selector(".over")
    page.goto(tables)
    card = page.wait_for_selector(".table-card.closed")
    assert "Judge wanted" not in card.inner_text()
    assert page.locator(".table-card.wanted").count() == 0


CALL = """([id, token]) => fetch(`/v1/sessions/${id}/judge`, {method: "POST", body: '{"wanted": true}',
  headers: {"Content-Type": "application/json", Authorization: `Bearer ${token}`}})"""


def test_all_tables_are_heard_as_one_stream_and_none_is_read_that_has_no_news(visitor):
    one, judge = visitor(), visitor()
    tables = [opened(one, "open-forces", reference=f"hall/r1/t{n}", visibility="public") for n in (1, 2)]
    first, second = (table["id"] for table in tables)
    asked = []
    judge.page.clock.install()
    judge.page.on("request", lambda request: asked.append(request.url))
    with judge.page.expect_request(lambda request: f"/{first}/events" in request.url):  # read, once the stream is open
        page = judge.go("/tables?reference=hall")
        page.wait_for_selector(".table-card >> nth=1")
    assert [url for url in asked if "/v1/events?" in url and first in url and second in url]
    page.clock.fast_forward(15_000)
    before = len(asked)
    one.page.evaluate(CALL, [first, tables[0]["tokens"]["seats"]["1"]])
    assert "Judge wanted by Anton" in page.wait_for_selector(".table-card.wanted").inner_text()
    assert [url for url in asked[before:] if first not in url] == []
    assert len([url for url in asked if url.endswith(f"/sessions/{second}")]) == 1


CLAIM = """async (seat) => {
  const [table] = JSON.parse(localStorage.getItem("umpire:event:club")).tables;
  const {host} = JSON.parse(localStorage.getItem(`umpire:session:${table.id}`));
  const made = await fetch(`/v1/sessions/${table.id}/seats/${seat}/claims`, {method: "POST", body: "{}",
    headers: {Authorization: `Bearer ${host}`, "Content-Type": "application/json"}});
  return `/join#${(await made.json()).claim}.${table.id}.${seat}`;
}"""


def test_every_table_of_an_event_leaves_the_squads_to_its_seats_within_the_same_limits(visitor):
    judge, anton = visitor(), visitor()
    page = judge.go("/organise")
    page.wait_for_selector("body.ready")
    page.select_option("#ruleset", "x-wing")
    page.select_option("#setup", "bring")
    page.fill("#most-points", "20")
    page.fill("#most-ships", "8")
    page.click("[data-key='fold/bring/choosing']")
    page.check("[data-key='bring/faction/rebelalliance']")
    page.fill("#pairings", "Anton – Beatrix\nCléo – Дима")
    page.click("text=Open the tables")
    page.wait_for_selector(".seat-sheet .code >> nth=3")
    seat = anton.go(page.evaluate(CLAIM, 1))
    seat.click("#take")
    seat.wait_for_selector(".bringing")
    assert seat.locator(".limits li").all_inner_texts() == [
        "At most 20 points",
        "At most 8 ships",
        "Only these factions: Rebel Alliance",
    ]
    seat.fill("[data-key='0/xws']", json.dumps(EXPORTS[0]("rebels in T-65s")))
    seat.click("[data-key='0/read']")
    seat.wait_for_selector(".squad-ship")
    seat.click("[data-key=bring]")
    seat.wait_for_selector("text=Your list is in, face down.")
    page.click("#events a")
    page.wait_for_selector(".table-card:has-text('Waiting for Beatrix')")
    assert "wedge" not in page.content().lower()
    page.click(".table-card:has-text('Waiting for Beatrix') h2 a")
    page.wait_for_selector("body.ready")
    assert "wedge" not in page.content().lower()
    page.go_back()
    page.click("#next")
    page.wait_for_selector("body.ready")
    assert page.input_value("#setup") == "bring"
    assert page.input_value("#most-points") == "20"
    page.wait_for_selector("summary:has-text('Factions and cards (1)')")


def test_every_table_of_a_round_has_a_deadline_and_a_list_in_reserve(visitor):
    one = visitor()
    page = one.go("/organise")
    page.wait_for_selector("body.ready")
    page.select_option("#ruleset", "x-wing")
    page.select_option("#setup", "bring")
    page.select_option("#reserve", "sample:1:lists")
    page.select_option("#deadline", "86400")
    page.fill("#most-ships", "8")
    page.fill("#pairings", "Anton – Beatrix")
    page.wait_for_selector("[role=status]:has-text('A game for 2 players.')")
    page.click("text=Open the tables")
    page.wait_for_selector(".seat-sheet .code >> nth=1")
    opened = page.evaluate(TABLE)
    assert (opened["deadline"]["seconds"], opened["bring"]["reserves"]) == (86_400, [1, 2])
    assert opened["bring"]["limits"]["1"]["ships"] == 8
    page.goto(one.address + "/organise?reference=club/*")
    page.wait_for_selector("body.ready")
    assert (page.input_value("#most-ships"), page.input_value("#deadline")) == ("8", "86400")


TABLE = """async () => {
  const [{id}] = JSON.parse(localStorage.getItem("umpire:event:club")).tables;
  const {host} = JSON.parse(localStorage.getItem(`umpire:session:${id}`));
  return (await fetch(`/v1/sessions/${id}`, {headers: {Authorization: `Bearer ${host}`}})).json();
}"""
