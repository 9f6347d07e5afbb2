"""JSON responses."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response
from pydantic_core import to_json

from app.api.context import Context, language_of
from app.api.responses.compression import CompressedResponse


def made_status(is_new: bool) -> int:
    """The status of an answer that tells what was made: 201, or 200 where an earlier request made it."""
    return 201 if is_new else 200


def json_response(
    document: Mapping[str, Any] | bytes,
    request: Request,
    context: Context,
    *,
    status: int = 200,
    location: str | None = None,
    etag: str | None = None,
    language: str | None = None,
) -> Response:
    """A JSON response in the caller's language, compressed where it answers a GET.

    What has no ETag must not be kept: it may change at any time. `document` may be bytes of JSON. `location` is a path
    of the service, `language` the caller's where it is known.
    """
    headers = {"Content-Language": language or language_of(request, context), "Vary": "Accept-Language"}
    headers |= {"ETag": etag} if etag else {"Cache-Control": "no-store"}
    if location:
        headers["Location"] = (context.settings.public_url or "") + location
    body = document if isinstance(document, bytes) else to_json(document)
    kind = CompressedResponse if request.method == "GET" else Response
    return kind(body, status, headers, "application/json")
