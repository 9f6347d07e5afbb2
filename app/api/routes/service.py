"""The routes that tell what this service is, and who a caller is."""

from functools import cache, partial

from fastapi import APIRouter, Request, Response

from app.api.context import Context
from app.api.requests.callers import caller_of
from app.api.responses.cached_document import CachedDocument, cached_json
from app.api.responses.conditional import UNCHANGED
from app.api.responses.json_response import json_response
from app.api.routes.routing import Routes
from app.services.access import CallerShown, shown
from app.services.documents.service import ServiceDocument, service_document
from app.version import VERSION


def service_routes(context: Context) -> APIRouter:
    """The routes that tell what this service is, and who a caller is."""
    router = Routes(tags=["service"])

    @cache
    def kept() -> CachedDocument:
        address = context.settings.public_url or ""
        return cached_json(service_document(context.books, VERSION, context.languages, address))

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

    @router.get(
        "/v1/me",
        response_model=CallerShown,
        operation_id="get_caller",
        summary="Read who a token is",
        response_description="Who sends the request.",
    )
    async def caller(request: Request) -> Response:
        """Use this if an app has a token and no longer knows whose it is, or whether it is valid."""
        return json_response(await context.read(partial(shown, caller=caller_of(request))), request, context)

    return router
