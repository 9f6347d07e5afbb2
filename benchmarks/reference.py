"""An ordinary service to compare with: the same requests, rows and responses, stored by an async ORM session each."""

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

from app.api.requests.callers import caller_of
from app.api.schemas.requests import requests_of
from app.domain.fairness import place_in_chain
from app.persistence.stored import tables
from app.persistence.stored.rows import row_of, session_from_row
from app.persistence.writing.batch import Rows
from app.services.documents.action import action_document
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import FULL_VIEW
from benchmarks.server import Heads, attacked, begun


class Base(DeclarativeBase):
    """The base of the mapped tables, which are the service's own."""

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
    """A mapped object for each new row."""
    yield from (SessionRow(**row_of(rows.sessions[id])) for id in rows.opened)
    yield from (ActionRow(**row_of(action)) for of_session in rows.actions.values() for action in of_session.values())
    collected = ((EventRow, rows.events), (SeedRow, rows.seeds), (RollRow, rows.rolls), (CasualtyRow, rows.casualties))
    for kind, of_kind in collected:
        yield from (kind(**row) for row in of_kind)


def engine_of(url: str) -> AsyncEngine:
    """An async engine that is as durable as the service's."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_async_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=20)
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": 60})

    @sa.event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.isolation_level = None

    @sa.event.listens_for(engine.sync_engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

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
        add_routes(app, slug, book, sessions)
    return app


def add_routes(app: FastAPI, slug: str, book: Rulebook, sessions: async_sessionmaker[AsyncSession]) -> None:
    """Add the routes that open a series of a rulebook and resolve attacks in it."""

    @app.post(f"/v1/rulesets/{slug}/sessions", status_code=201)
    async def open_(_request: Request) -> Response:
        document, rows = begun(book)
        async with sessions() as database:
            database.add_all(objects_of(rows))
            await database.commit()
        return Response(to_json(document), 201, media_type="application/json")

    @app.post(f"/v1/rulesets/{slug}/attacks", status_code=201)
    async def attack(request: Request) -> Response:
        body: Any = requests_of(book).attack.model_validate_json(await request.body())
        async with sessions() as database:
            row = await database.get_one(SessionRow, body.session_id, with_for_update=True)
            heads = await loaded(database, row)
            state, rows = attacked(book, body, caller_of(request), heads)
            for name, value in row_of(state.session).items():
                setattr(row, name, value)
            database.add_all(objects_of(rows))
            await database.commit()
        return Response(to_json(action_document(book, state, "en", FULL_VIEW)), 201, media_type="application/json")


async def loaded(database: AsyncSession, row: SessionRow) -> Heads:
    """A session, with the seed for its next attack."""
    session = session_from_row({column.name: getattr(row, column.name) for column in tables.sessions.columns})
    chain, place = place_in_chain(session.last_number + 1, session.chain_length)
    of_chain = (tables.seeds.c.session_id == session.id, tables.seeds.c.chain == chain, tables.seeds.c.place >= place)
    query = sa.select(SeedRow).where(*of_chain).order_by(tables.seeds.c.place).limit(1)
    seed = (await database.scalars(query)).one()
    heads = Heads()
    heads.keep([session], [{column.name: getattr(seed, column.name) for column in tables.seeds.columns}])
    return heads


def main() -> None:
    """Serve. The arguments are `reference`, a port and the URL of a database."""
    _kind, port, url = sys.argv[1:]
    uvicorn.run(create_app(url), port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
