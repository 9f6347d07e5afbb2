"""Durable attacks, compared with attacks that are not stored, an ordinary service, a bare route, and the disk."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.persistence.stored.codec import Json
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import Rulebook
from benchmarks.load import (
    CORES,
    Server,
    Slice,
    fsyncs,
    keep_off_servers,
    load,
    one_by_one,
    opened,
    request,
    server,
    warm,
)
from benchmarks.report import Goal, Row
from tests import postgres

CLIENTS = (1, 8, 64)
FEW, MANY = 8, 64
DURABLE = {"SQLite": Goal(at_least=0.65), "PostgreSQL": Goal(at_least=0.5)}
"""What is left of the rate of attacks that are not stored."""
ORDINARY = {"SQLite": Goal(at_least=12), "PostgreSQL": Goal(at_least=5)}
"""How many times as many attacks as an ordinary service stores."""


@dataclass(frozen=True)
class Effort:
    """How long the measurement takes, and the folder for its files."""

    slices: int
    seconds: float
    folder: Path


def by_rate(some: list[Slice], others: list[Slice]) -> list[float]:
    """The ratio of the rates of two servers, slice by slice."""
    return [one.rate / other.rate for one, other in zip(some, others, strict=True)]


def shown(slices: list[Slice]) -> str:
    """The median rate and the median CPU time."""
    return f"{median(s.rate for s in slices):,.0f}/s, {median(s.cpu for s in slices):.0f} µs CPU"


def books() -> Iterator[tuple[str, Rulebook]]:
    """The rulebooks in app/rulesets, each with its slug."""
    return ((slug, book) for slug, book in find_rulebooks().items() if book.package.startswith("app."))


def matches(
    side: Server, book: Rulebook, count: int = MANY, *, at_once: int = 0, situation: Json | None = None
) -> list[bytes]:
    """A request for each client: an attack in a series that only this client uses, or `at_once` of them."""
    situation = situation or book.codec.situation.dump(book.ruleset.examples[0])
    requests = []
    for _ in range(count):
        series = opened(side.port, f"/v1/rulesets/{book.slug}/sessions")
        body = {"situation": situation, "session_id": series["id"]}
        path, token = f"/v1/rulesets/{book.slug}/attacks", series["tokens"]["host"]
        many = {"attacks": [body] * at_once}
        requests.append(request(f"{path}/batch", many, token) if at_once else request(path, body, token))
    return requests


def alternating(effort: Effort, book: Rulebook, clients: int, *sides: list[Server]) -> list[list[Slice]]:
    """Slices of load, by side. The sides take turns, so that all are measured under the same conditions."""
    asked = [matches(side[0], book) for side in sides]
    for side, requests in zip(sides, asked, strict=True):
        warm(side, requests, clients, 0.3)
    found: list[list[Slice]] = [[] for _ in sides]
    for _ in range(effort.slices):
        for side, requests, slices in zip(sides, asked, found, strict=True):
            slices.append(load(side, requests, clients, effort.seconds))
    return found


def table(effort: Effort) -> list[Row]:
    """All rows about storing."""
    keep_off_servers()
    rows = [*own_layers(effort), *beyond_floor(effort)]
    rows += on_database(effort, "SQLite", f"sqlite:///{effort.folder}/")
    with postgres.server(durable=True) as url:
        rows += on_database(effort, "PostgreSQL", url)
        rows += two_processes(effort, url)
    return [*rows, *many_at_once(effort), *one_session(effort), *slower_disk(effort), *long_session(effort)]


def database(url: str) -> str:
    """The URL of a new, migrated database beside `url`, or of an SQLite file that the server makes."""
    name = f"b{uuid.uuid4().hex}"
    if url.startswith("sqlite"):
        return f"{url}{name}.db"
    return migrated(postgres.create_database(url, name))


def migrated(url: str) -> str:
    """The URL of a database whose tables are made; one beside it where it names a folder."""
    made = f"{url}{uuid.uuid4().hex}.db" if url.endswith("/") else url
    opened = open_database(made)
    migrate(opened)
    opened.dispose()
    return made


def empty(url: str) -> str:
    """The URL of a new database without tables."""
    name = f"b{uuid.uuid4().hex}"
    return f"{url}{name}.db" if url.startswith("sqlite") else postgres.create_database(url, name)


def on_database(effort: Effort, kind: str, url: str) -> list[Row]:
    """Each rulebook with 64 clients, the first with 1 and 8 too, on one kind of database."""
    rows: list[Row] = []
    with ExitStack() as stack:
        stored, bare, ordinary = (
            [stack.enter_context(server(name, make(url)))]
            for name, make in (("store", database), ("discard", database), ("reference", empty))
        )
        for n, (slug, book) in enumerate(books()):
            for clients in (MANY,) if n else CLIENTS:
                own, unstored, theirs = alternating(effort, book, clients, stored, bare, ordinary)
                what = f"{kind}, {slug}, {clients} client{'s' if clients > 1 else ''}: durable /"
                durable, usual = (DURABLE[kind], ORDINARY[kind]) if clients == MANY else (None, None)
                scale = f"{shown(own)}; not stored {shown(unstored)}"
                rows.append(Row(f"{what} not stored", by_rate(own, unstored), scale, durable))
                rows.append(Row(f"{what} ordinary service", by_rate(own, theirs), f"ordinary {shown(theirs)}", usual))
        if kind == "SQLite":
            asked = matches(stored[0], next(books())[1])
            shares = []
            for _ in range(effort.slices):
                rate = load(stored, asked, MANY, effort.seconds).rate
                shares.append(rate / fsyncs(effort.folder, effort.seconds / 2))
            rows.append(Row(f"SQLite, {MANY} clients: durable / fsyncs of the disk", shares))
    return rows


def two_processes(effort: Effort, url: str) -> list[Row]:
    """Two processes on one database, compared with one process."""
    rows: list[Row] = []
    where = database(url)
    with server("store", where, CORES) as first, server("store", where, CORES) as second:
        both, one = alternating(effort, next(books())[1], MANY, [first, second], [first])
        rows.append(Row(f"PostgreSQL, {MANY} clients: two processes / one", by_rate(both, one), f"two {shown(both)}"))
    return rows


def own_layers(effort: Effort) -> list[Row]:
    """The CPU time of an attack that is not stored, compared with a bare FastAPI route for the same attack."""
    rows: list[Row] = []
    nowhere = f"sqlite:///{effort.folder}/"
    with server("discard", database(nowhere)) as own, server("bare", nowhere) as bare:
        for slug, book in books():
            mine, theirs = alternating(effort, book, MANY, [own], [bare])
            ratios = [a.cpu / b.cpu for a, b in zip(mine, theirs, strict=True)]
            scale = f"{shown(mine)}; bare {shown(theirs)}"
            rows.append(Row(f"{slug}: CPU of own layers / bare route", ratios, scale, Goal(at_most=1.15)))
    return rows


def beyond_floor(effort: Effort) -> list[Row]:
    """The CPU time of a durable attack, compared with the floor: what no service could leave out."""
    rows: list[Row] = []
    where = migrated(f"sqlite:///{effort.folder}/")
    with server("store", database(f"sqlite:///{effort.folder}/")) as own, server("floor", where) as floor:
        for slug, book in books():
            mine, theirs = alternating(effort, book, MANY, [own], [floor])
            ratios = [a.cpu / b.cpu for a, b in zip(mine, theirs, strict=True)]
            scale = f"{shown(mine)}; floor {shown(theirs)}"
            rows.append(Row(f"SQLite, {slug}: CPU of a durable attack / floor", ratios, scale, Goal(at_most=1.5)))
    return rows


def many_at_once(effort: Effort) -> list[Row]:
    """Attacks that are sent 64 in one request, compared with those that are sent one by one."""
    rows: list[Row] = []
    with server("store", database(f"sqlite:///{effort.folder}/")) as storing:
        for slug, book in books():
            alone, together = matches(storing, book), matches(storing, book, FEW, at_once=MANY)
            warm([storing], alone, MANY, 0.3)
            rates, costs = [], []
            for _ in range(effort.slices):
                one = load([storing], alone, MANY, effort.seconds)
                many = load([storing], together, FEW, effort.seconds)
                rates.append(many.rate * MANY / one.rate)
                costs.append(many.cpu / MANY)
            scale = f"{median(costs):.0f} µs CPU an attack"
            what = f"SQLite, {slug}: {MANY} attacks a request, {FEW} clients / one, {MANY} clients"
            rows.append(Row(what, rates, scale))
    return rows


def one_session(effort: Effort) -> list[Row]:
    """Attacks of one session that wait together, compared with those of as many sessions."""
    with server("store", database(f"sqlite:///{effort.folder}/")) as storing:
        book = next(books())[1]
        apart, together = matches(storing, book), matches(storing, book, 1) * MANY
        ratios, costs = [], []
        for _ in range(effort.slices):
            many = load([storing], apart, MANY, effort.seconds)
            one = load([storing], together, MANY, effort.seconds)
            ratios.append(one.cpu / many.cpu)
            costs.append(one.cpu)
    scale = f"{median(costs):.0f} µs CPU an attack"
    return [Row(f"SQLite: CPU of an attack, {MANY} clients in one session / each in its own", ratios, scale)]


def slower_disk(effort: Effort) -> list[Row]:
    """Commits that take 4 ms longer, compared with the disk as it is."""
    url = f"sqlite:///{effort.folder}/"
    with server("slow", database(url)) as slow, server("store", database(url)) as usual:
        slowed, as_is = alternating(effort, next(books())[1], MANY, [slow], [usual])
    what = f"SQLite, {MANY} clients: each commit 4 ms slower / as it is"
    return [Row(what, by_rate(slowed, as_is), shown(slowed), Goal(at_least=0.85))]


def long_session(effort: Effort) -> list[Row]:
    """Attack 2,000 of a session, compared with attack 10."""
    with server("store", database(f"sqlite:///{effort.folder}/")) as storing:
        (asked,) = matches(storing, next(books())[1], 1)
        took = one_by_one(storing.port, asked, 2020)
    early, late = median(took[5:45]), median(took[1980:])
    return [Row("attack 2,000 of a session / attack 10", [late / early], f"{late * 1e3:.2f} ms", Goal(at_most=1.1))]
