"""The routes of history across sessions."""

import asyncio
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.api.bodies import CLOCK, DAY, TEXT, real_day
from app.api.context import Context, caller_of, json_response
from app.api.parts import in_parts
from app.api.problems import REFUSALS
from app.api.strict import StrictRoute
from app.persistence.history import Filters, Reader
from app.services.access import api_key_of
from app.services.history.formats import as_csv, as_ndjson
from app.services.history.lists import HISTORIES, HistoryPage, SessionPage, history_page, luck_page, whole
from app.services.history.luck import Luck, LuckShown

LUCK_PAGE = 20
"""Actions whose luck is read at a time."""

LUCK_SECONDS = 5.0
"""Seconds after which no further page is read, where odds cost much; `next` goes on from there."""

Text = Annotated[str, Field(max_length=200, pattern=TEXT)]
Texts = Annotated[list[Text], Field(max_length=20)]
Instant = Annotated[str, Field(pattern=rf"^{DAY}(T{CLOCK}(:[0-5]\d(\.\d{{1,3}})?)?Z)?$"), AfterValidator(real_day)]
WHOLE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {media_type: {"schema": {"type": "string"}} for media_type in ("application/x-ndjson", "text/csv")}
    }
}
"""What a whole list is sent as."""


class Listed(BaseModel):
    """What every list takes; what may be repeated means any of these."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    ruleset: Texts = []
    reference: Texts = []
    """The reference of a session or an action; with a star at its end, all that begin so."""
    player: Texts = []
    """The reference of a seat, else its name."""
    side: Texts = []
    kind: Annotated[list[Literal["single", "series", "game"]], Field(max_length=20)] = []
    """Kinds of sessions; attacks without a session (`single`) are listed only where asked for."""
    label: Annotated[list[Literal["recorded", "committed", "mixed", "physical"]], Field(max_length=20)] = []
    since: Instant | None = None
    """RFC 3339 in UTC, or a day; included."""
    until: Instant | None = None
    """Not included."""
    order: Literal["newest"] = "newest"
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    """Items on a page."""
    cursor: Annotated[str, Field(max_length=400)] | None = None
    """The `next` of the page before."""
    format: Literal["json", "ndjson", "csv"] = "json"
    """`ndjson` and `csv` are whole, without a cap."""

    @property
    def filters(self) -> Filters:
        """What is asked for."""
        several = {name: tuple(value) for name, value in self.model_dump().items() if isinstance(value, list)}
        return Filters(**several, since=self.since, until=self.until)


class ListedSessions(Listed):
    """What the list of sessions takes."""

    id: Texts = []
    status: Annotated[list[Literal["open", "closed"]], Field(max_length=20)] = []


class ListedActions(Listed):
    """What the list of actions takes."""

    session_id: Texts = []
    status: Annotated[list[Literal["pending", "resolved", "void"]], Field(max_length=20)] = []
    """Void actions are listed only where asked for."""


class ListedLuck(Listed):
    """What the luck of actions takes."""

    session_id: Texts = []
    limit: Annotated[int, Field(ge=1, le=10_000)] = 1000
    """Actions that are summed; fewer where their odds cost much, and `next` tells where to go on."""
    format: Literal["json"] = "json"


class ListedRolls(Listed):
    """What the list of rolls takes."""

    session_id: Texts = []
    role: Annotated[list[Literal["attacker", "defender"]], Field(max_length=20)] = []
    status: Annotated[list[Literal["resolved", "void"]], Field(max_length=20)] = []
    """Rolls of void actions are listed only where asked for."""


class ListedCasualties(Listed):
    """What the list of casualties takes."""

    session_id: Texts = []
    role: Annotated[list[Literal["attacker", "defender"]], Field(max_length=20)] = []
    unit: Texts = []
    """The client's id of a unit."""


def history_routes(context: Context) -> APIRouter:
    """Lists of sessions, actions, rolls and casualties."""
    router = APIRouter(prefix="/v1", tags=["history"], route_class=StrictRoute, responses=REFUSALS)

    @router.get("/sessions", response_model=SessionPage, operation_id="list_sessions", responses=WHOLE)
    async def list_sessions(sent: Annotated[ListedSessions, Query()], request: Request) -> Response:
        """Sessions, newest first: the public ones and the caller's own."""
        return await listed(context, request, "sessions", sent)

    @router.get("/actions", response_model=HistoryPage, operation_id="list_actions", responses=WHOLE)
    async def list_actions(sent: Annotated[ListedActions, Query()], request: Request) -> Response:
        """Actions across sessions, newest first."""
        return await listed(context, request, "actions", sent)

    @router.get("/actions/luck", response_model=LuckShown, operation_id="luck_of_actions")
    async def luck(sent: Annotated[ListedLuck, Query()], request: Request) -> Response:
        """What came of resolved attacks against what was to be expected, and how the dice fell, the newest first."""
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
        """Rolls across sessions, newest first. CSV has a row a die."""
        return await listed(context, request, "rolls", sent)

    @router.get("/casualties", response_model=HistoryPage, operation_id="list_casualties", responses=WHOLE)
    async def list_casualties(sent: Annotated[ListedCasualties, Query()], request: Request) -> Response:
        """Casualties across sessions, newest first."""
        return await listed(context, request, "casualties", sent)

    return router


async def listed(context: Context, request: Request, name: str, sent: Listed) -> Response:
    """A page of a list, or the whole of it."""
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
    """Whose list it is; 401 where an API key is needed, or unknown."""
    caller, required = caller_of(request), context.settings.require_api_key
    key = None
    if caller.is_key or required:
        key = await context.read(lambda connection: api_key_of(connection, caller, required=required))
    return Reader(caller.digest, key, only_own=required)


def gzipped(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same, compressed."""
    pack = zlib.compressobj(wbits=31)
    for line in lines:
        if packed := pack.compress(line):
            yield packed
    yield pack.flush()
