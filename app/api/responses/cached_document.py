"""Documents that only a new release changes: cached as bytes, sent with an ETag, compressed on request."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from fastapi import Request, Response
from pydantic_core import to_json

from app.api.context import Context, language_of
from app.api.responses.compression import Coding, coding_of
from app.api.responses.conditional import is_held

AGE = 300
"""Seconds for which a client may use a document without asking whether it has changed."""


@dataclass(frozen=True)
class CachedDocument:
    """A cached document: its bytes, with an ETag and compressed copies."""

    body: bytes
    media_type: str = "application/json"
    _packed: dict[str, bytes] = field(default_factory=dict, init=False, compare=False)
    """The compressed copies, by the name of their coding."""

    @cached_property
    def etag(self) -> str:
        """The ETag of the document; weak, because it is the same for the compressed bytes."""
        return f'W/"{hashlib.sha256(self.body).hexdigest()[:32]}"'

    def packed(self, coding: Coding) -> bytes:
        """The document, compressed."""
        if coding.name not in self._packed:
            self._packed[coding.name] = coding.pack(self.body)
        return self._packed[coding.name]

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
        coding = coding_of(request.headers)
        if coding is None:
            return Response(self.body, headers=headers, media_type=self.media_type)
        headers["Content-Encoding"] = coding.name
        return Response(self.packed(coding), headers=headers, media_type=self.media_type)


def cached_json(document: Mapping[str, Any]) -> CachedDocument:
    """A document as the cached bytes of its JSON."""
    return CachedDocument(to_json(document))
