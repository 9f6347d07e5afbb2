"""A person is forgotten: the name is nowhere any more, and chain, dice and verification are the same."""

import json
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.cli import main
from app.persistence.queries import webhooks
from app.services.instance.dump import dump_instance
from app.services.keys import create_key
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.bringing import BLACK, RED, bring, open_bringing
from tests.client import SEED, bearer
from tests.conftest import serving

pytestmark = pytest.mark.anyio
NAME, REFERENCE, NOTE = "Zebedaios", "discord:zebedaios-77", "Zebedaios was late"
OTHER = "Beatrix"


async def played(api):
    """A series in which the person left its name everywhere it can."""
    seats = [{"name": NAME, "reference": REFERENCE}, {"name": OTHER, "reference": "discord:b"}]
    session = await api.open(seats=seats, reference=REFERENCE)
    tokens = session["tokens"]["seats"]
    for n in (1, 2):
        sent = {"session_id": session["id"], "reference": f"{REFERENCE}/{n}"}
        action = (await api.attack(SEED, tokens["1"], key=f"a-key-that-nobody-guesses-{n}", **sent)).json()
    path = f"/v1/sessions/{session['id']}"
    await api.post(f"{path}/actions/{action['number']}/void", {"reason": f"{NAME} misread"}, tokens["1"])
    await api.post(f"{path}/close", {"result": {"winner": 2, "note": NOTE}}, tokens["1"])
    return session


async def ended(api, session):
    await api.post(
        f"/v1/sessions/{session['id']}/close", {"result": {"winner": 2, "note": NOTE}}, session["tokens"]["host"]
    )


async def verification(api, session):
    report = (await api.get(f"/v1/sessions/{session['id']}/verification", session["tokens"]["host"])).json()
    return {name: report[name] for name in ("result", "dice", "unproven", "actions")}


async def every_answer(api, session):
    """What every reading route says about the session."""
    path, token = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    paths = [
        path,
        f"{path}/questions",
        f"{path}/events?limit=200",
        f"{path}/events?format=ndjson",
        f"{path}/verification",
    ]
    paths += [f"{path}/actions/{n}{end}" for n in (1, 2) for end in ("", "/verification", "?language=ru")]
    lists = ("sessions", "actions", "rolls", "casualties", "actions/luck")
    paths += [f"/v1/{name}?session_id={session['id']}" for name in lists]
    paths += [
        f"/v1/{name}?session_id={session['id']}&format={kind}" for name in lists[:4] for kind in ("csv", "ndjson")
    ]
    return b"\n".join([(await api.get(each, token)).content for each in paths])


def stored(url):
    """Every byte of a SQLite database and its write-ahead log."""
    path = Path(sa.make_url(url).database)
    return b"".join(file.read_bytes() for file in (path, Path(f"{path}-wal")) if file.exists())


async def test_a_seat_forgets_itself_and_its_name_is_nowhere_any_more(sqlite_url, caplog):
    async with serving(sqlite_url) as api:
        session = await played(api)
        await ended(api, session)
        before, answers = await verification(api, session), await every_answer(api, session)
        assert NAME.encode() in answers
        path = f"/v1/sessions/{session['id']}/seats/1/person"
        for token, status in ((None, 401), (session["tokens"]["host"], 403), (session["tokens"]["seats"]["2"], 403)):
            assert (await api.delete(path, token)).status_code == status
        for _ in range(2):
            assert (await api.delete(path, session["tokens"]["seats"]["1"])).status_code == 204
        forgotten = (await api.get(f"/v1/sessions/{session['id']}")).json()
        assert (forgotten["seats"][0]["name"], forgotten["seats"][0]["reference"]) == (None, None)
        assert forgotten["seats"][1]["name"] == OTHER
        answers = await every_answer(api, session)
        for word in (NAME, REFERENCE):
            assert word.encode() not in answers
            assert word.casefold().encode() not in stored(sqlite_url).lower()
            assert word not in caplog.text
        assert OTHER.encode() in answers
        assert await verification(api, session) == before
        lines = (await api.get(f"/v1/sessions/{session['id']}/events?format=ndjson")).content.splitlines(keepends=True)
        holds, report = check_export(find_rulebooks(), iter(lines))
        assert holds
        assert (report["hidden"], report["forgotten"] > 0) == (0, True)
        types = [json.loads(json.loads(line)["body"])["type"] for line in lines[:-1]]
        assert types[-1] == "personal-forgotten"
        instance = b"".join(dump_instance(api.app.state.context.database))
        assert NAME.encode() not in instance


