"""Renew the token of a seat."""

from dataclasses import replace

from app.errors import Problem
from app.persistence.draft import Draft
from app.persistence.rows import Session
from app.services.access import (
    Caller,
    Retry,
    Sender,
    player_in,
    require_seat,
    seat_in,
    sent_by,
    token_for,
)


def renew_token(draft: Draft, id: str, number: int, caller: Caller, retry: Retry | None) -> tuple[Session, str]:
    """Give a seat a new token; the old token becomes invalid. In this way a seat is handed over to another player.

    Raises Problem: not-your-role (403) unless the sender is the host or this seat, not-found (404), session-closed
    (409).
    """
    session, sender = player_in(draft, id, caller)
    seat_in(session, number)
    require_seat(sender, number)
    if session.status == "closed":
        raise Problem("session-closed")
    return session, give_token(draft, session, number, retry, change="token-renewed", by=sender)


def give_token(draft: Draft, session: Session, number: int, retry: Retry | None, *, change: str, by: Sender) -> str:
    """A new token for a seat, in place of the one that it has. The log tells the change, and by whom."""
    token = token_for(number, session.id, retry)
    draft.renew(session, replace(seat_in(session, number), token=Caller(token).digest))
    draft.append(session, "seat-changed", {"seat": number, "change": change, "by": sent_by(by)})
    draft.made(session.id, number)
    return token
