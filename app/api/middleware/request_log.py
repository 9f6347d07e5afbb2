"""Writes the data of each request to the access log and the metrics."""

from typing import TYPE_CHECKING

from app.api.requests.request_info import RequestInfo
from app.logs import BufferedLog
from app.settings import Settings

if TYPE_CHECKING:
    from app.api.middleware.metrics import Metrics


PLACE = "umpire.requests"
"""The name of the lines of requests in the log."""


class RequestLog:
    """Takes the notes of requests, without waiting for what is done with them."""

    def __init__(self, settings: Settings, metrics: "Metrics | None") -> None:
        is_logged = settings.log_level in ("debug", "info")
        self._lines = BufferedLog(settings.log_format) if is_logged else None
        self._metrics = metrics
        self.begun = metrics.begun if metrics else None
        """Takes the note of an answer that begins, where somebody wants it."""

    def start(self) -> None:
        """Begin to write lines."""
        if self._lines:
            self._lines.start()

    def flush(self) -> None:
        """Write the lines that wait, now."""
        if self._lines:
            self._lines.flush()

    def close(self) -> None:
        """Write the lines that are left."""
        if self._lines:
            self._lines.close()

    def ended(self, note: RequestInfo) -> None:
        """A request is over."""
        if self._lines:
            self._lines.add(PLACE, note.members)
        if self._metrics:
            self._metrics.ended(note)
