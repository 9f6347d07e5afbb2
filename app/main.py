"""create_app: wires everything, decides nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from filelock import FileLock, Timeout
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.api import problems
from app.api.actions import action_routes
from app.api.context import Context
from app.api.events import event_routes
from app.api.head import Head
from app.api.health import health_routes
from app.api.history import history_routes
from app.api.limits import RateLimit
from app.api.live import Hub
from app.api.openapi import Documented
from app.api.responses import all_responses
from app.api.rulesets import ruleset_routes, rulesets_routes
from app.api.sessions import session_routes
from app.api.stopping import Stopping
from app.api.verification import verification_routes
from app.persistence.database import Database, open_database
from app.persistence.hints import Hints
from app.persistence.migrate import migrate, require_current
from app.persistence.writer import Writer
from app.services.rulebooks.registry import find_rulebooks
from app.settings import Settings

ALLOWED = ["Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "If-None-Match"]
EXPOSED = ["Location", "ETag", "Retry-After", "Content-Language", "RateLimit", "RateLimit-Policy"]


class DatabaseInUse(Exception):
    """Another process serves this SQLite file."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service. On SQLite its database is migrated when it starts; elsewhere `umpire migrate` does that."""
    settings = settings or Settings()
    database = open_database(settings.database_url)
    hub = Hub()
    hints = None if database.is_sqlite else Hints(database, hub.tell)

    def tell(sessions: set[str]) -> None:
        hub.tell(sessions)
        if hints:
            hints.tell(sessions)

    context = Context(find_rulebooks(), database, Writer(database, tell=tell), settings, hub)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        lock = prepare(database)
        context.writer.start()
        hub.open()
        polling = None
        if hints:
            hints.start()
            polling = asyncio.create_task(hub.poll(context.newest_events))
        try:
            yield
        finally:
            if polling:
                polling.cancel()
            hub.close()
            await hub.settle()
            context.writer.close()
            if hints:
                hints.close()
            database.dispose()
            if lock:
                lock.release()

    app = Documented(
        title="Umpire",
        version="1",
        description="Resolves combat for tabletop games: every rule explained, every die provable.",
        lifespan=lifespan,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.context = context
    responses = all_responses(context.books)
    for slug, book in context.books.items():
        app.include_router(ruleset_routes(context, book, responses[slug]))
    app.include_router(rulesets_routes(context))
    app.include_router(history_routes(context))
    app.include_router(session_routes(context, list(responses.values())))
    app.include_router(event_routes(context))
    app.include_router(verification_routes(context))
    app.include_router(action_routes(context, list(responses.values())))
    app.include_router(health_routes(context))
    problems.install(app, context)
    app.add_middleware(Head)
    app.add_middleware(Stopping, context=context)
    add_limits(app, context)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=[origin.strip() for origin in settings.cors_origins.split(",")],
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=ALLOWED,
        expose_headers=EXPOSED,
    )
    return app


def add_limits(app: FastAPI, context: Context) -> None:
    """Limit requests by key or address; of a proxy that is trusted, by the address that it tells."""
    if context.settings.rate_limit:
        app.add_middleware(RateLimit, context=context)
    if context.settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=context.settings.proxies)


def prepare(database: Database) -> FileLock | None:
    """See that the database can be written: an SQLite file is locked and migrated, elsewhere `umpire migrate` has been.

    Raises DatabaseInUse, OtherRevision.
    """
    lock = only_process(database)
    try:
        if database.is_sqlite:
            migrate(database)
        else:
            require_current(database)
    except BaseException:
        database.dispose()
        if lock:
            lock.release()
        raise
    return lock


def only_process(database: Database) -> FileLock | None:
    """The lock that one process holds beside an SQLite file. Raises DatabaseInUse."""
    if database.path is None:
        return None
    lock = FileLock(f"{database.path}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseInUse(f"another process serves {database.path}") from None
    return lock
