"""The routes of lists and statistics across sessions."""

import asyncio
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.api.context import Context, caller_of, json_response
from app.api.parts import in_parts
from app.api.problems import REFUSALS
from app.api.schemas.bodies import DAY_OR_TIME, TEXT, real_day
from app.api.schemas.strict import StrictRoute
from app.persistence.history import Filters, Reader
from app.services.access import api_key_of
from app.services.history.formats import as_csv, as_ndjson
from app.services.history.lists import HISTORIES, HistoryPage, SessionPage, history_page, luck_page, whole
from app.services.history.luck import Luck, LuckShown

LUCK_PAGE = 20
"""How many actions are read at a time in order to compute their luck."""

LUCK_SECONDS = 5.0
"""Seconds after which no further actions are read, because their odds may take long; `next` continues the count."""

Text = Annotated[str, Field(max_length=200, pattern=TEXT)]
Texts = Annotated[list[Text], Field(max_length=20)]
Instant = Annotated[str, Field(pattern=DAY_OR_TIME), AfterValidator(real_day)]
WHOLE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {media_type: {"schema": {"type": "string"}} for media_type in ("application/x-ndjson", "text/csv")}
    }
}
"""The media types of a whole list."""


class Listed(BaseModel):
    """The query parameters of every list. A parameter that is repeated accepts each of its values."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    ruleset: Texts = []
    """The slug of the ruleset. May be repeated."""
    reference: Texts = []
    """The reference of a session or an action. With a star at its end: all references that begin with the rest. May be
    repeated."""
    player: Texts = []
    """The reference of a seat, or its name if it has no reference. May be repeated."""
    side: Texts = []
    """The side of a seat or of a unit. May be repeated."""
    kind: Annotated[list[Literal["single", "series", "game"]], Field(max_length=20)] = []
    """The kind of session. Single attacks (`single`) are listed only if they are asked for. May be repeated."""
    label: Annotated[list[Literal["recorded", "committed", "mixed", "physical"]], Field(max_length=20)] = []
    """What the dice of the session can prove. May be repeated."""
    since: Instant | None = None
    """The earliest time, included: a time in UTC by RFC 3339, or a day."""
    until: Instant | None = None
    """The latest time, excluded: a time in UTC by RFC 3339, or a day."""
    order: Literal["newest"] = "newest"
    """The order of the items: newest first."""
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    """How many items a page has."""
    cursor: Annotated[str, Field(max_length=400)] | None = None
    """The `next` of the page before; absent for the first page."""
    format: Literal["json", "ndjson", "csv"] = "json"
    """`json`: a page; `ndjson` and `csv`: the whole list, without a limit."""

    @property
    def filters(self) -> Filters:
        """The filters that the parameters describe."""
        several = {name: tuple(value) for name, value in self.model_dump().items() if isinstance(value, list)}
        return Filters(**several, since=self.since, until=self.until)


class ListedSessions(Listed):
    """The query parameters of the list of sessions."""

    id: Texts = []
    """The id of the session. May be repeated."""
    status: Annotated[list[Literal["open", "closed"]], Field(max_length=20)] = []
    """Whether the session is open or closed. May be repeated."""


class ListedActions(Listed):
    """The query parameters of the list of actions."""

    session_id: Texts = []
    """The id of the session. May be repeated."""
    status: Annotated[list[Literal["pending", "resolved", "void"]], Field(max_length=20)] = []
    """The status of the action. Void actions are listed only if they are asked for. May be repeated."""


class ListedLuck(Listed):
    """The query parameters of the luck of attacks."""

    session_id: Texts = []
    """The id of the session. May be repeated."""
    limit: Annotated[int, Field(ge=1, le=10_000)] = 1000
    """How many actions are counted. If their odds take long, it may be fewer, and `next` continues the count."""
    format: Literal["json"] = "json"
    """The only format of this document."""


class ListedRolls(Listed):
    """The query parameters of the list of rolls."""

    session_id: Texts = []
    """The id of the session. May be repeated."""
    role: Annotated[list[Literal["attacker", "defender"]], Field(max_length=20)] = []
    """The role that rolled. May be repeated."""
    status: Annotated[list[Literal["resolved", "void"]], Field(max_length=20)] = []
    """The status of the action. Rolls of void actions are listed only if they are asked for. May be repeated."""


class ListedCasualties(Listed):
    """The query parameters of the list of casualties."""

    session_id: Texts = []
    """The id of the session. May be repeated."""
    role: Annotated[list[Literal["attacker", "defender"]], Field(max_length=20)] = []
    """The role of the player who owns the unit. May be repeated."""
    unit: Texts = []
    """The client's id of the unit. May be repeated."""


