"""The routes of lists and statistics across sessions."""

import asyncio
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of
from app.api.responses.json_response import json_response
from app.api.responses.long_answer import LongAnswer
from app.api.routes.advice import boards_of, stored
from app.api.routes.routing import Routes
from app.api.schemas.listed import (
    ListedActions,
    ListedCasualties,
    ListedLuck,
    ListedRolls,
    ListedSessions,
    ListedWhole,
    SummarizedActions,
    SummarizedCasualties,
    SummarizedRolls,
)
from app.api.schemas.responses import listed_actions
from app.errors import Problem
from app.faults.hints import hints
from app.persistence.queries.filters import Filters
from app.persistence.queries.history import Reader, has_sessions_of
from app.services.access import api_key_of
from app.services.actions.state import load_states
from app.services.document_types import lazy_schema
from app.services.history.action_luck import ActionLuck, action_luck
from app.services.history.formats import as_csv, as_ndjson
from app.services.history.listed import CasualtyPage, PlayerPage, RollPage
from app.services.history.lists import HISTORIES, SessionPage, history_page, luck_page, whole
from app.services.history.luck import Luck, LuckRows, LuckShown
from app.services.history.persons import as_lines, by_person, page_of_persons
from app.services.history.sheets import sheet_of
from app.services.log.slices import BoardsBefore
from app.services.players import player_of

LUCK_PAGE = 20
"""How many actions are read at a time in order to compute their luck."""

LUCK_SECONDS = 5.0
"""Seconds after which no further actions are read, because their odds may take long; `next` continues the count."""

WHOLE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {media_type: {"schema": {"type": "string"}} for media_type in ("application/x-ndjson", "text/csv")}
    }
}
"""The media types of a whole list."""


def history_routes(context: Context) -> APIRouter:
    """The routes of the lists of sessions, actions, rolls and casualties, and of the luck of attacks."""
    router = Routes("/v1", tags=["history"])

    @router.get(
        "/sessions",
        response_model=SessionPage,
        operation_id="list_sessions",
        responses=WHOLE,
        summary="List sessions",
        response_description="A page of sessions, or all of them.",
    )
    async def list_sessions(sent: Annotated[ListedSessions, Query()], request: Request) -> Response:
        """Use this to find matches: public matches and those of the caller's API key, newest first."""
        return await listed(context, request, "sessions", sent)

    @router.get(
        "/actions",
        response_model=lazy_schema(listed_actions),
        operation_id="list_actions",
        responses=WHOLE,
        summary="List actions",
        response_description="A page of actions, or all of them.",
    )
    async def list_actions(sent: Annotated[ListedActions, Query()], request: Request) -> Response:
        """Use this to find attacks and moves of all sessions that the caller may list, newest first.

        With `include=text` each action has its outcome in one sentence, so a page of history needs one request.
        """
        return await listed(context, request, "actions", sent)

    @router.get(
        "/actions/summary",
        response_model=PlayerPage,
        operation_id="summarize_actions",
        responses=WHOLE,
        summary="Count actions by player",
        response_description="A page of players, or all of them.",
    )
    async def summarize_actions(sent: Annotated[SummarizedActions, Query()], request: Request) -> Response:
        """Use this for the table of a league: it counts the actions of each player, by role."""
        return await summarized(context, request, "actions", sent)

    @router.get(
        "/actions/luck",
        response_model=LuckShown,
        operation_id="luck_of_actions",
        summary="Compare results with their odds",
        response_description="The real and the expected results, and how often each face came up.",
    )
    async def luck(sent: Annotated[ListedLuck, Query()], request: Request) -> Response:
        """Use this to separate luck from skill: it compares the results of attacks with the expected ones.

        With `player`, the attacks that the player made and those that the player suffered are separate, and only the
        player's own dice count. With `group_by=player` every player has separate sums. The newest attacks are counted
        first.
        """
        reader = await reader_of(context, request)
        filters = meant(sent.filters, reader)
        await require_rulesets(context, filters.ruleset)
        is_by_person = sent.group_by is not None
        counted, cursor, left = Luck(context.books, is_by_person), sent.cursor, sent.limit
        clock = asyncio.get_running_loop().time
        deadline = clock() + LUCK_SECONDS
        while left:
            few = min(left, LUCK_PAGE)
            read = partial(luck_page, filters=filters, reader=reader, cursor=cursor, limit=few, by_person=is_by_person)
            played, cursor = await context.browse(read)
            await context.compute(counted.add, played, await attacks_in_games(context, played))
            left = left - len(played.actions) if cursor is not None and clock() < deadline else 0
        return json_response({**counted.document, "next": cursor}, request, context)

    @router.get(
        "/rolls",
        response_model=RollPage,
        operation_id="list_rolls",
        responses=WHOLE,
        summary="List rolls",
        response_description="A page of rolls, or all of them.",
    )
    async def list_rolls(sent: Annotated[ListedRolls, Query()], request: Request) -> Response:
        """Use this to count dice: the rolls of all sessions that the caller may list, newest first.

        In CSV each die has a row.
        """
        return await listed(context, request, "rolls", sent)

    @router.get(
        "/rolls/summary",
        response_model=PlayerPage,
        operation_id="summarize_rolls",
        responses=WHOLE,
        summary="Count rolls by player",
        response_description="A page of players, or all of them.",
    )
    async def summarize_rolls(sent: Annotated[SummarizedRolls, Query()], request: Request) -> Response:
        """Use this to see who rolled how many dice, and of which kind."""
        return await summarized(context, request, "rolls", sent)

    @router.get(
        "/casualties",
        response_model=CasualtyPage,
        operation_id="list_casualties",
        responses=WHOLE,
        summary="List casualties",
        response_description="A page of casualties, or all of them.",
    )
    async def list_casualties(sent: Annotated[ListedCasualties, Query()], request: Request) -> Response:
        """Use this to see what happened to units, in all sessions that the caller may list, newest first."""
        return await listed(context, request, "casualties", sent)

    @router.get(
        "/casualties/summary",
        response_model=PlayerPage,
        operation_id="summarize_casualties",
        responses=WHOLE,
        summary="Count casualties by player",
        response_description="A page of players, or all of them.",
    )
    async def summarize_casualties(sent: Annotated[SummarizedCasualties, Query()], request: Request) -> Response:
        """Use this for the table of a league: it counts what happened to the units of each player, by their fate."""
        return await summarized(context, request, "casualties", sent)

    return router


