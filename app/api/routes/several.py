"""The route that follows several sessions as one stream."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of
from app.api.routes.history import own_reader, reader_of
from app.api.routes.routing import Routes
from app.api.schemas.listed import ID
from app.api.schemas.parameters import Small
from app.api.streams.multi_session import Subscription, is_read, stream_sessions
from app.api.streams.stream import EventStream
from app.domain.visible import ONE_LINE
from app.errors import Path
from app.persistence.queries.history import Reader
from app.services.log.stream_position import decode_position

NOW = "now"
"""The point after everything that there is already."""

Ids = Annotated[
    list[Annotated[str, Query(pattern=ID), Small]],
    Query(max_length=300, description="The id of a session. May be repeated."),
]
References = Annotated[
    list[Annotated[str, Query(min_length=1, max_length=200, pattern=ONE_LINE)]],
    Query(max_length=20, description="The reference of sessions; with a star at its end, its beginning. Repeatable."),
]
STREAM: dict[int | str, dict[str, object]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
    204: {"description": "All sessions that are named are closed, and the caller has read their last events."},
}


def several_routes(context: Context) -> APIRouter:
    """The route that follows several sessions as one stream."""
    router = Routes("/v1", tags=["sessions"])

    @router.get(
        "/events",
        operation_id="follow_sessions",
        response_class=Response,
        responses=STREAM,
        summary="Follow several sessions as one stream",
        response_description="Server-sent events.",
    )
    async def follow(
        request: Request,
        session_id: Ids = [],  # noqa: B006
        reference: References = [],  # noqa: B006
        after: Annotated[
            str, Query(max_length=16_000, description="`now`, or an `id` of this stream; absent: from the beginnings.")
        ] = "",
        texts: Annotated[bool, Query(description="Whether each entry and each outcome also has a sentence.")] = False,
        last_event_id: Annotated[
            str | None, Header(max_length=16_000, description="The `id` that came last, in place of `after`.")
        ] = None,
    ) -> Response:
        """Use this for an overlay, an organiser, or a player's phone: one connection for all matches.

        Name sessions, or give references. References also follow later sessions, if the caller may list them. Without
        either, the stream follows the caller's own sessions. `data` has the `session_id` and the event as a page of
        that session shows it. The events of a session come in order, and `id` is the point from which to continue.
        `question` has the open questions of a session, whenever it had news. After a lost connection the last events
        may repeat: compare `session_id` and `seq`. The stream follows at most 500 sessions, the newest ones.
        """
        caller, ids, references = caller_of(request), tuple(dict.fromkeys(session_id)), tuple(reference)
        if ids:
            reader = Reader(None)
        else:
            reader = await (reader_of if references else own_reader)(context, request)
        language = language_of(request, context)
        subscription = Subscription(caller, reader, ids, references, language, texts)
        ends = await context.read(subscription.find)
        point, at = after_point(after, last_event_id)
        if point == NOW:
            read = {session: end.seq for session, end in ends.items()}
        else:
            read = decode_position(point, ends, at) if point else {}
        if subscription.is_fixed and is_read(ends, read):
            return Response(status_code=204)
        return EventStream(stream_sessions(context, subscription, read), context.streams, language)

    return router


def after_point(after: str, last_event_id: str | None) -> tuple[str, Path]:
    """The point after which a stream goes on, and where the request says it."""
    if last_event_id:
        return last_event_id, ("header", "Last-Event-ID")
    return after, ("query", "after")
