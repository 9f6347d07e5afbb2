"""The questions whether seats agree to what others propose: that an action becomes void, that the session is closed.

Where the rules of a waiting action have changed, nobody has to propose that: all who can end it are asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.domain.record import seat_name
from app.persistence.queries import logged_events, store
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.rows import Action, Session
from app.services.access import voices
from app.services.actions.state import ActionState, as_sent_today, redacted
from app.services.document_types import document
from app.services.documents.question import ChoiceQuestion, answers_to
from app.services.events.shapes import SessionResultShown
from app.services.rulebooks.texts import Texts
from app.services.view_rights import ViewRights

ASSENT = "assent"
"""The name of the question."""


@document
class AssentContext(TypedDict):
    """What seats propose."""

    proposal: Literal["void", "replace", "close"]
    """`void`: an action becomes void; `replace`: another takes its place; `close`: the session is closed."""
    seats: list[int]
    """The numbers of the seats that propose it, or have agreed; empty if it is asked because rules have changed."""
    action: NotRequired[int]
    """The number of the action; absent if the session is to be closed."""
    reason: NotRequired[str | None]
    """Why the action should become void; null if nobody said, absent if the session is to be closed."""
    replacement: NotRequired[dict[str, Any]]
    """The request of the attack or the move that is to replace it; absent if the proposal has none."""
    result: NotRequired[SessionResultShown | None]
    """The result with which the session is to be closed; absent if the proposal is about an action."""
    abandon: NotRequired[bool]
    """Whether actions that still wait should become void; absent if the proposal is about an action."""


def assents(
    connection: sa.Connection, session: Session, changed: list[ActionState], texts: Texts, sight: ViewRights
) -> list[ChoiceQuestion]:
    """For each proposal of seats, the question to each other seat whether it agrees.

    So is asked whether an action of `changed` becomes void, whose rules have changed while it waited, or whether the
    session is closed where it opens a game: each seat, or without seats the host.
    """
    if session.status == "closed":
        return []
    stuck = {state.action.number: state.action for state in changed}
    proposed = store.proposed_actions(connection, session.id) if session.seats else []
    if session.is_game:
        proposed = [action for action in proposed if action.number == session.last_number]
    voidable = {number: action for number, action in stuck.items() if action.kind != OPENING}
    found: list[ChoiceQuestion] = []
    for number, action in sorted({**voidable, **{action.number: action for action in proposed}}.items()):
        proposal = action.proposal or NOBODY_S
        if "replacement" in proposal and not sight.is_whole:
            proposal = {**proposal, "replacement": redacted(proposal["replacement"])}
        seen = len(logged_events.entries_of(connection, session.id, number))
        asked = others(session, proposal)
        found += [void_assent(action, proposal, seat, seen, texts, is_stuck=number in stuck) for seat in asked]
    is_stuck = len(voidable) < len(stuck)
    closing = session.proposal or ({**NOBODY_S, "result": None, "abandon": True} if is_stuck else None)
    if closing:
        asked = others(session, closing)
        found += [close_assent(session, closing, seat, texts, is_stuck=is_stuck) for seat in asked]
    return found


NOBODY_S: Json = {"seats": [], "reason": None}
"""What stands in the place of a proposal where rules have changed."""


def others(session: Session, proposal: Json) -> Sequence[int | None]:
    """The seats that have not agreed to a proposal yet; without seats the host, as None."""
    return sorted(voices(session) - {*proposal["seats"]}) if session.seats else [None]


def void_assent(
    action: Action, proposal: Json, seat: int | None, seen: int, texts: Texts, *, is_stuck: bool
) -> ChoiceQuestion:
    """The question whether an action becomes void. `is_stuck`: nothing else can become of it."""
    replaced = {"replacement": as_sent_today(proposal["replacement"])} if "replacement" in proposal else {}
    kind = "replace" if replaced else "void"
    context = {"proposal": kind, "seats": proposal["seats"], "reason": proposal["reason"], "action": action.number}
    choices = {True: {"agree": True}, False: {"agree": False}}
    asked = Proposed(answers_to(action.session_id, action.number), seen, "record", seat)
    return assent({**context, **replaced}, asked, choices, texts, is_stuck=is_stuck and not replaced)


def close_assent(session: Session, proposal: Json, seat: int | None, texts: Texts, *, is_stuck: bool) -> ChoiceQuestion:
    """The question whether the session is closed. Its choices are bodies for closing the session."""
    terms = {"result": proposal["result"], "abandon": proposal["abandon"]}
    context = {"proposal": "close", "seats": proposal["seats"], **terms}
    asked = Proposed(f"/v1/sessions/{session.id}/close", session.seq, "log", seat)
    return assent(context, asked, {True: terms, False: {"agree": False}}, texts, is_stuck=is_stuck)


@dataclass(frozen=True, slots=True)
class Proposed:
    """To whom a proposal is put, and where the answer goes."""

    path: str
    seen: int
    seen_of: Literal["record", "log"]
    seat: int | None
    """The number of the seat; None for the host."""


def assent(
    context: Json, asked: Proposed, choices: Mapping[bool, Json], texts: Texts, *, is_stuck: bool
) -> ChoiceQuestion:
    """The question to a seat, or to the host, whether it agrees to a proposal.

    `is_stuck`: it can only agree, because the rules of a waiting action have changed.
    """
    by = "host" if asked.seat is None else seat_name(asked.seat)
    proposers = [seat_name(other) for other in context["seats"]]
    params = {**context, "by": by, "proposers": proposers}
    about = context["proposal"]
    if is_stuck:
        about, choices = f"{about}_rules-changed", {True: choices[True]}
    elif context.get("reason"):
        about = f"{about}_because"
    elif "move" in context.get("replacement", {}):
        about = f"{about}_move"
    return {
        "kind": "choice",
        "action": context.get("action"),
        "seen": asked.seen,
        "seen_of": asked.seen_of,
        "by": None,
        "seat": asked.seat,
        "answer": {"path": asked.path, "member": "choice"},
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
