"""The routers of the API: strict routes under one prefix."""

from typing import Any

from fastapi import APIRouter
from starlette.routing import Match
from starlette.types import Scope

from app.api.problems import REFUSALS
from app.api.schemas.strict import StrictRoute


class Routes(APIRouter):
    """Strict routes under one prefix, each of which may be refused as every route may.

    A path is compared with them only where it has what their prefix begins with: there are hundreds of routes.
    """

    def __init__(self, prefix: str = "", **options: Any) -> None:
        super().__init__(prefix=prefix, **{"route_class": StrictRoute, "responses": REFUSALS, **options})
        self._start = prefix.partition("{")[0]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """How well a request fits one of the routes."""
        return super().matches(scope) if self._start in scope["path"] else (Match.NONE, {})
