"""Read a session."""

from dataclasses import dataclass

import sqlalchemy as sa

from app.errors import Path, Problem
from app.persistence.queries import logged_events, store
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import EarlierResult
from app.services.access import Caller, IssuedTokens, Retry, require_reader, sender_of, tokens_for


def count_pending(connection: sa.Connection) -> int:
    """How many actions of all sessions wait for an answer."""
    return store.count_pending(connection)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is fixed when a session is opened."""

    ruleset: str
    kind: str
    options: Json


def terms_of_session(connection: sa.Connection, id: str) -> Terms | None:
    """The terms of a session, whoever asks; None where there is none."""
    session = store.sessions_by_id(connection, [id]).get(id)
    return Terms(session.ruleset, session.kind, session.options) if session else None


def read_session(connection: sa.Connection, id: str, caller: Caller) -> Session:
    """A session that the caller may read. Raises Problem not-found (404) or token-invalid (401) where there is none."""
    return require_reader(connection, store.sessions_by_id(connection, [id]).get(id), caller)


def session_opened_before(
    connection: sa.Connection, retry: Retry | None, made: EarlierResult
) -> tuple[Session, IssuedTokens]:
    """The session that the first sending of a repeated opening made, in its present state, with the tokens it gave.

    The idempotency key stands for the credential: the caller who knows it may read like the holder of those tokens.
    Raises Problem token-invalid (401) where none of them is valid any more.
    """
    session = store.sessions_by_id(connection, [made.session_id])[made.session_id]
    has_host = session.host_token is not None
    opened = logged_events.opened_with(connection, session.id)
    unclaimed = [seat.get("unclaimed", False) for seat in opened["seats"]]
    tokens = tokens_for(session.id, retry, made.nonce, unclaimed=unclaimed, host=has_host)
    if all(sender_of(session, Caller(token)) is None for token in (tokens.host, *tokens.seats)):
        raise Problem("token-invalid", reason="unknown-token")
    return session, tokens


def newest_events(connection: sa.Connection, ids: list[str]) -> dict[str, int]:
    """The number of the newest event of each of some sessions."""
    return store.newest_events(connection, ids)


def session_exists(connection: sa.Connection, id: str) -> bool:
    """Whether there is a session with this id."""
    return bool(store.known_sessions(connection, [id]))


def unknown_action(session: Session, number: int, at: Path | None = None) -> Problem:
    """The Problem for a number that no action of the session has (404), which the body names at `at`."""
    params = {"action": number, "last": session.last_number}
    return Problem("not-found", at=at, reason="unknown-action", params=params)
