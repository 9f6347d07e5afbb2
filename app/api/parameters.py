"""Parameters of paths that several routes share."""

from typing import Annotated

from fastapi import Path

SessionId = Annotated[str, Path(max_length=100, description="The session's id.")]
SeatNumber = Annotated[int, Path(ge=1, le=8, description="The seat's number.")]
ActionNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The action's number in its session.")]
