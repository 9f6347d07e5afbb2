"""The pages that describe the service and its API, and the OpenAPI document. Each stands on this service alone."""

from html import escape
from pathlib import Path
from string import Template

from fastapi import Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from app.api.context import Context
from app.api.schemas.openapi import Documented

PAGES = Path(__file__).parents[1] / "pages"
BARE = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
"""The headers of a page that loads nothing."""
OWN_ASSETS = {
    **BARE,
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""The headers of a page that loads from this service only. Swagger UI sets the style of single elements."""


def add_pages(app: Documented, context: Context) -> None:
    """Add the pages, what they load, and the OpenAPI document. The document itself does not show them."""

    @app.get("/", include_in_schema=False)
    async def index(request: Request) -> Response:
        wants_html = "text/html" in request.headers.get("accept", "")
        file, media_type = ("index.html", "text/html") if wants_html else ("index.txt", "text/plain")
        address = context.settings.public_url or str(request.base_url).rstrip("/")
        page = Template((PAGES / file).read_text("utf-8"))
        text = page.substitute(prefix=app.prefix, address=escape(address) if wants_html else address)
        return Response(text, headers={**BARE, "Vary": "Accept"}, media_type=media_type)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response((PAGES / "docs.html").read_bytes(), headers=OWN_ASSETS, media_type="text/html")

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        return (await app.kept()).response(request, context)

    assets = StaticFiles(directory=PAGES / "assets", packages=[("fastapi_offline", "static")])
    app.mount("/docs/assets", GZipMiddleware(assets))
