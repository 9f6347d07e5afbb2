"""QR codes of links. A link comes in a body, never in an address, because it may hand a seat over."""

from typing import Annotated

from annotated_types import MaxLen, MinLen
from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from app.api.context import Context
from app.api.requests.strict import Body, strict
from app.api.routes.routing import Routes

SHORT = 400
"""How long a link may be whose code is still read where a part of it is hidden; a longer one would be too fine."""


class CodeRequest(Body):
    """A link that becomes a QR code."""

    link: Annotated[str, MinLen(1), MaxLen(2000)]
    """The link."""


def code_routes(context: Context) -> APIRouter:
    """The route that draws QR codes for pages."""
    router = Routes("/pages")
    code_body = strict(lambda: CodeRequest)

    @router.post("/codes", include_in_schema=False)
    async def code(_request: Request, body: code_body) -> Response:  # type: ignore[valid-type]
        sent: CodeRequest = body
        answer = await context.make(drawn, sent.link)
        return Response(answer, headers={"Cache-Control": "no-store"}, media_type="application/json")

    return router


def drawn(link: str) -> bytes:
    """A link as a QR code: how many modules a side has, and the dark ones as a path. A long one takes a while."""
    import segno  # it takes long, and most services draw no code

    level = "m" if len(link) <= SHORT else "l"
    rows = [list(row) for row in segno.make(link, error=level, boost_error=False, micro=False).matrix]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return to_json({"size": len(rows), "path": path})
