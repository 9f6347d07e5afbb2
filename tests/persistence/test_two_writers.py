"""Several processes on one PostgreSQL database, each with a writer of its own."""

import asyncio
import threading

import pytest

from app.persistence.connecting import postgresql as engines
from app.persistence.connecting.database import open_database
from app.persistence.queries import logged_events, store
from app.persistence.writing.batch import EarlierResult
from app.persistence.writing.writer import Writer, now
from tests.persistence.test_writer import appending, claim, log, opening
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def writers(postgres_url):
    databases = [open_database(postgres_url) for _ in range(2)]
    writers = [Writer(database) for database in databases]
    for writer in writers:
        writer.start()
    yield writers
    for writer, database in zip(writers, databases, strict=True):
        writer.close()
        database.dispose()


@pytest.fixture
def database(postgres_url):
    opened = open_database(postgres_url)
    yield opened
    opened.dispose()


def held(change):
    """A change that has begun and goes on when it is told to, the first time it runs."""
    begun, go_on = threading.Event(), threading.Event()

    def holding(draft):
        begun.set()
        assert go_on.wait(LONG)
        return change(draft)

    return holding, begun, go_on


async def test_a_key_that_comes_to_two_processes_at_once_makes_one_thing(writers, database):
    slow, begun, go_on = held(opening("a"))
    first = asyncio.ensure_future(writers[0].submit(slow, claim=claim()))
    await asyncio.to_thread(begun.wait, LONG)
    assert await writers[1].submit(opening("b"), claim=claim()) == "b"
    go_on.set()
    assert (await first).session_id == "b"
    assert log(database, "a") == []


async def test_a_key_that_another_process_writes_while_one_waits_for_the_session_is_found(writers, database):
    await writers[0].submit(opening("s"))
    runs = []

    def counted(draft):
        runs.append(draft)
        return appending("s")(draft)

    def made(draft):
        draft.made("s", 2)
        return appending("s")(draft)

    slow, begun, go_on = held(made)
    first = asyncio.ensure_future(writers[0].submit(slow, sessions=("s",), claim=claim()))
    await asyncio.to_thread(begun.wait, LONG)
    second = asyncio.ensure_future(writers[1].submit(counted, sessions=("s",), claim=claim()))
    await until_waiting(database)
    go_on.set()
    assert (await first, type(await second), runs) == (2, EarlierResult, [])
    assert log(database, "s") == [1, 2]


async def until_waiting(database):
    """Until somebody waits for a lock."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

    def count():
        with database.reader.connect() as connection:
            return connection.exec_driver_sql(query).scalar_one()

    await until(count)


async def test_times_in_a_log_never_go_back_where_one_process_waits_for_another(writers, database):
    await writers[0].submit(opening("s"))

    def timed(draft):
        appending("s")(draft)
        return draft.at

    slow, begun, go_on = held(timed)
    first = asyncio.ensure_future(writers[0].submit(slow, sessions=("s",)))
    await asyncio.to_thread(begun.wait, LONG)
    second = asyncio.ensure_future(writers[1].submit(timed, sessions=("s",)))
    await until_waiting(database)
    waited = now()
    released = await until(lambda: at if (at := now()) > waited else None)
    go_on.set()
    assert await first < released <= await second


async def test_one_request_reads_one_moment(writers, database):
    await writers[0].submit(opening("s"))
    with database.reader.connect() as connection:
        before = store.sessions_by_id(connection, ["s"])["s"].seq
        await writers[0].submit(appending("s"), sessions=("s",))
        assert [event.seq for event in logged_events.events_after(connection, "s")] == [before]


async def test_a_process_that_hangs_lets_go_of_its_sessions(writers, postgres_url, monkeypatch):
    await writers[0].submit(opening("s"))
    monkeypatch.setattr(engines, "ABANDONED", 1)  # for the one that hangs alone
    hanging = open_database(postgres_url)
    connection = hanging.writer.connect()
    try:
        store.sessions_by_id(connection, ["s"], lock=True)
        assert await asyncio.wait_for(writers[0].submit(appending("s"), sessions=("s",)), LONG) == 2
    finally:
        connection.invalidate()
        connection.close()
        hanging.dispose()
