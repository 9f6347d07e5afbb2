"""The limit on computing for one request: counted in steps, so the same request always gets the same answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

from app.domain.effort import UNBOUNDED, Effort
from app.errors import Problem

MOST_ODDS = 2_000
"""How often odds may be computed for one request: for itself, each choice, variant and point, and of several attacks
for each state of the defender that they meet."""

MOST_WORK = 1_000_000
"""How many steps of work the odds of one request may take together, some three to five seconds: an attack by itself
takes at most as many."""

SECONDS = 60.0
"""The seconds of computing after which a request is put off as `busy`, on a machine that is too slow for it."""

PATIENCE = 10.0
"""The same where the service plays for a seat, and looks no further then."""


class ComputeBudget:
    """Counts what is computed for one request, and stops it at the limit."""

    REASON = "too-many-odds"
    """The reason of the Problem for a request that asks for too many odds."""

    REASON_OF_WORK = "too-much-work"
    """The same where its odds take too much work together."""

    REASONS = (REASON, REASON_OF_WORK)

    def __init__(self, *, plays: bool = False) -> None:
        """`plays`: the service plays for a seat."""
        self._odds, self._spent, self._most = 0, 0.0, PATIENCE if plays else SECONDS
        self.work = Effort(UNBOUNDED if plays else MOST_WORK)
        """The work that rulebooks count."""

    @property
    def has_begun(self) -> bool:
        """Whether odds were computed for the request already."""
        return self._odds > 0

    @property
    def refusal(self) -> Problem | None:
        """The Problem limit-exceeded (422) where all odds together take too much work; None where they do not."""
        if not self.work.is_spent:
            return None
        params = {"what": "steps", "is": None, "at_most": self.work.most}
        return Problem("limit-exceeded", reason=self.REASON_OF_WORK, params=params, extra=params)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count odds that are computed within.

        Raises Problem limit-exceeded (422) where they are too many, busy (503) where they took this machine too long.
        """
        self._odds += 1
        if self._odds > MOST_ODDS:
            params = {"what": "odds", "is": self._odds, "at_most": MOST_ODDS}
            raise Problem("limit-exceeded", reason=self.REASON, params=params, extra=params)
        if self._spent > self._most:
            raise Problem("busy")
        began = thread_time()
        try:
            yield
        finally:
            self._spent += thread_time() - began
