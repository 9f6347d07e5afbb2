"""The one writer: what it answers is durable, what it refuses leaves nothing."""

import asyncio
import threading

import pytest
import sqlalchemy as sa

from app.persistence.queries import logged_events
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import EarlierResult, IdempotencyRecord, KeyReused
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import Busy, Writer
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio


def opening(id):
    def change(draft: Draft) -> str:
        session = Session(
            id=id,
            ruleset="coin-duel",
            ruleset_version=1,
            kind="series",
            visibility="public",
            options={},
            dice="physical",
            created_at=draft.at,
        )
        draft.open(session)
        draft.append(session, "session-opened", {"session": id})
        draft.made(id, None)
        return id

    return change


def appending(id, type="note"):
    def change(draft: Draft) -> int:
        session = draft.session(id)
        assert session is not None
        draft.append(session, type, {})
        return session.seq

    return change


def refusing(id):
    def change(draft: Draft) -> None:
        appending(id)(draft)
        raise KeyError("refused")

    return change


def claim(key=b"k", body=b"b"):
    return IdempotencyRecord(bytes(32), key.ljust(32), body.ljust(32), bytes(32), bytes(32))


@pytest.fixture
async def writer(database):
    writer = Writer(database)
    writer.start()
    yield writer
    writer.close()


def log(database, id):
    with database.reader.connect() as connection:
        return [event.seq for event in logged_events.events_after(connection, id)]


async def test_changes_of_one_session_in_one_batch_follow_each_other(writer, database):
    await writer.submit(opening("s"))
    seqs = await asyncio.gather(*(writer.submit(appending("s"), sessions=("s",)) for _ in range(40)))
    assert sorted(seqs) == list(range(2, 42))
    assert log(database, "s") == list(range(1, 42))


async def test_a_refusal_drops_its_own_rows_and_nobody_elses(writer, database):
    await writer.submit(opening("s"))
    changes = [refusing("s") if n % 3 == 0 else appending("s") for n in range(30)]
    results = await asyncio.gather(
        *(writer.submit(change, sessions=("s",)) for change in changes), return_exceptions=True
    )
    assert [isinstance(result, KeyError) for result in results] == [n % 3 == 0 for n in range(30)]
    assert log(database, "s") == list(range(1, 22))


async def test_a_key_makes_one_thing(writer, database):
    results = await asyncio.gather(*(writer.submit(opening(f"s{n}"), claim=claim()) for n in range(10)))
    made = [result for result in results if not isinstance(result, EarlierResult)]
    assert len(made) == 1
    assert {result.session_id for result in results if isinstance(result, EarlierResult)} == set(made)
    with pytest.raises(KeyReused):
        await writer.submit(opening("t"), claim=claim(body=b"other"))


async def test_a_batch_that_the_database_refuses_is_written_one_by_one(writer, database):
    await writer.submit(opening("s"))
    ids = ["a", "s", "b", "s", "c"]
    results = await asyncio.gather(*(writer.submit(opening(id)) for id in ids), return_exceptions=True)
    assert [isinstance(result, Busy) for result in results] == [False, True, False, True, False]
    for id in ("a", "b", "c", "s"):
        assert log(database, id) == [1]


async def test_a_batch_without_a_connection_is_refused_as_a_whole(database, monkeypatch):
    writer, tried = Writer(database), []

    def fail(connection, _record):
        tried.append(1)
        connection.close()
        raise database.writer.dialect.loaded_dbapi.OperationalError("nobody is there")

    sa.event.listen(database.writer, "connect", fail)
    with monkeypatch.context() as early:
        early.setattr(Writer, "is_alive", True)
        waiting = [asyncio.ensure_future(writer.submit(opening(f"s{n}"))) for n in range(40)]
        await asyncio.sleep(0)
    writer.start()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, Busy) for result in results)
    assert len(tried) == 1
    sa.event.remove(database.writer, "connect", fail)
    assert await writer.submit(opening("s")) == "s"
    writer.close()


def test_what_is_written_stays_out_of_messages(database):
    with database.writer.begin() as connection, pytest.raises(sa.exc.DBAPIError) as refused:
        connection.execute(sa.text("SELECT :seed FROM nowhere"), {"seed": "secret"})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("n", range(6))
async def test_a_failing_store_call_loses_nothing_that_was_answered(database, monkeypatch, n):
    writer = Writer(database)
    writer.start()
    await writer.submit(opening("s"))
    calls = 0

    def failing(*_arguments):
        nonlocal calls
        calls += 1
        if calls == n + 1:
            raise sa.exc.OperationalError("statement", {}, Exception("the disk is full"))

    sa.event.listen(database.writer, "before_cursor_execute", failing)
    results = await asyncio.gather(
        *(writer.submit(appending("s"), sessions=("s",)) for _ in range(5)), return_exceptions=True
    )
    sa.event.remove(database.writer, "before_cursor_execute", failing)
    after = await writer.submit(appending("s"), sessions=("s",))
    writer.close()
    answered = [result for result in results if isinstance(result, int)]
    assert all(isinstance(result, int | Busy) for result in results)
    assert log(database, "s") == [1, *sorted(answered), after]
    assert after == len(answered) + 2


