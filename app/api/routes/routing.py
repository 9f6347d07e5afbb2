"""The routers of the API: strict routes under one prefix."""

from typing import Any

from fastapi import APIRouter

from app.api.refusals.problems import REFUSALS
from app.api.requests.strict import StrictRoute

NEEDS_TOKEN: dict[str, Any] = {"security": [{"bearer": []}]}
"""What the document says of an operation that nobody may use without a token; to others a token may be sent."""


class Routes(APIRouter):
    """Strict routes under one prefix, each of which may be refused as every route may."""

    def __init__(self, prefix: str = "", **options: Any) -> None:
        super().__init__(prefix=prefix, **{"route_class": StrictRoute, "responses": REFUSALS, **options})
