"""How the sessions stand of which somebody has the tokens of seats: what a list of one's own games shows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence.queries import logged_events, store
from app.persistence.queries.credentials import seats_with
from app.persistence.stored.rows import Kind, Session
from app.services.access import SEAT_PREFIX, Caller
from app.services.document_types import DateTime, Uuid, document
from app.services.documents.open_questions import open_questions, opened_in
from app.services.documents.session import SeatShown, seat_document
from app.services.events.shapes import SessionResultShown
from app.services.history.inbox import is_for_sender
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebooks
from app.services.view_rights import view_rights_of


@document
class HeldSeatShown(TypedDict):
    """A seat, and how its session stands."""

    session_id: Uuid
    """The id of the session."""
    ruleset: str
    """The slug of the session's ruleset."""
    kind: Kind
    """`series`: several attacks; `game`: a game whose board the server keeps."""
    status: Literal["open", "closed"]
    """`open`: the session can continue; `closed`: nothing can change any more."""
    result: SessionResultShown | None
    """How the session ended; null while it is open, and where it was closed without a result."""
    seat: int
    """The number of the seat whose token was sent."""
    seats: list[SeatShown]
    """All seats of the session, in the order of their numbers."""
    questions: int
    """How many open questions this seat can answer; `GET /v1/questions` lists them."""
    waits_for: list[int]
    """The numbers of the seats that the session waits for, in ascending order."""
    last_at: DateTime
    """When the newest event of the session happened, in UTC."""


@dataclass(frozen=True, slots=True)
class HeldSeats:
    """The seats of tokens with their sessions, as they were found in one look."""

    seats: dict[bytes, tuple[str, int]] = field(default_factory=dict)
    """The session and the number of the seat, by the digest of its token."""
    sessions: dict[str, Session] = field(default_factory=dict)
    """The sessions, by id."""
    times: dict[str, str] = field(default_factory=dict)
    """When the newest event of each session happened."""

    def of(self, caller: Caller) -> tuple[Session, int, str]:
        """The session, the number of the seat, and the time of the newest event.

        Raises Problem token-invalid (401) where the token is not that of a seat.
        """
        if not caller.is_well_formed:
            raise Problem("token-invalid", reason="malformed-token")
        if not (caller.token or "").startswith(SEAT_PREFIX):
            raise Problem("token-invalid", reason="seat-needed")
        id, seat = self.seats.get(caller.digest, ("", 0))
        if id not in self.sessions or id not in self.times:
            raise Problem("token-invalid", reason="unknown-token")
        return self.sessions[id], seat, self.times[id]


def find_held_seats(connection: sa.Connection, callers: Iterable[Caller]) -> HeldSeats:
    """The seats that have these tokens, with their sessions."""
    seats = seats_with(connection, {caller.digest for caller in callers})
    ids = {id for id, _ in seats.values()}
    return HeldSeats(seats, store.sessions_by_id(connection, ids), logged_events.times_of_newest(connection, ids))


def held_seat_document(session: Session, seat: int, at: str, waits: tuple[int, list[int]] = (0, [])) -> HeldSeatShown:
    """A seat with how its session stands; `waits`: what who_is_waited_for() tells of it."""
    questions, waits_for = waits
    return {
        "session_id": session.id,
        "ruleset": session.ruleset,
        "kind": session.kind,
        "status": session.status,
        "result": session.result,  # type: ignore[typeddict-item]
        "seat": seat,
        "seats": [seat_document(each) for each in session.seats],
        "questions": questions,
        "waits_for": waits_for,
        "last_at": at,
    }


def who_is_waited_for(
    connection: sa.Connection, books: Rulebooks, session: Session, caller: Caller, *, patiently: bool = True
) -> tuple[int, list[int]]:
    """How many open questions the caller's seat can answer, and which seats the session waits for.

    Raises what opened_in() raises.
    """
    book, sight = rulebook_or_absent(books, session.ruleset), view_rights_of(session, caller)
    opened = opened_in(connection, book, session, patiently=patiently)
    items = open_questions(connection, opened, "en", sight)["items"]
    own = sum(is_for_sender(book, session, caller, question) for question in items)
    return own, sorted({question["seat"] for question in items if question["seat"] is not None})
