"""The page that describes the API, and the OpenAPI document. Both stand on this service alone."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from fastapi import Request, Response
from pydantic_core import from_json

from app.api.context import Context
from app.api.responses.compression import CompressedFiles
from app.api.responses.openapi import Documented
from app.api.responses.page_headers import ALONE, GUARDED
from app.persistence.stored.codec import Json

PAGES = Path(__file__).parents[1] / "pages"
OWN_ASSETS = {
    **GUARDED,
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    f"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'{ALONE}",
}
"""The headers of a page that loads from this service only. Swagger UI sets the style of single elements."""


def operations(document: Json) -> Iterator[str]:
    """Each operation as an item of a list: what is read before half a megabyte of scripts has come."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"<li><code>{method.upper()} {escape(path)}</code> {escape(operation['summary'])}</li>"


def add_documents(app: Documented, context: Context) -> None:
    """Add /docs, what it loads, and the OpenAPI document. The document itself does not show them."""

    pages: dict[str, bytes] = {}

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        if "docs" not in pages:
            told = operations(from_json((await app.kept(examples=False)).body))
            page = (PAGES / "docs.html").read_text()
            pages["docs"] = page.replace("{{operations}}", "\n".join(told)).encode()
        return Response(pages["docs"], headers=OWN_ASSETS, media_type="text/html")

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request, examples: bool = True) -> Response:
        return (await app.kept(examples=examples)).response(request, context)

    assets = CompressedFiles(directory=PAGES / "assets", packages=[("fastapi_offline", "static")])
    app.mount("/docs/assets", assets)