async def test_messages_to_webhooks_that_may_name_a_person_go_too(sqlite_url):
    async with serving(sqlite_url) as api:
        session, context = await played(api), api.app.state.context
        _, key = create_key(context.database, "club")
        hook = (await api.post("/v1/webhooks", {"url": "https://club.example/umpire"}, key)).json()["id"]
        at = "2026-11-22T00:00:00.000Z"
        row = {"id": "msg_1", "webhook": hook, "about": bytes(32), "type": "question-opened", "created_at": at}
        row |= {"session_id": session["id"], "body": NAME.encode(), "next_at": at, "attempts": 0}
        spread = partial(webhooks.store_messages, told=[], made=[row], most=1)
        await context.writer.submit(lambda draft: draft.also(spread))
        assert NAME.encode() in stored(sqlite_url)
        await api.delete(f"/v1/sessions/{session['id']}/seats/1/person", session["tokens"]["seats"]["1"])
        deliveries = (await api.get(f"/v1/webhooks/{hook}/deliveries", key)).json()["items"]
        assert deliveries == []
        assert NAME.encode() not in stored(sqlite_url)


async def test_a_player_who_leaves_is_forgotten_at_every_seat(sqlite_url):
    async with serving(sqlite_url) as api:
        me = (await api.post("/v1/players", {"name": NAME})).json()["token"]
        seats = [{"player": "me", "reference": REFERENCE}, {"name": OTHER}]
        body = {"kind": "series", "seats": seats, "reference": NAME}
        path = "/v1/rulesets/open-forces/sessions"
        sessions = [(await api.post(path, body, me)).json() for _ in range(2)]
        for session in sessions:
            await api.attack(SEED, me, session_id=session["id"], reference=f"{REFERENCE}/1")
        before = [await verification(api, session) for session in sessions]
        assert NAME.encode() in stored(sqlite_url)
        assert (await api.http.delete("/v1/players/me", headers=bearer(me))).status_code == 204
        for word in (NAME, REFERENCE):
            assert word.casefold().encode() not in stored(sqlite_url).lower()
        for session, was in zip(sessions, before, strict=True):
            assert await verification(api, session) == was
            told = (await api.get(f"/v1/sessions/{session['id']}")).json()["seats"]
            assert [seat["name"] for seat in told] == [None, OTHER]


async def test_the_reference_of_what_is_proposed_goes_where_the_rest_of_it_is_hidden(sqlite_url):
    path, cards = "/v1/rulesets/face-down", [{"value": value} for value in (9, 1)]
    async with serving(sqlite_url) as api:
        body = {"kind": "series", "seats": [{"name": NAME, "reference": REFERENCE}, {"name": OTHER}]}
        session = (await api.post(f"{path}/sessions", body)).json()
        tokens, sent = session["tokens"]["seats"], {"situation": {"strength": 7, "cards": cards}}
        sent["session_id"] = session["id"]
        assert (await api.post(f"{path}/attacks", sent, tokens["1"])).status_code == 201
        again = {**sent, "replaces": 1, "reference": f"{REFERENCE}/2"}
        assert (await api.post(f"{path}/attacks", again, tokens["1"])).status_code == 202
        own = (await api.get(f"/v1/sessions/{session['id']}/events", tokens["2"])).json()["items"][-1]["event"]
        assert (own["reference"], own["replacement"]) == (f"{REFERENCE}/2", {"unknown": True})
        await api.delete(f"/v1/sessions/{session['id']}/seats/1/person", tokens["1"])
        for word in (NAME, REFERENCE):
            assert word.casefold().encode() not in stored(sqlite_url).lower()
        agreed = await api.post(f"/v1/sessions/{session['id']}/actions/1/answers", {"agree": True}, tokens["2"])
        assert (agreed.status_code, agreed.json()["status"]) == (200, "void")


