"""The floor of a durable attack: a bare Starlette service that does what no service could leave out.

It validates the same body, runs the same rules once with provable dice, and commits as many rows of the same bytes in
shared transactions, before it answers as much JSON. It keeps no seeds and no log, checks no caller and no event, knows
no languages, limits or retries: what the service takes beyond it is what those cost.
"""

import asyncio
import hashlib
import os
import sqlite3
import sys
import threading
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa
import uvicorn
from pydantic_core import to_json
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.api.schemas.requests import requests_of
from app.domain.fairness import ProvableDice
from app.domain.record import By, Origin, Source
from app.domain.resolution import Resolved, resolve
from app.domain.table import Question
from app.persistence.stored import tables
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import row_of
from app.persistence.writing.batch import Rows
from app.services.access import Caller
from app.services.documents.action import action_document
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import FULL_VIEW
from benchmarks.server import Heads, attacked, begun

BATCH = 64
"""So many attacks share a transaction at most."""
Statement = tuple[str, list[Json]]


@dataclass
class Job:
    """The rows of an attack, and who waits until they are on the disk."""

    statements: list[Statement]
    done: asyncio.Future[None]


class Writer:
    """One thread that commits what waits, in shared transactions."""

    def __init__(self, file: str) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._jobs: SimpleQueue[Job] = SimpleQueue()

    def start(self) -> None:
        """Begin to write."""
        threading.Thread(target=self._work, daemon=True).start()

    async def write(self, statements: list[Statement]) -> None:
        """Commit some rows."""
        loop = asyncio.get_running_loop()
        job = Job(statements, loop.create_future())
        self._jobs.put(job)
        await job.done

    def _work(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            while len(jobs) < BATCH:
                try:
                    jobs.append(self._jobs.get_nowait())
                except Empty:
                    break
            together: dict[str, list[Json]] = {}
            for job in jobs:
                for statement, rows in job.statements:
                    together.setdefault(statement, []).extend(rows)
            self._connection.execute("BEGIN IMMEDIATE")
            for statement, rows in together.items():
                self._connection.executemany(statement, rows)
            self._connection.execute("COMMIT")
            jobs[0].done.get_loop().call_soon_threadsafe(finish, jobs)


def finish(jobs: Sequence[Job]) -> None:
    """Say to all who wait that their rows are on the disk."""
    for job in jobs:
        job.done.set_result(None)


class Attacks:
    """The attacks of one rulebook: as the service stored and answered one, with dice of their own."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.ruleset, self.reads = book, book.ruleset, requests_of(book).attack
        heads, (session, rows) = Heads(), begun(book)
        heads.keep(rows.sessions.values(), rows.seeds)
        self.session: Any = session
        body: Any = {"situation": book.codec.situation.dump(book.ruleset.examples[0]), "session_id": session["id"]}
        order: Any = self.reads.model_validate_json(to_json(body))
        state, written = attacked(book, order, Caller(session["tokens"]["host"]), heads)
        self.document = action_document(book, state, "en", FULL_VIEW)
        self.opening = statements_of(rows)
        self.rows = statements_of(written)
        policy = self.ruleset.policies[self.ruleset.policy_name("default")]

        def players(question: Question[Any], by: By) -> tuple[object, Source]:
            return policy(question, by), Source(Origin.POLICY, "default")

        self.players = players

    async def attack(self, request: Request, writer: Writer, number: int) -> Response:
        """Resolve an attack, store it, and answer."""
        order: Any = self.reads.model_validate_json(await request.body())
        dice = ProvableDice(hashlib.sha256(os.urandom(32)).digest())
        options = self.ruleset.options()
        end = resolve(self.ruleset.script, order.situation, options, dice=dice, players=self.players)
        assert isinstance(end, Resolved)
        outcome = self.book.codec.outcome.dump(end.outcome)
        session = order.session_id
        await writer.write([(sql, [renamed(row, session, number) for row in rows]) for sql, rows in self.rows])
        answer = {**self.document, "session_id": session, "number": number, "outcome": outcome}
        return Response(to_json(answer), 201, media_type="application/json")


def renamed(row: Json, session: str, number: int) -> Json:
    """A row of another session, and of another of its actions."""
    changed = {**row, "session_id": session} if "session_id" in row else {**row, "id": session}
    if "seq" in row and "body" in row:
        changed["seq"] = number * 16 + row["seq"]
    if "number" in row:
        changed["number"] = number
    if "action" in row:
        changed["action"] = number
    return changed


def statements_of(rows: Rows) -> list[Statement]:
    """The statements that store rows: new ones are inserted, the session that they belong to is updated."""
    actions = [row_of(action) for some in rows.actions.values() for action in some.values()]
    sessions = [row_of(session) for session in rows.sessions.values()]
    found = [
        inserted(table, some)
        for table, some in (
            (tables.actions, actions),
            (tables.events, rows.events),
            (tables.rolls, rows.rolls),
            (tables.casualties, rows.casualties),
        )
        if some
    ]
    own = inserted(tables.sessions, sessions) if rows.opened else updated(tables.sessions, sessions)
    return [own, *found]


def inserted(table: sa.Table, rows: list[Json]) -> Statement:
    """The statement that inserts rows."""
    names = list(rows[0])
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})", [
        storable(row) for row in rows
    ]


def updated(table: sa.Table, rows: list[Json]) -> Statement:
    """The statement that updates rows by their id."""
    names = [name for name in rows[0] if name != "id"]
    return f"UPDATE {table.name} SET {', '.join(f'{name} = :{name}' for name in names)} WHERE id = :id", [
        storable(row) for row in rows
    ]


def storable(row: Json) -> Json:
    """A row as the driver takes it: lists and objects as JSON."""
    return {
        name: to_json(value).decode() if isinstance(value, (dict, list, tuple)) else value
        for name, value in row.items()
    }


def create_app(file: str) -> Starlette:
    """The floor, on a database that is migrated."""
    writer = Writer(file)
    books = {slug: Attacks(book) for slug, book in find_rulebooks().items() if book.package.startswith("app.")}
    opened = iter(range(1, sys.maxsize))
    made = iter(range(2, sys.maxsize))

    async def open_(request: Request) -> Response:
        book = books[request.path_params["slug"]]
        id = f"00000000-0000-7000-8000-{next(opened):012x}"
        await writer.write([(sql, [renamed(row, id, 1) for row in rows]) for sql, rows in book.opening])
        return Response(to_json({**book.session, "id": id}), 201, media_type="application/json")

    async def attack(request: Request) -> Response:
        return await books[request.path_params["slug"]].attack(request, writer, next(made))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> Any:
        writer.start()
        yield

    routes = [
        Route("/v1/rulesets/{slug}/sessions", open_, methods=["POST"]),
        Route("/v1/rulesets/{slug}/attacks", attack, methods=["POST"]),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


def main() -> None:
    """Serve. The arguments are `floor`, a port and the URL of an SQLite database."""
    _kind, port, url = sys.argv[1:]
    uvicorn.run(create_app(url.removeprefix("sqlite:///")), port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
