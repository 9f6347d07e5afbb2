"""Verification and earlier boards as jobs that yield every few milliseconds, so that others go on between."""

from collections.abc import Generator, Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from app.errors import Problem
from app.persistence.queries import logged_events
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Event, Session
from app.services.log.boards import BoardReplay
from app.services.log.read import Log, read_action_log, seen_in
from app.services.log.report import ActionVerification, SessionVerification, action_report, report_of
from app.services.log.verification_cache import VerificationCache
from app.services.log.verify import each_verdict
from app.services.play.scripts import board_of
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.sessions.read import unknown_action
from app.services.view_rights import FULL_VIEW, ViewRights

EVENTS = 50
"""Events that are read between two yields."""


def verify_session(
    books: Rulebooks,
    engine: sa.Engine,
    session: Session,
    first: int,
    last: int | None,
    known: VerificationCache,
    sight: ViewRights = FULL_VIEW,
) -> Generator[None, None, SessionVerification]:
    """The verification of a session up to its newest event; `first` and `last` bound the actions that are replayed."""
    log = yield from read_in_slices(events_seen(engine, session, sight))
    book, found = rulebook_or_absent(books, session.ruleset), {}
    if log.holds:
        for number, verdict in each_verdict(book, log, first, last, known if sight.is_whole else None):
            found[number] = verdict
            yield
    return report_of(book, log, found)


def verify_action_of_series(
    book: Rulebook, engine: sa.Engine, session: Session, number: int, sight: ViewRights = FULL_VIEW
) -> Generator[None, None, ActionVerification]:
    """The verification of one action from its own events; 404 where it is not there."""
    yield
    if not 1 <= number <= session.last_number:
        raise unknown_action(session, number)
    with engine.connect() as connection:
        log = read_action_log(connection, session.id, number, sight)
    if number not in log.stories:
        raise unknown_action(session, number)
    return action_report(book, log, number)


def verify_action_of_game(
    book: Rulebook,
    engine: sa.Engine,
    session: Session,
    number: int,
    known: VerificationCache,
    sight: ViewRights = FULL_VIEW,
) -> Generator[None, None, ActionVerification]:
    """The verification of one action of a game; 404 where it is not there."""
    log = yield from read_in_slices(events_seen(engine, session, sight))
    if number not in log.stories:
        raise unknown_action(session, number)
    return action_report(book, log, number, known if sight.is_whole else None)


def events_seen(engine: sa.Engine, session: Session, sight: ViewRights) -> Iterator[Event]:
    """The events of a log with the private parts that a caller may see."""
    return (seen_in(event, sight) for event in logged_events.all_events(engine, session.id, session.seq))


def board_at(
    book: Rulebook, engine: sa.Engine, session: Session, at: int, known: VerificationCache
) -> Generator[None, None, tuple[int, Json]]:
    """A game's board as the log tells it at an event, with that event; 404 where there is none."""
    if not session.is_game:
        raise Problem("not-found", reason="no-board")
    if at > session.seq:
        params = {"event": at, "last": session.seq}
        raise Problem("not-found", at=("query", "at"), reason="unknown-event", params=params)
    require_installed(book)
    played = BoardReplay(book, (yield from read_in_slices(logged_events.all_events(engine, session.id, at))), known)
    yield from played.go_to(len(played.numbers))
    if played.state is None:
        raise Problem("not-found", reason="no-board-yet")
    return at, board_of(book)[1].state.dump(played.state)


class BoardsBefore:
    """The boards of a game before its actions, from its log, which is read once; they are asked for one at a time."""

    def __init__(self, engine: sa.Engine, session: Session, known: VerificationCache) -> None:
        self._engine, self.session, self._known = engine, session, known
        self._played: BoardReplay | None = None

    def before(self, book: Rulebook, number: int) -> Generator[None, None, Any]:
        """The board before an action, as a value of the rulebook; None before the opening."""
        if self._played is None:
            events = logged_events.all_events(self._engine, self.session.id, self.session.seq)
            self._played = BoardReplay(book, (yield from read_in_slices(events)), self._known)
        yield from self._played.go_to(number - 1)
        return self._played.state


def read_in_slices(events: Iterable[Event]) -> Generator[None, None, Log]:
    """A whole log, chained from its first event."""
    log = Log()
    for event in events:
        log.add_chained(event)
        if not log.events % EVENTS:
            yield
    log.end()
    return log
