"""The deliverer: makes messages of what is new, and sends them, while this process is the one that delivers.

Each webhook has a lane; a slow receiver holds up its own lane.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

import sqlalchemy as sa
from anyio import to_thread

from app.delivery.retry import Retry
from app.persistence.connecting.database import FAILURES, Database, Unstorable
from app.persistence.queries import webhooks
from app.persistence.stored.codec import Json
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import Busy, Writer, stored
from app.services.rulebooks.registry import Rulebooks
from app.services.webhooks.messages import messages_of_news

if TYPE_CHECKING:
    from app.delivery.connections import Connections

# What sends is imported when there is something to send: httpcore takes long, and most services send nothing.

T = TypeVar("T")
log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds after which it looks for something to do by itself: for what is sent again, or what no hint was heard of."""
LEASE = 30.0
"""Seconds for which a process is the one that delivers, unless it says so again; each counts them by itself."""
AGAIN = (5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 28800)
"""Seconds after each sending that failed before the next one: a day in all."""
LANES, LANES_OF_KEY = 32, 2
"""How many webhooks are sent to at a time, in all and of one API key."""
IN_A_LANE, OF_A_SESSION = 200, 8
"""How many messages a lane sends before others get its place, in all and of one session."""
MOST_WAITING = 10_000
"""How many messages may wait for a webhook; further ones are not made."""
KEPT, TIDYING, AT_ONCE = timedelta(days=7), 3600.0, 500
"""How long messages are listed that were sent, seconds between two searches for older ones, and how many at a time."""


def now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)


