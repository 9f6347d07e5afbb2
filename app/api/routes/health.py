"""The routes that say whether the process runs, and whether it can do its work."""

from typing import Literal

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool
from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError
from typing_extensions import TypedDict

from app.api.context import Context
from app.persistence.connecting.refusals import first_line
from app.persistence.connecting.revisions import is_current
from app.services.typed import document


@document
class Health(TypedDict):
    """Whether the service works."""

    status: Literal["ok", "unavailable"]
    """`ok`, or `unavailable` where the service cannot do its work now."""


def health_routes(context: Context) -> APIRouter:
    """The routes for health and readiness."""
    router = APIRouter(tags=["health"])

    @router.get(
        "/healthz",
        operation_id="health",
        summary="Tell whether the process lives",
        response_description="The process lives.",
    )
    async def health() -> Health:
        """Use this as the liveness probe of whatever starts the process. It asks nothing of the database."""
        return Health(status="ok")

    @router.get(
        "/readyz",
        operation_id="readiness",
        response_model=Health,
        responses={503: {"model": Health, "description": "The service cannot do its work now."}},
        summary="Tell whether the service can do its work",
        response_description="The service can do its work.",
    )
    async def readiness() -> Response:
        """Use this as the readiness probe of a balancer.

        It is ready while the database takes what is written and this program works with its revision.
        """
        try:
            ready = context.writer.can_write and await run_in_threadpool(is_current, context.database)
        except SQLAlchemyError as failure:
            context.reading.failed(first_line(failure))
            ready = False
        body = to_json({"status": "ok" if ready else "unavailable"})
        return Response(body, 200 if ready else 503, media_type="application/json")

    return router
