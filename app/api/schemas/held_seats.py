"""The answer that tells how all games stand of which somebody has tokens."""

from functools import cache
from types import GenericAlias
from typing import Any

from pydantic import BaseModel

from app.api.schemas.refusals import problem_document
from app.services.document_types import described, one_of_these, shown_model
from app.services.history.held_seats import HeldSeatShown


@cache
def held_seats_answer() -> type[BaseModel]:
    """How the session of each seat stands, or why nobody can tell."""
    refused: Any = problem_document()
    why = described(refused, "Why nothing is told: mostly because the token is not, or no longer, that of a seat.")
    problem = shown_model("HeldSeatProblem", "A token of which nothing is told.", {"problem": why})
    item = one_of_these("HeldSeat", None, "A seat with its session, or a `problem`.", HeldSeatShown, problem)
    items = described(GenericAlias(list, (item,)), "One for each token, in the same order.")
    return shown_model("HeldSeatsAnswer", "How the session of each seat stands.", {"items": items})