async def test_keys_live_two_days_and_are_then_deleted(database, monkeypatch):
    monkeypatch.setattr("app.persistence.writing.writer.TIDYING", 0.0)
    monkeypatch.setattr("app.persistence.writing.writer.AT_ONCE", 2)
    clock = ["2026-11-21T10:00:00.000Z"]
    writer = Writer(database, clock=lambda: clock[0])
    writer.start()
    for n in range(5):
        await writer.submit(opening(f"s{n}"), claim=claim(f"k{n}".encode()))
    clock[0] = "2026-11-23T09:59:59.999Z"
    await writer.submit(opening("t"), claim=claim(b"t"))
    assert isinstance(await writer.submit(opening("s"), claim=claim(b"k0")), EarlierResult)
    clock[0] = "2026-11-23T10:00:00.001Z"
    for _ in range(4):
        await writer.submit(appending("t"), sessions=("t",))
    assert await writer.submit(opening("s"), claim=claim(b"k0")) == "s"
    writer.close()
    with database.reader.connect() as connection:
        kept = connection.execute(sa.text("SELECT session_id FROM idempotency_keys ORDER BY session_id"))
        assert kept.scalars().all() == ["s", "t"]


async def test_keys_that_cannot_be_deleted_stop_nothing(database, monkeypatch):
    def broken(*_arguments):
        raise sa.exc.OperationalError("statement", {}, Exception("the disk is full"))

    monkeypatch.setattr("app.persistence.queries.idempotency.forget_keys", broken)
    writer = Writer(database)
    writer.start()
    assert [await writer.submit(opening(id)) for id in ("a", "b")] == ["a", "b"]
    writer.close()


async def test_one_who_leaves_does_not_stop_the_others(writer, database):
    await writer.submit(opening("s"))
    tasks = [asyncio.ensure_future(writer.submit(appending("s"), sessions=("s",))) for _ in range(6)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    assert all(isinstance(result, int) for result in results[1:])


async def test_the_writer_survives_whatever_a_change_raises(writer):
    def broken(_draft: Draft) -> None:
        raise SystemExit("no")

    with pytest.raises(SystemExit):
        await writer.submit(broken)
    assert writer.is_alive
    assert await writer.submit(opening("s")) == "s"


async def test_closing_finishes_what_waits(database):
    writer = Writer(database)
    writer.start()
    await writer.submit(opening("s"))
    waiting = [asyncio.ensure_future(writer.submit(appending("s"), sessions=("s",))) for _ in range(20)]
    await asyncio.sleep(0)
    writer.close()
    assert sorted(await asyncio.gather(*waiting)) == list(range(2, 22))
    with pytest.raises(Busy):
        await writer.submit(appending("s"), sessions=("s",))


async def test_a_full_queue_is_busy(database, monkeypatch):
    monkeypatch.setattr("app.persistence.writing.writer.WAITING", 1)
    writer = Writer(database)
    monkeypatch.setattr(Writer, "is_alive", True)
    first = asyncio.ensure_future(writer.submit(opening("a")))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await writer.submit(opening("b"))
    first.cancel()


async def test_many_attacks_of_one_session_are_written_together(sqlite_api):
    session, free = await sqlite_api.open(), threading.Event()
    context, statements = sqlite_api.app.state.context, []
    sa.event.listen(
        context.database.writer,
        "before_cursor_execute",
        lambda _c, _cursor, statement, *_: statements.append(statement),
    )
    held = threading.Event()

    def hold(_draft):
        held.set()
        free.wait(LONG)

    holding = asyncio.ensure_future(context.writer.submit(hold))
    await asyncio.to_thread(held.wait, LONG)
    attacks = [
        asyncio.ensure_future(sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"]))
        for _ in range(100)
    ]
    await until(lambda: context.writer.waiting >= 100)
    statements.clear()
    free.set()
    answers = await asyncio.gather(*attacks)
    await holding
    assert sorted(answer.json()["number"] for answer in answers) == list(range(1, 101))
    assert sum(statement.startswith("INSERT INTO events") for statement in statements) == 1, statements
    assert sum("FROM seeds" in statement for statement in statements) == 4, statements
    verified = (await sqlite_api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert (verified["result"], verified["dice"], len(verified["actions"])) == ("identical", "proven", 100)
