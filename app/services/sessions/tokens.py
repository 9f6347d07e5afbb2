"""Renew the token of a seat."""

from dataclasses import replace

from app.errors import Problem
from app.persistence.draft import Draft
from app.persistence.rows import Session
from app.services.access import (
    Caller,
    Retry,
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
    seat = seat_in(session, number)
    require_seat(sender, number)
    if session.status == "closed":
        raise Problem("session-closed")
    token = token_for(number, id, retry)
    draft.renew(session, replace(seat, token=Caller(token).digest))
    draft.append(session, "seat-changed", {"seat": number, "change": "token-renewed", "by": sent_by(sender)})
    draft.made(id, number)
    return session, token
