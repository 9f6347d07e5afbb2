"""The routes that say whether the process runs, and whether it can do its work."""

from shutil import disk_usage
from typing import Literal, NotRequired

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool
from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError
from typing_extensions import TypedDict

from app.api.context import Context
from app.persistence.connecting.refusals import first_line
from app.persistence.connecting.revisions import is_current
from app.services.document_types import document

MEGABYTE = 2**20


@document
class Health(TypedDict):
    """Whether the service works."""

    status: Literal["ok", "unavailable"]
    """`ok`, or `unavailable` if the service cannot do its work now."""
    reason: NotRequired[str]
    """Why it is unavailable: `stopping`, `read-only`, `disk-full`, `disk-nearly-full`, `other-revision` or
    `database`. Absent if it is available."""


NOT_KEPT = {"Cache-Control": "no-store"}
"""What is true at this moment alone."""


def health_routes(context: Context) -> APIRouter:
    """The routes for health and readiness."""
    router = APIRouter(tags=["health"])

    @router.get(
        "/healthz",
        operation_id="health",
        summary="Check that the process is alive",
        response_description="The process is alive.",
    )
    async def health(response: Response) -> Health:
        """Use this as the liveness probe of the process. It does not use the database."""
        response.headers.update(NOT_KEPT)
        return Health(status="ok")

    @router.get(
        "/readyz",
        operation_id="readiness",
        response_model=Health,
        responses={503: {"model": Health, "description": "The service cannot do its work now."}},
        summary="Check that the service can do its work",
        response_description="The service can do its work.",
    )
    async def readiness() -> Response:
        """Use this as the readiness probe of a load balancer.

        The service is ready while the database accepts writes and has free space, this program works with the revision
        of the database, and the process is not stopping.
        """
        reason = await run_in_threadpool(why_not, context)
        health = Health(status="unavailable", reason=reason) if reason else Health(status="ok")
        return Response(to_json(health), 503 if reason else 200, NOT_KEPT, "application/json")

    return router


def why_not(context: Context) -> str | None:
    """Why the service cannot do its work now, or not much longer; None where it can."""
    database, least = context.database, context.settings.free_megabytes
    if context.stopping.is_set():
        return "stopping"
    if not context.writer.can_write:
        return context.writer.cause or "database"
    try:
        if not is_current(database):
            return "other-revision"
        if database.path is not None and least and disk_usage(database.path).free < least * MEGABYTE:
            return "disk-nearly-full"
    except (SQLAlchemyError, OSError) as failure:
        context.reading.failed(first_line(failure))
        return "database"
    return None
