"""The one writer: whatever waits when it is free becomes one transaction, committed before anybody is answered."""

import asyncio
import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from queue import Empty, Full, Queue
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sa

from app.persistence import store
from app.persistence.batch import Claim, Draft, MadeBefore, Unit
from app.persistence.condition import Condition
from app.persistence.database import Database
from app.persistence.jobs import Job, answer_all
from app.persistence.refusals import first_line
from app.persistence.sqlstates import RETRYABLE, TAKEN, is_of_database

T = TypeVar("T")
log = logging.getLogger(__name__)

BATCH = 256
WAITING = 4096
ATTEMPTS = 5
PATIENCE = 10.0
"""Seconds after which nothing more is tried for a batch: its clients come again."""
PROBE = 2.0
"""Seconds between two tries to write while the database fails and nobody asks for anything."""
KEPT = timedelta(hours=48)
"""How long an idempotency key is kept at least."""
TIDYING, AT_ONCE = 3600.0, 500
"""Seconds between two looks for older keys, and how many are deleted after one batch."""


class Busy(Exception):
    """The writer cannot take or finish this request now.

    Nothing of it was written; only where the connection was lost behind a commit may all of it have been, and then its
    idempotency key tells.
    """


def now() -> str:
    """The time as it is stored: RFC 3339, UTC, milliseconds, Z."""
    return stored(datetime.now(UTC))


def stored(time: datetime) -> str:
    """A time in UTC as it is stored."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Writer:
    """Runs changes on one thread with one connection."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], str] = now,
        tell: Callable[[set[str]], None] = lambda _sessions: None,
        committed: Callable[[int], None] = lambda _jobs: None,
    ) -> None:
        """`tell` hears, on the writer's thread, of each session whose log has grown, after the commit.

        `committed` hears of how many jobs a commit had.
        """
        self._database, self._clock, self._tell, self._committed = database, clock, tell, committed
        self._condition = Condition("writing to the database")
        self._queue: Queue[Job[Any] | None] = Queue(WAITING)
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._closing = False
        self._tidy_at = monotonic() + TIDYING

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def close(self) -> None:
        """Finish what is waiting, then stop."""
        self._closing = True
        if self.is_alive:
            self._queue.put(None)
            self._thread.join()

    @property
    def is_alive(self) -> bool:
        """Whether anything would be written now."""
        return self._thread.is_alive()

    @property
    def can_write(self) -> bool:
        """Whether anything would be written now, and the database took what was last written."""
        return self.is_alive and not self._condition.is_failing

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    async def submit(
        self, change: Callable[[Draft], T], *, sessions: tuple[str, ...] = (), claim: Claim | None = None
    ) -> T | MadeBefore:
        """The result of `change` once it is durable, or what `claim` has made before.

        Raises what the change raises, KeyReused, or Busy where the change was not written.
        """
        if self._closing or not self.is_alive:
            raise Busy
        loop = asyncio.get_running_loop()
        job = Job(change, sessions, claim, loop, loop.create_future())
        try:
            self._queue.put_nowait(job)
        except Full:
            raise Busy from None
        return await job.future

    def _work(self) -> None:
        while (first := self._next()) is not None:
            batch, last = [first], False
            while len(batch) < BATCH and not last:
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    break
                if job is None:
                    last = True
                else:
                    batch.append(job)
            self._finish(batch)
            if last:
                return
            if monotonic() >= self._tidy_at:
                self._tidy()

    def _next(self) -> Job[Any] | None:
        """The next job; while the database fails and nobody comes, it is tried every few seconds."""
        while self._condition.is_failing:
            try:
                return self._queue.get(timeout=PROBE)
            except Empty:
                self._probe()
        return self._queue.get()

    def _probe(self) -> None:
        """Write what stands there already, with a commit that must reach the disk."""
        try:
            with self._database.writer.begin() as connection:
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        except Exception as failure:
            self._condition.failed(first_line(failure))
        else:
            self._condition.worked()

    def _tidy(self) -> None:
        """Delete some of the idempotency keys that are too old; they may be many, and others wait to be written."""
        before = stored(datetime.fromisoformat(self._clock()) - KEPT)
        deleted = 0
        try:
            with self._database.writer.begin() as connection:
                deleted = store.forget_keys(connection, before, AT_ONCE)
        except Exception:  # the writer goes on
            log.warning("old idempotency keys were not deleted", exc_info=True)
        self._tidy_at = 0.0 if deleted == AT_ONCE else monotonic() + TIDYING

    def _finish(self, batch: list[Job[Any]]) -> None:
        try:
            self._commit_or_split(batch, monotonic() + PATIENCE)
        except BaseException:  # the writer goes on whatever happens to one batch
            log.exception("a batch of %d was not written", len(batch))
            for job in batch:
                job.error = Busy()
        for loop in {job.loop for job in batch}:
            jobs = [job for job in batch if job.loop is loop]
            try:
                loop.call_soon_threadsafe(answer_all, jobs)
            except RuntimeError:
                log.warning("%d answers found their loop closed", len(jobs))

    def _commit_or_split(self, batch: list[Job[Any]], until: float) -> None:
        refusal: sa.exc.DBAPIError | None = None
        for _ in range(ATTEMPTS):
            if monotonic() > until:
                break
            try:
                self._commit(batch)
            except sa.exc.DBAPIError as error:
                refusal = error
                state = getattr(error.orig, "sqlstate", None)
                if state in RETRYABLE or (state == TAKEN and len(batch) == 1):
                    continue
                no_request_is_at_fault = error.connection_invalidated or error.statement is None
                if len(batch) == 1 or no_request_is_at_fault:
                    break
                for job in batch:
                    self._commit_or_split([job], until)
            return
        if refusal is not None and is_of_database(refusal):
            self._condition.failed(first_line(refusal))
        else:
            log.error("a batch of %d was refused: %s", len(batch), refusal.orig if refusal else "no time left")
        for job in batch:
            job.error = Busy()

    def _commit(self, batch: list[Job[Any]]) -> None:
        with self._database.writer.begin() as connection:
            ids = {id for job in batch for id in job.sessions}
            unit = Unit(connection, self._clock, ids, [job.claim for job in batch])
            for job in batch:
                job.run(unit)
            unit.flush()
        self._condition.worked()
        self._committed(len(batch))
        self._tell(unit.changed)
