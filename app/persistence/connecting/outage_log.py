"""Notices when reading or writing the database fails, and logs the change once, not for each failed request."""

import logging
import threading
from time import monotonic

AGAIN = 60.0
"""Seconds after which a failure that continues is logged again."""
QUIET = 5.0
"""Seconds without a failure after which the outage is over; short recoveries are logged as one outage."""

log = logging.getLogger(__name__)


class OutageLog:
    """Whether reading, or writing, works at present. Any thread may use it."""

    def __init__(self, what: str) -> None:
        """`what` fails or works, as it is logged."""
        self._what, self._guard = what, threading.Lock()
        self._failures = 0
        self._since = self._last = self._told = 0.0
        self.is_failing = False
        """Whether the last try failed."""
        self.cause: str | None = None
        """Why it failed, where that has a name."""

    def failed(self, why: str, cause: str | None = None) -> None:
        """A try has failed."""
        with self._guard:
            now, self.cause, self.is_failing = monotonic(), cause, True
            self._failures += 1
            self._last = now
            if self._failures == 1:
                self._since = self._told = now
                log.error("%s fails: %s", self._what, why)
            elif now - self._told >= AGAIN:
                self._told = now
                log.error("%s has failed for %.0f s, %d times: %s", self._what, now - self._since, self._failures, why)

    def worked(self) -> None:
        """A try has worked."""
        self.is_failing = False
        if self._failures and monotonic() - self._last >= QUIET:
            with self._guard:
                if self._failures:
                    seconds = self._last - self._since
                    log.warning("%s works again; it failed %d times in %.0f s", self._what, self._failures, seconds)
                    self._failures = 0
