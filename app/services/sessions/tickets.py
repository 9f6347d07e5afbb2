"""Stream tickets: they let an EventSource, which can send no header, follow a session as whoever made them."""

from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence.queries import credentials
from app.persistence.stored.rows import raw_id
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import stored
from app.services.access import TICKET_PREFIX, Caller, Retry, Ticket, repeatable_token, session_to_read
from app.services.document_types import DateTime, document
from app.services.sessions.read import read_session

HOURS = 12
"""How long a ticket is good."""


@document
class TicketShown(TypedDict):
    """A stream ticket. It is shown once."""

    ticket: str
    """The ticket, for `GET /v1/sessions/{id}/events?ticket=…`."""
    expires_at: DateTime
    """When it ends; earlier, where the token that it was made with ends."""


def ticket_for(session: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """A ticket of a session: random, or for a request with a key the same at each sending."""
    return repeatable_token(TICKET_PREFIX, retry, nonce, b"ticket", raw_id(session))


def make_ticket(draft: Draft, id: str, caller: Caller, retry: Retry | None) -> TicketShown:
    """Make a ticket with which its holder follows the session as the caller.

    Raises Problem: token-missing or token-invalid (401), not-found (404) where the caller may not read the session.
    """
    session_to_read(draft, id, caller)
    if caller.token is None:
        raise Problem("token-missing")
    ticket = ticket_for(id, retry)
    expires_at = stored(datetime.fromisoformat(draft.at) + timedelta(hours=HOURS))
    row = {"ticket": Caller(ticket).digest, "session_id": id, "credential": caller.digest, "is_key": caller.is_key}
    draft.also(partial(credentials.add_ticket, row={**row, "expires_at": expires_at}, at=draft.at))
    draft.made(id, None)
    return {"ticket": ticket, "expires_at": expires_at}


def ticket_made_before(
    connection: sa.Connection, id: str, caller: Caller, retry: Retry | None, nonce: bytes
) -> TicketShown:
    """The ticket that the first sending of a repeated request made.

    Raises token-invalid (401) if it is gone, or the caller's token has ended.
    """
    read_session(connection, id, caller)
    ticket = ticket_for(id, retry, nonce)
    return {"ticket": ticket, "expires_at": _held(connection, id, ticket).expires_at}


def caller_with(connection: sa.Connection, id: str, ticket: str) -> Caller:
    """The caller for whom a ticket of this session stands.

    Raises Problem token-invalid (401) where it is unknown or of another session; that it has ended is told where it is
    used.
    """
    return Caller(ticket, _held(connection, id, ticket))


def _held(connection: sa.Connection, id: str, ticket: str) -> Ticket:
    row = credentials.ticket_of(connection, Caller(ticket).digest)
    if row is None or row["session_id"] != id:
        raise Problem("token-invalid", reason="unknown-ticket")
    return Ticket(row["credential"], row["is_key"], row["expires_at"])
