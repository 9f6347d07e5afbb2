"""What the database cannot store is an internal error of one request; its neighbours in the batch are written."""

import asyncio
import logging
from dataclasses import replace

import pytest
import sqlalchemy as sa

from app.domain.dice import Die
from app.domain.record import Role
from app.persistence.connecting.database import Unstorable, may_pass
from app.persistence.writing.writer import Busy, Writer
from tests.persistence.test_writer import appending, log, opening

pytestmark = pytest.mark.anyio
SECRET = "a-secret-in-the-row"
ROLL = {
    "action": 1, "roll": 0, "ruleset": "coin-duel", "role": "attacker", "seat": None, "rule": "CD-1", "die": "coin",
    "count": 1, "faces": [SECRET], "total": None, "source": "service", "void": False, "at": "2026-11-21T10:00:00.000Z",
}  # fmt: skip
MISFITS = {
    "number of 70 bits": {"count": 2**70},
    "missing value": {"rule": None},
    "half a character": {"rule": "\ud800"},
}
ON_POSTGRESQL = {
    "long text": {"rule": "CD-" + "1" * 21},
    "zero byte": {"rule": "CD-\0"},
    "large number": {"count": 2**31},
}


def rolling(id, **values):
    """A change that appends an event and writes a roll."""

    def change(draft):
        seq = appending(id)(draft)
        draft.rows.rolls.append({**ROLL, "session_id": id, "roll": seq, **values})
        return seq

    return change


def reading(id):
    """A change that reads what earlier requests of its batch wrote."""

    def change(draft):
        draft.reading(id).execute(sa.text("SELECT 1"))
        return appending(id)(draft)

    return change


@pytest.fixture
async def writer(database, monkeypatch):
    """A writer that begins when all that it is given waits in one batch."""
    writer = Writer(database)
    yield writer
    writer.close()


async def in_one_batch(writer, monkeypatch, *changes):
    with monkeypatch.context() as early:
        early.setattr(Writer, "is_alive", True)
        waiting = [asyncio.ensure_future(writer.submit(change, sessions=("s",))) for change in changes]
        await asyncio.sleep(0)
    writer.start()
    return await asyncio.gather(*waiting, return_exceptions=True)


async def opened(database):
    first = Writer(database)
    first.start()
    await first.submit(opening("s"))
    first.close()


def rolls(database):
    with database.reader.connect() as connection:
        return connection.execute(sa.text("SELECT roll FROM rolls ORDER BY roll")).scalars().all()


@pytest.mark.parametrize("misfit", [*MISFITS, *ON_POSTGRESQL])
async def test_only_the_request_that_does_not_fit_is_refused(writer, database, monkeypatch, caplog, misfit):
    if database.is_sqlite and misfit in ON_POSTGRESQL:
        pytest.skip("SQLite stores it")
    await opened(database)
    values = {**MISFITS, **ON_POSTGRESQL}[misfit]
    changes = [rolling("s"), rolling("s", **values), rolling("s"), rolling("s", **values), rolling("s")]
    results = await in_one_batch(writer, monkeypatch, *changes)
    assert [isinstance(result, Unstorable) for result in results] == [False, True, False, True, False]
    assert [results[0], results[2], results[4]] == rolls(database) == [2, 3, 4]
    assert log(database, "s") == [1, 2, 3, 4]
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(told) == 2
    assert all("INSERT INTO rolls" in message and SECRET not in message for message in told)


@pytest.mark.parametrize("misfit", MISFITS)
async def test_who_reads_what_does_not_fit_is_written_and_so_are_those_before(writer, database, monkeypatch, misfit):
    await opened(database)
    changes = [rolling("s"), rolling("s", **MISFITS[misfit]), reading("s"), rolling("s")]
    results = await in_one_batch(writer, monkeypatch, *changes)
    assert isinstance(results[1], Unstorable)
    assert [results[0], results[2], results[3]] == [2, 3, 4]
    assert log(database, "s") == [1, 2, 3, 4]
    assert rolls(database) == [2, 4]


