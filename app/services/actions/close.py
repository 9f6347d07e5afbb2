"""Close a session, and void the actions in it that still wait for an answer."""

from app.errors import Path, Problem
from app.persistence.queries import store
from app.persistence.queries.logged_events import body_of, events_about
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import personal
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, SERVICE, Caller, Sender, no_such_seat, sent_by, session_to_play, voices
from app.services.actions.proposals import require_not_refused
from app.services.actions.state import load_state
from app.services.actions.void import ABANDONED, void_action
from app.services.actions.write import reveal_all
from app.services.events.event import append
from app.services.events.session import CloseDeclined, CloseProposed, SessionClosed, Why, proposal_to_close
from app.services.rulebooks.registry import Rulebook


def close_session(
    draft: Draft, book: Rulebook, id: str, caller: Caller, result: Json | None, *, abandon: bool
) -> Session:
    """Close a session with its result, and void what still waits.

    The host closes it at once. A seat only proposes it; the session is closed when all seats have proposed the same.
    Raises Problem what check_closable() raises.
    """
    session, sender = session_to_play(draft, id, caller)
    check_closable(session, result, abandon=abandon)
    draft.made(id, None)
    if sender != HOST and not all_agree_to_close(draft, session, sender, result, abandon=abandon):
        return session
    end_session(draft, book, session, result, abandon=abandon, sender=sender)
    return session


def end_session(
    draft: Draft, book: Rulebook, session: Session, result: Json | None, *, abandon: bool, sender: Sender = HOST
) -> None:
    """Close a session, and void what still waits in it."""
    reason: Why = "abandoned" if abandon else "closed"
    end_with(draft, book, session, SessionClosed(result=result_for_event(result, 0), reason=reason), sender)


def end_with(draft: Draft, book: Rulebook, session: Session, closed: SessionClosed, sender: Sender) -> None:
    """Void what still waits in a session, and close it as this event says."""
    id = session.id
    for action in store.pending_actions(draft.reading(id), id) if session.pending else ():
        state = load_state(draft.reading(id), session, action)
        void_action(draft, book, state, reason=ABANDONED, sender=sender, alone=sender == SERVICE)
    append(draft, session, closed)
    reveal_all(draft, session)


def result_for_event(result: Json | None, seat: int) -> Json | None:
    """A result as events have it: its note can be forgotten."""
    return result and {**result, "note": personal(result.get("note"), seat)}


def decline_to_close(draft: Draft, id: str, caller: Caller) -> Session:
    """Log that the host or a seat declines to close the session as others propose, with which the proposal ends.

    An answer that is sent a second time changes nothing. Raises Problem: session-closed (409); stale (409) where nobody
    proposes it.
    """
    session, sender = session_to_play(draft, id, caller)
    if session.status == "closed":
        raise Problem("session-closed")
    if session.proposal is None:
        said = events_about(draft.reading(id), id, None, ("close-proposed", "close-declined"))[-1:]
        if [body_of(event).get("by") for event in said] == [sent_by(sender)]:
            return session
        raise Problem("stale", at=("agree",), reason="no-proposal")
    append(draft, session, CloseDeclined(by=sent_by(sender)))
    draft.made(id, None)
    return session


def check_closable(session: Session, result: Json | None, *, abandon: bool) -> None:
    """Raise Problem where the session cannot be closed in this way.

    session-closed (409); questions-open (409) where actions wait and `abandon` is false; seats-unclear (422) where the
    result names a seat that does not exist.
    """
    if session.status == "closed":
        raise Problem("session-closed")
    if session.pending and not abandon:
        raise Problem("questions-open", params={"count": session.pending})
    if session.seats and result is not None:
        named: list[tuple[Path, int]] = [(("winner",), result["winner"])] if result["winner"] else []
        named += [(("scores", seat), int(seat)) for seat in result["scores"] or {}]
        for at, seat in named:
            if seat > len(session.seats):
                raise no_such_seat(session, seat, "result", *at)


def all_agree_to_close(draft: Draft, session: Session, seat: Sender, result: Json | None, *, abandon: bool) -> bool:
    """Log that a seat proposes to close the session so. Returns whether all seats have now proposed the same."""
    proposal = proposal_to_close(session.proposal, seat, result, abandon=abandon)
    if proposal["seats"] == [seat]:
        require_not_refused(draft, session, seat, None)
    if proposal != session.proposal:
        anew = session.proposal is not None and proposal["seats"] == [seat]
        append(
            draft, session, CloseProposed(seat=seat, result=result_for_event(result, seat), abandon=abandon, anew=anew)
        )
    return voices(session) <= {*proposal["seats"]}
