"""Forget a person: what names it goes from the log, the columns and the retries; chain, dice and verification stay."""

from dataclasses import dataclass

import sqlalchemy as sa
from pydantic_core import from_json

from app.errors import Problem
from app.persistence.queries import logged_events, personal
from app.persistence.queries.personal import Forgotten, Named
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import PERSONAL
from app.persistence.stored.private import bringer
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Caller, seat_in, session_to_play
from app.services.events.event import append
from app.services.events.session import PersonalForgotten
from app.services.sessions.called import Called
from app.services.sessions.lists import are_shown
from app.services.sessions.owned import Text, Texts, texts_of

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

    Raises Problem: what session_to_play() raises, not-found (404), not-your-role (403) unless the sender is this seat,
    fixed-by-session (409) for a log that is older than what can be forgotten.
    """
    session, sender = session_to_play(draft, id, caller)
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
    """Forget what names the players of these seats, or everybody where None; how many parts of the log that were."""
    numbers = tuple(seat.seat for seat in session.seats) if seats is None else seats
    connection = draft.reading(session.id)
    texts, lists = texts_of(connection, session.id), lists_of(connection, session, numbers)
    named = naming(texts, session, seats)
    found = [*named, *lists]
    if not found:
        return 0
    reference = session.reference
    if reference is not None and (seats is None or called_at(session, seats).is_just(reference)):
        session.reference = None
    gone = {one.digest for one in named}
    if is_gone(texts.note, gone):
        session.result = without_note(session.result)
    if texts.closing and is_gone(texts.closing.remark, gone):
        session.proposal = session.proposal and {**session.proposal, "result": without_note(session.proposal["result"])}
    session.seats = tuple(personal.unnamed(seat) if seat.seat in numbers else seat for seat in session.seats)
    proposed = texts.proposed.items()
    forgotten = Forgotten(
        session=session.id,
        seats=numbers,
        parts=[(one.seq, one.n) for one in found],
        session_reference=session.reference is None,
        references=[number for number, part in texts.references.items() if is_gone(part, gone)],
        reasons=[number for number, one in proposed if is_gone(one.remark, gone)],
        replacements=[number for number, one in proposed if is_gone(one.reference, gone)],
    )
    draft.rows.forgotten.append(forgotten)
    append(draft, session, PersonalForgotten(parts=[one.digest for one in found]))
    return len(found)


def naming(texts: Texts, session: Session, seats: tuple[int, ...] | None) -> list[Named]:
    """The parts of a log that go with the players of these seats, or with everybody where None, in order."""
    if seats is None:
        return [text.part for text in texts]
    called = called_at(session, seats)
    return [text.part for text in texts if text.whose in seats or names_somebody(called, text)]


def names_somebody(called: Called, text: Text) -> bool:
    """Whether a text that is not a person's own names the person all the same.

    Of a remark a word is enough, whoever wrote it. A reference that the host gave has to be the person's; what another
    seat is called, and how it calls its actions, is that seat's own.
    """
    if text.kind == "remark":
        return called.is_named_in(text.part.text)
    return text.kind == "reference" and text.whose == HOST and called.is_just(text.part.text)


def called_at(session: Session, seats: tuple[int, ...]) -> Called:
    """What those are called who sit at these seats."""
    return Called.at(*(seat for seat in session.seats if seat.seat in seats))


def is_gone(part: Named | None, gone: set[str]) -> bool:
    """Whether a part is there, and among those with these digests."""
    return part is not None and part.digest in gone


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


def without_note(result: Json | None) -> Json | None:
    """A result without its note."""
    return result and {**result, "note": None}


def has_plain_names(connection: sa.Connection, session: Session) -> bool:
    """Whether the log of a session has names that are no private parts, because it is older than these."""
    events = logged_events.events_of_types(connection, session.id, PERSONAL, 2**53)
    return any(personal.has_plain_name(from_json(event.body)) for event in events)
