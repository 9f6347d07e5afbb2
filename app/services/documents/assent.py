"""The questions whether seats agree to what others propose: that an action becomes void, that the session is closed."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.domain.record import seat_name
from app.persistence.queries import logged_events, store
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Action, Session
from app.services.actions.state import redacted
from app.services.documents.question import ChoiceQuestion
from app.services.events.shapes import SessionResultShown
from app.services.rulebooks.texts import Texts
from app.services.sight import Sight
from app.services.typed import document

ASSENT = "assent"
"""The name of the question."""


@document
class AssentContext(TypedDict):
    """What seats propose."""

    proposal: Literal["void", "replace", "close"]
    """`void`: an action becomes void; `replace`: another takes its place; `close`: the session is closed."""
    seats: list[int]
    """The numbers of the seats that propose it, or have agreed."""
    action: NotRequired[int]
    """The number of the action; absent where the session is to be closed."""
    reason: NotRequired[str | None]
    """Why the action should become void; null where nobody said, absent where the session is to be closed."""
    replacement: NotRequired[dict[str, Any]]
    """The request of the attack or the move that is to take its place; absent where none is."""
    result: NotRequired[SessionResultShown | None]
    """The result with which the session is to be closed; absent where it is about an action."""
    abandon: NotRequired[bool]
    """Whether actions that still wait should become void; absent where it is about an action."""


def assents(connection: sa.Connection, session: Session, texts: Texts, sight: Sight) -> list[ChoiceQuestion]:
    """For each proposal of seats, the question to each other seat whether it agrees."""
    if session.status == "closed" or not session.seats:
        return []
    proposed = store.proposed_actions(connection, session.id)
    if session.is_game:
        proposed = [action for action in proposed if action.number == session.last_number]
    found: list[ChoiceQuestion] = []
    for action in proposed:
        proposal = action.proposal or {}
        if "replacement" in proposal and not sight.is_whole:
            proposal = {**proposal, "replacement": redacted(proposal["replacement"])}
        seen = len(logged_events.entries_of(connection, session.id, action.number))
        found += [void_assent(action, proposal, seat, seen, texts) for seat in others(session, proposal)]
    if session.proposal:
        found += [close_assent(session, session.proposal, seat, texts) for seat in others(session, session.proposal)]
    return found


def others(session: Session, proposal: Json) -> list[int]:
    """The seats that have not agreed to a proposal yet."""
    return [seat.seat for seat in session.seats if seat.seat not in proposal["seats"]]


def void_assent(action: Action, proposal: Json, seat: int, seen: int, texts: Texts) -> ChoiceQuestion:
    """The question to a seat whether an action becomes void."""
    replaced = {"replacement": proposal["replacement"]} if "replacement" in proposal else {}
    kind = "replace" if replaced else "void"
    about = {"proposal": kind, "seats": proposal["seats"], "reason": proposal["reason"], "action": action.number}
    context = {**about, **replaced}
    choices = {True: {"agree": True}, False: {"agree": False}}
    return assent(context, seat, seen, choices, texts)


def close_assent(session: Session, proposal: Json, seat: int, texts: Texts) -> ChoiceQuestion:
    """The question to a seat whether the session is closed. Its choices are bodies for closing the session."""
    terms = {"result": proposal["result"], "abandon": proposal["abandon"]}
    context = {"proposal": "close", "seats": proposal["seats"], **terms}
    return assent(context, seat, session.seq, {True: terms, False: {"agree": False}}, texts)


def assent(context: Json, seat: int, seen: int, choices: Mapping[bool, Json], texts: Texts) -> ChoiceQuestion:
    """The question to a seat whether it agrees to a proposal."""
    proposers = [seat_name(other) for other in context["seats"]]
    params = {**context, "by": seat_name(seat), "proposers": proposers}
    about = context["proposal"]
    if context.get("reason"):
        about = f"{about}_because"
    elif "action" in context.get("replacement", {}):
        about = f"{about}_move"
    return {
        "kind": "choice",
        "action": context.get("action"),
        "seen": seen,
        "by": seat_name(seat),
        "seat": seat,
        "rule": None,
        "question": ASSENT,
        "text": texts.find(f"question.{ASSENT}", params, varied=about) or ASSENT,
        "context": context,
        "choices": [
            {"choice": choice, "text": texts.find(f"choice.{ASSENT}", {}, varied=agree) or ASSENT, "leads_to": None}
            for agree, choice in choices.items()
        ],
        "choices_total": len(choices),
    }
