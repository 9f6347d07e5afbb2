"""Calls for the judge: a seat or the host says that one is wanted at the table, or no more."""

from app.errors import Problem
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import Caller, sent_by, session_to_play
from app.services.events.event import append
from app.services.events.seats import JudgeCalled


def call_judge(draft: Draft, id: str, caller: Caller, *, wanted: bool) -> Session:
    """Log that a judge is wanted at the table, or no more; it changes nothing else.

    Raises Problem: not-allowed (403) unless the sender is the host or a seat, not-found (404), session-closed (409).
    """
    session, sender = session_to_play(draft, id, caller)
    if session.status == "closed":
        raise Problem("session-closed")
    append(draft, session, JudgeCalled(wanted=wanted, by=sent_by(sender)))
    draft.made(id, None)
    return session
