"""What is due to one webhook, sent: the messages of a session one after the other, those of several side by side."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from httpcore import AsyncConnectionPool

from app.delivery.connections import Connections
from app.delivery.sending import Undelivered, send
from app.persistence.queries import webhooks
from app.persistence.stored.codec import Json
from app.persistence.writing.writer import stored

SIDE_BY_SIDE = 8
"""How many messages are sent to a webhook at a time, each of another session."""


class Lane:
    """The way to one webhook."""

    def __init__(
        self,
        webhook: str,
        connections: Connections,
        *,
        allows_private: bool,
        again: tuple[int, ...],
        goes_on: Callable[[], bool],
        now: Callable[[], datetime],
        write: Callable[[Callable[[sa.Connection], None]], asyncio.Future[None]],
    ) -> None:
        """`again`: seconds after each sending that failed; `goes_on`: whether this process still is to send."""
        self._webhook, self._connections, self._allows_private = webhook, connections, allows_private
        self._again, self._goes_on, self._now, self._write = again, goes_on, now, write
        self._untold: list[Json] = []
        self._is_storing = False

    async def send(self, due: list[Json]) -> None:
        """Send messages, in their order within each session."""
        of_sessions: dict[str, list[Json]] = {}
        for message in due:
            of_sessions.setdefault(message["session_id"], []).append(message)
        queues, most = iter(of_sessions.values()), min(SIDE_BY_SIDE, len(of_sessions))
        async with asyncio.TaskGroup() as group:
            for _ in range(most):
                group.create_task(self._send_in_turn(queues, group))

    async def _send_in_turn(self, queues: Iterator[list[Json]], group: asyncio.TaskGroup) -> None:
        """Send the messages of one session after another, over one connection at a time."""
        with self._connections.lent(self._webhook) as pool:
            for queue in queues:
                await self._send_queue(pool, queue, group)

    async def _send_queue(self, pool: AsyncConnectionPool, queue: list[Json], group: asyncio.TaskGroup) -> None:
        """Send the messages of a session until one fails."""
        for message in queue:
            if not self._goes_on():
                return
            attempt = await self._attempt(pool, message)
            self._note(attempt, group)
            if attempt["delivered_at"] is None:
                return

    def _note(self, attempt: Json, group: asyncio.TaskGroup) -> None:
        """Have what came of a message stored while the next one is sent, with what came of others meanwhile."""
        self._untold.append(attempt)
        if not self._is_storing:
            self._is_storing = True
            group.create_task(self._store())

    async def _store(self) -> None:
        while self._untold:
            attempts, self._untold = self._untold, []
            await self._write(partial(webhooks.record_attempts, attempts=attempts))
        self._is_storing = False

    def _secrets(self, message: Json) -> list[str]:
        """The secrets with which a message is signed: a new one, and for a day the one before."""
        is_old_valid = message["old_secret_until"] is not None and message["old_secret_until"] > stored(self._now())
        return [message["secret"], *([message["old_secret"]] if is_old_valid else [])]

    async def _attempt(self, pool: AsyncConnectionPool, message: Json) -> Json:
        """Send a message once; what is stored of that."""
        attempts: int = message["attempts"] + 1
        status: int | None
        why: str | None = None
        try:
            if not self._allows_private and not message["url"].startswith("https://"):
                raise Undelivered("not-secure")
            status = await send(pool, message["url"], message["id"], self._secrets(message), bytes(message["body"]))
        except Undelivered as failed:
            status, why = failed.status, failed.why
        at = self._now()
        told = {
            "of": message["id"],
            "attempts": attempts,
            "last_at": stored(at),
            "last_status": status,
            "last_failure": why,
        }
        if why is None:
            return {**told, "next_at": None, "delivered_at": stored(at)}
        wait = self._again[attempts - 1] if attempts <= len(self._again) else None
        next_at = None if wait is None else stored(at + timedelta(seconds=wait))
        return {**told, "next_at": next_at, "delivered_at": None}
