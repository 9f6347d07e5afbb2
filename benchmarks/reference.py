"""What the service is measured against: the same requests, rows and answers, stored by an async ORM session each."""

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI, Request, Response
from pydantic_core import to_json
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

from app.persistence import tables
from app.persistence.rows import row_of
from app.persistence.unit import Rows
from app.services.catalogue import Rulebook, find_rulebooks
from app.services.documents import action_document
from benchmarks.server import resolved


class Base(DeclarativeBase):
    """The service's own tables, mapped."""

    metadata = tables.metadata


class SessionRow(Base):
    """A session."""

    __table__ = tables.sessions


class ActionRow(Base):
    """An attack."""

    __table__ = tables.actions


class EventRow(Base):
    """A line of the log."""

    __table__ = tables.events


class SeedRow(Base):
    """A seed of the chain."""

    __table__ = tables.seeds


class RollRow(Base):
    """A roll."""

    __table__ = tables.rolls


class CasualtyRow(Base):
    """A casualty."""

    __table__ = tables.casualties


def objects_of(rows: Rows) -> Iterator[Base]:
    """Everything that is stored of an attack in a session of its own."""
    yield from (SessionRow(**row_of(session)) for session in rows.sessions.values())
    yield from (ActionRow(**row_of(action)) for action in rows.actions.values())
    collected = ((EventRow, rows.events), (SeedRow, rows.seeds), (RollRow, rows.rolls), (CasualtyRow, rows.casualties))
    for kind, of_kind in collected:
        yield from (kind(**row) for row in of_kind)


def engine_of(url: str) -> AsyncEngine:
    """An async engine, as durable as the service's."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_async_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=20)
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": 60})

    @sa.event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def create_app(url: str) -> FastAPI:
    """The ordinary service."""
    engine = engine_of(url)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        yield
        await engine.dispose()

    app = FastAPI(lifespan=lifespan)
    sessions = async_sessionmaker(engine, expire_on_commit=False)
    for slug, book in find_rulebooks().items():
        add_route(app, slug, book, sessions)
    return app


def add_route(app: FastAPI, slug: str, book: Rulebook, sessions: async_sessionmaker[AsyncSession]) -> None:
    """The attack of a rulebook."""

    @app.post(f"/v1/rulesets/{slug}/attacks", status_code=201)
    async def attack(request: Request) -> Response:
        state, rows = resolved(book, await request.body())
        async with sessions() as session:
            session.add_all(objects_of(rows))
            await session.commit()
        return Response(to_json(action_document(book, state, "en")), 201, media_type="application/json")


def main() -> None:
    """Serve: `reference`, a port, a database URL."""
    _kind, port, url = sys.argv[1:]
    uvicorn.run(create_app(url), port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
