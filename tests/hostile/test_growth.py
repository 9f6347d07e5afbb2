"""What one client may have stored is limited by key and address; nobody else feels it, and what is open goes on."""

import re
from time import monotonic

import pytest

from app.api.work import growth
from app.services.keys import create_key
from app.services.rulebooks.installed import find_rulebooks
from tests.client import bearer
from tests.conftest import serving
from tests.examples.service import Reciting
from tests.examples.story import play

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/open-forces/sessions"


async def opens(api, **headers):
    """The answer to an opening."""
    return await api.http.post(PATH, json={"kind": "series"}, headers=headers)


async def test_more_sessions_than_a_day_has_are_refused_for_their_sender_alone(sqlite_url, monkeypatch):
    async with serving(sqlite_url, sessions_per_day=2) as api:
        _, key = create_key(api.app.state.context.database, "one")
        assert [(await opens(api)).status_code for _ in range(2)] == [201, 201]
        refused = await opens(api)
        assert (refused.status_code, refused.json()["reason"]) == (429, "sessions-of-a-day")
        assert "2 sessions" in refused.json()["detail"]
        assert 86_000 < int(refused.headers["Retry-After"]) <= 86_400
        assert (await api.attack()).status_code == 429
        assert (await opens(api, **bearer(key))).status_code == 201
        assert len((await api.get("/v1/sessions")).json()["items"]) == 3
        monkeypatch.setattr(growth, "DAY", 0.0)
        assert (await opens(api)).status_code == 201


async def test_a_key_that_nobody_has_opens_nothing_and_counts_for_nobody(sqlite_url):
    async with serving(sqlite_url, sessions_per_day=1) as api:
        assert [(await opens(api, **bearer(f"umk_{n}"))).status_code for n in range(3)] == [401] * 3
        assert (await opens(api)).status_code == 201


async def test_more_bytes_than_a_day_has_open_nothing_and_end_nothing(sqlite_url, monkeypatch):
    monkeypatch.setattr(growth, "MEGABYTE", 3000)
    async with serving(sqlite_url, megabytes_per_day=1) as api:
        series = await api.open()
        token = series["tokens"]["host"]
        for _ in range(3):
            assert (await api.attack(token=token, session_id=series["id"])).status_code == 201
        refused = await api.attack()
        assert (refused.status_code, refused.json()["reason"]) == (429, "bytes-of-a-day")
        assert (await opens(api)).status_code == 429
        assert (await api.attack(token=token, session_id=series["id"])).status_code == 201
        assert (await api.post(f"/v1/sessions/{series['id']}/close", {}, token)).status_code == 200


async def test_who_has_used_up_a_day_stores_only_so_much_more_in_each_session(sqlite_url, monkeypatch):
    monkeypatch.setattr(growth, "MEGABYTE", 2000)
    monkeypatch.setattr(growth, "MORE_IN_A_SESSION", 8)
    async with serving(sqlite_url, megabytes_per_day=1) as api:
        series, other = await api.open(), await api.open()
        statuses = []
        while 429 not in statuses:
            made = await api.attack(token=series["tokens"]["host"], session_id=series["id"])
            statuses.append(made.status_code)
            assert len(statuses) < 20
        assert statuses.count(201) > 3
        assert (made.json()["reason"], "8 megabytes" in made.json()["detail"]) == ("bytes-in-a-session", True)
        assert (await api.attack(token=other["tokens"]["host"], session_id=other["id"])).status_code == 201
        assert (await api.get(f"/v1/sessions/{series['id']}", series["tokens"]["host"])).status_code == 200
        monkeypatch.setattr(growth, "DAY", 0.0)
        assert (await api.attack(token=series["tokens"]["host"], session_id=series["id"])).status_code == 201


async def test_an_opening_that_is_sent_again_is_answered_after_the_last_of_a_day(sqlite_url):
    async with serving(sqlite_url, sessions_per_day=1) as api:
        first, again, other = [
            await api.post(PATH, {"kind": "series"}, **{"Idempotency-Key": f"an-opening-of-a-day-{key}"})
            for key in (1, 1, 2)
        ]
        assert [one.status_code for one in (first, again, other)] == [201, 200, 429]
        assert again.json()["id"] == first.json()["id"]


