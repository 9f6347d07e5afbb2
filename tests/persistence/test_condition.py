"""A database that is down is told once, whatever it refuses meanwhile."""

import logging

import pytest
import sqlalchemy as sa

from app.persistence.connecting.outage_log import OutageLog
from tests.conftest import serving

NAME = "app.persistence.connecting.outage_log"


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr("app.persistence.connecting.outage_log.monotonic", lambda: now[0])
    return now


def test_a_failure_that_goes_on_is_told_once_a_minute(clock, caplog):
    condition = OutageLog("writing")
    for _ in range(125):
        condition.failed("the disk is full")
        clock[0] += 1
    assert [record.message for record in caplog.records] == [
        "writing fails: the disk is full",
        "writing has failed for 60 s, 61 times: the disk is full",
        "writing has failed for 120 s, 121 times: the disk is full",
    ]
    assert condition.is_failing


def test_a_failure_that_comes_and_goes_is_one(clock, caplog):
    condition = OutageLog("reading")
    for _ in range(20):
        condition.failed("no connection is free")
        clock[0] += 1
        condition.worked()
        assert not condition.is_failing
    clock[0] += 5
    condition.worked()
    condition.worked()
    assert [record.message for record in caplog.records] == [
        "reading fails: no connection is free",
        "reading works again; it failed 20 times in 19 s",
    ]


@pytest.mark.anyio
async def test_refused_requests_write_one_line_each_for_reading_and_writing(sqlite_url, monkeypatch, caplog):
    async with serving(sqlite_url) as api:
        session = await api.open()
        database = api.app.state.context.database

        def broken(_connection):
            raise sa.exc.OperationalError("statement", {}, Exception("disk I/O error"))

        for engine in (database.reader, database.writer):
            sa.event.listen(engine, "begin", broken)
        for _ in range(20):
            assert (await api.get(f"/v1/sessions/{session['id']}")).status_code == 503
            assert (await api.attack()).status_code == 503
        assert (await api.get("/readyz")).status_code == 503
        for engine in (database.reader, database.writer):
            sa.event.remove(engine, "begin", broken)
        assert (await api.attack()).status_code == 201
        assert (await api.get("/readyz")).status_code == 200
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert sorted(record.message for record in told) == [
        "reading from the database fails: disk I/O error",
        "writing to the database fails: disk I/O error",
    ]
    assert {record.name for record in told} == {NAME}
