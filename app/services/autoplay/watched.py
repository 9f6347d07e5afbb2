"""Sessions in which the service plays or keeps a deadline, as an operator looks at them and ends them.

Both work beside a running service. Its writer reads each session anew, so all that it meets is that one is closed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from app.persistence.connecting.database import Database
from app.persistence.queries import store
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import BatchTransaction
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import now
from app.services.actions.close import end_session
from app.services.autoplay.due import is_alone
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebooks


@dataclass(frozen=True, slots=True)
class WatchedSession:
    """A session in which the service may have to answer."""

    session: Session
    is_alone: bool
    """Whether no person has a seat in it."""


def watched(database: Database, books: Rulebooks) -> Iterator[WatchedSession]:
    """The sessions in which the service may have to answer, the longest open first."""
    with database.reader.connect() as connection:
        found = store.sessions_by_id(connection, store.watched_sessions(connection))
    for session in sorted(found.values(), key=lambda one: (one.created_at, one.id)):
        yield WatchedSession(session, is_alone(rulebook_or_absent(books, session.ruleset), session))


def end(database: Database, books: Rulebooks, id: str) -> bool | None:
    """Close a session without a result, with all that waits in it; False where it was closed, None where it is not."""
    with database.writer.begin() as connection:
        unit = BatchTransaction(connection, now, [id], [])
        draft = Draft(unit, None)
        session = draft.session(id)
        if session is None or session.status == "closed":
            return None if session is None else False
        end_session(draft, rulebook_or_absent(books, session.ruleset), session, None, abandon=True)
        unit.accept(draft.rows)
        unit.flush()
    return True