class Deliverer:
    """Sends the messages of webhooks."""

    def __init__(self, database: Database, writer: Writer, books: Rulebooks, *, allows_private: bool) -> None:
        self._database, self._writer, self._books = database, writer, books
        self._allows_private = allows_private
        self._holder = str(uuid4())
        self._held_until = self._tidy_at = 0.0
        self._others: webhooks.Lease | None = None
        """The lease of another process as it was found last, first at the time `_found_at`."""
        self._found_at = 0.0
        self._looked_at: datetime | None = None
        self._told = ""
        """The session whose news were made into messages last."""
        self.lanes: dict[str, asyncio.Task[bool]] = {}
        """What is being sent, by webhook; each ends with whether there was something to send."""
        self._busy: Counter[str] = Counter()
        self._opened = ""
        """The webhook for which a lane was opened last; those behind it come first, so that each has its turn."""
        self._has_passed_over = False
        """Whether the last look found something due to a webhook for which it could not open a lane."""
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._retry = Retry(self._news.set)
        self._connections: Connections | None = None

    @property
    def is_delivering(self) -> bool:
        """Whether this process is the one that delivers, as far as it knows."""
        return self._held_until > 0

    def start(self) -> None:
        """Begin to deliver; called on the event loop of the server."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._work())

    def wake(self) -> None:
        """Look at once: there is news. Any thread may call this."""
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):  # it may end just now
                self._loop.call_soon_threadsafe(self._news.set)

    def hear(self) -> None:
        """Look at once if this process delivers: another one has written something. Any thread may call this."""
        if self.is_delivering:
            self.wake()

    async def close(self) -> None:
        """Stop; what was being sent is sent again by the next process, with the same id."""
        self._retry.close()
        tasks = [task for task in (self._task, *self.lanes.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._connections is not None:
            await self._connections.close()
        if self.is_delivering:
            with suppress(Busy, Unstorable, *FAILURES):
                await self._write(partial(webhooks.give_lease_up, holder=self._holder))

    async def _work(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):  # wait_for() forgets that it was cancelled if news comes just then
                    await self._news.wait()
            self._news.clear()
            try:
                await self.look()
                if self._connections is not None:
                    await self._connections.close_old()
            except (Busy, Unstorable, *FAILURES) as failure:
                log.debug("webhooks wait: %s", failure)
                self._retry.failed(PAUSE)
            except Exception:  # a fault in one message must not end all deliveries
                log.exception("messages to webhooks were not made")
                self._retry.failed(PAUSE)
            else:
                if not self.lanes:
                    self._retry.worked()

    async def look(self) -> None:
        """Make messages of what is new, and open a lane for each webhook to which something is due."""
        at = now()
        if self._looked_at is None or at < self._looked_at:
            await self._write(partial(webhooks.make_due_now, at=stored(at)))
        self._looked_at = at
        if not self._holds:
            has_work = await self._read(partial(webhooks.has_work, at=stored(at)))
            if not (has_work or self.lanes) or not await self._take(at):
                return
        told, made, due = await self._read(partial(self._found, at=stored(at)))
        if told:
            self._told = told[-1]["session_id"]
            await self._write(partial(webhooks.store_messages, told=told, made=made, most=MOST_WAITING))
            self._news.set()  # there may be more
            due = await self._read(partial(webhooks.due_webhooks, at=stored(now())))
        log.debug("news of %d sessions, something due to %d webhooks, %d lanes", len(told), len(due), len(self.lanes))
        self._has_passed_over = False
        for webhook, owner in sorted(due, key=lambda one: (one[0] <= self._opened, one[0])):
            is_free = len(self.lanes) < LANES and self._busy[owner] < LANES_OF_KEY
            if webhook not in self.lanes and is_free:
                self._open(webhook, owner)
            else:
                self._has_passed_over = True
        if monotonic() >= self._tidy_at:
            await self._tidy(at)

    def _found(self, connection: sa.Connection, at: str) -> tuple[list[Json], list[Json], list[tuple[str, str]]]:
        """What is new with its messages, and where nothing is new the webhooks to which something is due."""
        told, made = messages_of_news(connection, self._books, lambda: stored(now()), self._told)
        return told, made, [] if told else webhooks.due_webhooks(connection, at)

    @property
    def _holds(self) -> bool:
        """Whether this process delivers, and need not say so again yet."""
        return monotonic() < self._held_until - LEASE / 2

    async def _take(self, at: datetime) -> bool:
        """Whether this process delivers now; another one may for as long as it says so again and again."""
        asked = monotonic()
        is_left = self._database.is_sqlite or asked >= self._found_at + LEASE
        until = stored(at + timedelta(seconds=LEASE))
        lease = partial(webhooks.take_lease, holder=self._holder, until=until, left=self._others if is_left else None)
        found = await self._write(lease)
        if found.holder == self._holder:
            self._held_until = asked + LEASE
            return True
        if found != self._others:
            self._others, self._found_at = found, asked
        self._held_until = 0.0
        return False

    def _open(self, webhook: str, owner: str) -> None:
        self._busy[owner] += 1
        self._opened = webhook
        lane = self.lanes[webhook] = asyncio.create_task(self._deliver(webhook))
        lane.add_done_callback(lambda done: self._shut(webhook, owner, done))

    def _shut(self, webhook: str, owner: str, lane: asyncio.Task[bool]) -> None:
        self.lanes.pop(webhook, None)
        self._busy[owner] -= 1
        if not self._busy[owner]:
            del self._busy[owner]
        if lane.cancelled():
            return
        if (failure := lane.exception()) is not None:
            log.debug("messages to a webhook wait: %s", failure, exc_info=failure)
            self._retry.failed(PAUSE)
        elif lane.result():
            self._retry.worked()
            self._news.set()  # meanwhile others may have come
        elif self._has_passed_over:  # by a look that found this lane open still, or no place for another one
            self._retry.failed(PAUSE)

    async def _deliver(self, webhook: str) -> bool:
        """Send what is due to one webhook, for as long as this process is the one that delivers; whether anything was.

        Nothing is where the earliest message of each session waits to be sent again.
        """
        of_it = partial(webhooks.due_messages, webhook=webhook, of_session=OF_A_SESSION, limit=IN_A_LANE)
        due = await self._read(partial(of_it, at=stored(now())))
        log.debug("webhook %s: %d messages are due", webhook, len(due))
        if not due:
            return False
        from app.delivery.lane import Lane

        connections = await self._opened_connections()
        lane = Lane(
            webhook,
            connections,
            allows_private=self._allows_private,
            again=AGAIN,
            goes_on=lambda: monotonic() <= self._held_until - LEASE / 3,
            now=now,
            write=self._write,
        )
        await lane.send(due)
        await connections.close_old()
        return True

    async def _opened_connections(self) -> "Connections":
        if self._connections is None:
            made = await to_thread.run_sync(partial(new_connections, allows_private=self._allows_private))
            self._connections = self._connections or made  # another lane may have been faster
        return self._connections

    async def _tidy(self, at: datetime) -> None:
        before = stored(at - KEPT)
        deleted = await self._write(partial(webhooks.forget_messages, before=before, limit=AT_ONCE))
        self._tidy_at = 0.0 if deleted == AT_ONCE else monotonic() + TIDYING

    async def _read(self, query: Callable[[sa.Connection], T]) -> T:
        def run() -> T:
            with self._database.reader.connect() as connection:
                return query(connection)

        return await to_thread.run_sync(run)

    def _write(self, write: Callable[[sa.Connection], T]) -> asyncio.Future[T]:
        """Run a short statement on the writer, between the requests of clients. Raises Busy."""

        def change(draft: Draft) -> T:
            return write(draft.reading(""))

        return self._writer.submit(change)  # type: ignore[return-value]


def new_connections(*, allows_private: bool) -> "Connections":
    """The connections to receivers, with what those trust that are encrypted; to read that takes long."""
    from httpcore import default_ssl_context

    from app.delivery.connections import Connections
    from app.delivery.network import CheckedNetwork

    return Connections(CheckedNetwork(allows_private=allows_private), default_ssl_context())
