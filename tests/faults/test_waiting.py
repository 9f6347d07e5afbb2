"""Whoever waits for a lock or for a connection is answered in time, and holds up nobody for good."""

import asyncio
import time
from contextlib import ExitStack

import psycopg
import pytest

from tests.conftest import serving
from tests.faults.load import check_busy

pytestmark = pytest.mark.anyio
BOUND = 60.0
"""Seconds: more than all limits below together take on any machine, less than the failures they keep off."""


async def test_a_session_that_another_process_holds_is_answered_in_time(postgres_url, monkeypatch):
    for limit, seconds in {"STATEMENT": 1, "SILENCE": 3600.0, "ABANDONED": 3600}.items():
        monkeypatch.setattr(f"app.persistence.connecting.postgresql.{limit}", seconds)
    monkeypatch.setattr("app.persistence.writing.writer.PATIENCE", 0.5)
    async with serving(postgres_url) as api:
        session, other = await api.open(), await api.open()
        attack = {"token": session["tokens"]["host"], "session_id": session["id"]}
        with psycopg.connect(postgres_url) as holder:
            holder.execute("SELECT id FROM sessions WHERE id = %s FOR UPDATE", [session["id"]])
            began = time.monotonic()
            for response in await asyncio.gather(*(api.attack(**attack) for _ in range(20))):
                check_busy(response)
            assert time.monotonic() - began < BOUND
            waiting = (
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            assert holder.execute(waiting).fetchone() == (0,)
            response = await api.attack(token=other["tokens"]["host"], session_id=other["id"])
            assert response.status_code == 201
        assert (await api.attack(**attack)).json()["number"] == 1


async def test_a_reader_without_a_connection_is_answered_in_time(postgres_url, monkeypatch):
    monkeypatch.setattr("app.persistence.connecting.postgresql.QUEUE", 0.2)
    async with serving(postgres_url) as api:
        session = await api.open()
        reader = api.app.state.context.database.reader
        with ExitStack() as held:
            for _ in range(reader.pool.size() + reader.pool._max_overflow):
                held.enter_context(reader.connect())
            began = time.monotonic()
            check_busy(await api.get(f"/v1/sessions/{session['id']}"))
            assert time.monotonic() - began < BOUND
        assert (await api.get(f"/v1/sessions/{session['id']}")).status_code == 200