async def test_a_rematch_is_an_opening(sqlite_url, monkeypatch):
    async with serving(sqlite_url, sessions_per_day=1) as api:
        session = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}])
        seats, path = session["tokens"]["seats"], f"/v1/sessions/{session['id']}"
        assert (await api.post(f"{path}/close", {}, session["tokens"]["host"])).status_code == 200
        for _ in range(2):
            refused = await api.post(f"{path}/rematch", {}, seats["1"])
            assert (refused.status_code, refused.json()["reason"]) == (429, "sessions-of-a-day")
            assert (await api.get(path, seats["2"])).json()["rematch"] is None
        monkeypatch.setattr(growth, "DAY", 0.0)
        assert (await api.post(f"{path}/rematch", {}, seats["1"])).status_code == 201
        monkeypatch.undo()
        assert (await api.post(f"{path}/rematch", {}, seats["2"])).is_success  # takes a seat, and opens nothing


ATTACK = re.compile("/v1/rulesets/[^/]+/attacks(/batch)?")
OPENING = re.compile(f"{ATTACK.pattern}|/v1/rulesets/[^/]+/sessions|/v1/sessions/[^/]+/rematch")


def may_open(sent, body):
    """Whether a request of the story opens a session: an attack in a series does not."""
    method, path, _ = sent
    is_in_series = ATTACK.fullmatch(path) and isinstance(body, dict) and body.get("session_id")
    return method == "POST" and OPENING.fullmatch(path) is not None and not is_in_series


async def test_after_a_day_is_used_up_whatever_opens_is_refused_and_all_else_goes_on(sqlite_url, monkeypatch):
    """The story has every operation of the service; it is played by somebody who may open sessions and no more."""
    opened = {}
    async with Reciting(sqlite_url, sessions_per_day=1, megabytes_per_day=1) as story:
        kept, send = story.api.app.state.context.growth, story.send

        def stored_by(sender):
            is_free = sender.startswith("session ") or kept.is_empty
            return growth.Stored(monotonic()) if is_free else growth.Stored(monotonic(), 10**6, 10**12)

        async def sends(sent, body=None):
            kept.is_empty = may_open(sent, body)
            before = await story.api.count("sessions")
            answer = await send(sent, body)
            assert answer.status_code != 429, (sent, answer.text)
            has_opened = await story.api.count("sessions") > before
            assert kept.is_empty or not has_opened, sent
            if has_opened and not sent[1].endswith("/rematch"):
                opened.setdefault(sent[1], (sent, body))
            return answer

        monkeypatch.setattr(kept, "_of", stored_by)
        monkeypatch.setattr(story, "send", sends)
        await play(story)
        kept.is_empty = False
        for (method, path, headers), body in opened.values():
            anew = {name: value for name, value in headers.items() if name != "Idempotency-Key"}
            answer = await send((method, path, anew), unkeyed(body))
            problems = [item["problem"] for item in answer.json()["items"]] if "/batch" in path else [answer.json()]
            assert (problems[0]["status"], problems[0]["reason"]) == (429, "sessions-of-a-day"), path
    slugs = [slug for slug, book in find_rulebooks().items() if book.package.startswith("app.rulesets.")]
    ends = ("attacks", "attacks/batch", "sessions")
    assert sorted(opened) == sorted(f"/v1/rulesets/{slug}/{end}" for slug in slugs for end in ends)


def unkeyed(body):
    """A body without keys of requests, as if it were sent for the first time."""
    if isinstance(body, list):
        return [unkeyed(part) for part in body]
    if isinstance(body, dict):
        return {name: unkeyed(part) for name, part in body.items() if name != "key"}
    return body


async def test_of_many_senders_those_are_forgotten_that_sent_nothing_for_the_longest_time(monkeypatch):
    monkeypatch.setattr(growth, "SENDERS", 2)
    kept = growth.Growth(1, 0)
    for sender in ("a", "b", "a", "c"):
        kept.refusal_of_opening(sender)
    assert list(kept._stored) == ["a", "c"]
