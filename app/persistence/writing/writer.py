"""The writer: one thread that writes all changes.

All requests that wait when it is free are written in one transaction. It is committed before any of them is answered.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sa

from app.persistence.connecting.database import TAKEN, Database, Unstorable, code_of, may_pass, message_of
from app.persistence.connecting.outage_log import OutageLog
from app.persistence.connecting.refusals import first_line
from app.persistence.connecting.sqlstates import RETRYABLE, cause_of, is_of_database
from app.persistence.queries import idempotency
from app.persistence.writing.batch import BatchTransaction, EarlierResult, IdempotencyRecord
from app.persistence.writing.draft import Draft
from app.persistence.writing.jobs import Job, answer_all

T = TypeVar("T")
log = logging.getLogger(__name__)

BATCH = 256
"""How many requests are written in one transaction at most."""
WAITING = 4096
"""How many requests may wait for the writer. Further ones are refused with Busy."""
ATTEMPTS = 5
"""How many times the transaction of a batch is tried."""
PATIENCE = 10.0
"""Seconds after which a batch is not tried again; its clients are asked to send their requests again."""
PROBE = 2.0
"""Seconds between two tries to write while the database fails and no request writes anything."""
QUIET = 30.0
"""Seconds without a request to write after which it is tried whether one could be, where somebody asks for that."""
KEPT = timedelta(hours=48)
"""How long an idempotency key is stored at least."""
TIDYING, AT_ONCE = 3600.0, 500
"""Seconds between two searches for old idempotency keys, and how many are deleted at a time."""


class Busy(Exception):
    """The writer cannot accept or finish this request now.

    Nothing of the request was written. There is one exception: if the connection was lost during a commit, everything
    may have been written, and the request shows this when it is sent again with its idempotency key.

    `cause`: what keeps the database from writing, where that has a name: `read-only` or `disk-full`.
    """

    def __init__(self, cause: str | None = None) -> None:
        super().__init__(cause or "")
        self.cause = cause


def now() -> str:
    """The present time as it is stored: RFC 3339 in UTC, with milliseconds and Z."""
    return stored(datetime.now(UTC))


def stored(time: datetime) -> str:
    """A time in UTC as it is stored."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Writer:
    """Runs all changes on one thread with one connection."""

    is_alive = False
    """Whether the thread runs, so that changes are written."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], str] = now,
        tell: Callable[[set[str]], None] = lambda _sessions: None,
        committed: Callable[[int], None] = lambda _jobs: None,
        news: Callable[[], None] = lambda: None,
    ) -> None:
        """`tell` is called on the writer's thread after each commit, with the ids of sessions whose logs grew.

        `committed` is called with the number of jobs of each commit; `news` after one of which webhooks are to be told.
        """
        self._database, self.clock, self._tell, self._committed, self._news = database, clock, tell, committed, news
        self._condition = OutageLog("writing to the database")
        self._queue = SimpleQueue[Job[Any] | None]()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._closing = self._is_asked = False
        self._tidy_at = monotonic() + TIDYING

    def start(self) -> None:
        """Start the thread."""
        self.is_alive = True
        self._thread.start()

    def close(self) -> None:
        """Finish the requests that wait, then stop."""
        self._closing = True
        if self.is_alive:
            self._queue.put(None)
            self._thread.join()

    @property
    def can_write(self) -> bool:
        """Whether anything would be written now, and the database took what was last written, or tried, lately."""
        self._is_asked = True
        return self.is_alive and not self._condition.is_failing

    @property
    def cause(self) -> str | None:
        """What keeps the database from writing, where it fails and that has a name."""
        return self._condition.cause if self._condition.is_failing else None

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    def submit(
        self,
        change: Callable[[Draft], T],
        *,
        sessions: tuple[str, ...] = (),
        claim: IdempotencyRecord | None = None,
        parts: tuple[IdempotencyRecord, ...] = (),
    ) -> asyncio.Future[T | EarlierResult]:
        """The result of `change` after it is committed, or what `claim` has made before.

        `parts`: the keys about which the change asks the draft itself.

        Raises Busy where nothing can be written now. The future raises what the change raises, KeyReused, Busy where
        the change was not written and Unstorable where it never can be.
        """
        if self._closing or not self.is_alive or self._queue.qsize() >= WAITING:
            raise Busy
        loop = asyncio.get_running_loop()
        job = Job(change, sessions, claim, parts, loop, loop.create_future())
        self._queue.put(job)
        return job.future

    def _work(self) -> None:
        try:
            self._write_what_comes()
        finally:
            self.is_alive = False

    def _write_what_comes(self) -> None:
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
                self.tidy()

    def _next(self) -> Job[Any] | None:
        """The next job; while nobody comes, the database is tried: a disk can fill without a request of ours."""
        while True:
            try:
                return self._queue.get(timeout=PROBE if self._condition.is_failing else QUIET)
            except Empty:
                if self._condition.is_failing or self._is_asked:
                    self._is_asked = False
                    self._probe()

    def _probe(self) -> None:
        """Write what stands there already, with a commit that must reach the disk."""
        try:
            with self._database.writer.begin() as connection:
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        except Exception as failure:
            self._condition.failed(first_line(failure), cause_of(failure))
        else:
            self._worked()

    def _worked(self) -> None:
        """The database has taken what was written. Where it only read before, readers may still ask who follows it."""
        if self.cause == "read-only":
            self._database.reader.dispose()
        self._condition.worked()

    def tidy(self) -> None:
        """Delete some idempotency keys that are too old.

        There may be many, and other requests wait, so each call deletes only some.
        """
        before = stored(datetime.fromisoformat(self.clock()) - KEPT)
        deleted = 0
        try:
            with self._database.writer.begin() as connection:
                deleted = idempotency.forget_keys(connection, before, AT_ONCE)
        except Exception:  # a fault here must not end the writer
            log.warning("old idempotency keys were not deleted", exc_info=True)
        self._tidy_at = 0.0 if deleted == AT_ONCE else monotonic() + TIDYING

    def _finish(self, batch: list[Job[Any]]) -> None:
        try:
            self._commit_or_split(batch, monotonic() + PATIENCE)
        except BaseException:  # a fault in one batch must not end the writer
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
        """Commit a batch; where one of its requests is at fault, each request by itself."""
        refusal: sa.exc.DBAPIError | Unstorable | None = None
        for _ in range(ATTEMPTS):
            if monotonic() > until:
                break
            try:
                self._commit(batch)
            except (sa.exc.DBAPIError, Unstorable) as error:
                refusal = error
                if runs_again(error, is_alone=len(batch) == 1):
                    continue
                if len(batch) == 1 or not is_of_one_request(error):
                    break
                for job in batch:
                    self._commit_or_split([job], until)
            return
        if isinstance(refusal, sa.exc.DBAPIError) and may_pass(refusal) and is_of_database(refusal):
            self._condition.failed(first_line(refusal), cause := cause_of(refusal))
            for job in batch:
                job.error = Busy(cause)
        else:
            refuse(batch, refusal)

    def _commit(self, batch: list[Job[Any]]) -> None:
        with self._database.writer.begin() as connection:
            ids = {id for job in batch for id in job.sessions}
            unit = BatchTransaction(
                connection, self.clock, ids, [claim for job in batch for claim in (job.claim, *job.parts)]
            )
            for job in batch:
                job.run(unit)
            unit.flush()
        if unit.has_written:
            self._worked()
        self._committed(len(batch))
        self._tell(unit.changed)
        if unit.has_news:
            self._news()


def runs_again(error: sa.exc.DBAPIError | Unstorable, *, is_alone: bool) -> bool:
    """Whether the batch runs again: another process was in the way, or has just written the key of its only request.

    Run again, the request finds what that key has made.
    """
    if isinstance(error, Unstorable):
        return False
    code = code_of(error)
    return code in RETRYABLE or (is_alone and code == TAKEN[0])


def is_of_one_request(error: sa.exc.DBAPIError | Unstorable) -> bool:
    """Whether a statement of one request may be at fault, and not the connection."""
    return isinstance(error, Unstorable) or not (error.connection_invalidated or error.statement is None)


def refuse(batch: list[Job[Any]], refusal: sa.exc.DBAPIError | Unstorable | None) -> None:
    """Give the requests of a batch their error: Unstorable where a retry changes nothing, else Busy."""
    if isinstance(refusal, sa.exc.DBAPIError) and not may_pass(refusal):
        refusal = Unstorable(message_of(refusal), refusal.statement)
    if isinstance(refusal, Unstorable):
        log.error("the database cannot store what a request would write: %s", refusal)
    else:
        why = message_of(refusal) if refusal else "no time left"
        log.error("the database refused a batch of %d: %s", len(batch), why)
    for job in batch:
        job.error = refusal if isinstance(refusal, Unstorable) else Busy()
