"""The routes of claims, which hand a seat over by a link."""

from functools import partial
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from app.api.answers.json_response import json_response, made_status
from app.api.context import Context
from app.api.reading.callers import caller_of, retry_of
from app.api.reading.strict import strict
from app.api.refusals.problems import PROBLEM, REFUSALS
from app.api.routes.routing import Routes
from app.api.schemas.bodies import ClaimRequest, UseClaimRequest
from app.api.schemas.parameters import PlaceNumber, SessionId
from app.persistence.writing.batch import MadeBefore
from app.persistence.writing.draft import Draft
from app.services.access import Caller, token_for
from app.services.players import PlayerShown, player_claimed, player_made_before, use_player_claim
from app.services.sessions.claims import (
    Claimed,
    ClaimShown,
    claim_made_before,
    make_claim,
    session_of_claim,
    use_claim,
)
from app.services.sessions.read import read_session

GONE: dict[int | str, dict[str, Any]] = {
    410: {
        "description": "The claim was used, has expired, or a newer one took its place.",
        "content": {"application/problem+json": {"schema": {"$ref": PROBLEM}}},
    }
}


def claim_routes(context: Context) -> APIRouter:
    """The routes of claims."""
    router = Routes("/v1", tags=["sessions"], responses=REFUSALS | GONE)
    minutes_body, claim_body = strict(lambda: ClaimRequest), strict(lambda: UseClaimRequest)

    @router.post(
        "/sessions/{id}/seats/{seat}/claims",
        status_code=201,
        response_model=ClaimShown,
        operation_id="make_claim",
        summary="Make a link that hands a seat over",
        response_description="The claim that the link carries.",
    )
    async def make(
        id: SessionId,
        seat: PlaceNumber,
        request: Request,
        body: minutes_body = None,  # type: ignore[valid-type]
    ) -> Response:
        """Use this to let somebody take a seat with a link or a QR code, once; the seat keeps its token until then.

        The host may do this, and the seat itself; for seat 0, which is the place of the host, the host and the API key
        that opened the session. A newer claim of the same seat ends this one.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        sent: ClaimRequest = body or ClaimRequest()
        claim, is_new = await context.write_once(
            lambda draft: make_claim(draft, id, seat, caller, retry, sent.minutes),
            retry,
            lambda connection, made: claim_made_before(connection, id, seat, caller, retry, made.nonce),
            id,
        )
        return secret(json_response(claim, request, context, status=made_status(is_new), location=f"/v1/sessions/{id}"))

    @router.post(
        "/claims",
        response_model=Claimed,
        operation_id="use_claim",
        summary="Take a seat with a claim",
        response_description="The seat with its new token, or the player with a further token.",
    )
    async def use(request: Request, body: claim_body) -> Response:  # type: ignore[valid-type]
        """Use this where somebody opens a link of a seat: it needs no token, gives the seat a new one and ends the old.

        Send an Idempotency-Key: where the answer is lost, the same request gives the same token again. Sent with the
        token of a player, that is a credential of the seat too. The claim of a player gives a token of that player.
        """
        caller = caller_of(request)
        await context.require_known(caller)
        retry = await retry_of(request, caller)
        sent: UseClaimRequest = body
        id = await context.read(partial(session_of_claim, claim=sent.claim))
        is_of_player = id is None and await context.read(partial(player_claimed, claim=sent.claim)) is not None

        def change(draft: Draft) -> Claimed:
            if is_of_player:
                return of_player(use_player_claim(draft, sent.claim, retry))
            return use_claim(draft, id, sent.claim, retry, caller)

        def before(connection: sa.Connection, made: MadeBefore) -> Claimed:
            if made.number is None:
                return of_player(player_made_before(connection, made.session_id, retry, made.nonce))
            token = token_for(made.number, made.session_id, retry, made.nonce)
            read_session(connection, made.session_id, Caller(token))
            return Claimed(session_id=made.session_id, seat=made.number, token=token)

        used, _is_new = await context.write_once(change, retry, before, *([id] if id else []))
        return secret(json_response(used, request, context))

    return router


def of_player(player: PlayerShown) -> Claimed:
    """What the claim of a player was used for."""
    return {"player": player["player"], "token": player["token"]}


def secret(response: Response) -> Response:
    """An answer with a claim or a token, which no cache may keep."""
    response.headers["Cache-Control"] = "no-store"
    return response
