"""Documents that only a new release changes: made once, kept as bytes, and sent with an ETag, zipped where wanted."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fastapi import Request, Response
from pydantic_core import to_json

from app.api.answers.conditional import is_held
from app.api.context import Context, language_of

AGE = 300
"""Seconds for which a client may use a document without asking whether it has changed."""


@dataclass(frozen=True)
class Kept:
    """A document as its bytes."""

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
        """The document; 304 where the client has it."""
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


def kept_json(document: Mapping[str, Any]) -> Kept:
    """A document as the bytes of its JSON."""
    return Kept(to_json(document))
