"""The parts of the service that every route uses: rulebooks, database, writer and settings."""

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Event
from typing import Any, TypeVar

import sqlalchemy as sa
from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams

from app.api.requests.addresses import Proxies, SlotLimit
from app.api.requests.request_info import header
from app.api.requests.strict import LANGUAGE
from app.api.work.autoplay import AutoPlayer, AutoPlayerServices
from app.api.work.chunks import in_chunks
from app.api.work.computing import Jobs
from app.api.work.disconnect import cancel_on_disconnect
from app.api.work.fair_threads import Asked, FairThreadPool, QueuedWork
from app.api.work.growth import Growth, sender
from app.api.work.hub import Hub
from app.api.work.presence import Presence
from app.api.work.served import Served
from app.api.work.wrong_codes import WrongCodes
from app.errors import Problem
from app.persistence.connecting.database import Database
from app.persistence.connecting.outage_log import OutageLog
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import EarlierResult
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import Writer
from app.services.access import Caller, Retry, require_known
from app.services.actions.state import ActionState, read_made
from app.services.documents.open_questions import NeedsSlowQueue
from app.services.log.verification_cache import VerificationCache
from app.services.play.players import Unplanned
from app.services.recent import LruCache
from app.services.rulebooks.messages import preferred
from app.services.rulebooks.registry import Rulebooks, languages
from app.services.sessions.read import Terms, newest_events, read_session
from app.settings import Settings

T = TypeVar("T")

TERMS, TERM = 8 << 20, 800
"""How many bytes of the terms of sessions are kept, and about how many one takes."""
PATIENCE = 10.0
"""Seconds after which a query that runs rules is given up whose turn has not come."""
ODDS_BEGUN = 3
"""How many requests may have begun to be computed and not ended, of an address one: some 50 MB each at the most."""
LONG_ANSWERS = 4
"""How many whole lists and logs an address may take at a time: each holds a page of rows until the client reads on."""
REFUSALS = 1 << 20
"""How many bytes of refusals are kept of odds that were too much."""
PLANS = 256
"""How often a change is submitted again because a policy needs something worked out; each time for another attack."""


