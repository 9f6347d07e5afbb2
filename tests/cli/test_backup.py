"""A backup while the service writes, keys beside it, and a log that breaks."""

import gzip
import json
import sqlite3

import pytest

from app.cli import main
from tests.cli.refused import refused, status_of
from tests.client import ATTACKS, SEED
from tests.faults.load import Load
from tests.servers import client

pytestmark = pytest.mark.anyio


async def test_a_backup_under_load_is_whole_and_serves(sqlite_url, tmp_path, nursery, monkeypatch):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    server = nursery.start(sqlite_url)
    (copy := tmp_path / "copy.db").write_bytes(b"the copy of yesterday")
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        async with load.running():
            await load.more()
            known = dict(load.acknowledged)
            process = nursery.run(sqlite_url, "backup", str(copy))[0]
            await load.more()
            assert process.wait() == 0
        await load.check()
    assert load.refused == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.db"]
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        there = {reference for (reference,) in connection.execute("SELECT reference FROM actions")}
    connection.close()
    assert known.keys() <= there
    restored = nursery.start(f"sqlite:///{copy}")
    async with client(restored.port) as http:
        log = (await http.get(f"/v1/sessions/{load.session}/events?format=ndjson")).content
        (tmp_path / "log").write_bytes(log)
        answer = await http.post(
            ATTACKS,
            json={"situation": SEED, "session_id": load.session},
            headers={"Authorization": f"Bearer {load.token}"},
        )
        assert answer.status_code == 201
    assert main(["verify", str(tmp_path / "log")]) == 0


def test_a_backup_that_cannot_be_made_is_told(sqlite_url, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    for name in ("umpire.db", "umpire.db-wal", "-"):
        file = name if name == "-" else str(tmp_path / name)
        assert "cannot hold the copy" in refused(["backup", file], capsys)
    assert "cannot be written (" in refused(["backup", str(tmp_path / "no" / "copy.db")], capsys)
    assert "cannot be written (" in refused(["export", "--all", str(tmp_path / "no" / "all.gz")], capsys)


def test_postgresql_is_backed_up_by_its_own_means(postgres_url, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", postgres_url)
    assert "pg_dump" in refused(["backup", str(tmp_path / "copy")], capsys)
    assert list(tmp_path.iterdir()) == []


async def test_keys_are_tended_beside_a_running_service(database_url, nursery, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
    server = nursery.start(database_url, UMPIRE_REQUIRE_API_KEY="true")
    async with client(server.port) as http:
        assert main(["keys", "create", "club"]) == 0
        first, key = capsys.readouterr().out.splitlines()
        headers = {"Authorization": f"Bearer {key}"}
        assert (await http.post(ATTACKS, json={"situation": SEED}, headers=headers)).status_code == 201
        assert main(["keys", "list"]) == 0
        assert "club" in capsys.readouterr().out
        assert main(["keys", "revoke", first.split()[0]]) == 0
        assert (await http.post(ATTACKS, json={"situation": SEED}, headers=headers)).status_code == 401


def test_a_key_has_a_name_that_fits(sqlite_url, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    for name in ("", "x" * 101, "two\nlines", "   ", "\u3164", "\u0301", "club\u034f"):
        assert "1 to 100" in refused(["keys", "create", name], capsys)


async def test_verify_tells_where_a_log_breaks(sqlite_api, tmp_path, capsys):
    action = (await sqlite_api.attack()).json()
    log = (await sqlite_api.get(f"/v1/sessions/{action['session_id']}/events?format=ndjson")).content
    lines = log.splitlines(keepends=True)
    types = [json.loads(json.loads(line)["body"])["type"] for line in lines[:-1]]
    place = types.index("action-resolved")
    for name, packed in (("whole.ndjson.gz", gzip.compress(log)), ("whole", log)):
        (tmp_path / name).write_bytes(packed)
        assert main(["verify", str(tmp_path / name)]) == 0
        assert "does not follow" not in capsys.readouterr().out
    broken = lines[place].replace(b'\\"at\\":\\"20', b'\\"at\\":\\"19')
    assert broken != lines[place]
    (tmp_path / "broken.gz").write_bytes(gzip.compress(b"".join([*lines[:place], broken, *lines[place + 1 :]])))
    assert main(["verify", str(tmp_path / "broken.gz")]) == 1
    told = capsys.readouterr().out
    assert f"line {place + 1}, event {place + 1} (action-resolved) does not follow from the events before it" in told
    (tmp_path / "cut.gz").write_bytes(gzip.compress(log)[:-50])
    assert "cut off" in refused(["verify", str(tmp_path / "cut.gz")], capsys)
    assert "No such file" in refused(["verify", str(tmp_path / "absent")], capsys)


async def test_verify_tells_the_line_whose_dice_are_others(sqlite_api, tmp_path, capsys):
    from app.domain.fairness import event_hash
    from app.persistence.queries import logged_events
    from app.persistence.stored.rows import Event
    from app.services.log.export import export

    action = (await sqlite_api.attack()).json()
    head, forged, line = bytes(32), [], None
    for event in logged_events.all_events(sqlite_api.app.state.context.database.reader, action["session_id"]):
        body = event.body.replace(b'"threshold":9', b'"threshold":8')
        line = event.seq if line is None and body != event.body else line
        head = event_hash(head, body)
        forged.append(Event(event.seq, event.type, event.action, body, head))
    (tmp_path / "forged").write_bytes(b"".join(export(forged)))
    assert status_of(["verify", str(tmp_path / "forged")]) == 1
    assert f"line {line}, event {line} ({forged[line - 1].type}): action 1, entry" in capsys.readouterr().out
