"""The one address for what is done in a session: moves and attacks of any ruleset, and the list of both."""

from functools import cache, partial
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from pydantic_core import from_json, to_json

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.conditional import UNCHANGED, read_or_wait
from app.api.responses.json_response import json_response
from app.api.responses.saved_action import saved_action_json
from app.api.routes.asked import SHOWS_QUESTIONS, wants_questions, with_questions
from app.api.routes.attacks import checked, resolve_in_series, status_of
from app.api.routes.early_searches import terms_of
from app.api.routes.moves import resolve_move
from app.api.routes.picking import move_picked, refusing
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.routes.seat_views import log_play_for_seats
from app.api.routes.typed_bodies import TypedBody
from app.api.schemas.common import ActionRequest
from app.api.schemas.listed import IncludeText
from app.api.schemas.parameters import Cursor, Limit, Order, SessionId
from app.api.schemas.requests import requests_of
from app.api.schemas.responses import AllResponses, listed_actions
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.services.access import Caller, Retry, require_sender
from app.services.actions.seat_views import seats_moved
from app.services.actions.state import ActionState
from app.services.document_types import lazy_schema
from app.services.history.lists import actions_of_session
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session

PROPOSED = "Proposed. The action that is to be replaced; the new one replaces it when all seats have agreed."


def home_routes(context: Context, responses: AllResponses) -> APIRouter:
    """The routes that make and list the actions of a session."""
    router = Routes("/v1/sessions/{id}/actions", tags=["actions"])
    action_body = strict(lambda: ActionRequest)

    @router.post(
        "",
        status_code=201,
        response_model=lazy_schema(lambda: responses.action),
        operation_id="act",
        openapi_extra=NEEDS_TOKEN | SHOWS_QUESTIONS,
        summary="Make a move, or resolve an attack",
        response_description="The action, resolved, or pending with the question that it waits for.",
        responses={202: {"model": lazy_schema(lambda: responses.action), "description": PROPOSED}, **CONFLICT},
    )
    async def act(id: SessionId, body: action_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this in a client that plays any ruleset: in a game send the answer to the question `act`.

        Send one of its choices as `move`, or the position of the choice as `pick`, and its `seen`. In a series send an
        attack with its `situation`. It does the same as the paths of the ruleset, whose requests are typed.
        """
        caller, is_asked = caller_of(request), wants_questions(request)
        retry, raw = await retry_of(request, caller), await request.body()
        book, state = await done(context, id, body, from_json(raw), caller, retry)
        document = await saved_action_json(context, book, state, language_of(request, context), caller)
        if is_asked:
            document = await with_questions(context, request, id, document)
        location = f"/v1/sessions/{id}/actions/{state.action.number}"
        return json_response(document, request, context, status=status_of(body, state), location=location)

    @router.get(
        "",
        response_model=lazy_schema(listed_actions),
        operation_id="list_session_actions",
        responses=UNCHANGED,
        summary="List the actions of a session",
        response_description="A page of actions.",
    )
    async def list_actions(
        id: SessionId,
        request: Request,
        limit: Limit = 50,
        cursor: Cursor = None,
        order: Order = "newest",
        include: IncludeText = None,
    ) -> Response:
        """Use this to show the actions of a session, including void ones. Read one of them to get its whole record."""
        seen = await read_or_wait(context, request, id)
        if seen.is_known:
            return seen.not_modified

        def read(connection: sa.Connection) -> Json:
            session = read_session(connection, id, caller_of(request))
            return actions_of_session(
                connection,
                context.books,
                session,
                cursor,
                limit,
                oldest_first=order == "oldest",
                language=language_of(request, context) if include else None,
            )

        return json_response(await context.browse(read), request, context, etag=seen.etag)

    return router


async def done(
    context: Context, id: str, body: ActionRequest, sent: Json, caller: Caller, retry: Retry | None
) -> tuple[Rulebook, ActionState]:
    """What a request does in a session, which has it read as its ruleset does; with the rulebook.

    Who may not play in the session is refused before anything else is told. Raises what the paths of the ruleset do.
    """
    terms = await terms_of(context, id)
    if terms is None:
        await context.read(partial(read_session, id=id, caller=caller))
        raise Problem("not-found", reason="unknown-session")
    book = rulebook_or_absent(context.books, terms.ruleset)
    require_installed(book)
    try:
        if terms.kind == "game":
            return book, await moved(context, book, id, body, sent, caller, retry)
        attack = {**sent, "session_id": id}
        typed = await read_as(context, attack_body(book), attack)
        return book, await resolve_in_series(context, book, typed, caller, retry)
    except Problem as refused:
        if refused.status == 422:
            require_sender(await context.read(partial(read_session, id=id, caller=caller)), caller)
        raise


async def moved(
    context: Context, book: Rulebook, id: str, body: ActionRequest, sent: Json, caller: Caller, retry: Retry | None
) -> ActionState:
    """What a move makes, which may be picked by its place. Raises what resolve_move() raises."""
    if body.pick is None:
        typed = await read_as(context, move_body(book), sent)
        return await resolve_move(context, book, id, typed, caller, retry)
    if body.move is not None or body.replaces is not None:
        raise Problem("invalid-request", at=("pick",), reason="move-or-pick")
    await log_play_for_seats(context, id, caller, partial(seats_moved, seat=body.seat, answers=bool(body.answers)))
    try:
        move = await move_picked(context, book, id, body.seen or 0, body.seat, body.pick, caller)
    except Problem as refused:
        return await context.action_of(await context.write(refusing(refused), retry, id), caller)
    chosen = {name: value for name, value in sent.items() if name != "pick"} | {"move": move}
    return await resolve_move(context, book, id, await read_as(context, move_body(book), chosen), caller, retry)


async def read_as(context: Context, body: TypedBody, sent: Json) -> Any:
    """What was sent as a body of the ruleset, read beside the event loop where that takes long."""
    spelled = to_json(sent)
    return await checked(context, partial(body.read, sent, spelled), len(spelled))


@cache
def attack_body(book: Rulebook) -> TypedBody:
    """Reads an attack of a ruleset."""
    return TypedBody(lambda: requests_of(book).attack)


@cache
def move_body(book: Rulebook) -> TypedBody:
    """Reads a move in a game of a ruleset, which has games."""
    return TypedBody(lambda: requests_of(book).move)