async def attacks_in_games(context: Context, played: LuckRows) -> dict[tuple[str, int], ActionLuck]:
    """The attacks in moves of games with their odds, by session and number; worked out one after the other."""
    found: dict[tuple[str, int], ActionLuck] = {}
    boards: BoardsBefore | None = None
    for row in played.in_games:
        session, number = played.sessions[row["session_id"]], row["number"]
        if (book := context.books.get(session.ruleset)) is None:
            continue
        (state,) = await context.read(partial(load_states, session=session, numbers=[number]))
        if state.action.status == "resolved":  # it may have become void meanwhile
            if boards is None or boards.session is not session:  # the rows of a session are neighbors
                boards = boards_of(context, session)
            work = action_luck(book, stored(context, state, boards=boards))
            found[session.id, number] = await context.compute_shared(("luck", session.id, number), work)
    return found


async def listed(context: Context, request: Request, name: str, sent: ListedWhole) -> Response:
    """A page of a list, or the whole list."""
    history, format = HISTORIES[name], sent.format
    filters, reader = await asked_for(context, request, sent)
    language = language_of(request, context) if getattr(sent, "include", None) else None
    if format == "json":
        document = await context.browse(
            lambda connection: history_page(
                connection, context.books, name, filters, reader, sent.cursor, sent.limit, language
            )
        )
        return json_response(document, request, context)
    read = partial(whole, context.database.reader, history.listing, filters, reader)
    if format == "ndjson":
        return await whole_list(context, request, name, format, as_ndjson(read(history.tells(context.books, language))))
    books = {slug: book for slug, book in context.books.items() if slug in (filters.ruleset or context.books)}
    sheet = sheet_of(name, books, language_of(request, context))
    lines = as_csv(sheet.columns, read(sheet.told), sent.separator)
    return await whole_list(context, request, name, format, lines)


