"""Agree to what other seats propose about an action, or decline it."""

from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from app.errors import Problem
from app.persistence.queries.logged_events import body_of, events_about
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Caller, Sender, sent_by, session_to_play
from app.services.actions.attack import AttackInput, replace_or_propose
from app.services.actions.dice import with_revealed_seed
from app.services.actions.move import MoveInput, replace_move_or_propose
from app.services.actions.state import ActionState, closed, read_state
from app.services.actions.void import check_voidable, void_or_propose
from app.services.events.action import VoidDeclined
from app.services.events.event import append
from app.services.rulebooks.registry import Rulebook

VOIDING = ("void-proposed", "void-declined", "action-voided")
"""The types of the events that tell how a proposal about an action went."""


@dataclass(frozen=True, slots=True)
class Assent:
    """Whether a seat, or the host for all, agrees to what is proposed about an action."""

    agree: bool
    seen: int | None
    """The length of the record that the client had read; None where it does not say."""
    order_for: Callable[[Session, Json], AttackInput | MoveInput]
    """Reads the request of an attack or a move that takes the place of the action."""


def answer_proposal(draft: Draft, book: Rulebook, id: str, number: int, caller: Caller, assent: Assent) -> ActionState:
    """Agree to what seats propose about an action, or decline it, with which the proposal ends.

    What the host agrees to is done. Where the rules of a waiting action have changed, the service proposes to void it.
    An answer that is sent a second time changes nothing. Raises Problem: stale (409) where nobody proposes anything, or
    the record is not as long as `seen`; action-closed (409) where the action is void; what void_or_propose(),
    replace_or_propose() and replace_move_or_propose() raise.
    """
    session, sender = session_to_play(draft, id, caller)
    connection = draft.reading(id)
    state = read_state(connection, book, session, number)
    own: Json | None = {"reason": None} if state.rules_changed and assent.agree else None
    proposal = state.action.proposal or own
    if proposal is None or state.action.status == "void":
        if is_repeated(connection, state, sender, assent):
            return with_revealed_seed(draft, state)
        if state.action.status == "void":
            raise closed(state.action)
        raise Problem("stale", at=("agree",), reason="no-proposal", extra={"state": state})
    if assent.seen is not None and assent.seen != len(state.entries):
        raise Problem("stale", at=("seen",), params={"seen": len(state.entries)}, extra={"state": state})
    if not assent.agree:
        return decline_to_void(draft, state, sender)
    if "replacement" not in proposal:
        return void_or_propose(draft, book, id, number, caller, proposal["reason"])
    order = assent.order_for(session, proposal["replacement"])
    if isinstance(order, MoveInput):
        replace_move_or_propose(draft, book, order, state, sender)
    else:
        replace_or_propose(draft, order, state, sender)
    draft.made(id, number)
    return with_revealed_seed(draft, state)


def is_repeated(connection: sa.Connection, state: ActionState, sender: Sender, assent: Assent) -> bool:
    """Whether the proposal that was made last came to its end by this very answer of this sender."""
    said, since = sent_by(sender), list[Json]()
    for event in events_about(connection, state.session.id, state.action.number, VOIDING):
        body = body_of(event)
        since = [body] if since and since[-1]["type"] == "void-declined" else [*since, body]
    if not since:
        return False
    if not assent.agree:
        return bool(since[-1]["type"] == "void-declined" and since[-1]["by"] == said)
    agreed = [body.get("by") if sender == HOST else {"seat": body.get("seat")} for body in since]
    return bool(since[-1]["type"] == "action-voided" and said in agreed)


def decline_to_void(draft: Draft, state: ActionState, sender: Sender) -> ActionState:
    """Log that the host or a seat declines to void the action. Raises what check_voidable() raises."""
    check_voidable(state)
    session, action = state.session, state.action
    append(draft, session, VoidDeclined(action=action.number, by=sent_by(sender)), action)
    draft.made(session.id, action.number)
    return with_revealed_seed(draft, state)
