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

from app.api.reading.addresses import Places, Proxies
from app.api.reading.notes import header
from app.api.reading.strict import LANGUAGE
from app.api.work.computing import Jobs
from app.api.work.deputy import Deputy, Means
from app.api.work.growth import Growth, sender
from app.api.work.hub import Hub
from app.api.work.leaving import while_there
from app.api.work.parts import in_parts
from app.api.work.served import Served
from app.api.work.turns import Asked, Turns, Work
from app.api.work.wrong_codes import WrongCodes
from app.errors import Problem
from app.persistence.connecting.condition import Condition
from app.persistence.connecting.database import Database
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import MadeBefore
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import Writer
from app.services.access import Caller, Retry, require_known
from app.services.actions.state import ActionState, read_made
from app.services.documents.open_questions import TakesLong
from app.services.log.known import Known
from app.services.play.players import Unplanned
from app.services.recent import Recent
from app.services.rulebooks.messages import preferred
from app.services.rulebooks.registry import Rulebooks, languages
from app.services.sessions.read import Terms, newest_events, read_session
from app.settings import Settings

T = TypeVar("T")

TERMS, TERM = 8 << 20, 800
"""How many bytes of the terms of sessions are kept, and about how many one takes."""
PATIENCE = 10.0
"""Seconds after which a query that runs rules is given up whose turn has not come."""
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
            return await self._reading.run(Work(), self._read, partial(query, patiently=False), patience=PATIENCE)
        except TimeoutError:
            raise Problem("busy") from None
        except TakesLong:
            return await self._replays.run(self._read, partial(query, patiently=True))

    def _read(self, query: Callable[[sa.Connection], T]) -> T:
        with self.database.reader.connect() as connection:
            found = query(connection)
        self.reading.worked()
        return found

    async def newest_events(self, sessions: list[str]) -> Mapping[str, int]:
        """The number of the newest event of each of these sessions, in one look."""
        return await self.read(partial(newest_events, ids=sessions))

    def write(self, change: Callable[[Draft], T], retry: Retry | None, *sessions: str) -> Awaitable[T | MadeBefore]:
        """Run a change on the writer. It returns after the commit.

        `sessions`: the ids of the sessions that the change concerns. Raises what the change raises, KeyReused or Busy.
        """
        claim = retry.claim if retry else None
        return self._planned(change, partial(self.writer.submit, sessions=sessions, claim=claim), sessions)

    async def write_once(
        self,
        change: Callable[[Draft], T],
        retry: Retry | None,
        before: Callable[[sa.Connection, MadeBefore], T],
        *sessions: str,
    ) -> tuple[T, bool]:
        """What a change makes, and whether it is new: for a repeated request, what `before` reads of the first one.

        Raises what write() and `before` raise.
        """
        made = await self.write(change, retry, *sessions)
        if isinstance(made, MadeBefore):
            return await self.read(lambda connection: before(connection, made)), False
        return made, True

    async def write_session(
        self, change: Callable[[Draft], Session], retry: Retry | None, id: str, caller: Caller
    ) -> Session:
        """The session `id` after a change of it; for a repeated request as it is now. Raises what write() raises."""

        def before(connection: sa.Connection, _made: MadeBefore) -> Session:
            return read_session(connection, id, caller)

        return (await self.write_once(change, retry, before, id))[0]

    async def write_parts(self, change: Callable[[Draft], T], retries: Iterable[Retry | None], session: str) -> T:
        """Run a change of several parts on the writer, each with a key of its own that it asks the draft about."""
        claims = tuple(retry.claim for retry in retries if retry)
        submit: Any = partial(self.writer.submit, sessions=(session,), parts=claims)
        return await self._planned(change, submit, (session,))

    async def _planned(
        self, change: Callable[[Draft], T], submit: Callable[[Callable[[Draft], T]], Awaitable[T]], ids: tuple[str, ...]
    ) -> T:
        """Submit a change; where a policy needs something worked out first, do that, and submit it once more.

        Raises Problem busy (503) where it does not come to an end: what was worked out is kept for a while only.
        Raises too-many-requests (429) where its sender has had stored all that is allowed in a day.
        """
        self.asked.note()
        of = sender()
        self.growth.require_room(of)
        drafts: list[Draft] = []

        def kept(draft: Draft) -> T:
            drafts[:] = [draft]
            return self.served.around(change, draft, ids)

        for _ in range(PLANS):
            try:
                made = await submit(kept)
            except Unplanned as wanted:
                await self.plan(wanted.work)
            else:
                self.growth.add(of, drafts)
                return made
        raise Problem("busy")

    async def action_of(self, made: ActionState | MadeBefore, caller: Caller) -> ActionState:
        """The action that a change has made; for a repeated request the action that the first one made, as it is.

        What the service itself has to answer in it is answered first.
        """
        if not isinstance(made, MadeBefore):
            return await self.deputy.settled(made)
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
        async with while_there():
            return await self._odds.run(work, *arguments)

    async def plan(self, work: Callable[[], object]) -> None:
        """Do what policies need worked out, in the places and the queue of odds; those who need equal work share it.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with while_there():
            await self._odds.shared(work, lambda turn: self._odds.run(work, work=turn))

    async def advise_together(self, question: Hashable, job: Generator[None, None, T]) -> T:
        """As `advise`; those who ask an equal question meanwhile get the same answer."""
        async with while_there():
            return await self._odds.shared(question, partial(self._odds.run_in_slices, job))

    async def advise(self, job: Generator[None, None, T]) -> T:
        """Compute odds choice by choice, in the places and the queue of odds; others go on between.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with while_there():
            return await self._odds.run_in_slices(job)

    async def replay(self, job: Generator[None, None, T]) -> T:
        """Replay a log in slices, in the places where odds are computed, but with a queue of its own.

        Raises Problem busy (503) where too many of the address wait already.
        """
        async with while_there():
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
        async with while_there():
            return await self._browsing.run(work, *arguments)

    async def parts(self, lines: Iterable[bytes]) -> AsyncIterator[bytes]:
        """The bytes of a long answer in parts, each of which is made in a turn of its own, once the last one is sent.

        Raises Problem busy (503) where too many of the address wait already.
        """
        made = in_parts(lines)
        first = await self._browsing.run(next, made, None)

        async def rest() -> AsyncIterator[bytes]:
            part = first
            while part is not None:
                yield part
                part = await self._browsing.turns.run(Work(), next, made, None)

        return rest()

    async def tell(self, build: Callable[..., T], *arguments: Any) -> T:
        """Build beside the event loop what takes more than a millisecond: a document that tells much, or a question.

        Those of different addresses come in turn. Nobody is refused: what is told may be written already.
        """
        return await self._telling.run(Work(), build, *arguments)

    @cached_property
    def deputy(self) -> Deputy:
        """The service as a player."""
        books, engine, submit = self.books, self.database.reader, self.writer.submit
        reads, does = (self.read, self.read_or_wait_for_turn), (self.write, self.advise)
        return Deputy(Means(books, engine, self.known, *reads, *does, self.asked.is_recent, self.served, submit))

    @cached_property
    def served(self) -> Served:
        """The clock by which the clocks of players run."""
        return Served(self.books)

    @cached_property
    def reading(self) -> Condition:
        """Whether the database can be read."""
        return Condition("reading from the database")

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
    def _computing(self) -> Turns:
        return Turns(2, self.asked)

    @cached_property
    def _telling(self) -> Turns:
        return Turns(2, self.asked)

    @cached_property
    def _reading(self) -> Turns:
        return Turns(4, self.asked)

    @cached_property
    def _browsing(self) -> Jobs:
        return Jobs(Turns(2, self.asked))

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
    def terms(self) -> Recent[Terms]:
        """The terms of sessions, by id."""
        return Recent("terms", TERMS)

    @cached_property
    def known(self) -> Known:
        """What verifications have found."""
        return Known()

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Every language that has texts, English first."""
        return languages(self.books)


def language_of(request: Request, context: Context) -> str:
    """The language in which the caller wants texts: that of the query, else that of Accept-Language."""
    query = request.scope.get("query_string", b"")
    named = QueryParams(query).get(LANGUAGE) if query else None
    return preferred(named or header(request.scope, b"accept-language") or "", context.languages)
