"""Whether a seat takes its own move back without asking the others: a slip, before anything came of it."""

from app.persistence.queries.logged_events import body_of, events_about, events_for_action
from app.persistence.stored.codec import ACTOR
from app.persistence.stored.rows import Event, Session
from app.persistence.writing.draft import Draft
from app.services.access import Sender, sent_by
from app.services.actions.revealed import has_revealed
from app.services.actions.state import ActionState
from app.services.events.action import ActionVoided, DeadlinePassed, EntriesAdded
from app.services.events.clocks import ClockExpired
from app.services.events.fold import IN_A_ROW
from app.services.rulebooks.registry import Rulebook

OWN = ("seat", "request", "rules")
"""The sources of choices that no policy and no host has made."""


def is_slip(draft: Draft, book: Rulebook, state: ActionState, sender: Sender) -> bool:
    """Whether the session lets the sender take this move back at once: nobody learned anything, and nothing was rolled.

    It is the newest move of a game, which the sender made for itself. Everything is told by the log.
    """
    session, action = state.session, state.action
    return (
        session.is_game
        and session.take_back == "free"
        and action.number == session.last_number
        and action.sent_by == sent_by(sender)
        and action.seats.get(ACTOR) == sender
        and not any(entry["kind"] == "rolled" for entry in state.entries)
        and is_answered_by_itself(draft, state, sender)
        and not has_revealed(draft, book, state)
        and not any(event.seq > action.seq for event in fallen(draft, session))
        and taken_back_before(draft, session, sender) < IN_A_ROW
    )


def is_answered_by_itself(draft: Draft, state: ActionState, sender: Sender) -> bool:
    """Whether nobody but the sender has answered in the move, no policy either, and no time ran out."""
    id, number = state.session.id, state.action.number
    events = [body_of(event) for event in events_for_action(draft.reading(id), id, number) if event.action == number]
    return (
        all(event["sent_by"] == sent_by(sender) for event in events if event["type"] == EntriesAdded.type)
        and all(event["type"] != DeadlinePassed.type for event in events)
        and all(entry["source"] in OWN for entry in state.entries if entry["kind"] == "chose")
    )


def fallen(draft: Draft, session: Session) -> list[Event]:
    """The events with which clocks of the session have fallen."""
    return events_about(draft.reading(session.id), session.id, None, (ClockExpired.type,)) if session.clock else []


def taken_back_before(draft: Draft, session: Session, sender: Sender) -> int:
    """How many moves the sender has taken back without asking right before the newest one."""
    connection, found = draft.reading(session.id), 0
    for number in range(session.last_number - 1, 0, -1):
        voided = events_about(connection, session.id, number, (ActionVoided.type,))
        if [body_of(event)["by"] for event in voided] != [sent_by(sender)]:
            break
        found += 1
    return found
