"""The questions to seats for what they contribute to the dice."""

from collections.abc import Mapping

from typing_extensions import TypedDict

from app.domain.record import seat_name
from app.persistence.stored.rows import Session
from app.services.document_types import document
from app.services.documents.question import ChoiceQuestion, Member
from app.services.events.asked import COMMIT, REVEAL, asked_of_seats
from app.services.rulebooks.texts import Texts

MEMBERS: Mapping[str, Member] = {COMMIT: "commitment", REVEAL: "entropy"}
"""The member of the body that answers, by the name of the question."""


@document
class EntropyContext(TypedDict):
    """The seat that contributes to the dice."""

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
    by, member = seat_name(seat), MEMBERS[name]
    return {
        "kind": "choice",
        "action": None,
        "seen": session.seq,
        "seen_of": "log",
        "by": None,
        "seat": seat,
        "answer": {"path": f"/v1/sessions/{session.id}/seats/{seat}/entropy", "member": member},
        "rule": None,
        "question": name,
        "text": texts.find(f"question.{name}", {"by": by}) or name,
        "context": {"seat": seat},
        "choices": [],
        "choices_total": 0,
    }
