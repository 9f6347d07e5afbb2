"""A seat contributes to the dice of a session: it commits itself, then reveals; or others go on without it."""

from dataclasses import dataclass

from app.domain.fairness import seat_commitment
from app.errors import Problem
from app.persistence.stored.rows import Session, raw_id
from app.persistence.writing.draft import Draft
from app.services.access import Caller, Sender, seat_in, sent_by, session_to_play
from app.services.actions.begin import begin_if_ready
from app.services.events.asked import COMMIT, asked_of_seats, is_waived
from app.services.events.event import append
from app.services.events.seats import GivesShare, SeatCommitted, SeatRevealed, SeatWaived
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook


@dataclass(frozen=True, slots=True)
class Contribution:
    """What is sent of a seat's contribution: exactly one of the three."""

    commitment: str | None = None
    """The commitment of the seat, in hex."""
    entropy: str | None = None
    """The 32 bytes to which the seat is committed, in hex."""
    waive: bool = False
    """Whether the sender goes on without the entropy of the seat."""


def contribute(draft: Draft, book: Rulebook, id: str, seat: int, caller: Caller, share: Contribution) -> Session:
    """Log what a seat contributes, or that others go on without it. The last of it opens the game, as far as that goes.

    What was given before and is sent again changes nothing. Raises Problem: session-closed (409); fixed-by-session
    (409) where the session asks for no entropy, or the seat is committed to other; action-closed (409) once all is
    given; entropy-open (409) for a reveal before all seats are committed; not-your-role (403); illegal-answer (422)
    where the entropy is not that of the commitment.
    """
    session, sender = session_to_play(draft, id, caller)
    require_installed(book)
    seat_in(session, seat)
    if session.status == "closed":
        raise Problem("session-closed")
    if session.entropy is None:
        raise Problem("fixed-by-session", reason="no-entropy")
    draft.made(id, None)
    if is_repeated(session, seat, sender, share):
        return session
    if not asked_of_seats(session) or is_waived(session, seat) or str(seat) in session.entropy["revealed"]:
        raise Problem("action-closed", reason="entropy-fixed", params={"seat": seat})
    append(draft, session, given(session, seat, sender, share))
    if session.is_game:
        begin_if_ready(draft, book, session)
    return session


def is_repeated(session: Session, seat: int, sender: Sender, share: Contribution) -> bool:
    """Whether the log already has this of this sender."""
    given, name = session.entropy or {}, str(seat)
    if share.waive:
        return sent_by(sender) in given["waived"].get(name, [])
    kind, sent = ("committed", share.commitment) if share.commitment else ("revealed", share.entropy)
    return sender == seat and sent is not None and given[kind].get(name) == sent


def given(session: Session, seat: int, sender: Sender, share: Contribution) -> GivesShare:
    """What a seat contributes, or that somebody goes on without it. Raises Problem: see contribute()."""
    if share.waive:
        return waived(seat, sender)
    if sender != seat:
        raise Problem("not-your-role", reason="entropy-by-seat", params={"seat": seat})
    if share.commitment is not None:
        return committed(session, seat, share.commitment)
    return revealed(session, seat, share.entropy or "")


def waived(seat: int, sender: Sender) -> SeatWaived:
    """Somebody goes on without a seat. Raises Problem not-your-role (403) for the seat itself."""
    if sender == seat:
        raise Problem("not-your-role", reason="waived-by-others", params={"seat": seat})
    return SeatWaived(seat=seat, by=sent_by(sender))


def committed(session: Session, seat: int, commitment: str) -> SeatCommitted:
    """The commitment of a seat. Raises Problem fixed-by-session (409) where it has sent another."""
    if str(seat) in (session.entropy or {})["committed"]:
        raise Problem("fixed-by-session", at=("commitment",), reason="committed-already", params={"seat": seat})
    return SeatCommitted(seat=seat, commitment=commitment)


def revealed(session: Session, seat: int, entropy: str) -> SeatRevealed:
    """What a seat reveals. Raises Problem entropy-open (409) and illegal-answer (422): see contribute()."""
    if COMMIT in asked_of_seats(session).values():
        raise Problem("entropy-open", at=("entropy",), reason="commitments-open")
    known = (session.entropy or {})["committed"].get(str(seat))
    if seat_commitment(raw_id(session.id), seat, bytes.fromhex(entropy)).hex() != known:
        raise Problem("illegal-answer", at=("entropy",), reason="entropy-differs", params={"seat": seat})
    return SeatRevealed(seat=seat, entropy=entropy)
