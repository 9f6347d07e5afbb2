"""What the clients are for, in one evening: claims, two packages at one attack, a spectator, a restart, a lost phone."""

import json
import os
import subprocess
import threading
from contextlib import contextmanager

import pytest

from tests.chromium import CHROMIUM
from tests.clients.table import table
from tests.thorough import only_thorough

BRAWL = {"attacker": {"units": 2, "mode": {"atk": 1}}, "defender": {"units": 1, "mode": {"def": 1}}}
WATCH = """url => {
  globalThis.seen = [];
  const source = new EventSource(url);
  const names = ["session-opened", "seat-changed", "action-declared", "entries", "action-resolved", "seeds-revealed", "session-closed"];
  for (const name of names) source.addEventListener(name, (event) => seen.push(JSON.parse(event.data)));
  source.addEventListener("error", () => { globalThis.ended = source.readyState === EventSource.CLOSED; });
}"""


@pytest.fixture
def browser():
    if CHROMIUM is None:
        pytest.skip("NO CHROMIUM: no spectator follows in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


class Program:
    """A program in node, which is told and tells JSON, a line each."""

    def __init__(self, file, **environment):
        self._process = subprocess.Popen(
            ["node", file],
            env={**os.environ, **environment},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._timer = threading.Timer(600, self._process.kill)
        self._timer.start()

    def tell(self, value):
        print(json.dumps(value), file=self._process.stdin, flush=True)

    def heard(self):
        line = self._process.stdout.readline()
        assert line, self._process.communicate()[1]
        return json.loads(line)

    def end(self):
        self._timer.cancel()
        self._process.kill()
        self._process.communicate()


@contextmanager
def programs():
    """Starts programs; none of them outlives the test."""
    made = []

    def start(file, environment, **more):
        made.append(Program(file, **environment, **more))
        return made[-1]

    try:
        yield start
    finally:
        for program in made:
            program.end()


@only_thorough("plays a whole evening")
def test_an_evening_is_played_through_a_restart_and_a_lost_phone_finds_its_matches(
    workshop, package, nursery, sqlite_url, browser
):
    with (
        table(nursery, sqlite_url) as service,
        package.Umpire(service["UMPIRE_TEST_URL"]) as umpire,
        programs() as start,
    ):
        duel, host = opened(umpire, "x-wing", reference="club/evening/1")
        other, other_host = opened(umpire, "open-forces", reference="club/evening/2")
        page = browser.new_page()
        page.evaluate(WATCH, host.stream_url(duel["id"]))

        foundry = start(
            workshop / "foundry" / "build" / "test" / "evening.js",
            service,
            SESSION=duel["id"],
            HOST=duel["tokens"]["host"],
        )
        phone = start(workshop / "typescript" / "build" / "test" / "evening.js", service)
        second = other_host.post(f"/v1/sessions/{other['id']}/seats/2/claims")
        phone.tell({"claims": [foundry.heard()["claim"], second["claim"]]})
        taken = phone.heard()
        assert taken["seats"] == [[duel["id"], 2], [other["id"], 2]]
        assert phone.heard() == {"status": "resolved", "asked": ["roll", "modify-defense-dice"]}
        table_told = foundry.heard()
        assert table_told.pop("damage") in (0, 1, 2)
        assert table_told == {"status": "resolved", "told": True, "same": True, "asked": 1, "warnings": []}

        waiting = other_host.post("/v1/rulesets/open-forces/attacks", attack_on(other))
        me, again = umpire.claim(taken["paper"])
        assert again["player"] == taken["player"]
        assert {match["id"] for match in me.items("/v1/sessions", player="me")} == {duel["id"], other["id"]}
        (decision,) = me.inbox()
        question, number = decision["question"], waiting["number"]
        assert (decision["session_id"], question["action"], question["seat"]) == (other["id"], number, 2)
        answer = {"seen": question["seen"], "faces": [6] * question["count"]}
        done = me.post(f"/v1/sessions/{other['id']}/actions/{number}/answers", answer)
        assert done["pending"]["seat"] == 1
        assert me.inbox() == []

        closed = host.post(f"/v1/sessions/{duel['id']}/close")
        page.wait_for_function("() => globalThis.ended")
        assert [event["seq"] for event in page.evaluate("seen")] == list(range(1, closed["seq"] + 1))
        assert host.verify(duel["id"]).holds


def opened(umpire, slug, reference):
    """A private series of thrown dice for two, and its host."""
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    body = {"kind": "series", "dice": {"source": "physical"}, "visibility": "private", "seats": seats}
    session = umpire.post(f"/v1/rulesets/{slug}/sessions", {**body, "reference": reference})
    return session, umpire.as_(session["tokens"]["host"])


def attack_on(session):
    return {"session_id": session["id"], "situation": BRAWL, "seats": {"attacker": 1, "defender": 2}}
