"""What becomes of proposals in games with clocks: a move withdraws them, and what was refused waits for one."""

from app.errors import Problem
from app.persistence.queries.logged_events import body_of, events_about, events_of_types
from app.persistence.stored.codec import ACTOR
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import Sender, sent_by
from app.services.actions.state import newest_action
from app.services.events.action import ActionDeclared, VoidDeclined, VoidProposed
from app.services.events.clocks import is_by_turns
from app.services.events.event import append
from app.services.events.session import CloseDeclined, CloseProposed


def withdraw_proposals(draft: Draft, session: Session, seat: Sender) -> None:
    """Log that a seat that moves no longer proposes what it has proposed, where clocks run by turns."""
    if not is_by_turns(session):
        return
    if session.proposal is not None and seat in session.proposal["seats"]:
        append(draft, session, CloseDeclined(by=sent_by(seat)))
    action = newest_action(draft, session)
    if action.status != "void" and action.proposal is not None and seat in action.proposal["seats"]:
        append(draft, session, VoidDeclined(action=action.number, by=sent_by(seat)), action)


def require_not_refused(draft: Draft, session: Session, seat: Sender, number: int | None) -> None:
    """Raise Problem stale (409) where others have refused what the seat proposes, and it has not moved since.

    `number`: the action that it wants void; None where it wants the session closed. Only where clocks run by turns.
    """
    if not is_by_turns(session) or not isinstance(seat, int):
        return
    kinds = (CloseProposed.type, CloseDeclined.type) if number is None else (VoidProposed.type, VoidDeclined.type)
    has_proposed, refused_at = False, 0
    for event in events_about(draft.reading(session.id), session.id, number, kinds):
        body = body_of(event)
        if event.type in (CloseProposed.type, VoidProposed.type):
            has_proposed = has_proposed or body["seat"] == seat
        elif has_proposed:
            has_proposed, refused_at = False, 0 if body["by"] == sent_by(seat) else event.seq
    if refused_at and not has_moved_since(draft, session, seat, refused_at):
        raise Problem("stale", reason="refused-before")


def has_moved_since(draft: Draft, session: Session, seat: Sender, seq: int) -> bool:
    """Whether a seat has made a move after an event."""
    declared = events_of_types(draft.reading(session.id), session.id, (ActionDeclared.type,), session.seq)
    return any(event.seq > seq and body_of(event)["seats"].get(ACTOR) == seat for event in declared)
