"""The questions to seats for what they bring to the setup of a game, and who has brought it."""

from typing import Any

from typing_extensions import TypedDict

from app.domain.record import seat_name
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.document_types import document
from app.services.documents.question import ChoiceQuestion
from app.services.events.asked import asked_to_bring
from app.services.rulebooks.texts import Texts
from app.services.sessions.lists import BRING, are_shown

ASKED_BY = 1
"""The number of the event that asks every seat for its list: the opening of the session."""


@document
class BringContext(TypedDict):
    """The seat that brings a list, and the limits of the list."""

    seat: int
    """The number of the seat."""
    limits: dict[str, Any]
    """The limits of the list, without its reserve."""


@document
class BringShown(TypedDict):
    """The lists that seats bring to the setup of the game."""

    limits: dict[str, dict[str, Any]]
    """The limits of the list of each such seat, by its number, without its reserve."""
    reserves: list[int]
    """The numbers of the seats that have a list in reserve."""
    brought: list[int]
    """The numbers of the seats that have brought their lists."""
    shown: bool
    """Whether all see the lists: after all are in, and the game has begun. The first action has them in its setup."""
    refused: int | None
    """The number of the seat that refused the shown lists; null if none did."""


def bring_document(session: Session) -> Json | None:
    """What seats bring, and who has; None where nobody brings anything."""
    return session.bring and {**session.bring, "shown": are_shown(session)}


def bring_questions(session: Session, texts: Texts) -> list[ChoiceQuestion]:
    """For each seat that has yet to bring its list, the question for it.

    They have no choices: a list answers them, which goes to `…/seats/{n}/list`.
    """
    return [question_to(session, seat, texts) for seat in asked_to_bring(session)]


def question_to(session: Session, seat: int, texts: Texts) -> ChoiceQuestion:
    """The question `bring-list` to a seat. It stays the same whatever the other seats do."""
    limits = (session.bring or {})["limits"][str(seat)]
    return {
        "kind": "choice",
        "action": None,
        "seen": ASKED_BY,
        "seen_of": "log",
        "by": None,
        "seat": seat,
        "answer": {"path": f"/v1/sessions/{session.id}/seats/{seat}/list", "member": "list"},
        "rule": None,
        "question": BRING,
        "text": bring_text(seat, texts),
        "context": {"seat": seat, "limits": limits},
        "choices": [],
        "choices_total": 0,
    }


def bring_text(seat: int, texts: Texts) -> str:
    """The question `bring-list` to a seat in words."""
    return texts.find(f"question.{BRING}", {"by": seat_name(seat)}) or BRING
