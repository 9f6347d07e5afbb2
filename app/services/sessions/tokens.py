"""Renew the token of a seat, or of the host."""

from dataclasses import replace
from typing import Literal

from app.errors import Problem
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import (
    HOST,
    OWNER,
    Caller,
    Retry,
    Sender,
    has_opened,
    holds,
    is_unclaimed,
    require_seat,
    seat_in,
    sent_by,
    session_to_play,
    session_to_read,
    token_for,
)
from app.services.events.event import append
from app.services.events.seats import SeatChanged
from app.services.players import Player


def hands_over(
    draft: Draft, id: str, number: int, caller: Caller, *, by_all_while_unclaimed: bool = False
) -> tuple[Session, Sender]:
    """The session whose seat `number` the caller may hand over, 0 the place of the host; and who the caller is in it.

    Raises Problem: not-your-role (403) unless the caller is the host, this seat, for the place of the host the API
    key that opened the session, or any seat where that is enough for one that nobody has claimed yet; not-found (404),
    session-closed (409), token-missing or token-invalid (401).
    """
    session = session_to_read(draft, id, caller)
    if number == HOST and session.host_token is not None and caller.is_key:
        is_owner = has_opened(draft.reading(id), session, caller)
        session, sender = (session, OWNER) if is_owner else session_to_play(draft, id, caller)
    else:
        session, sender = session_to_play(draft, id, caller)
        seat = seat_in(session, number) if number != HOST or session.host_token is None else None
        if not (by_all_while_unclaimed and seat and is_unclaimed(seat)):
            require_seat(sender, number)
    if session.status == "closed":
        raise Problem("session-closed")
    return session, sender


def renew_token(draft: Draft, id: str, number: int, caller: Caller, retry: Retry | None) -> tuple[Session, str]:
    """Give a seat, or the host, a new token; the old token becomes invalid. So a seat is handed over to another player.

    A player who does it keeps the seat; else the tokens of its player are the seat's no longer. Raises what
    hands_over() raises.
    """
    session, sender = hands_over(draft, id, number, caller)
    held = next((seat for seat in session.seats if seat.seat == number), None)
    keeps = held is not None and caller.is_player and holds(held, caller.digest)
    player = Player(held.player, None, held.player_tokens) if held and held.player and keeps else None
    return session, give_token(draft, session, number, retry, change="token-renewed", by=sender, player=player)


def give_token(
    draft: Draft,
    session: Session,
    number: int,
    retry: Retry | None,
    *,
    change: Literal["token-renewed", "claimed", "joined"],
    by: Sender,
    player: Player | None = None,
) -> str:
    """A new token for a seat or the host, in place of the one there is. The log tells the change, and by whom.

    A claim ends with it: who has lost a seat must not take it back with a link made before.
    The tokens of `player` are the seat's too from now on, unless the player has another seat in the session.
    """
    token = token_for(number, session.id, retry)
    draft.claim(session, number, None)
    if number == HOST:
        draft.renew_host(session, Caller(token).digest)
    else:
        if player and any(seat.player == player.id and seat.seat != number for seat in session.seats):
            player = None
        whose = {"player": player.id if player else None, "player_tokens": player.tokens if player else ()}
        draft.renew(session, replace(seat_in(session, number), token=Caller(token).digest, **whose))  # type: ignore[arg-type]
    append(draft, session, SeatChanged(seat=number, change=change, by=sent_by(by)))
    draft.made(session.id, number)
    return token