def history_routes(context: Context) -> APIRouter:
    """The routes of the lists of sessions, actions, rolls and casualties, and of the luck of attacks."""
    router = APIRouter(prefix="/v1", tags=["history"], route_class=StrictRoute, responses=REFUSALS)

    @router.get("/sessions", response_model=SessionPage, operation_id="list_sessions", responses=WHOLE)
    async def list_sessions(sent: Annotated[ListedSessions, Query()], request: Request) -> Response:
        """Sessions, newest first: the public ones and those of the caller."""
        return await listed(context, request, "sessions", sent)

    @router.get("/actions", response_model=HistoryPage, operation_id="list_actions", responses=WHOLE)
    async def list_actions(sent: Annotated[ListedActions, Query()], request: Request) -> Response:
        """Actions of all sessions, newest first."""
        return await listed(context, request, "actions", sent)

    @router.get("/actions/luck", response_model=LuckShown, operation_id="luck_of_actions")
    async def luck(sent: Annotated[ListedLuck, Query()], request: Request) -> Response:
        """The results of resolved attacks compared with the expected ones, and how often each face was rolled.

        The newest attacks are counted first.
        """
        reader, filters = await reader_of(context, request), sent.filters
        counted, cursor, left = Luck(context.books), sent.cursor, sent.limit
        clock = asyncio.get_running_loop().time
        deadline = clock() + LUCK_SECONDS
        while left:
            read = partial(luck_page, filters=filters, reader=reader, cursor=cursor, limit=min(left, LUCK_PAGE))
            rows, thrown, cursor = await context.read(read)
            await context.compute(counted.add, rows, thrown)
            left = left - len(rows) if cursor is not None and clock() < deadline else 0
        return json_response({**counted.document, "next": cursor}, request, context)

    @router.get("/rolls", response_model=HistoryPage, operation_id="list_rolls", responses=WHOLE)
    async def list_rolls(sent: Annotated[ListedRolls, Query()], request: Request) -> Response:
        """Rolls of all sessions, newest first. In CSV each die has a row."""
        return await listed(context, request, "rolls", sent)

    @router.get("/casualties", response_model=HistoryPage, operation_id="list_casualties", responses=WHOLE)
    async def list_casualties(sent: Annotated[ListedCasualties, Query()], request: Request) -> Response:
        """Casualties of all sessions, newest first."""
        return await listed(context, request, "casualties", sent)

    return router


async def listed(context: Context, request: Request, name: str, sent: Listed) -> Response:
    """A page of a list, or the whole list."""
    history, reader = HISTORIES[name], await reader_of(context, request)
    filters, format = sent.filters, sent.format
    if format == "json":
        document = await context.read(
            lambda connection: history_page(connection, name, filters, reader, sent.cursor, sent.limit)
        )
        return json_response(document, request, context)
    items = whole(context.database.reader, history, filters, reader)
    lines = as_ndjson(items) if format == "ndjson" else as_csv(history, items)
    media_type = "application/x-ndjson" if format == "ndjson" else "text/csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{format}"', "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        lines = gzipped(lines)
    return StreamingResponse(in_parts(lines), headers=headers, media_type=media_type)


async def reader_of(context: Context, request: Request) -> Reader:
    """The reader of a list.

    Raises Problem token-missing or token-invalid (401) where an API key is required and not sent, or where it is
    unknown.
    """
    caller, required = caller_of(request), context.settings.require_api_key
    key = None
    if caller.token is not None or required:
        key = await context.read(lambda connection: api_key_of(connection, caller, required=required))
    return Reader(caller.digest, key, only_own=required)


def gzipped(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same lines, compressed with gzip."""
    pack = zlib.compressobj(wbits=31)
    for line in lines:
        if packed := pack.compress(line):
            yield packed
    yield pack.flush()
