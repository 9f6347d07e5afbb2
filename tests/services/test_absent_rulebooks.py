"""A rulebook that is no longer installed: what was stored under it is read as stored, and checked but for its rules."""

import json

import pytest

from app.cli import main
from app.persistence.queries import logged_events
from app.services.log.read import read_log
from app.services.log.report import session_report
from app.services.log.verify import verdicts
from app.services.rulebooks.absent import absent
from app.services.rulebooks.installed import find_rulebooks
from tests.client import path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
COINS = "/v1/rulesets/coin-duel"


@pytest.fixture
def uninstall(monkeypatch):
    """Take the toy rulebook away from whatever starts from now on."""

    def take_away():
        left = {slug: book for slug, book in find_rulebooks().items() if slug != "coin-duel"}
        for place in ("app.main", "app.cli.files"):
            monkeypatch.setattr(f"{place}.find_rulebooks", lambda: left)

    return take_away


async def a_session(client):
    """A series with a resolved attack, a void one and one that waits."""
    body = {"kind": "series", "reference": "club/1"}
    session = (await client.post(f"{COINS}/sessions", body)).json()
    token = session["tokens"]["host"]

    async def attack(**rest):
        sent = {"situation": {"coins": 9, "shields": 3}, "session_id": session["id"], **rest}
        return (await client.post(f"{COINS}/attacks", sent, token)).json()

    actions = [await attack(), await attack()]
    await client.post(path_of(actions[1]) + "/void", {}, token)
    waiting = await attack(policies={"defender": "ask"})
    while not waiting["pending"]:  # nine tails leave nothing to decide
        waiting = await attack(policies={"defender": "ask"})
    return session, token, [*actions, waiting]


async def test_what_was_stored_is_read_as_stored(sqlite_url, uninstall):
    async with serving(sqlite_url) as client:
        session, _, actions = await a_session(client)
    uninstall()
    async with serving(sqlite_url) as client:
        read = (await client.get(path_of(actions[0]))).json()
        assert read["outcome"] == actions[0]["outcome"]
        stored = [{**entry, "text": None} for entry in actions[0]["record"]]
        assert [{**entry, "text": None} for entry in read["record"]] == stored
        assert all(entry["text"] for entry in read["record"])
        waiting = await client.get(path_of(actions[2]))
        assert (waiting.status_code, waiting.json()["status"], waiting.json()["pending"]) == (200, "pending", None)
        for path in ("", "/questions", "/events"):
            assert (await client.get(f"/v1/sessions/{session['id']}{path}")).status_code == 200
        assert (await client.get("/v1/actions?ruleset=coin-duel")).json()["items"]


async def test_nothing_is_ruled_without_the_rules_but_the_session_can_be_closed(sqlite_url, uninstall):
    async with serving(sqlite_url) as client:
        session, token, actions = await a_session(client)
    uninstall()
    async with serving(sqlite_url) as client:
        answer = await client.answer(actions[2], token, choice={"shields": 0})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-ruleset")
        attack = await client.post(f"{COINS}/attacks", {"situation": {"coins": 1}}, token)
        assert (attack.status_code, attack.json()["code"]) == (404, "unknown-ruleset")
        void = await client.post(path_of(actions[2]) + "/void", {"reason": "nobody knows the rules"}, token)
        assert (void.status_code, void.json()["status"]) == (200, "void")
        closed = await client.post(f"/v1/sessions/{session['id']}/close", {}, token)
        assert (closed.status_code, closed.json()["status"]) == (200, "closed")


async def test_chain_and_seeds_are_checked_without_the_rules(sqlite_url, uninstall, tmp_path, capsys):
    async with serving(sqlite_url) as client:
        session, token, actions = await a_session(client)
        await client.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, token)
    uninstall()
    async with serving(sqlite_url) as client:
        report = (await client.get(f"/v1/sessions/{session['id']}/verification")).json()
        assert report["result"] == "rules-unknown"
        assert report["chain"]["ok"]
        one = (await client.get(path_of(actions[0]) + "/verification")).json()
        assert one["result"] == "rules-unknown"
        assert one["seed"]
        log = (await client.get(f"/v1/sessions/{session['id']}/events?format=ndjson")).content
    file = tmp_path / "match.ndjson"
    file.write_bytes(log)
    assert main(["verify", str(file)]) == 3
    assert "rules not checked: install the rulebook coin-duel" in capsys.readouterr().err
    file.write_bytes(log.replace(b'\\"reference\\"', b'\\"referenca\\"', 1))
    assert main(["verify", str(file)]) == 1


async def test_a_seed_that_is_not_the_committed_one_is_found_without_the_rules(sqlite_url, uninstall):
    async with serving(sqlite_url) as client:
        session, token, _ = await a_session(client)
        await client.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, token)
        log = read_log(logged_events.all_events(client.app.state.context.database.reader, session["id"]))
    log.reveals = [(upto, bytes(32)) for upto, _ in log.reveals]
    assert {verdict.result for verdict in verdicts(absent("coin-duel"), log).values()} == {"diverged"}
    assert session_report({}, log)["result"] == "diverged"
    assert json.dumps(session_report({}, log))
