"""A game begins: once its seats have given their entropy and brought their lists, which are shown to all at once."""

from dataclasses import dataclass

from pydantic_core import from_json

from app.persistence.queries import logged_events
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.private import bringer, wrap_private
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Sender, sent_by
from app.services.actions.declare import AdvanceInput, Declaration, declare
from app.services.actions.write import reveal_parts
from app.services.events.asked import asked_of_seats, asked_to_bring, policies_of_seats
from app.services.events.event import append
from app.services.events.seats import ListBrought
from app.services.play.brought import whole_setup
from app.services.play.scripts import board_of, load_call
from app.services.rulebooks.registry import Rulebook


@dataclass(frozen=True, slots=True)
class Lain:
    """A list that lies there."""

    list: Json
    tag: str
    """By which its private part is found."""


def begin_if_ready(
    draft: Draft, book: Rulebook, session: Session, setup: Json | None = None, lain: dict[int, Lain] | None = None
) -> None:
    """Begin a game for which nothing is missing any more: show what was brought, and declare its opening as action 1.

    `setup`: as it was sent, where this request opens the game; `lain`: the lists that this request has laid, by seat.
    """
    if asked_of_seats(session) or asked_to_bring(session):
        return
    sent = setup or setup_of(draft, session.id)
    if session.bring is not None:
        found = {**lists_in(draft, session), **(lain or {})}
        reveal_parts(draft, session, tuple(each.tag for each in found.values()))
        whole = whole_setup(book, sent, {seat: each.list for seat, each in found.items()})
        sent = board_of(book)[1].setup.dump(whole)
    call = load_call(book, OPENING, sent, session.options, {}, None)
    declaration = Declaration(OPENING, sent, policies_of_seats(session), {}, HOST, call)
    declare(draft, book, session, declaration, AdvanceInput())


def lay(draft: Draft, session: Session, seat: int, list: Json, sender: Sender) -> dict[int, Lain]:
    """Log that a seat brings a list, which only the seat itself may see; the list by its seat."""
    tag = f"list-{seat}-{session.seq + 1}"
    append(draft, session, ListBrought(seat=seat, list=wrap_private(list, (bringer(seat),), tag), by=sent_by(sender)))
    return {seat: Lain(list, tag)}


def lists_in(draft: Draft, session: Session) -> dict[int, Lain]:
    """The last list of each seat, as earlier requests have brought them."""
    connection, found = draft.reading(session.id), dict[int, Lain]()
    for event in logged_events.events_of_types(connection, session.id, ("list-brought",), session.seq):
        for part in event.parts:
            found[from_json(event.body)["seat"]] = Lain(from_json(part.value), part.tag)
    return found


def setup_of(draft: Draft, id: str) -> Json:
    """The setup with which a game was asked for; it stands in the first event of its log."""
    setup: Json = logged_events.opened_with(draft.reading(id), id)["setup"]
    return setup
