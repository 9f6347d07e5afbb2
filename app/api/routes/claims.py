"""The routes of claims, which hand a seat over by a link."""

from functools import partial
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from app.api.context import Context
from app.api.refusals.problems import CONFLICT, PROBLEM, REFUSALS
from app.api.requests.addresses import address_of
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response, made_status
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.bodies import SeatClaimRequest, UseClaimRequest
from app.api.schemas.parameters import PlaceNumber, SessionId
from app.errors import Problem
from app.persistence.writing.batch import EarlierResult
from app.persistence.writing.draft import Draft
from app.services.access import Caller, Retry, token_for
from app.services.players import PlayerShown, player_claimed, player_made_before, use_player_claim
from app.services.sessions.claims import (
    Claimed,
    ClaimShown,
    NewClaim,
    Sent,
    claim_for,
    claim_made_before,
    make_claim,
    session_of_claim,
    use_claim,
)
from app.services.sessions.codes import code_mac, code_of, letters_in
from app.services.sessions.read import read_session

LONGEST = 43_200
"""Minutes for which a spare claim is good: 30 days."""

GONE: dict[int | str, dict[str, Any]] = {
    410: {
        "description": "The claim was used, has expired, or a newer one took its place.",
        "content": {"application/problem+json": {"schema": {"$ref": PROBLEM}}},
    }
}


def claim_routes(context: Context) -> APIRouter:
    """The routes of claims."""
    router = Routes("/v1", tags=["sessions"], responses=REFUSALS | GONE)
    minutes_body, claim_body = strict(lambda: SeatClaimRequest), strict(lambda: UseClaimRequest)

    @router.post(
        "/sessions/{id}/seats/{seat}/claims",
        status_code=201,
        response_model=ClaimShown,
        operation_id="make_claim",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
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

        The host and the seat itself may do this. For seat 0, the place of the host, the host and the API key that
        opened the session may do it. A newer claim for the same seat ends this one. A `code` can be said aloud.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        sent: SeatClaimRequest = body or SeatClaimRequest()
        drawn = claim_for(id, seat, retry)
        code = await context.read(partial(code_mac, code=code_of(drawn))) if sent.code else None
        new = NewClaim(drawn, LONGEST if sent.spare else sent.minutes, code, sent.code_minutes, sent.spare)
        claim, is_new = await context.write_once(
            lambda draft: make_claim(draft, id, seat, caller, new),
            retry,
            lambda connection, made: claim_made_before(connection, id, seat, caller, retry, made.nonce),
            id,
        )
        return json_response(claim, request, context, status=made_status(is_new), location=f"/v1/sessions/{id}")

    @router.post(
        "/claims",
        response_model=Claimed,
        operation_id="use_claim",
        responses=CONFLICT,
        summary="Take a seat with a claim",
        response_description="The seat with its new token, or the player with a further token.",
    )
    async def use(request: Request, body: claim_body) -> Response:  # type: ignore[valid-type]
        """Use this when somebody opens a link of a seat: it needs no token, gives the seat a new one and ends the old.

        Send an Idempotency-Key: if the answer is lost, the same request gives the same token again. If the request has
        the token of a player, that token becomes a credential of the seat too. The claim of a player gives a token of
        that player.

        A `code` does the same, but it cannot be looked up first. After 20 wrong codes in ten minutes from one address,
        or 300 from all addresses, codes do not work for a while (429). Claims still work.
        """
        caller = caller_of(request)
        await context.require_known(caller)
        retry = await retry_of(request, caller)
        sent: UseClaimRequest = body
        if (sent.claim is None) == (sent.code is None):
            raise Problem("invalid-request", at=("claim",), reason="claim-or-code")
        if sent.code is None:
            used = await take(context, caller, retry, Sent(claim=sent.claim))
        else:
            letters = letters_in(sent.code)
            with context.wrong_codes.trying(address_of(request.scope)):
                used = await take(
                    context, caller, retry, Sent(code=await context.read(partial(code_mac, code=letters)))
                )
        return json_response(used, request, context)

    return router


async def take(context: Context, caller: Caller, retry: Retry | None, sent: Sent) -> Claimed:
    """What a claim, or the code of one, gives. Raises what use_claim() and use_player_claim() raise."""
    id, claim = await context.read(partial(session_of_claim, sent=sent)), sent.claim
    is_of_player = (
        id is None and claim is not None and await context.read(partial(player_claimed, claim=claim)) is not None
    )

    def change(draft: Draft) -> Claimed:
        if is_of_player and claim is not None:
            return of_player(use_player_claim(draft, claim, retry))
        return use_claim(draft, id, sent, retry, caller)

    def before(connection: sa.Connection, made: EarlierResult) -> Claimed:
        if made.number is None:
            return of_player(player_made_before(connection, made.session_id, retry, made.nonce))
        token = token_for(made.number, made.session_id, retry, made.nonce)
        read_session(connection, made.session_id, Caller(token))
        return Claimed(session_id=made.session_id, seat=made.number, token=token)

    used, _is_new = await context.write_once(change, retry, before, *([id] if id else []))
    return used


def of_player(player: PlayerShown) -> Claimed:
    """What the claim of a player was used for."""
    return {"player": player["player"], "token": player["token"]}
