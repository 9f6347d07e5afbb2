"""Verification and earlier boards: a bounded queue beside all other reads, and nothing is replayed twice."""

import asyncio
import time

import pytest
import sqlalchemy as sa

from app.services.log import verify
from tests.api.test_games import act, open_game, questions, state
from tests.servers import client

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/open-forces"


@pytest.fixture
def replayed(monkeypatch):
    """The numbers of the actions that are replayed."""
    numbers, verify_action = [], verify.verify_action

    def count(book, log, story, before=None):
        numbers.append(story.number)
        return verify_action(book, log, story, before)

    monkeypatch.setattr(verify, "verify_action", count)
    return numbers


async def verified(api, session, query=""):
    response = await api.get(f"/v1/sessions/{session['id']}/verification{query}")
    assert response.status_code == 200, response.text
    return response.json()


async def a_series(api, attacks=5):
    session = await api.open()
    for _ in range(attacks):
        await api.attack(token=session["tokens"]["host"], session_id=session["id"])
    return session


async def test_what_was_verified_is_not_replayed_again(api, replayed):
    session = await a_series(api)
    first = await verified(api, session)
    assert replayed == [1, 2, 3, 4, 5]
    assert await verified(api, session) == first
    await api.attack(token=session["tokens"]["host"], session_id=session["id"])
    await api.post(f"/v1/sessions/{session['id']}/actions/2/void", {}, session["tokens"]["host"])
    replayed.clear()
    report = await verified(api, session)
    assert replayed == [2, 6]
    assert [action["status"] for action in report["actions"]] == ["resolved", "void", *["resolved"] * 4]
    assert (report["result"], report["dice"]) == ("identical", "proven")


async def test_a_range_replays_only_itself(api, replayed):
    session = await a_series(api)
    report = await verified(api, session, "?from=2&to=3")
    assert [action["number"] for action in report["actions"]] == replayed == [2, 3]


async def test_a_range_that_ends_before_it_begins_is_refused(sqlite_api):
    session = await sqlite_api.open()
    refused = await sqlite_api.get(f"/v1/sessions/{session['id']}/verification?from=3&to=2")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/query/to")


async def test_what_is_changed_after_it_was_verified_is_found(sqlite_api):
    session = await a_series(sqlite_api)
    assert (await verified(sqlite_api, session))["chain"]["ok"]
    with sqlite_api.app.state.context.database.writer.begin() as connection:
        changed = "CAST(replace(CAST(body AS TEXT), 'defender', 'attacker') AS BLOB)"
        change = f"UPDATE events SET body = {changed} WHERE type = 'entries' AND action = 2"
        assert connection.execute(sa.text(change)).rowcount
    report = await verified(sqlite_api, session)
    assert (report["chain"]["ok"], report["result"]) == (False, "diverged")


async def play(api, session, moves):
    """Some moves of a game, the latest voided now and then; the boards after each event."""
    boards, host = {}, session["tokens"]["host"]
    for n in range(moves):
        while (asked := (await questions(api, session))[0])["question"] != "act":
            answer = {"seen": asked["seen"], "choice": asked["choices"][0]["choice"]}
            path = f"/v1/sessions/{session['id']}/actions/{asked['action']}/answers"
            assert (await api.post(path, answer, host)).status_code == 200
        now = await state(api, session)
        boards[now["seq"]] = now["state"]
        commands = [one["choice"] for one in asked["choices"] if one["choice"]["kind"] == "command"]
        answer = await act(api, session, host, commands[0], asked["seen"], seat=asked["seat"])
        assert answer.status_code == 201, answer.text
        if n % 3 == 2:
            path = f"/v1/sessions/{session['id']}/actions/{answer.json()['number']}/void"
            assert (await api.post(path, {}, host)).status_code == 200
    return boards


async def test_earlier_boards_are_as_they_were_whatever_is_known_already(api, replayed):
    session = await open_game(api)
    boards = await play(api, session, 7)
    whole = await verified(api, session)
    assert whole["result"] == "identical"
    for order in (sorted(boards), sorted(boards, reverse=True)):
        for seq in order:
            assert (await state(api, session, f"?at={seq}"))["state"] == boards[seq], seq
    replayed.clear()
    boards |= await play(api, session, 4)
    later = await verified(api, session)
    assert later["result"] == "identical"
    assert later["actions"][: len(whole["actions"]) - 1] == whole["actions"][:-1]
    assert len(replayed) <= len(later["actions"]) - len(whole["actions"]) + 1
    for seq in boards:
        assert (await state(api, session, f"?at={seq}"))["state"] == boards[seq], seq
    for action in later["actions"]:
        path = f"/v1/sessions/{session['id']}/actions/{action['number']}/verification"
        replayed.clear()
        assert (await api.get(path)).json()["result"] == "identical"
        assert replayed == [action["number"]]


async def test_beyond_the_queue_is_busy_and_other_reads_go_on(nursery, sqlite_url):
    server = await asyncio.to_thread(nursery.start, sqlite_url, **{"app.api.work.computing:WAITING": 12})
    async with client(server.port) as http:
        session = (await http.post(f"{PATH}/sessions", json={"kind": "series"})).json()
        headers = {"Authorization": f"Bearer {session['tokens']['host']}"}
        situation = {"attacker": {"units": 40, "mode": {"atk": 1}}, "defender": {"units": 40, "mode": {"def": 1}}}
        body = {"situation": situation, "session_id": session["id"]}
        for _ in range(60):
            assert (await http.post(f"{PATH}/attacks", json=body, headers=headers)).status_code == 201
        path = f"/v1/sessions/{session['id']}"
        asking = [asyncio.create_task(http.get(f"{path}/verification?from={n + 1}")) for n in range(50)]
        began, waited = time.monotonic(), []
        while not all(task.done() for task in asking):
            for read in ("/readyz", path):
                asked = time.monotonic()
                assert (await http.get(read)).status_code == 200
                waited.append(time.monotonic() - asked)
        taken = time.monotonic() - began
        answers = [task.result() for task in asking]
    assert {answer.status_code for answer in answers} == {200, 503}
    refused = [answer for answer in answers if answer.status_code == 503]
    assert {(answer.json()["code"], answer.headers["retry-after"]) for answer in refused} == {("busy", "1")}
    assert len(waited) > 4
    assert sorted(waited)[len(waited) // 2] < taken / 3
