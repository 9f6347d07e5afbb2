"""The route by which the seats of a closed session play once more."""

from functools import partial

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.context import Context
from app.api.refusals.problems import CONFLICT, REFUSALS
from app.api.requests.callers import caller_of, retry_of
from app.api.responses.json_response import json_response, made_status
from app.api.routes.claims import GONE
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.parameters import SessionId
from app.errors import Problem
from app.persistence.writing.batch import EarlierResult
from app.services.access import Caller, Retry, token_for
from app.services.actions.rematch import Finished, Rematch, draw_rematch, join_rematch, offer_rematch, read_finished
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import Opening
from app.services.sessions.read import read_session


def rematch_routes(context: Context) -> APIRouter:
    """The route of a rematch."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"], responses=REFUSALS | GONE)

    @router.post(
        "/rematch",
        status_code=201,
        response_model=Rematch,
        operation_id="play_rematch",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Play once more, with the seats swapped",
        response_description="The caller's seat in the new session, with its token.",
    )
    async def rematch(id: SessionId, request: Request) -> Response:
        """Use this after a session is closed: same setup and options, and each player moves to the next seat.

        Each seat sends this with its own token. The first request opens the new session; the others join it. The old
        session has the new id as `rematch`, and the event `rematch-offered`. Nobody gets the token of another seat, and
        there is no host. The request has no body. Send an Idempotency-Key: a seat gets its token only once, but if the
        answer is lost, the same request gives it again.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        found, is_new = await joined(context, id, caller, retry)
        path = f"/v1/sessions/{found['session_id']}"
        return json_response(found, request, context, status=made_status(is_new), location=path)

    return router


async def joined(context: Context, id: str, caller: Caller, retry: Retry | None) -> tuple[Rematch, bool]:
    """The caller's seat in the rematch of a session, and whether it is new.

    Raises Problem what read_finished(), draw_rematch(), require_room_to_open() and join_rematch() raise; not-allowed
    (403) where sessions are opened with a key here, and none opens this one.
    """
    for _ in range(2):
        finished = await context.read(partial(read_finished, id=id, caller=caller))
        book = rulebook_or_absent(context.books, finished.session.ruleset)
        opening = None if finished.is_open else await drawn(context, book, finished, retry)
        if opening is not None:
            context.require_room_to_open()  # no rematch is offered that is not opened
        offer = partial(offer_rematch, id=id, caller=caller, rematch=opening.session if opening else "")
        rematch = finished.session.rematch if opening is None else await context.write(offer, None, id)
        if opening is None or rematch == opening.session:
            join = partial(join_rematch, book=book, id=str(rematch), finished=finished, opening=opening, retry=retry)
            made = await context.write_once(join, retry, partial(joined_before, retry=retry), str(rematch))
            if opening is not None:
                context.autoplay.wake(opening.session)
            return made
    raise Problem("busy")  # another seat has offered it meanwhile, twice


async def drawn(context: Context, book: Rulebook, finished: Finished, retry: Retry | None) -> Opening:
    """Everything that is needed to open the rematch."""
    if context.settings.require_api_key and finished.owner is None:
        raise Problem("not-allowed", reason="rematch-needs-key")
    return await run_in_threadpool(draw_rematch, book, finished, retry)


def joined_before(connection: sa.Connection, made: EarlierResult, retry: Retry | None) -> Rematch:
    """The seat that the first sending of a repeated request took. Raises token-invalid (401) where its token ended."""
    place = made.number or 0
    token = token_for(place, made.session_id, retry, made.nonce)
    read_session(connection, made.session_id, Caller(token))
    return {"session_id": made.session_id, "seat": place, "token": token}
