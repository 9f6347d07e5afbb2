"""The clock of the service, by which those of players run: it goes on while any process serves, and nobody sets it.

All processes share it in one row of the database. Each sets it on every second while the clock of a player runs; what
none has set on, because none was there or could write, does not count.
"""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TypeVar

import sqlalchemy as sa

from app.persistence.queries.served import serve, served_ms
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.actions.clocks import keep_clocks, let_fall
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebooks

T = TypeVar("T")

LEASE = 3.0
"""Seconds after which a process no longer serves that could not set the clock on."""


class Served:
    """The clock of the service as this process knows it, in milliseconds."""

    def __init__(self, books: Rulebooks) -> None:
        self._books = books
        self._known: tuple[float, float] = (0, monotonic())
        """What the clock had, and when."""

    @property
    def ms(self) -> int:
        """What it has now, as far as this process knows."""
        return int(self._at(monotonic()))

    def _at(self, time: float) -> float:
        ms, known_at = self._known
        return ms + min(time - known_at, LEASE) * 1000

    def set_on(self, connection: sa.Connection) -> None:
        """While clocks of players run: set it on for all processes. Runs on the writer's thread.

        What passes meanwhile counts too.
        """
        at = monotonic()
        ms = max(self._at(at), served_ms(connection))
        serve(connection, int(ms))
        self._known = ms, at

    def follow(self, connection: sa.Connection, at: float) -> None:
        """While none runs here: take over what others have made of it. `at`: when that was found to be so."""
        self._known = served_ms(connection), at

    def read(self, connection: sa.Connection) -> int:
        """What it has now."""
        return max(self.ms, served_ms(connection))

    def around(self, change: Callable[[Draft], T], draft: Draft, sessions: Sequence[str]) -> T:
        """Run a change of these sessions: before it the clocks fall that are due, after it they start and stop."""
        known: list[int] = []

        def ms(session: Session) -> int:
            known[:] = known or [self.read(draft.reading(session.id))]
            return known[0]

        for id in sessions:
            if (session := draft.session(id)) is not None and session.clock is not None:
                let_fall(draft, rulebook_or_absent(self._books, session.ruleset), id, ms(session))
        made = change(draft)
        for session in [each for each in draft.rows.sessions.values() if each.clock is not None]:
            keep_clocks(draft, rulebook_or_absent(self._books, session.ruleset), session, ms(session))
        return made
