"""The questions to seats for what they contribute to the dice."""

from typing_extensions import TypedDict

from app.domain.record import seat_name
from app.persistence.stored.rows import Session
from app.services.documents.question import ChoiceQuestion
from app.services.rulebooks.texts import Texts
from app.services.sessions.shares import asked_of_seats
from app.services.typed import document


@document
class EntropyContext(TypedDict):
    """Who contributes to the dice."""

    seat: int
    """The number of the seat."""


def entropy_questions(session: Session, texts: Texts) -> list[ChoiceQuestion]:
    """For each seat that has to contribute, the question for its commitment or for what it reveals.

    They have no choices: what answers them is random, and goes to `…/seats/{n}/entropy`.
    """
    if session.status == "closed":
        return []
    return [question_to(session, seat, name, texts) for seat, name in asked_of_seats(session).items()]


def question_to(session: Session, seat: int, name: str, texts: Texts) -> ChoiceQuestion:
    """The question `commit-entropy` or `reveal-entropy` to a seat."""
    by = seat_name(seat)
    return {
        "kind": "choice",
        "action": None,
        "seen": session.seq,
        "by": by,
        "seat": seat,
        "rule": None,
        "question": name,
        "text": texts.find(f"question.{name}", {"by": by}) or name,
        "context": {"seat": seat},
        "choices": [],
        "choices_total": 0,
    }
