"""Documents that only a new release changes: cached as bytes, sent with an ETag, gzipped on request."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fastapi import Request, Response
from pydantic_core import to_json

from app.api.context import Context, language_of
from app.api.responses.conditional import is_held

AGE = 300
"""Seconds for which a client may use a document without asking whether it has changed."""


@dataclass(frozen=True)
class CachedDocument:
    """A cached document: its bytes, with an ETag and a gzipped copy."""

    body: bytes
    media_type: str = "application/json"

    @cached_property
    def etag(self) -> str:
        """The ETag of the document; weak, because it is the same for the zipped bytes."""
        return f'W/"{hashlib.sha256(self.body).hexdigest()[:32]}"'

    @cached_property
    def zipped(self) -> bytes:
        """The document, compressed with gzip."""
        return gzip.compress(self.body, mtime=0)

    def response(self, request: Request, context: Context) -> Response:
        """The response with the document; 304 if the client has it already."""
        headers = {
            "ETag": self.etag,
            "Cache-Control": f"public, max-age={AGE}",
            "Content-Language": language_of(request, context),
            "Vary": "Accept-Language, Accept-Encoding",
        }
        if is_held(request, self.etag):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, headers=headers, media_type=self.media_type)
        headers["Content-Encoding"] = "gzip"
        return Response(self.zipped, headers=headers, media_type=self.media_type)


def cached_json(document: Mapping[str, Any]) -> CachedDocument:
    """A document as the cached bytes of its JSON."""
    return CachedDocument(to_json(document))
