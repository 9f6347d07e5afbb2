"""The questions whether seats agree to what others propose: that an action becomes void, that the session is closed."""

from collections.abc import Mapping

import sqlalchemy as sa

from app.domain.record import seat_name
from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Action, Session
from app.services.documents.question import ChoiceQuestion
from app.services.rulebooks.texts import Texts

ASSENT = "assent"
"""The name of the question."""


def assents(connection: sa.Connection, session: Session, texts: Texts) -> list[ChoiceQuestion]:
    """For each proposal of seats, the question to each other seat whether it agrees."""
    if session.status == "closed" or not session.seats:
        return []
    proposed = store.proposed_actions(connection, session.id)
    if session.is_game:
        proposed = [action for action in proposed if action.number == session.last_number]
    found: list[ChoiceQuestion] = []
    for action in proposed:
        proposal, seen = action.proposal or {}, len(store.entries_of(connection, session.id, action.number))
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
    about = f"{context['proposal']}_because" if context.get("reason") else context["proposal"]
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
