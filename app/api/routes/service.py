"""The route of the service's own document."""

from functools import cache

from fastapi import APIRouter, Request, Response

from app.api.answers.conditional import UNCHANGED
from app.api.answers.kept import Kept, kept_json
from app.api.context import Context
from app.api.reading.callers import caller_of
from app.api.routes.routing import Routes
from app.services.documents.service import ServiceDocument, service_document
from app.version import VERSION


def service_routes(context: Context) -> APIRouter:
    """The route of the service's own document."""
    router = Routes(tags=["service"])

    @cache
    def kept() -> Kept:
        address = context.settings.public_url or ""
        return kept_json(service_document(context.books, VERSION, context.languages, address))

    @router.get(
        "/v1",
        response_model=ServiceDocument,
        operation_id="get_service",
        responses=UNCHANGED,
        summary="Read what this service is",
        response_description="The service in short.",
    )
    async def service(request: Request) -> Response:
        """Use this first: it shows the version, the rulesets with their languages, and where the documentation is."""
        await context.require_known(caller_of(request))
        return kept().response(request, context)

    return router
