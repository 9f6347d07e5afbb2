"""The route of a session's log: one page, the whole log, or a stream of events."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from app.api.context import Context, caller_of, language_of
from app.api.parts import in_parts
from app.api.problems import REFUSALS
from app.api.schemas.parameters import SessionId
from app.api.schemas.strict import StrictRoute
from app.api.streams.stream import EventStream, Listener, stream
from app.services.documents.event import event_page, event_page_shown
from app.services.log.export import export_session
from app.services.log.read import read_page
from app.services.sessions.read import read_session
from app.services.typed import late

WHOLE_LOG: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/event-stream": {},
        }
    }
}
"""The media types of a whole log and of a stream."""


def event_routes(context: Context) -> APIRouter:
    """The route of a session's log."""
    router = APIRouter(prefix="/v1/sessions/{id}", tags=["sessions"], route_class=StrictRoute, responses=REFUSALS)

    @router.get(
        "/events",
        response_model=late(event_page_shown),
        operation_id="list_events",
        responses=WHOLE_LOG,
        summary="Read or follow the log of a session",
        response_description="A page of the log, the whole log, or a stream of events.",
    )
    async def events(
        id: SessionId,
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53, description="Only events with a higher number.")] = 0,
        limit: Annotated[int, Query(ge=1, le=200, description="How many events a page has.")] = 50,
        format: Annotated[
            Literal["json", "ndjson", "stream"],
            Query(description="`json`: a page; `ndjson`: the whole log, to verify it; `stream`: server-sent events."),
        ] = "json",
        last_event_id: Annotated[
            int | None, Header(ge=0, le=2**53, description="For a stream, in place of `after`.")
        ] = None,
    ) -> Response:
        """Use this to follow a session as it is played (`format=stream`), or to keep its log (`format=ndjson`).

        The whole log as NDJSON is what `umpire verify` checks without the service. As JSON it comes in pages.
        """
        caller = caller_of(request)
        session = await context.read(lambda connection: read_session(connection, id, caller))
        accept = request.headers.get("accept", "")
        if format == "stream" or "text/event-stream" in accept:
            start = after if last_event_id is None else last_event_id
            listener = Listener(id, caller, language_of(request, context))
            return EventStream(stream(context, listener, start), context.streams, listener.language)
        if format == "ndjson" or "application/x-ndjson" in accept:
            lines = in_parts(export_session(context.database.reader, id, session.seq))
            name = f'attachment; filename="{session.id}.ndjson"'
            return StreamingResponse(lines, media_type="application/x-ndjson", headers={"Content-Disposition": name})
        page = await context.read(lambda connection: read_page(connection, id, after, limit))
        return Response(event_page(page, session.seq), media_type="application/json")

    return router
