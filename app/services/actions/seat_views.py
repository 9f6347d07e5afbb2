"""Logs the first time that the host views hidden information as a seat, or plays for it."""

from collections.abc import Iterable

import sqlalchemy as sa
from pydantic_core import from_json

from app.persistence.queries import logged_events
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Caller, sender_of
from app.services.actions.state import read_state, seat_wanted
from app.services.events.event import append
from app.services.events.seats import SeatLooked
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook


def seats_viewed(connection: sa.Connection, session: str) -> list[int]:
    """The seats as which the host has viewed the game, according to the log of the session."""
    events = logged_events.events_of_types(connection, session, (SeatLooked.type,), 2**53)
    return [from_json(event.body)["seat"] for event in events]


def log_seat_views(draft: Draft, id: str, seats: Iterable[int]) -> None:
    """Log that the host views the game as these seats, unless it is logged already or the session is over."""
    session = draft.session(id)
    if session is None or session.status == "closed":
        return
    known = seats_viewed(draft.reading(id), id)
    for seat in seats:
        if seat not in known:
            append(draft, session, SeatLooked(seat=seat, by="host"))


def hides_from_host(session: Session, caller: Caller) -> bool:
    """Whether the caller is the host of a game that hides something from the host."""
    return session.is_game and session.hides and session.status == "open" and sender_of(session, caller) == HOST


def seats_moved(
    _connection: sa.Connection, book: Rulebook, session: Session, *, seat: int | None, answers: bool
) -> list[int]:
    """The seats whose cards the host may come to know where it moves for a seat, or for whoever is to move.

    With `answers` sent along it may be all: a refusal would tell.
    """
    if answers:
        return [each.seat for each in session.seats]
    if seat is not None or session.state is None or not book.is_installed:
        return [each.seat for each in session.seats if each.seat == seat]
    board, shapes = board_of(book)
    return list(board.asked(shapes.state.load(session.state))[:1])


def seats_answered(connection: sa.Connection, book: Rulebook, session: Session, number: int) -> list[int]:
    """The seat whose question an answer of the host is for; none where the action waits for nobody."""
    state = read_state(connection, book, session, number)
    seat = seat_wanted(state, state.wanted) if state.wanted is not None else None
    return [] if seat is None else [seat]
