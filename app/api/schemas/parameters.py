"""Parameters that several routes have in common."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Path
from pydantic_core import PydanticCustomError, core_schema

Slug = Annotated[str, Path(description="The slug of the ruleset.")]
SessionId = Annotated[str, Path(max_length=100, description="The id of the session.")]
SeatNumber = Annotated[int, Path(ge=1, le=8, description="The number of the seat.")]
ActionNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the action in its session.")]


@dataclass(frozen=True, slots=True)
class Form:
    """The form that a text has to have; who sends another is shown the example."""

    pattern: str
    example: str

    def checked(self, text: str) -> str:
        """The same text. Raises PydanticCustomError where it has another form."""
        if re.fullmatch(self.pattern, text) is None:
            raise PydanticCustomError("wrong_form", "This has another form than {example}.", {"example": self.example})
        return text

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {**handler(schema), "pattern": self.pattern, "examples": [self.example]}
