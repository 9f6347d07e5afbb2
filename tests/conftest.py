"""Fixtures: real databases, and the real app on them."""

import gc
import itertools
import json
import logging
import os
import shutil
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from copy import deepcopy
from datetime import datetime, timedelta, tzinfo
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent / "toys"))

from app.api.work import autoplay, served
from app.delivery import deliverer, sending
from app.persistence.connecting.database import Database, open_database
from app.persistence.connecting.migrate import migrate
from app.persistence.writing import writer
from app.services.sessions import chains
from app.services.sessions import open as opening
from app.settings import Settings
from tests import postgres, reference, rule_report, servers, thorough
from tests.client import Client, connect
from tests.lent_routes import LentRoutes
from tests.waiting import be_patient

rule_report.listen()
logging.getLogger("httpx").setLevel("WARNING")  # a command that logs is not to show what its test sends

VECTORS = Path(__file__).parent / "vectors"


def pytest_addoption(parser: pytest.Parser) -> None:
    thorough.add_option(parser)
    parser.addoption(
        "--rules", action="store_true", help="report rules that no test has seen after a part of the tests too"
    )


def pytest_configure(config: pytest.Config) -> None:
    thorough.configure(config)
    if postgres.has_room(postgres.MEMORY):  # where each commit of a test would wait for the disk
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(postgres.MEMORY))
    config.pluginmanager.register(rule_report.RuleReport(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of a whole run begin to import at another file: what one has compiled, the others only read."""
    worker, workers = (os.environ.get(f"PYTEST_XDIST_{name}", "") for name in ("WORKER", "WORKER_COUNT"))
    if not worker or not rule_report.covers_all(session.config):
        return
    root = Path(__file__).parents[1]
    names = [".".join(file.relative_to(root).with_suffix("").parts) for file in sorted(root.glob("tests/**/test_*.py"))]
    first = len(names) * int(worker.removeprefix("gw")) // int(workers)
    for name in (*names[first:], *names[:first]):
        with suppress(Exception, pytest.skip.Exception):  # which the collection meets again, and tells
            import_module(name)


def pytest_collection_finish() -> None:
    """Look for garbage rarely: each search walks all that the tests imported, a third of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def pytest_itemcollected(item: pytest.Item) -> None:
    thorough.mark(item)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    thorough.longest_first(items)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services have the time that a slow machine takes."""
    be_patient(monkeypatch)


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The services of a test throw the same dice in every run: session ids and seeds follow from the test's name."""
    counted = itertools.count(1)

    def draw(size: int) -> bytes:
        return thorough.drawn(f"{request.node.nodeid} {next(counted)}", size)

    def session_id() -> uuid.UUID:
        return uuid.UUID(bytes=next(counted).to_bytes(6, "big") + b"\x70\x00\x80" + draw(7))

    monkeypatch.setattr(chains, "os", SimpleNamespace(urandom=draw))
    monkeypatch.setattr(opening, "uuid7", session_id)


@pytest.fixture(scope="session", autouse=True)
def anyio_backend() -> str:
    """For every test: one that is not async may be the first that needs an async fixture."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    """The name of a migrated, empty database that others are copied from."""
    url = postgres.create_database(postgres_server, name := f"t{uuid.uuid4().hex}")
    template = open_database(url)
    migrate(template)
    template.dispose()
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty file that others are copied from."""
    file = tmp_path_factory.mktemp("template") / "umpire.db"
    file.touch(0o600)
    template = open_database(f"sqlite:///{file}")
    migrate(template)
    template.dispose()
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    """A migrated, empty file."""
    shutil.copy(sqlite_template, tmp_path / "umpire.db")
    return f"sqlite:///{tmp_path}/umpire.db"


@pytest.fixture
def postgres_url(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """A migrated, empty database on PostgreSQL."""
    yield postgres.create_database(postgres_server, name := f"t{uuid.uuid4().hex}", postgres_template)
    postgres.drop_database(postgres_server, name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated, empty database."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/umpire.db"
    return postgres.create_database(request.getfixturevalue("postgres_server"), f"t{uuid.uuid4().hex}")


@pytest.fixture(scope="session")
def session_nursery() -> Iterator[servers.Nursery]:
    with servers.nursery() as nursery:
        yield nursery


@pytest.fixture
def nursery(session_nursery: servers.Nursery) -> Iterator[servers.Nursery]:
    """For real server processes; what still runs at the end is killed."""
    yield session_nursery
    session_nursery.clear()


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.dispose()


@contextmanager
def looking_for_nothing() -> Iterator[None]:
    """Services do nothing by themselves: they look for nothing that is due or to be sent, and try no database."""
    with pytest.MonkeyPatch.context() as patch:
        for module, pause in ((autoplay, "ROUND"), (deliverer, "PAUSE"), (writer, "PROBE"), (writer, "QUIET")):
            patch.setattr(module, pause, 3600.0)
        yield


@pytest.fixture
def alone() -> Iterator[None]:
    """Services that look for nothing by themselves."""
    with looking_for_nothing():
        yield


class Clock:
    """The clock of services in this process: it runs, and a test lets time pass, or sets it as an operator would."""

    def __init__(self) -> None:
        self._ahead, self._passed = timedelta(), timedelta()

    def move(self, **by: float) -> None:
        """So much time passes."""
        self._passed += timedelta(**by)
        self.set(**by)

    def set(self, **by: float) -> None:
        """Somebody sets the clock on, or back, and no time passes."""
        self._ahead += timedelta(**by)

    def monotonic(self) -> float:
        return time.monotonic() + self._passed.total_seconds()

    def time(self) -> float:
        return time.time() + self._ahead.total_seconds()

    def now(self, zone: tzinfo) -> datetime:
        return datetime.now(zone) + self._ahead

    fromisoformat = staticmethod(datetime.fromisoformat)


def moved_clock(patch: pytest.MonkeyPatch) -> Clock:
    """The clock by which services stamp what they store and send, and by which deadlines end."""
    clock = Clock()
    for module in (writer, deliverer, sending):
        patch.setattr(module, "datetime", clock)
    for module in (autoplay, deliverer, served):
        patch.setattr(module, "monotonic", clock.monotonic)
    return clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the services of a test."""
    return moved_clock(monkeypatch)


@cache
def lent_routes() -> LentRoutes:
    """The routes that the tests of this process lend to each other."""
    return LentRoutes()


@pytest.fixture(scope="session", autouse=True)
def routes_as_they_are() -> None:
    """Make the routes before any test changes what they are made of."""
    lent_routes()


@asynccontextmanager
async def serving(url: str, *, own_routes: bool = False, **options: object) -> AsyncIterator[Client]:
    """The real app over a database, as a client sees it; with routes of its own where a test looks at their making."""
    settings = Settings(database_url=url, **{"log_level": "warning", **options})
    with lent_routes().app(settings, own=own_routes) as app:
        async with app.router.lifespan_context(app), connect(app) as client:
            yield client


@pytest.fixture
async def api(database_url: str) -> AsyncIterator[Client]:
    async with serving(database_url) as client:
        yield client


@pytest.fixture
async def sqlite_api(sqlite_url: str) -> AsyncIterator[Client]:
    """For what does not depend on the database."""
    async with serving(sqlite_url) as client:
        yield client


@pytest.fixture(scope="session")
def document() -> dict:
    """The OpenAPI document with every rulebook that is installed: it takes seconds to make, and nobody changes it."""
    return reference.whole()


@pytest.fixture(autouse=True)
def made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process makes the document: it would know no rulebook of the tests."""
    monkeypatch.setattr("app.api.responses.openapi.made_elsewhere", lambda: deepcopy(reference.bare()))


def vectors(name: str) -> dict:
    return json.loads((VECTORS / f"{name}.json").read_text())
