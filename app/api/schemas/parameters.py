"""Parameters that several routes have in common."""

import re
from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator

from app.services import pages

Small = AfterValidator(str.lower)
"""Ids are stored in small letters; some platforms write them in capitals."""
NO_ID = "0" * 32
"""What is looked for in the place of an id that is none: nothing has it, for what is stored has hyphens."""
_UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def sought(sent: str) -> str:
    """The id to look for: the one that was sent, in small letters; one that nothing has, where that is no UUID.

    So what is no id is not found, like any that does not exist, before a database or a digest meets its letters.
    """
    id = sent.lower()
    return id if _UUID.fullmatch(id) else NO_ID


Sought = AfterValidator(sought)

Slug = Annotated[str, Path(description="The slug of the ruleset.")]
SessionId = Annotated[str, Path(max_length=100, description="The id of the session."), Sought]
SeatNumber = Annotated[int, Path(ge=1, le=8, description="The number of the seat.")]
PlaceNumber = Annotated[int, Path(ge=0, le=8, description="The number of the seat; 0 is the place of the host.")]
Limit = Annotated[
    int, Query(ge=1, le=200, description="How many items a page has at most; it ends earlier where they are large.")
]
Cursor = Annotated[
    str | None, Query(max_length=400, description="The `next` of the page before; absent for the first page.")
]
Order = Annotated[pages.Order, Query(description="Which items come first: the newest or the oldest.")]
ActionNumber = Annotated[
    int,
    Path(
        description="The number of the action in its session.",
        json_schema_extra={"minimum": 1, "maximum": 2**31 - 1},  # told, not checked: any other is not found (404)
    ),
]
