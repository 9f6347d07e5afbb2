"""Forget a person: what names it goes from the log, the columns and the retries; chain, dice and verification stay."""

from dataclasses import dataclass

import sqlalchemy as sa
from pydantic_core import from_json

from app.errors import Problem
from app.persistence.queries import logged_events, personal
from app.persistence.queries.personal import Named
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import PERSONAL
from app.persistence.stored.private import bringer
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import Caller, player_in, seat_in
from app.services.events.event import append
from app.services.events.session import PersonalForgotten
from app.services.sessions.lists import are_shown

RESERVED_BY = 1
"""The number of the event that has the lists in reserve: the opening of the session."""


@dataclass(frozen=True, slots=True)
class Found:
    """What would be forgotten of a session."""

    session: str
    parts: int
    """How many private parts of its log name the person."""
    is_old: bool
    """Whether the log has names outside of private parts, so that the session can only be deleted."""


def forget_seat(draft: Draft, id: str, number: int, caller: Caller) -> None:
    """Forget who sits at a seat, as the seat itself demands.

    Raises Problem: what player_in() raises, not-found (404), not-your-role (403) unless the sender is this seat,
    fixed-by-session (409) for a log that is older than what can be forgotten.
    """
    session, sender = player_in(draft, id, caller)
    seat_in(session, number)
    if sender != number:
        raise Problem("not-your-role", reason="only-itself", params={"seat": number})
    if has_plain_names(draft.reading(id), session):
        raise Problem("fixed-by-session", reason="names-in-log", params={"session": id})
    forget(draft, session, (number,))


def forget_at(draft: Draft, id: str, numbers: tuple[int, ...]) -> None:
    """Forget who sits at these seats of a session, if it is still there."""
    if (session := draft.session(id)) is not None:
        forget(draft, session, numbers)


def forget(draft: Draft, session: Session, seats: tuple[int, ...] | None) -> int:
    """Forget what names the players of these seats, or everybody where None; how many parts of the log that were.

    Of what names nobody's seat, such as a remark on the result, goes what tells the name or the reference of a seat.
    """
    numbers = tuple(seat.seat for seat in session.seats) if seats is None else seats
    connection = draft.reading(session.id)
    named, lists = naming(connection, session, seats), lists_of(connection, session, numbers)
    found = [*named, *lists]
    if not found:
        return 0
    texts = [one.text for one in named]
    whole = seats is None
    draft.rows.forgotten.append({"session": session.id, "seats": numbers, "texts": texts, "whole": whole})
    draft.rows.forgotten[-1]["parts"] = [(one.seq, one.n) for one in found]
    session.result = cleaned(session.result, texts)
    session.proposal = session.proposal and {**session.proposal, "result": cleaned(session.proposal["result"], texts)}
    own = [name for seat in session.seats if seat.seat in numbers for name in (seat.name, seat.reference) if name]
    reference = session.reference
    if reference is not None and (whole or is_told_in(own, reference)):
        draft.rows.forgotten[-1]["whole"], session.reference = True, None
    session.seats = tuple(personal.unnamed(seat) if seat.seat in numbers else seat for seat in session.seats)
    append(draft, session, PersonalForgotten(parts=[one.digest for one in found]))
    return len(found)


def naming(connection: sa.Connection, session: Session, seats: tuple[int, ...] | None) -> list[Named]:
    """The parts of a log that name the players of these seats, or anybody where None, in order."""
    parts = personal.named_in(connection, session.id)
    if seats is None:
        return parts
    tags = [f"{PERSONAL}{seat}" for seat in seats]
    names = [name for seat in session.seats if seat.seat in seats for name in (seat.name, seat.reference) if name]
    own = [part.text for part in parts if part.tag in tags]
    return [part for part in parts if part.tag in tags or part.text in own or is_told_in(names, part.text)]


def lists_of(connection: sa.Connection, session: Session, seats: tuple[int, ...]) -> list[Named]:
    """The lists of these seats that were never shown, in order, without those that the game still waits with."""
    if session.bring is None:
        return []
    own = [bringer(seat) for seat in seats]
    lists = [one for one in personal.unshown_lists(connection, session.id) if one.tag in own]
    if session.status == "closed" or are_shown(session):
        return lists
    newest = {one.tag: one.seq for one in lists}
    return [one for one in lists if one.seq not in (RESERVED_BY, newest[one.tag])]


def is_told_in(names: list[str], text: str) -> bool:
    """Whether a text tells one of these names, in capitals or not."""
    return any(name.casefold() in text.casefold() for name in names)


def cleaned(result: Json | None, texts: list[str]) -> Json | None:
    """A result without its note, where this is one of the texts."""
    return {**result, "note": None} if result and result.get("note") in texts else result


def has_plain_names(connection: sa.Connection, session: Session) -> bool:
    """Whether the log of a session has names that are no private parts, because it is older than these."""
    events = logged_events.events_of_types(connection, session.id, personal.NAMING, 2**53)
    return any(personal.has_plain_name(from_json(event.body)) for event in events)