async def test_the_operator_forgets_a_player_in_every_session(sqlite_url, monkeypatch, capsys):
    async with serving(sqlite_url) as api:
        sessions = [await played(api), await played(api)]
        other = await api.open(seats=[{"name": OTHER}, {"name": "Clara"}])
        before = [await verification(api, session) for session in sessions]
        monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
        assert main(["forget", "--player", REFERENCE, "--dry-run"]) == 0
        assert capsys.readouterr().out.count("would be forgotten") == 2
        assert NAME.encode() in stored(sqlite_url)
        assert main(["forget", "--player", REFERENCE]) == 0
        assert NAME.encode() not in stored(sqlite_url)
        assert [await verification(api, session) for session in sessions] == before
        assert main(["forget", "--player", REFERENCE]) == 1
        assert main(["forget", "--session", other["id"]]) == 0
        seats = (await api.get(f"/v1/sessions/{other['id']}")).json()["seats"]
        assert [seat["name"] for seat in seats] == [None, None]


async def test_a_session_is_deleted_as_a_whole(sqlite_url, monkeypatch):
    async with serving(sqlite_url) as api:
        session = await played(api)
        monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
        assert main(["delete", "--session", session["id"]]) == 0
        assert (await api.get(f"/v1/sessions/{session['id']}", session["tokens"]["host"])).status_code in (401, 404)
        assert NAME.encode() not in stored(sqlite_url)
        assert main(["delete", "--session", session["id"]]) == 1


async def test_a_moved_instance_keeps_what_is_forgotten_forgotten_and_who_may_see_what(
    sqlite_url, tmp_path, monkeypatch
):
    async with serving(sqlite_url) as api:
        setup = {
            "kind": "game",
            "seats": [{"name": NAME}, {"name": OTHER}],
            "setup": {"cards": [1, 2, 3, 4], "hand": 1},
        }
        session = (await api.post("/v1/rulesets/face-down/sessions", setup)).json()
        await api.delete(f"/v1/sessions/{session['id']}/seats/1/person", session["tokens"]["seats"]["1"])
        path = f"/v1/sessions/{session['id']}/state"
        seen = [(await api.get(path, session["tokens"]["seats"][n])).json()["state"] for n in "12"]
        lines = b"".join(dump_instance(api.app.state.context.database))
    (tmp_path / "whole.ndjson").write_bytes(lines)
    url = f"sqlite:///{tmp_path}/moved.db"
    monkeypatch.setenv("UMPIRE_DATABASE_URL", url)
    assert main(["import", str(tmp_path / "whole.ndjson")]) == 0
    async with serving(url) as api:
        assert [(await api.get(path, session["tokens"]["seats"][n])).json()["state"] for n in "12"] == seen
        assert (await api.get(path)).json()["state"]["hands"] == [[{"unknown": True}]] * 2
        assert b"".join(dump_instance(api.app.state.context.database)) == lines


async def test_lists_that_were_never_shown_are_forgotten_but_for_the_one_with_which_the_game_waits(sqlite_url):
    def own(place):
        return {"xws": {**RED["xws"], "name": f"{NAME} {place}"}}

    async with serving(sqlite_url) as api:
        session = await open_bringing(api, bring={"1": {"reserve": own("in reserve")}, "2": {}})
        for place in ("at first", "in the end"):
            await bring(api, session, 1, own(place))
        await forget_seat(api, session)
        kept = stored(sqlite_url)
        assert [f"{NAME} {place}".encode() in kept for place in ("at first", "in reserve", "in the end")] == [
            False, True, True,
        ]  # fmt: skip
        await bring(api, session, 2, BLACK)
        begun = await api.get(f"/v1/sessions/{session['id']}/actions/1")
        assert begun.json()["situation"]["squads"][0]["xws"]["name"] == f"{NAME} in the end"
        await forget_seat(api, session)
        assert f"{NAME} in reserve".encode() not in stored(sqlite_url)
        assert (await verification(api, session))["result"] == "identical"


async def forget_seat(api, session):
    token = session["tokens"]["seats"]["1"]
    forgotten = await api.delete(f"/v1/sessions/{session['id']}/seats/1/person", token)
    assert forgotten.status_code == 204, forgotten.text
