"""What every endpoint works with: the rulebooks, the database, the writer, the settings."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

import sqlalchemy as sa
from anyio import CapacityLimiter
from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic_core import to_json

from app.api.addresses import Places, Proxies
from app.api.computing import Jobs
from app.api.live import Hub
from app.errors import Problem
from app.persistence.batch import Draft, MadeBefore
from app.persistence.database import Database
from app.persistence.writer import Writer
from app.services.access import Caller, Retry, retry
from app.services.actions.state import ActionState, read_made
from app.services.log.known import Known
from app.services.rulebooks.registry import Rulebooks
from app.services.rulebooks.texts import SERVICE_MESSAGES, preferred
from app.services.sessions.read import newest_events
from app.settings import Settings

T = TypeVar("T")


@dataclass(frozen=True)
class Context:
    """The service's parts."""

    books: Rulebooks
    database: Database
    writer: Writer
    settings: Settings
    hub: Hub

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a query on a connection that only reads."""

        def run() -> T:
            with self.database.reader.connect() as connection:
                return query(connection)

        return await run_in_threadpool(run)

    async def newest_events(self, sessions: list[str]) -> Mapping[str, int]:
        """The number of the newest event of each of these sessions, in one look."""
        return await self.read(partial(newest_events, ids=sessions))

    async def write(self, change: Callable[[Draft], T], retry: Retry | None, *sessions: str) -> T | MadeBefore:
        """Run a change on the writer; `sessions`: the ids of those it is about. Returns once it is durable."""
        return await self.writer.submit(change, sessions=sessions, claim=retry.claim if retry else None)

    async def action_of(self, made: ActionState | MadeBefore) -> ActionState:
        """The action that a change has made, or that a retried request made before, as it stands now."""
        if not isinstance(made, MadeBefore):
            return made
        return await self.read(partial(read_made, books=self.books, made=made))

    async def compute(self, work: Callable[..., T], *arguments: Any) -> T:
        """Compute odds beside the event loop, two at a time: more would hold up everybody else; 503 busy."""
        return await self._odds.run(work, *arguments)

    async def replay(self, job: Generator[None, None, T]) -> T:
        """Replay what a log tells, in the places where odds are computed, but with a queue of its own; 503 busy."""
        return await self._replays.run_in_slices(job)

    @cached_property
    def _computing(self) -> CapacityLimiter:
        return CapacityLimiter(2)

    @cached_property
    def _odds(self) -> Jobs:
        return Jobs(self._computing)

    @cached_property
    def _replays(self) -> Jobs:
        return Jobs(self._computing)

    @cached_property
    def proxies(self) -> Proxies:
        """The proxies whose word on the client's address counts."""
        return Proxies(self.settings.proxies)

    @cached_property
    def streams(self) -> Places:
        """The streams of each address."""
        return Places(self.settings.streams_per_address)

    @cached_property
    def connections(self) -> Places:
        """The connections of each address."""
        return Places(self.settings.connections_per_address)

    @cached_property
    def known(self) -> Known:
        """What verifications have found."""
        return Known()

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Every language that anything is told in, English first."""
        others = {tongue for book in self.books.values() for tongue in book.messages} | set(SERVICE_MESSAGES)
        return ("en", *sorted(others - {"en"}))


def language_of(request: Request, context: Context) -> str:
    """The caller's language."""
    return preferred(request.headers.get("accept-language", ""), context.languages)


def caller_of(request: Request) -> Caller:
    """The caller; 401 where the Authorization header is none of ours."""
    header = request.headers.get("authorization")
    if header is None:
        return Caller()
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("token-invalid")
    return Caller(token.strip())


async def retry_of(request: Request, caller: Caller) -> Retry | None:
    """The request's Idempotency-Key, if it has one, with what it was sent with; 422 where it is no key."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not (16 <= len(key) <= 100 and key.isascii() and key.isprintable() and " " not in key):
        raise Problem("invalid-request", at=("header", "Idempotency-Key"), reason="bad-key")
    return retry(key, caller, request.method, request.url.path, await request.body())


def json_response(
    document: Mapping[str, Any],
    request: Request,
    context: Context,
    *,
    status: int = 200,
    location: str | None = None,
    etag: str | None = None,
) -> Response:
    """A JSON response in the caller's language; what holds tokens is not to be stored."""
    headers = {"Content-Language": language_of(request, context), "Vary": "Accept-Language"}
    if etag:
        headers["ETag"] = etag
    if location:
        headers["Location"] = location
    if "tokens" in document:
        headers["Cache-Control"] = "no-store"
    return Response(to_json(document), status, headers, "application/json")