async def asked_for(context: Context, request: Request, sent: ListedWhole) -> tuple[Filters, Reader]:
    """What a list is to contain, and for whom; 422 where parameters of a page stand beside a whole list."""
    reader = await reader_of(context, request)
    filters = meant(sent.filters, reader)
    if sent.format != "json":
        require_none_of(request, "limit", "cursor")
    await require_rulesets(context, filters.ruleset)
    return filters, reader


def require_none_of(request: Request, *names: str) -> None:
    """Raise Problem unknown-parameter (422) for the first of these parameters, which others of the query rule out."""
    for name in names:
        if name in request.query_params:
            known = sorted(set(request.query_params) - {*names})
            raise Problem("unknown-parameter", at=("query", name), params={"parameter": name, "known": known})


async def summarized(context: Context, request: Request, name: str, sent: ListedWhole) -> Response:
    """What each player had a part in of a list: a page, or the whole."""
    listing = HISTORIES[name].listing
    filters, reader = await asked_for(context, request, sent)
    items = await context.browse(partial(by_person, name=name, listing=listing, filters=filters, reader=reader))
    if sent.format == "json":
        return json_response(page_of_persons(items, name, sent.cursor, sent.limit), request, context)
    columns, lines = as_lines(name, items)
    told = as_ndjson(items) if sent.format == "ndjson" else as_csv(columns, lines, sent.separator)
    return await whole_list(context, request, f"{name}-by-player", sent.format, told)


async def whole_list(context: Context, request: Request, name: str, format: str, lines: Iterable[bytes]) -> Response:
    """A whole list as a file, which is sent in parts."""
    media_type = "application/x-ndjson" if format == "ndjson" else "text/csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{format}"'}
    headers |= {"Cache-Control": "no-store", "Content-Language": language_of(request, context)}
    headers["Vary"] = "Accept-Encoding, Accept-Language"
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        lines = gzipped(lines)
    return LongAnswer(context.long_answers, partial(context.parts, lines), headers, media_type)


async def require_rulesets(context: Context, slugs: tuple[str, ...], *at: str) -> None:
    """Raise Problem invalid-request (422) unless each ruleset is installed, or was and has sessions.

    `at`: where they stand, if not in the query.
    """
    for slug in slugs:
        if slug not in context.books and not await context.read(partial(has_sessions_of, ruleset=slug)):
            known = hints(slug, context.books)
            raise Problem("invalid-request", at=at or ("query", "ruleset"), reason="unknown-ruleset", params=known)


async def reader_of(context: Context, request: Request) -> Reader:
    """The reader of a list.

    Raises Problem token-missing or token-invalid (401) where an API key is required and not sent, or where it is
    unknown.
    """
    caller, required = caller_of(request), context.settings.require_api_key
    if caller.is_player:
        return replace(await own_reader(context, request), only_own=required)
    key = None
    if caller.token is not None or required:
        key = await context.read(lambda connection: api_key_of(connection, caller, required=required))
    return Reader(caller.digest if caller.token else None, key, only_own=required)


async def own_reader(context: Context, request: Request) -> Reader:
    """The reader of what is the caller's own and of nothing else, also where API keys are required.

    Raises Problem token-missing or token-invalid (401), not-allowed (403).
    """
    caller = caller_of(request)
    if caller.token is None:
        raise Problem("token-missing")
    await context.require_known(caller)
    if caller.is_player:
        player = await context.read(partial(player_of, caller=caller))
        return Reader(caller.digest, only_own=True, player=player.id)
    key = await context.read(partial(api_key_of, caller=caller, required=False))
    return Reader(caller.digest, key, only_own=True)


def meant(filters: Filters, reader: Reader) -> Filters:
    """The filters with `player=me` as what it means to a reader who is a player."""
    if reader.player is None or ME not in filters.player:
        return filters
    others = tuple(name for name in filters.player if name != ME)
    return replace(filters, player=others, held_by=reader.player)


ME = "me"
"""The name by which a player asks for what is the player's own."""


def gzipped(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same lines, compressed with gzip."""
    pack = zlib.compressobj(wbits=31)
    for line in lines:
        if packed := pack.compress(line):
            yield packed
    yield pack.flush()
