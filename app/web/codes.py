"""QR codes of links. A link comes in a body, never in an address, because it may hand a seat over."""

from typing import Annotated

from annotated_types import MaxLen, MinLen
from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from app.api.reading.strict import Body, strict
from app.api.routes.routing import Routes


class CodeRequest(Body):
    """A link that becomes a QR code."""

    link: Annotated[str, MinLen(1), MaxLen(400)]
    """The link."""


def code_routes() -> APIRouter:
    """The route that draws QR codes for pages."""
    router = Routes("/pages")
    code_body = strict(lambda: CodeRequest)

    @router.post("/codes", include_in_schema=False)
    async def code(_request: Request, body: code_body) -> Response:  # type: ignore[valid-type]
        import segno  # it takes long, and most services draw no code

        sent: CodeRequest = body
        drawn = segno.make(sent.link, error="m", boost_error=False, micro=False)
        rows = [list(row) for row in drawn.matrix]
        path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
        answer = to_json({"size": len(rows), "path": path})
        return Response(answer, headers={"Cache-Control": "no-store"}, media_type="application/json")

    return router
