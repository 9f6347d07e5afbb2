"""create_app() builds the service from its parts. Nothing else happens in this file."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from fastapi.middleware.cors import CORSMiddleware
from filelock import FileLock
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.api.context import Context
from app.api.middleware.catch_errors import CatchErrors
from app.api.middleware.request_log import RequestLog
from app.api.middleware.request_tracking import RequestTracking
from app.api.refusals import problems
from app.api.requests.strict import found_by_path
from app.api.responses.openapi import Documented
from app.api.routes.actions import action_routes
from app.api.routes.advice import advice_routes
from app.api.routes.claims import claim_routes
from app.api.routes.clocks import clock_routes
from app.api.routes.closed import closed_routes
from app.api.routes.events import event_routes
from app.api.routes.explained import problem_routes
from app.api.routes.forgetting import forgetting_routes
from app.api.routes.health import health_routes
from app.api.routes.held_seats import held_seat_routes
from app.api.routes.history import history_routes
from app.api.routes.home import home_routes
from app.api.routes.inbox import inbox_routes
from app.api.routes.judge import judge_routes
from app.api.routes.pages import add_documents
from app.api.routes.players import player_routes
from app.api.routes.rematch import rematch_routes
from app.api.routes.rulesets import ruleset_routes, rulesets_routes
from app.api.routes.service import service_routes
from app.api.routes.sessions import session_routes
from app.api.routes.several import several_routes
from app.api.routes.tickets import ticket_routes
from app.api.routes.verification import verification_routes
from app.api.routes.webhooks import webhook_routes
from app.api.schemas.about import about
from app.api.schemas.responses import AllResponses, all_responses
from app.api.work.hub import Hub
from app.delivery.deliverer import Deliverer
from app.persistence.connecting.database import Database, open_database
from app.persistence.connecting.file import make_file, make_private, only_process
from app.persistence.connecting.revisions import is_current, require_current
from app.persistence.writing.writer import Writer
from app.services.rulebooks.installed import find_rulebooks
from app.settings import Settings, read_environment
from app.web.routes import add_pages

if TYPE_CHECKING:
    from app.api.middleware.metrics import Metrics
    from app.persistence.connecting.notifications import ChangeNotifications

# What only some services need is imported in the functions that make it: each of these libraries takes long.

ALLOWED = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "Last-Event-ID",
    "If-None-Match",
    "X-Request-ID",
    "traceparent",
]
"""The headers that browsers may send from other origins."""
EXPOSED = [
    *("Location", "ETag", "Retry-After", "Content-Language", "X-Request-ID", "RateLimit", "RateLimit-Policy"),
    *("Deprecation", "Sunset"),
]
"""The headers that browsers may read from other origins."""


def create_app(settings: Settings | None = None) -> Documented:
    """The service.

    An SQLite database is migrated when the service starts; for PostgreSQL use `umpire migrate`. Raises WrongRulebooks,
    and WrongSettings where a setting is wrong.
    """
    settings = settings or read_environment()
    database = open_database(settings.database_url)
    hub = Hub()

    def hear(sessions: set[str]) -> None:
        hub.notify(sessions)
        deliverer.hear()

    hints = None if database.is_sqlite else hints_between(database, hear)

    def tell(sessions: set[str]) -> None:
        hub.notify(sessions)
        if hints:
            hints.notify(sessions)

    metrics = new_metrics() if settings.metrics else None
    committed = metrics.committed if metrics else lambda _jobs: None
    writer = Writer(database, tell=tell, committed=committed, news=lambda: deliverer.wake())
    context = Context(find_rulebooks(), database, writer, settings, hub)
    deliverer = Deliverer(database, writer, context.books, allows_private=settings.webhooks_to_private_networks)
    requests = RequestLog(settings, metrics)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        lock = prepare(database)
        requests.start()
        context.writer.start()
        hub.open()
        deliverer.start()
        polling = None
        if hints:
            hints.start()
            polling = asyncio.create_task(hub.poll(context.newest_events))
        looking = asyncio.create_task(context.autoplay.run())
        try:
            yield
        finally:
            if polling:
                polling.cancel()
            looking.cancel()
            await context.autoplay.end()
            hub.close()
            await hub.wait_for_reads()
            await deliverer.close()
            context.writer.close()
            if hints:
                hints.close()
            requests.close()
            database.dispose()
            if lock:
                lock.release()

    responses = all_responses(context.books)
    app = Documented(
        context.books,
        **about(context.books, settings.contact),
        routes=[route for router in routers(context, responses) for route in router.routes],
        openapi_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=lifespan,
        servers=[{"url": settings.public_url or "/"}],
        root_path_in_servers=False,
        redirect_slashes=False,
    )
    app.root_path = urlsplit(settings.public_url or "").path  # which a balancer may cut off
    app.state.context, app.state.requests, app.state.hints = context, requests, hints
    app.state.deliverer = deliverer
    add_documents(app, context)
    add_pages(app, context)
    app.include_router(problem_routes(context))
    if metrics:
        metrics.watch(writer, database)
        app.include_router(metrics.routes())
    problems.install(app, context)
    app.middleware_stack = layers(app, context, requests)
    return app


def routers(context: Context, responses: AllResponses) -> Iterator[APIRouter]:
    """The routes of the API, which the application has as its own: FastAPI looks for those of a router twice."""
    for book in context.books.values():
        yield ruleset_routes(context, book, responses)
    yield service_routes(context)
    yield rulesets_routes(context)
    yield history_routes(context)
    yield session_routes(context, responses)
    yield claim_routes(context)
    yield ticket_routes(context)
    yield player_routes(context)
    yield inbox_routes(context)
    yield held_seat_routes(context)
    yield webhook_routes(context)
    yield forgetting_routes(context)
    yield judge_routes(context)
    yield clock_routes(context)
    yield rematch_routes(context)
    yield event_routes(context)
    yield several_routes(context)
    yield verification_routes(context)
    yield home_routes(context, responses)
    yield action_routes(context, responses)
    yield advice_routes(context)
    yield closed_routes(context)
    yield health_routes(context)


def hints_between(database: Database, hear: Callable[[set[str]], None]) -> "ChangeNotifications":
    """The messages between processes on one PostgreSQL database; `hear` is told which sessions others changed."""
    from app.persistence.connecting.notifications import ChangeNotifications

    return ChangeNotifications(database, hear)


def new_metrics() -> "Metrics":
    """The numbers for Prometheus."""
    from app.api.middleware.metrics import Metrics

    return Metrics()


def layers(app: FastAPI, context: Context, requests: RequestLog) -> ASGIApp:
    """The routes within what every request goes through. FastAPI's own layers are left out: these do their work."""
    routes = found_by_path(app.routes, AsyncExitStackMiddleware(app.router))
    layered: Any = ExceptionMiddleware(routes, app.exception_handlers)
    if context.settings.rate_limit:
        from app.api.middleware.limits import RateLimit

        layered = RateLimit(layered, context)
    if context.settings.proxies:  # the address that is limited is the one that they tell
        layered = ProxyHeadersMiddleware(layered, context.settings.proxies)
    layered = CORSMiddleware(
        CatchErrors(layered, context),
        allow_origins=[origin.strip() for origin in context.settings.cors_origins.split(",")],
        allow_methods=["GET", "HEAD", "POST", "PATCH", "DELETE"],
        allow_headers=ALLOWED,
        expose_headers=EXPOSED,
        allow_private_network=True,
    )
    return RequestTracking(layered, begun=requests.begun, ended=requests.ended, stopping=context.stopping)


def prepare(database: Database) -> FileLock | None:
    """Make sure that this process can write the database; returns the lock on an SQLite file.

    Raises DatabaseRefused.
    """
    if database.path is None:
        require_current(database)
        return None
    make_file(database.path)
    lock = only_process(database.path)
    try:
        if not is_current(database):
            from app.persistence.connecting.migrate import migrate

            migrate(database)
    except BaseException:
        database.dispose()
        lock.release()
        raise
    make_private(database.path)
    return lock
