"""Access to hidden information: which private parts of a session a caller may read."""

from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from app.domain.board import Act
from app.domain.record import ROLES, seat_name
from app.domain.table import ChoiceWanted, Wanted
from app.errors import Problem
from app.persistence.queries import logged_events
from app.persistence.stored.codec import Json
from app.persistence.stored.private import bringer, map_private, seen_by, shown_at_end
from app.persistence.stored.rows import Session
from app.services.access import HOST, SERVICE, Caller, Sender, require_seat, seat_in, sender_of

HOST_NAME = "host"
"""The name of the host in the audience of a private part."""


@dataclass(frozen=True, slots=True)
class ViewRights:
    """Which private parts of a session a caller may read."""

    names: tuple[str, ...] = ()
    """The caller's names in audiences; none for those who see what everybody may see."""
    seat: int | None = None
    """The seat whose eyes the caller has; None for none."""
    is_whole: bool = False
    """Whether nothing is hidden but lists that were never shown, because the session hides nothing, or is over."""

    def of(self, data: Any, revealed: tuple[str, ...] = ()) -> Any:
        """JSON data from the database as the caller may see it; `revealed`: the tags of parts for everybody."""
        return shown_at_end(data, self.names) if self.is_whole else seen_by(data, self.names, revealed)


FULL_VIEW = ViewRights(is_whole=True)


def view_rights_of(session: Session, caller: Caller, seat: int | None = None) -> ViewRights:
    """The view rights of a caller in a session; the host may view a game as a seat.

    Raises Problem not-your-role (403) for the eyes of another seat, not-found (404) for a seat that is not there.
    """
    is_whole = session.status == "closed" or not session.hides
    if is_whole and seat is None and session.bring is None:
        return FULL_VIEW
    sender, seats = sender_of(session, caller), [one.seat for one in session.seats]
    if seat is not None:
        seat_in(session, seat)
        if sender is None:
            raise Problem("token-missing" if caller.token is None else "token-invalid")
        require_seat(sender, seat, "query", "seat")
    sight = ViewRights((), seat, is_whole=True) if is_whole else sight_for(session, sender, seat)
    return replace(sight, names=(*sight.names, bringer(sender))) if session.bring and sender in seats else sight


def audience_of(session: Session, sender: Sender) -> tuple[str, ...]:
    """Who may see what a sender has sent along that is not for everybody."""
    own = () if sender in (HOST, SERVICE) else (seat_name(sender),)
    return own if session.is_game else (HOST_NAME, *own)


def public_view_rights(session: Session) -> ViewRights:
    """The view rights that everybody has in a session."""
    return FULL_VIEW if session.status == "closed" or not session.hides else ViewRights()


def sight_for(session: Session, sender: Sender | None, seat: int | None = None) -> ViewRights:
    """What a sender may see of an open session that hides something, `seat` as in view_rights_of()."""
    eyes = seat if seat is not None else sender if sender != HOST else None
    if eyes is not None:
        return ViewRights((seat_name(eyes),), eyes)
    return ViewRights((HOST_NAME,) if sender == HOST and not session.is_game else ())


def is_first_look(session: Session, caller: Caller, seat: int | None) -> bool:
    """Whether the host asks to look as a seat at what is hidden."""
    return seat is not None and sender_of(session, caller) == HOST


def shown(connection: sa.Connection, session: Session, data: Any, sight: ViewRights) -> Any:
    """JSON data from the database as the caller may see it, with the parts that were revealed since."""
    return data if data is None else sight.of(data, revealed_in(connection, session.id, data, sight))


def revealed_in(connection: sa.Connection, session: str, data: Any, sight: ViewRights) -> tuple[str, ...]:
    """The tags of those private parts in JSON data that were revealed to everybody."""
    if sight.is_whole:
        return ()
    return tuple(logged_events.revealed_tags(connection, session, sorted(tags_in(data))))


def tags_in(data: Any) -> list[str]:
    """The tags of the private parts in JSON data, in order."""
    found: list[str] = []

    def keep(part: Json) -> Json:
        found.append(part["tag"])
        return part

    map_private(data, keep)
    return found


def named(data: Any, seats: Json) -> Any:
    """Private parts whose audience is told by roles, for the seats that play them, or for the host where none does."""

    def for_seats(part: Json) -> Json:
        to = part["to"] and [
            seat_name(seats[name]) if name in seats else HOST_NAME if name in ROLES else name for name in part["to"]
        ]
        return {**part, "to": to}

    return map_private(data, for_seats)


def may_see_question(wanted: Wanted, seat: int | None, sight: ViewRights) -> bool:
    """Whether the caller may see choices and context of a question that `seat` (None: no seat) has to answer."""
    is_open = wanted.to is None and not (isinstance(wanted, ChoiceWanted) and is_secret(wanted))
    return sight.is_whole or is_open or (sight.seat == seat if seat is not None else HOST_NAME in sight.names)


def is_secret(wanted: ChoiceWanted[object]) -> bool:
    """Whether the choices of a question tell what not everybody may see."""
    question = wanted.question
    return question.board.hides if isinstance(question, Act) else not question.public
