"""Parameters that several routes have in common."""

from typing import Annotated

from fastapi import Path
from pydantic import AfterValidator

Small = AfterValidator(str.lower)
"""Ids are stored in small letters; some platforms write them in capitals."""

Slug = Annotated[str, Path(description="The slug of the ruleset.")]
SessionId = Annotated[str, Path(max_length=100, description="The id of the session."), Small]
SeatNumber = Annotated[int, Path(ge=1, le=8, description="The number of the seat.")]
PlaceNumber = Annotated[int, Path(ge=0, le=8, description="The number of the seat; 0 is the place of the host.")]
ActionNumber = Annotated[
    int,
    Path(
        description="The number of the action in its session.",
        json_schema_extra={"minimum": 1, "maximum": 2**31 - 1},  # told, not checked: any other is not found (404)
    ),
]
