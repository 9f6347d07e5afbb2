"""The page that describes the API, and the OpenAPI document. Both stand on this service alone."""

from pathlib import Path

from fastapi import Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from app.api.answers.openapi import Documented
from app.api.context import Context

PAGES = Path(__file__).parents[1] / "pages"
OWN_ASSETS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""The headers of a page that loads from this service only. Swagger UI sets the style of single elements."""


def add_documents(app: Documented, context: Context) -> None:
    """Add /docs, what it loads, and the OpenAPI document. The document itself does not show them."""

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response((PAGES / "docs.html").read_bytes(), headers=OWN_ASSETS, media_type="text/html")

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request, examples: bool = True) -> Response:
        return (await app.kept(examples=examples)).response(request, context)

    assets = StaticFiles(directory=PAGES / "assets", packages=[("fastapi_offline", "static")])
    app.mount("/docs/assets", GZipMiddleware(assets))