@dataclass(frozen=True)
class Context:
    """The parts of the service."""

    books: Rulebooks
    database: Database
    writer: Writer
    settings: Settings
    hub: Hub

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a query on a thread of its own, on a connection that can only read."""
        return await run_in_threadpool(self._read, query)

    async def read_or_wait_for_turn(self, query: Callable[..., T]) -> T:
        """Run a query that runs rules, as read() does, when it is its turn; one that takes long among verifications.

        Where it is to be patient, it is called with `patiently`, else it raises TakesLong. Raises Problem busy (503),
        also where its turn does not come in time.
        """
        try:
            return await self._reading.run(QueuedWork(), self._read, partial(query, patiently=False), patience=PATIENCE)
        except TimeoutError:
            raise Problem("busy") from None
        except NeedsSlowQueue:
            return await self._replays.run(self._read, partial(query, patiently=True))

    def _read(self, query: Callable[[sa.Connection], T]) -> T:
        with self.database.reader.connect() as connection:
            found = query(connection)
        self.reading.worked()
        return found

    async def newest_events(self, sessions: list[str]) -> Mapping[str, int]:
        """The number of the newest event of each of these sessions, in one look."""
        return await self.read(partial(newest_events, ids=sessions))

    def write(self, change: Callable[[Draft], T], retry: Retry | None, *sessions: str) -> Awaitable[T | EarlierResult]:
        """Run a change on the writer. It returns after the commit.

        `sessions`: the ids of the sessions that the change concerns. Raises what the change raises, KeyReused or Busy.
        """
        claim = retry.claim if retry else None
        return self._submit_with_searches(change, partial(self.writer.submit, sessions=sessions, claim=claim), sessions)

    async def write_once(
        self,
        change: Callable[[Draft], T],
        retry: Retry | None,
        before: Callable[[sa.Connection, EarlierResult], T],
        *sessions: str,
    ) -> tuple[T, bool]:
        """What a change makes, and whether it is new: for a repeated request, what `before` reads of the first one.

        Raises what write() and `before` raise.
        """
        made = await self.write(change, retry, *sessions)
        if isinstance(made, EarlierResult):
            return await self.read(lambda connection: before(connection, made)), False
        return made, True

    async def write_session(
        self, change: Callable[[Draft], Session], retry: Retry | None, id: str, caller: Caller
    ) -> Session:
        """The session `id` after a change of it; for a repeated request as it is now. Raises what write() raises."""

        def before(connection: sa.Connection, _made: EarlierResult) -> Session:
            return read_session(connection, id, caller)

        return (await self.write_once(change, retry, before, id))[0]

    async def write_parts(self, change: Callable[[Draft], T], retries: Iterable[Retry | None], session: str) -> T:
        """Run a change of several parts on the writer, each with a key of its own that it asks the draft about."""
        claims = tuple(retry.claim for retry in retries if retry)
        submit: Any = partial(self.writer.submit, sessions=(session,), parts=claims)
        return await self._submit_with_searches(change, submit, (session,))

    async def _submit_with_searches(
        self, change: Callable[[Draft], T], submit: Callable[[Callable[[Draft], T]], Awaitable[T]], ids: tuple[str, ...]
    ) -> T:
        """Submit a change; if a policy needs a search first, run that, and submit the change again.

        Raises Problem busy (503) where it does not come to an end: what was worked out is kept for a while only.
        Raises too-many-requests (429) where it opens a session and its sender has had stored all that is allowed in a
        day, and where that sender has had stored too much in one of the sessions since.
        """
        self.asked.note()
        of = sender()
        self.growth.require_room_in(of, ids)
        refusal, drafts = self.growth.refusal_of_opening(of), list[Draft]()

        def kept(draft: Draft) -> T:
            drafts[:] = [draft]
            made = self.served.around(change, draft, ids)
            if refusal and draft.rows.opened:
                raise refusal
            return made

        for _ in range(PLANS):
            try:
                made = await submit(kept)
            except Unplanned as wanted:
                await self.run_policy_search(wanted.work)
            else:
                self.growth.add(of, drafts)
                return made
        raise Problem("busy")

    def require_room_to_open(self) -> None:
        """Raise Problem too-many-requests (429) where the sender of this request may open no session any more.

        Each change that opens one is refused anyway; this is for what is written before it.
        """
        if refusal := self.growth.refusal_of_opening(sender()):
            raise refusal

    async def action_of(self, made: ActionState | EarlierResult, caller: Caller) -> ActionState:
        """The action that a change has made; for a repeated request the action that the first one made, as it is.

        What the service itself has to answer in it is answered first.
        """
        if not isinstance(made, EarlierResult):
            return await self.autoplay.settled(made)
        return await self.read(partial(read_made, books=self.books, made=made, caller=caller))

    async def require_known(self, caller: Caller, *, opens: bool = False) -> None:
        """Raise 401 token-invalid where the caller sends a credential that nobody has.

        Raise 403 not-allowed for a key that only opens sessions, unless this request `opens` one.
        """
        if caller.token is not None:
            await self.read(partial(require_known, caller=caller, opens=opens))

    async def compute(self, work: Callable[..., T], *arguments: Any) -> T:
        """Compute odds on a thread of their own, two at a time at most: more would slow down all other requests.

        Those of different addresses come in turn. Raises Problem busy (503) where too many of the address wait already.
        """
        async with cancel_on_disconnect():
            return await self._odds.run(work, *arguments)

    async def run_policy_search(self, work: Callable[[], object]) -> None:
        """Run the search that a policy needs, on the threads of odds; requests that need an equal search share it.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with cancel_on_disconnect():
            await self._odds.shared(work, lambda turn: self._odds.run(work, work=turn))

    async def compute_shared(self, question: Hashable, job: Generator[None, None, T]) -> T:
        """Like `compute_in_slices`, but equal requests that arrive while it runs share one result."""
        async with cancel_on_disconnect():
            return await self._odds.shared(question, partial(self._odds.run_in_slices, job))

    async def compute_in_slices(self, job: Generator[None, None, T]) -> T:
        """Compute odds in time slices, on the threads of odds; other work runs between the slices.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with cancel_on_disconnect():
            return await self._odds.run_in_slices(job)

    async def compute_each(self, jobs: Iterable[Generator[None, None, T]]) -> AsyncIterator[T]:
        """Compute odds one after the other, each when it is asked for, in slices as `compute_in_slices` does.

        Raises Problem busy (503) where too many of the address wait already.
        """
        found = self._odds.each_in_slices(jobs)
        async with cancel_on_disconnect():
            first = await anext(found)

        async def rest() -> AsyncIterator[T]:
            yield first
            async for each in found:
                yield each

        return rest()

    async def replay(self, job: Generator[None, None, T]) -> T:
        """Replay a log in slices, in the places where odds are computed, but with a queue of its own.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with cancel_on_disconnect():
            return await self._replays.run_in_slices(job)

    async def browse(self, query: Callable[[sa.Connection], T]) -> T:
        """Read what may be long, such as a page of a list, when it is its turn.

        Raises Problem busy (503) where too many of the address wait already.
        """
        return await self.make(self._read, query)

    async def make(self, work: Callable[..., T], *arguments: Any) -> T:
        """Make an answer that may be long, beside the event loop and in the line of lists.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with cancel_on_disconnect():
            return await self._browsing.run(work, *arguments)

    async def parts(self, lines: Iterable[bytes]) -> AsyncIterator[bytes]:
        """The bytes of a long answer in parts, each of which is made in a turn of its own, once the last one is sent.

        Raises Problem busy (503) where too many of the address wait already.
        """
        made = in_chunks(lines)
        first = await self._browsing.run(next, made, None)

        async def rest() -> AsyncIterator[bytes]:
            part = first
            while part is not None:
                yield part
                part = await self._browsing.turns.run(QueuedWork(), next, made, None)

        return rest()

    async def build_document(self, build: Callable[..., T], *arguments: Any) -> T:
        """Build a slow document on a worker thread: one with a long record, or a question with many choices.

        The addresses are served round robin. Nothing is refused, because the action may be saved already.
        """
        return await self._document_threads.run(QueuedWork(), build, *arguments)

    @cached_property
    def autoplay(self) -> AutoPlayer:
        """The background task that plays seats and applies deadlines."""
        books, engine, submit = self.books, self.database.reader, self.writer.submit
        reads, does = (self.read, self.read_or_wait_for_turn), (self.write, self.compute_in_slices)
        return AutoPlayer(
            AutoPlayerServices(
                *(books, engine, self.verification_cache, *reads, *does, self.asked.is_recent, self.served, submit),
                presence=self.presence,
            )
        )

    @cached_property
    def presence(self) -> Presence:
        """Which players have sent a request lately."""
        return Presence()

    @cached_property
    def served(self) -> Served:
        """The clock by which the clocks of players run."""
        return Served(self.books)

    @cached_property
    def reading(self) -> OutageLog:
        """Whether the database can be read."""
        return OutageLog("reading from the database")

    @cached_property
    def stopping(self) -> Event:
        """Whether the server was told to stop: it goes on for a while, and is no longer ready."""
        return Event()

    @cached_property
    def growth(self) -> Growth:
        """How much each sender has had stored."""
        return Growth(self.settings.sessions_per_day, self.settings.megabytes_per_day)

    @cached_property
    def wrong_codes(self) -> WrongCodes:
        """The wrong codes that were tried lately."""
        return WrongCodes()

    @cached_property
    def asked(self) -> Asked:
        """Whether requests have work done."""
        return Asked()

    @cached_property
    def _computing(self) -> FairThreadPool:
        return FairThreadPool(2, self.asked)

    @cached_property
    def _document_threads(self) -> FairThreadPool:
        return FairThreadPool(2, self.asked)

    @cached_property
    def _reading(self) -> FairThreadPool:
        return FairThreadPool(4, self.asked)

    @cached_property
    def _browsing(self) -> Jobs:
        return Jobs(FairThreadPool(2, self.asked))

    @cached_property
    def _odds(self) -> Jobs:
        return Jobs(self._computing, ODDS_BEGUN)

    @cached_property
    def _replays(self) -> Jobs:
        return Jobs(self._computing)

    @cached_property
    def proxies(self) -> Proxies:
        """The proxies whose word on the client's address counts."""
        return Proxies(self.settings.proxies)

    @cached_property
    def streams(self) -> SlotLimit:
        """The streams of each address."""
        return SlotLimit(self.settings.streams_per_address)

    @cached_property
    def long_answers(self) -> SlotLimit:
        """The whole lists and logs that each address takes."""
        return SlotLimit(LONG_ANSWERS)

    @cached_property
    def refused_odds(self) -> LruCache[Problem]:
        """Requests for odds that were too much, by a digest of what was asked."""
        return LruCache("refused-odds", REFUSALS)

    @cached_property
    def matrices(self) -> SlotLimit:
        """The matrices of odds that each address takes."""
        return SlotLimit(1)

    @cached_property
    def connections(self) -> SlotLimit:
        """The connections of each address."""
        return SlotLimit(self.settings.connections_per_address)

    @cached_property
    def terms(self) -> LruCache[Terms]:
        """The terms of sessions, by id."""
        return LruCache("terms", TERMS)

    @cached_property
    def verification_cache(self) -> VerificationCache:
        """The cache of verification results."""
        return VerificationCache()

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Every language that has texts, English first."""
        return languages(self.books)


def language_of(request: Request, context: Context) -> str:
    """The language in which the caller wants texts: that of the query, else that of Accept-Language."""
    query = request.scope.get("query_string", b"")
    named = QueryParams(query).get(LANGUAGE) if query else None
    return preferred(named or header(request.scope, b"accept-language") or "", context.languages)
