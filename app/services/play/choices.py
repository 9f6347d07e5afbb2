"""Which of the legal choices of a question are listed, and in which order."""

from itertools import islice

from app.domain.record import By
from app.domain.table import Question
from app.services.rulebooks.registry import Rulebook

LISTED = 100
"""How many choices a question lists at most. Legal choices that are not listed are accepted too."""


def listed_choices(question: Question[object]) -> list[object]:
    """The choices that are listed, in the order of the question."""
    return list(islice(question.options(), LISTED))


def default_first(book: Rulebook, question: Question[object], by: By) -> list[object]:
    """The choice of the default policy, which may search long for it, then the others in the order of the question."""
    best = next(iter(book.ruleset.policies.values()))(question, by)
    others = (choice for choice in question.options() if not question.is_like(choice, best))
    return [best, *islice(others, LISTED - 1)]
