"""Numbers of this process for Prometheus: never with an id in them."""

import logging
from collections.abc import Iterator
from time import monotonic

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from app.api.requests.request_info import RequestInfo
from app.persistence.connecting.database import FAILURES, Database
from app.persistence.writing.writer import Writer
from app.services.recent import usages
from app.services.sessions.read import count_pending

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
JOBS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


PENDING = 60.0
"""Seconds for which the number of open actions holds: to count them walks over all sessions."""

log = logging.getLogger(__name__)


class Caches(Collector):
    """What the caches of this process hold, and how they serve, counted when it is asked for."""

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """A family for each number."""
        by = ("cache",)
        hits = CounterMetricFamily("umpire_cache_hits", "Found in a cache.", labels=by)
        misses = CounterMetricFamily("umpire_cache_misses", "Not found in a cache.", labels=by)
        entries = GaugeMetricFamily("umpire_cache_entries", "What a cache holds.", labels=by)
        held = GaugeMetricFamily("umpire_cache_bytes", "What a cache holds, where its bound is in bytes.", labels=by)
        for each in usages():
            hits.add_metric((each.cache,), each.hits)
            misses.add_metric((each.cache,), each.misses)
            entries.add_metric((each.cache,), each.entries)
            if each.bytes is not None:
                held.add_metric((each.cache,), each.bytes)
        yield from (hits, misses, entries, held)


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        own = self._registry = CollectorRegistry()
        by = ("route", "method", "status")
        self._requests = Counter("umpire_requests", "Requests answered.", by, registry=own)
        self._seconds = Histogram(
            "umpire_request_seconds", "How long requests took, streams left out.", by[:2], registry=own, buckets=SECONDS
        )
        self._refusals = Counter(
            "umpire_refusals", "Requests refused, by the code of the problem.", ["code"], registry=own
        )
        self._jobs = Histogram(
            "umpire_commit_jobs", "Changes that were committed together.", registry=own, buckets=JOBS
        )
        self._streams = Gauge("umpire_streams", "Event streams that are open.", registry=own)
        self._waiting = Gauge("umpire_jobs_waiting", "Changes that wait to be written.", registry=own)
        self._pending = Gauge("umpire_actions_pending", "Actions that wait for an answer, in all.", registry=own)
        self._counted = -PENDING
        own.register(Caches())
        self._up = Gauge("umpire_writer_up", "Whether the database took what was last written.", registry=own)

    def watch(self, writer: Writer, database: Database) -> None:
        """Tell what the writer is doing, and what waits in the database."""
        self._waiting.set_function(lambda: writer.waiting)
        self._up.set_function(lambda: writer.can_write)
        self._database = database

    def count_pending(self) -> None:
        """Count the open actions, if that was not done lately; where the database fails, the number stays."""
        if monotonic() < self._counted + PENDING:
            return
        self._counted = monotonic()
        try:
            with self._database.reader.connect() as connection:
                self._pending.set(count_pending(connection))
        except FAILURES as failure:
            log.warning("open actions were not counted: %s", failure)

    def begun(self, note: RequestInfo) -> None:
        """Count a stream that begins."""
        if note.is_stream:
            self._streams.inc()

    def ended(self, note: RequestInfo) -> None:
        """Count a request that is over; 0 where its client left before its answer."""
        method = note.method if note.method in METHODS else "other"
        self._requests.labels(note.route, method, note.status).inc()
        if note.code is not None:
            self._refusals.labels(note.code).inc()
        if note.is_stream:
            self._streams.dec()
        else:
            self._seconds.labels(note.route, method).observe(note.seconds)

    def committed(self, jobs: int) -> None:
        """Count a commit."""
        self._jobs.observe(jobs)

    def text(self) -> bytes:
        """All of it as Prometheus reads it."""
        return generate_latest(self._registry)

    def routes(self) -> APIRouter:
        """The route of the metrics; OpenAPI does not show it, because a setting decides whether it is there."""
        router = APIRouter(include_in_schema=False)

        @router.get("/metrics")
        def read_metrics() -> Response:
            """The metrics of this process."""
            self.count_pending()
            return Response(self.text(), media_type=CONTENT_TYPE_LATEST)

        return router
