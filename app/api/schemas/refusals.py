"""Problem documents for OpenAPI, with the members that some codes add."""

from functools import cache
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.api.refusals.problems import ProblemDocument
from app.errors import STATUS
from app.services.document_types import Format, document, members_of, retyped, shown_model
from app.services.documents.question import Question

CODES: Any = Literal[tuple(STATUS)]


@document
class ExpectedFaces(TypedDict):
    """The dice that a roll asks for."""

    by: Literal["attacker", "defender"] | None
    """Who rolls; null outside of an attack."""
    die: str
    """The name of the die."""
    count: int
    """How many dice have to be thrown."""
    faces: list[int | str]
    """All faces of the die, in order; the answer may contain no others."""


@cache
def problem_document() -> Any:
    """A problem document with the members that some codes add."""
    pending = Field(description="With the code `stale`: the question that is open now; null where none is.")
    expected = Field(description="With the code `illegal-dice`: the faces that the roll asks for.")
    types: dict[str, Any] = {"type": Annotated[str, Format("uri-reference")], "code": CODES}
    members = {
        **retyped(members_of(ProblemDocument), types),
        "pending": NotRequired[Annotated[Question | None, pending]],
        "expected": NotRequired[Annotated[ExpectedFaces, expected]],
    }
    return shown_model("ProblemDocument", ProblemDocument.__doc__ or "", members)