async def test_a_statement_that_is_wrong_is_not_tried_again_by_clients(writer, database, monkeypatch):
    await opened(database)

    def asking(draft):
        return draft.reading("s").execute(sa.text("SELECT nothing FROM nowhere"))

    results = await in_one_batch(writer, monkeypatch, rolling("s"), asking, rolling("s"))
    assert [type(result) for result in results] == [int, Unstorable, int]


async def test_a_key_that_is_taken_may_be_free_on_a_retry(writer, database, monkeypatch):
    await opened(database)
    taken = rolling("s", roll=7)
    results = await in_one_batch(writer, monkeypatch, taken, taken, rolling("s"))
    assert [type(result) for result in results] == [int, Busy, int]


async def test_a_lost_connection_may_come_back(database):
    closed = database.writer.dialect.loaded_dbapi.ProgrammingError("closed")
    for lost in (True, False):
        assert may_pass(sa.exc.ProgrammingError("SELECT 1", {}, closed, connection_invalidated=lost)) is lost
    disk_full = database.writer.dialect.loaded_dbapi.OperationalError("the disk is full")
    assert may_pass(sa.exc.OperationalError("COMMIT", {}, disk_full))


def change_the_toy(api, monkeypatch, **changes):
    book = api.app.state.context.books["coin-duel"]
    monkeypatch.setitem(book.__dict__, "ruleset", replace(book.ruleset, **changes))


async def attack_twice(api):
    """The same request twice, as a client sends it that was told to try again; and one of another rulebook."""
    path, headers = "/v1/rulesets/coin-duel/attacks", {"Idempotency-Key": "a-key-that-nobody-guesses"}
    responses = [await api.post(path, {"situation": {"coins": 1}}, **headers) for _ in range(2)]
    assert (await api.attack()).status_code == 201
    return responses


def check_internal_error(response):
    assert (response.status_code, response.json()["code"]) == (500, "internal-error")
    assert "Retry-After" not in response.headers
    assert "again" not in response.json()["detail"]


async def test_a_rule_id_that_is_too_long_is_an_internal_error_and_nothing_to_try_again(api, monkeypatch, caplog):
    def script(situation, options, table):
        table.roll(ruleset.dice[0], 1, by=Role.ATTACKER, rule="CD-" + "1" * 21)
        return ruleset.outcome(1)

    ruleset = api.app.state.context.books["coin-duel"].ruleset
    change_the_toy(api, monkeypatch, script=script)
    first, second = await attack_twice(api)
    if api.app.state.context.database.is_sqlite:
        assert (first.status_code, second.status_code) == (201, 200)
        return
    for response in (first, second):
        check_internal_error(response)
    assert await api.count("sessions") == 1
    assert any("too long for type character varying" in message for message in caplog.messages)
    assert any("INSERT INTO rolls" in message for message in caplog.messages)


async def test_a_number_that_is_too_large_is_an_internal_error_on_every_database(api, monkeypatch, caplog):
    huge = Die("coin", (2**70,))

    def script(situation, options, table):
        table.roll(huge, 1, by=Role.ATTACKER, rule="CD-1")
        return outcome(1)

    outcome = api.app.state.context.books["coin-duel"].ruleset.outcome
    change_the_toy(api, monkeypatch, script=script, dice=(huge,))
    for response in await attack_twice(api):
        check_internal_error(response)
    assert await api.count("sessions") == 1
    assert any("INSERT INTO rolls" in message for message in caplog.messages)


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/rolls"])
async def test_a_reading_statement_that_is_wrong_is_an_internal_error_too(api, monkeypatch, caplog, path):
    def wrong(_context, _query):
        with api.app.state.context.database.reader.connect() as connection:
            connection.execute(sa.text("SELECT nothing FROM nowhere"))

    monkeypatch.setattr(type(api.app.state.context), "_read", wrong)
    check_internal_error(await api.get(path))
    assert any("SELECT nothing FROM nowhere" in message for message in caplog.messages)
