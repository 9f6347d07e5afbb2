"""The route of a session's log: one page, the whole log, or a stream of events."""

from functools import partial
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Header, Query, Request, Response

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of
from app.api.responses.compression import CompressedResponse
from app.api.responses.conditional import UNCHANGED, etag_of, is_held
from app.api.responses.long_answer import LongAnswer
from app.api.routes.history import require_none_of
from app.api.routes.routing import Routes
from app.api.routes.seat_views import SeatView, log_view_as_seat
from app.api.schemas.parameters import Limit, Order, SessionId
from app.api.streams.stream import EventStream, Listener, stream
from app.services.document_types import lazy_schema
from app.services.documents.event import after_page, event_document, event_page, event_page_shown
from app.services.documents.event_texts import events_with_texts
from app.services.log.export import export_session
from app.services.log.read import read_bounded_page
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session
from app.services.sessions.tickets import caller_with
from app.services.view_rights import view_rights_of

WHOLE_LOG: dict[int | str, dict[str, Any]] = {
    **UNCHANGED,
    200: {
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/event-stream": {"schema": {"type": "string"}},
        }
    },
    204: {"description": "For a stream: the session is closed, and the caller has read its last event."},
}
"""The media types of a whole log and of a stream."""


def event_routes(context: Context) -> APIRouter:
    """The route of a session's log."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])

    @router.get(
        "/events",
        response_model=lazy_schema(event_page_shown),
        operation_id="list_events",
        responses=WHOLE_LOG,
        summary="Read or follow the log of a session",
        response_description="A page of the log, the whole log, or a stream of events.",
    )
    async def events(
        id: SessionId,
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53, description="Only events with a higher number.")] = 0,
        limit: Limit = 50,
        cursor: Annotated[
            str | None, Query(max_length=400, description="The `next` of the page before, in its order.")
        ] = None,
        order: Order = "oldest",
        format: Annotated[
            Literal["json", "ndjson", "stream"],
            Query(description="`json`: a page; `ndjson`: the whole log, to verify it; `stream`: server-sent events."),
        ] = "json",
        texts: Annotated[bool, Query(description="Whether each entry and each outcome also has a sentence.")] = False,
        ticket: Annotated[
            str | None, Query(max_length=100, description="A stream ticket, in place of a token in the header.")
        ] = None,
        last_event_id: Annotated[
            int | None, Header(ge=0, le=2**53, description="For a stream, in place of `after`.")
        ] = None,
        seat: SeatView = None,
    ) -> Response:
        """Use this to follow a session as it is played (`format=stream`), or to save its log (`format=ndjson`).

        `umpire verify` checks the whole log as NDJSON, without the service. As JSON the log comes in pages. In a
        stream, `id` is the number of the event, `event` its type, and `data` the event as in a page. The stream also
        sends `question`, without an `id`: the open questions of the caller, as `/questions` shows them. 204 ends the
        stream: the session is closed, and its last event was read.
        """
        place = None if cursor is None else after_page(order, cursor)
        is_newest = order == "newest"
        after = place if place is not None and not is_newest else after
        caller = caller_of(request)
        if ticket is not None and caller.token is None:
            caller = await context.read(partial(caller_with, id=id, ticket=ticket))
        accept = request.headers.get("accept", "")
        is_stream = format == "stream" or "text/event-stream" in accept
        is_whole = format == "ndjson" or "application/x-ndjson" in accept
        if is_newest and (is_stream or is_whole):
            require_none_of(request, "order")
        await log_view_as_seat(context, id, caller, seat)
        session = await context.read(lambda connection: read_session(connection, id, caller))
        sight = view_rights_of(session, caller, seat)
        if is_stream:
            start = after if last_event_id is None else last_event_id
            if session.status == "closed" and start >= session.seq:
                return Response(status_code=204)
            listener = Listener(id, caller, language_of(request, context), seat, texts)
            return EventStream(stream(context, listener, start), context.streams, listener.language)
        if is_whole:
            lines = export_session(context.database.reader, id, session.seq, sight)
            headers = {"Content-Disposition": f'attachment; filename="{session.id}.ndjson"'}
            headers["Cache-Control"] = "no-store"
            parts = partial(context.parts, lines)
            return LongAnswer(context.long_answers, parts, headers, "application/x-ndjson")
        language, etag = language_of(request, context), etag_of(request, context, session, caller)
        if is_held(request, etag):
            return Response(status_code=304, headers={"ETag": etag})

        before = (place or session.seq + 1) if is_newest else None
        last = after + 1 if is_newest else session.seq

        def read(connection: sa.Connection) -> bytes:
            page = read_bounded_page(connection, id, after, limit, before=before)
            if not texts:
                return event_page(page, [event_document(event, sight) for event in page], order, last)
            book = rulebook_or_absent(context.books, session.ruleset)
            return event_page(page, events_with_texts(connection, book, session, page, language, sight), order, last)

        headers = {"ETag": etag, **({"Content-Language": language, "Vary": "Accept-Language"} if texts else {})}
        return CompressedResponse(await context.browse(read), headers=headers, media_type="application/json")

    return router
