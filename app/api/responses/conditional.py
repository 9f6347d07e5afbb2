"""Conditional requests: an ETag that changes with the log of the session, status 304, and waiting for a change."""

import asyncio
import hashlib
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Query, Request, Response

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of
from app.persistence.stored.rows import Session
from app.services.access import Caller, sender_of
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session

Wait = Annotated[
    int, Query(ge=0, le=25, description="With If-None-Match: how many seconds to wait for a change before 304.")
]

UNCHANGED: dict[int | str, dict[str, object]] = {
    304: {"description": "Nothing has changed since the ETag in If-None-Match."}
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A session that the caller may read, and whether the caller already has this state of it."""

    session: Session
    etag: str
    """The ETag of the present state."""
    is_known: bool
    """Whether If-None-Match contains this ETag."""

    @property
    def not_modified(self) -> Response:
        """The response to a caller who already has this state: 304."""
        return Response(status_code=304, headers={"ETag": self.etag, "Vary": "Accept-Language"})


async def read_or_wait(context: Context, request: Request, id: str, wait: int = 0) -> Seen:
    """The session, at once or as soon as it differs from what the caller has, but after at most `wait` seconds.

    Raises Problem not-found (404) where the caller may not read it.
    """
    caller = caller_of(request)
    read = partial(context.read, partial(read_session, id=id, caller=caller))

    def seen_as(session: Session) -> Seen:
        etag = etag_of(request, context, session)
        return Seen(session, etag, is_held(request, etag))

    seen = seen_as(await read())
    if not wait or not seen.is_known:
        return seen
    deadline = asyncio.get_running_loop().time() + wait
    async with context.hub.listening(id) as signal:
        is_changed = True
        while is_changed and seen.is_known and not context.hub.is_closing:
            seen = seen_as(await context.hub.read_shared(id, caller, read))
            left = deadline - asyncio.get_running_loop().time()
            is_changed = seen.is_known and await signal.changed(left)
    return seen


def is_held(request: Request, etag: str) -> bool:
    """Whether the caller has the document with this ETag: If-None-Match contains it, or `*`.

    A proxy that zips makes an ETag weak, so that `W/` says nothing here.
    """
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    return etag.removeprefix("W/") in known or "*" in known


def etag_of(request: Request, context: Context, session: Session, caller: Caller | None = None) -> str:
    """The ETag of what this path shows, in this language, at the present end of the log and by the present rules.

    It is weak, because it is the same for the compressed bytes. `caller`: who asks, where it is not the token of the
    request that tells.
    """
    sender = str(sender_of(session, caller or caller_of(request))) if session.hides else ""
    version = rulebook_or_absent(context.books, session.ruleset).ruleset.version
    state = f"{session.head.hex()}{sender} {version}"
    parts = (state, language_of(request, context), request.url.path, request.url.query)
    query = "&".join(part for part in parts[3].split("&") if not part.startswith("wait="))
    digest = hashlib.sha256("\0".join((*parts[:3], query)).encode()).hexdigest()
    return f'W/"{digest[:32]}"'
