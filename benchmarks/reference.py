"""What the service is measured against: the same attacks, stored by an async ORM session a request."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI, Response
from pydantic import BaseModel
from pydantic_core import to_json
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from app.domain.casualties import Casualty
from app.domain.fairness import ProvableDice
from app.domain.record import Noted, Origin, Rolled, Source
from app.domain.resolution import Resolved, resolve
from app.services.catalogue import Rulebook, find_rulebooks


class Base(DeclarativeBase):
    """The tables."""

    type_annotation_map = {dict[str, Any]: sa.JSON, list[Any]: sa.JSON}


class SessionRow(Base):
    """A session."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(primary_key=True)
    ruleset: Mapped[str]
    created_at: Mapped[str]
    actions: Mapped[list["ActionRow"]] = relationship()


class ActionRow(Base):
    """An attack."""

    __tablename__ = "actions"
    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(sa.ForeignKey("sessions.id"), index=True)
    situation: Mapped[dict[str, Any]]
    outcome: Mapped[dict[str, Any]]
    record: Mapped[list[Any]]
    rolls: Mapped[list["RollRow"]] = relationship()
    casualties: Mapped[list["CasualtyRow"]] = relationship()


class RollRow(Base):
    """A roll."""

    __tablename__ = "rolls"
    id: Mapped[int] = mapped_column(primary_key=True)
    action_id: Mapped[int] = mapped_column(sa.ForeignKey("actions.id"), index=True)
    by: Mapped[str]
    faces: Mapped[list[Any]]


class CasualtyRow(Base):
    """A casualty."""

    __tablename__ = "casualties"
    id: Mapped[int] = mapped_column(primary_key=True)
    action_id: Mapped[int] = mapped_column(sa.ForeignKey("actions.id"), index=True)
    unit: Mapped[str]
    fate: Mapped[str]


def play(book: Rulebook, situation: Any) -> Resolved[Any]:
    """The attack with random dice."""
    policy = next(iter(book.ruleset.policies.values()))
    source = Source(Origin.POLICY, "default")
    options = book.ruleset.options()
    book.ruleset.prepare(situation, options)
    end = resolve(
        book.ruleset.script,
        situation,
        options,
        dice=ProvableDice(uuid4().bytes * 2),
        players=lambda question, by: (policy(question, by), source),
    )
    if not isinstance(end, Resolved):
        raise TypeError("the attack waits")
    return end


def rows_of(book: Rulebook, situation: Any, end: Resolved[Any]) -> SessionRow:
    """Everything that is stored."""
    entries = end.record.entries
    action = ActionRow(
        situation=book.codec.situation.dump(situation),
        outcome=book.codec.outcome.dump(end.outcome),
        record=book.codec.dump_entries(end.record),
        rolls=[RollRow(by=entry.by, faces=list(entry.faces)) for entry in entries if isinstance(entry, Rolled)],
        casualties=[
            CasualtyRow(unit=entry.fact.unit, fate=entry.fact.fate.value)
            for entry in entries
            if isinstance(entry, Noted) and isinstance(entry.fact, Casualty)
        ],
    )
    return SessionRow(id=uuid4().hex, ruleset=book.slug, created_at=datetime.now(UTC).isoformat(), actions=[action])


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


class Asked(BaseModel):
    """An attack request."""

    situation: dict[str, Any]


def add_route(app: FastAPI, slug: str, book: Rulebook, sessions: async_sessionmaker[AsyncSession]) -> None:
    """The attack of a rulebook."""

    @app.post(f"/v1/rulesets/{slug}/attacks", status_code=201)
    async def attack(asked: Asked) -> Response:
        situation = book.codec.situation.load(asked.situation)
        end = play(book, situation)
        row = rows_of(book, situation, end)
        async with sessions() as session:
            session.add(row)
            await session.commit()
        action = row.actions[0]
        document = {"id": row.id, "status": "resolved", "outcome": action.outcome, "record": action.record}
        return Response(to_json(document), 201, media_type="application/json")


def main() -> None:
    """Serve: `reference`, a port, a database URL."""
    _kind, port, url = sys.argv[1:]
    uvicorn.run(create_app(url), port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
