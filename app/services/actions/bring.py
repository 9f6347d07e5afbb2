"""A seat brings its own part of a game's setup, hidden until all have; then the game begins, or somebody refuses."""

from dataclasses import dataclass, replace

import sqlalchemy as sa
from pydantic import ValidationError

from app.domain.errors import IllegalSituation
from app.domain.record import seat_name
from app.errors import Problem, TextNames
from app.faults.found import faults_in
from app.faults.schema import Schema
from app.persistence.queries import logged_events, store
from app.persistence.stored.codec import Json
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import SERVICE, Caller, Sender, require_reader, seat_in, sender_of, session_to_play
from app.services.actions.begin import begin_if_ready, lay, lists_in
from app.services.actions.close import end_session
from app.services.events.action import DeadlinePassed
from app.services.events.asked import NOBODY_BRINGS, RESERVE, asked_to_bring
from app.services.events.event import append
from app.services.events.seats import ListRefused
from app.services.illegal import illegal_situation
from app.services.play.brought import bringing_of
from app.services.play.scripts import board_of
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.lists import are_shown, brings


@dataclass(frozen=True, slots=True)
class Wanted:
    """What everybody knows of a game before a list is looked at, as stored JSON."""

    setup: Json
    limits: Json
    options: Json


def list_wanted(connection: sa.Connection, id: str, seat: int, caller: Caller) -> tuple[Session, Wanted]:
    """What a list of a seat is checked against, which never changes. Raises Problem: see bring_list()."""
    session = require_reader(connection, store.sessions_by_id(connection, [id]).get(id), caller)
    check_brings(session, seat, sender_of(session, caller), caller)
    opened = logged_events.opened_with(connection, id)
    return session, Wanted(opened["setup"], unwrap_private(opened["bring"])[str(seat)], session.options)


def check_brings(session: Session, seat: int, sender: Sender | None, caller: Caller) -> None:
    """Raise Problem unless this sender brings a list for this seat: see bring_list()."""
    if sender is None:
        raise Problem("token-missing" if caller.token is None else "token-invalid")
    seat_in(session, seat)
    if session.bring is None:
        raise Problem("fixed-by-session", reason="no-lists")
    if sender != seat:
        raise Problem("not-your-role", reason="list-by-seat", params={"seat": seat})
    if not brings(session, seat):
        raise Problem("fixed-by-session", reason="list-in-setup", params={"seat": seat})


def checked_list(book: Rulebook, wanted: Wanted, sent: Json) -> Json:
    """A list as it is stored: completed, read and checked. Raises Problem illegal-situation (422) with all its faults.

    What is wrong with its form is invalid-request (422).
    """
    require_installed(book)
    bringing, shapes = bringing_of(book)
    try:
        value = shapes.list.read(sent)
        options = board_of(book)[1].options.load(wanted.options)
        bringing.check(shapes.setup.load(wanted.setup), options, shapes.limits.load(wanted.limits), value)
    except ValidationError as malformed:
        found = faults_in(malformed.errors(include_url=False), sent, Schema(shapes.list.schema))
        faults = [replace(fault, at=("list", *fault.at)) for fault in found]
        raise Problem("invalid-request", faults=faults) from malformed
    except IllegalSituation as illegal:
        raise illegal_situation(illegal, "list", about=TextNames(sent), ruleset=book.slug) from illegal
    return shapes.list.dump(value)


def bring_list(draft: Draft, book: Rulebook, id: str, seat: int, caller: Caller, list: Json) -> Session:
    """Log the list of a seat, which is checked. With the last of them all are shown and the game begins.

    A list that lies there already changes nothing. Raises Problem: session-closed (409); fixed-by-session (409) where
    the seat brings none; action-closed (409) once they are shown; not-your-role (403), also for the host.
    """
    session, sender = session_to_play(draft, id, caller)
    require_installed(book)
    check_brings(session, seat, sender, caller)
    if session.status == "closed":
        raise Problem("session-closed")
    draft.made(id, None)
    lies = lists_in(draft, session).get(seat) if seat in (session.bring or {})["brought"] else None
    if lies is not None and lies.list == list:
        return session
    if are_shown(session):
        raise Problem("action-closed", reason="lists-shown")
    begin_if_ready(draft, book, session, lain=lay(draft, session, seat, list, seat))
    return session


def refuse_lists(draft: Draft, book: Rulebook, id: str, seat: int, caller: Caller) -> Session:
    """Close a game whose lists were shown, before its first move, because a seat refuses them; nobody wins.

    Raises Problem: session-closed (409); fixed-by-session (409) where nobody brings a list; lists-open (409) before
    they are shown; action-closed (409) after the first move; not-your-role (403), also for the host.
    """
    session, sender = session_to_play(draft, id, caller)
    seat_in(session, seat)
    if session.bring is None:
        raise Problem("fixed-by-session", reason="no-lists")
    if sender != seat:
        raise Problem("not-your-role", reason="list-by-seat", params={"seat": seat})
    draft.made(id, None)
    if session.status == "closed":
        if session.bring["refused"] == seat:
            return session
        raise Problem("session-closed")
    if not are_shown(session):
        raise Problem("lists-open", reason="nothing-to-refuse", params={"seats": asked_to_bring(session)})
    if session.last_number > 1:
        raise Problem("action-closed", reason="game-begun")
    append(draft, session, ListRefused(seat=seat))
    end_session(draft, book, session, None, abandon=True, sender=seat)
    return session


def bring_instead(draft: Draft, book: Rulebook, id: str, seat: int) -> None:
    """Bring the reserve of a seat whose deadline has passed; without one, close the game as abandoned.

    Nothing happens where the seat has brought a list meanwhile: of several processes that apply a deadline, one does.
    """
    session = draft.session(id)
    if session is None or seat not in asked_to_bring(session):
        return
    reserve = unwrap_private(logged_events.opened_with(draft.reading(id), id)["bring"][str(seat)]["reserve"])
    by, instead = seat_name(seat), RESERVE if reserve else NOBODY_BRINGS
    append(draft, session, DeadlinePassed(action=None, by=by, seat=seat, policy=instead))
    if reserve is None:
        end_session(draft, book, session, None, abandon=True, sender=SERVICE)
    else:
        begin_if_ready(draft, book, session, lain=lay(draft, session, seat, reserve, SERVICE))
