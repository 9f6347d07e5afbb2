"""The routes of players: one person across sessions and phones."""

from functools import partial
from typing import cast

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.context import Context
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response, made_status
from app.api.routes.claims import GONE
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.bodies import PlayerChange, PlayerClaimRequest, PlayerRequest
from app.errors import Problem
from app.persistence.writing.batch import EarlierResult
from app.persistence.writing.draft import Draft
from app.services.instance.personal import scrub
from app.services.players import (
    PlayerClaimShown,
    PlayerProfile,
    PlayerShown,
    add_player,
    change_player,
    claim_of_player_made_before,
    claim_player,
    forget_player,
    new_player_id,
    player_made_before,
    profile_of,
    seats_of,
)
from app.services.sessions.forget import forget_at

ME = "/v1/players/me"
"""The path of the player who sends a request."""


def player_routes(context: Context) -> APIRouter:
    """The routes of players."""
    router = Routes("/v1/players", tags=["players"])
    player_body, minutes_body = strict(lambda: PlayerRequest), strict(lambda: PlayerClaimRequest)
    change_body = strict(lambda: PlayerChange)

    @router.post(
        "",
        status_code=201,
        response_model=PlayerShown,
        operation_id="make_player",
        summary="Become a player",
        response_description="The player, with a token.",
    )
    async def make(request: Request, body: player_body) -> Response:  # type: ignore[valid-type]
        """Use this once on a phone, to find all your matches there and on other phones: no e-mail, no password.

        Send the token when a claim is used, or when a session is opened with `"seats": [{"player": "me"}]`: it is then
        a credential of that seat, in addition to the seat's token. If opening a session needs an API key, send the
        token of a seat or an API key here.
        """
        caller = caller_of(request)
        if context.settings.require_api_key and caller.token is None:
            raise Problem("token-missing", reason="key-or-seat-missing")
        await context.require_known(caller)
        retry = await retry_of(request, caller)
        id, sent = new_player_id(), cast(PlayerRequest, body)
        player, is_new = await context.write_once(
            lambda draft: add_player(draft, id, sent.name, sent.language, retry),
            retry,
            lambda connection, made: player_made_before(connection, made.session_id, retry, made.nonce),
        )
        return json_response(player, request, context, status=made_status(is_new), location=ME)

    @router.post(
        "/claims",
        status_code=201,
        response_model=PlayerClaimShown,
        operation_id="claim_player",
        openapi_extra=NEEDS_TOKEN,
        responses=GONE,
        summary="Make a link for another phone",
        response_description="The claim that the link carries.",
    )
    async def claim(request: Request, body: minutes_body = None) -> Response:  # type: ignore[valid-type]
        """Use this to be the same player on another phone: `POST /v1/claims` there turns the claim into a token.

        A newer claim ends this one. Written on paper, it brings back the matches of a lost phone, for 30 days at most.
        """
        caller = caller_of(request)
        await context.require_known(caller)
        retry = await retry_of(request, caller)
        sent: PlayerClaimRequest = body or PlayerClaimRequest()

        def change(draft: Draft) -> PlayerClaimShown:
            return claim_player(draft, caller, retry, sent.minutes, ends_others=sent.ends_others)

        def before(connection: sa.Connection, made: EarlierResult) -> PlayerClaimShown:
            return claim_of_player_made_before(connection, made.session_id, retry, made.nonce)

        shown, is_new = await context.write_once(change, retry, before)
        return json_response(shown, request, context, status=made_status(is_new), location=ME)

    @router.get(
        "/me",
        response_model=PlayerProfile,
        operation_id="get_player",
        openapi_extra=NEEDS_TOKEN,
        summary="Read the own player",
        response_description="The player who sends the request.",
    )
    async def read(request: Request) -> Response:
        """Use this when an app opens, to greet the player whose token it has, in the player's language."""
        return json_response(await context.read(partial(profile_of, caller=caller_of(request))), request, context)

    @router.patch(
        "/me",
        response_model=PlayerProfile,
        operation_id="change_player",
        openapi_extra=NEEDS_TOKEN,
        summary="Change the own player",
        response_description="The player as it is now.",
    )
    async def change(request: Request, body: change_body) -> Response:  # type: ignore[valid-type]
        """Use this when a player wants another name or language. Existing seats of the player keep the old name."""
        caller, sent = caller_of(request), cast(PlayerChange, body)
        await context.require_known(caller)
        changes = {name: value for name, value in sent.model_dump().items() if value is not None}
        changed = await context.write(lambda draft: change_player(draft, caller, changes), None)
        return json_response(cast(PlayerProfile, changed), request, context)

    @router.delete(
        "/me",
        status_code=204,
        operation_id="forget_player",
        openapi_extra=NEEDS_TOKEN,
        summary="Forget a player",
        response_description="The player is forgotten.",
    )
    async def forget(request: Request) -> Response:
        """Use this when a player wants to be forgotten: the tokens of the player end, and no seat is theirs any more.

        The name and the reference of these seats are deleted too, even from the logs. The seats keep their own
        tokens, and matches continue. If the request fails midway, send it again.
        """
        caller = caller_of(request)
        await context.require_known(caller)
        for id, seats in (await context.read(partial(seats_of, caller=caller))).items():
            await context.write(partial(forget_at, id=id, numbers=seats), None, id)
        await context.write(lambda draft: forget_player(draft, caller), None)
        await run_in_threadpool(scrub, context.database)
        return Response(status_code=204)

    return router
