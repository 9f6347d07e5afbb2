"""The route that opens a session, which every ruleset has."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import LARGE, strict
from app.api.responses.json_response import json_response
from app.api.routes.brought import SetupSent, bring_of, setup_sent, stored_setup
from app.api.routes.parsed_bodies import game_options_of, options_of, requested_seats
from app.api.schemas.requests import Requests
from app.domain.dice import DiceSource
from app.domain.errors import IllegalSituation
from app.domain.players import ASK
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import Caller, IssuedTokens, Retry, api_key_of
from app.services.actions.move import open_game
from app.services.documents.notes import NoteShown, notes_document
from app.services.documents.session import SessionDocument, session_document
from app.services.events.event import LOSE
from app.services.illegal import illegal_situation
from app.services.play.players import policy_named
from app.services.play.scripts import board_of
from app.services.players import Player, player_of
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import Opening, RequestedSeat, draw_opening, open_session
from app.services.sessions.read import session_opened_before


def add_openings(router: APIRouter, context: Context, book: Rulebook, requests: Requests) -> None:
    """Add the route that opens a series or a game."""
    opening_body, name = strict(lambda: requests.opening, LARGE), book.slug.replace("-", "_")

    @router.post(
        "/sessions",
        status_code=201,
        response_model=SessionDocument,
        operation_id=f"open_session_{name}",
        summary=f"Open a session of {book.ruleset.title}",
        response_description="The session, with the tokens of host and seats.",
    )
    async def open_(body: opening_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this before several attacks that belong together, such as those of one evening."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        session, tokens, is_new = await open_any(context, book, body, caller, retry)
        notes = setup_notes(book, body, language_of(request, context))
        document = session_document(session, tokens, notes, keep_days=context.settings.keep_abandoned_days)
        location = f"/v1/sessions/{session.id}"
        return json_response(document, request, context, status=201 if is_new else 200, location=location)


def setup_notes(book: Rulebook, body: Any, language: str) -> list[NoteShown]:
    """What the rulebook tells of the setup of a game."""
    if body.kind != "game":
        return []
    _, shapes = board_of(book)
    shape = shapes.setup if isinstance(body.setup, shapes.setup.kind) or not shapes.bringing else shapes.bringing.setup
    setup = shape.dump(body.setup)
    return notes_document(shape.completion, setup, book.texts(language).naming(OwnNames(things_in(setup))), "setup")


async def open_any(
    context: Context, book: Rulebook, body: Any, caller: Caller, retry: Retry | None
) -> tuple[Session, IssuedTokens, bool]:
    """Open a session. Returns the session, its tokens, and whether it is new.

    It is not new where the request is sent again.
    """
    owner = await opening_key(context, caller)
    is_game = body.kind == "game"
    options = game_options_of(book, body.options) if is_game else options_of(book, body.options)
    player = await seated_player(context, body, caller)
    opening = await run_in_threadpool(opening_of, context, book, body, options, owner, retry, player)

    def change(draft: Draft) -> Session:
        if is_game:
            return open_game(draft, book, opening)
        session = open_session(draft, opening)
        draft.made(session.id, None)
        return session

    opened, is_new = await context.write_once(
        lambda draft: (change(draft), opening.tokens),
        retry,
        lambda connection, made: session_opened_before(connection, retry, made),
    )
    session, tokens = opened
    if is_new and session.watched:
        context.autoplay.wake(session.id)
    return session, tokens, is_new


def opening_of(
    context: Context,
    book: Rulebook,
    body: Any,
    options: Any,
    owner: str | None,
    retry: Retry | None,
    player: Player | None = None,
) -> Opening:
    """Everything that is needed to open the session, with its random parts drawn."""
    is_game = body.kind == "game"
    sent = setup_sent(book, body) if is_game else None
    players = requested_seats(book, body, player, sent and sent.whole)
    setup = bring = None
    if sent is not None:
        check_dice(book, body, sent)
        setup = stored_setup(book, sent, options, tuple(range(1, len(players) + 1)))
        players = with_sides(book, sent.whole, players)
        bring = bring_of(book, body, sent, options, players)
    return draw_opening(
        book,
        body.kind,
        book.codec.options_of(OPENING if is_game else ATTACK).dump(options),
        body.dice.source,
        body.visibility or context.settings.visibility,
        retry,
        reference=body.reference,
        players=players,
        host=body.host,
        owner=owner,
        setup=setup,
        deadline=deadline_of(book, body),
        shares_entropy=shares_entropy(body, players),
        advice=body.advice,
        bring=bring,
        take_back=body.take_back,
        clock=clock_of(book, body) if is_game else None,
    )


def deadline_of(book: Rulebook, body: Any) -> Json | None:
    """How long a player has for an answer, and who answers then. Raises Problem unknown-policy (422)."""
    if body.deadline is None:
        return None
    policy = policy_named(book.ruleset, body.deadline.policy, at=("deadline", "policy"))
    if policy == ASK:
        raise Problem("unknown-policy", at=("deadline", "policy"), reason="deadline-asks")
    return {"seconds": body.deadline.seconds, "policy": policy}


def clock_of(book: Rulebook, body: Any) -> Json | None:
    """How much time each player of a game has, as its event has it. Raises Problem unknown-policy (422)."""
    if body.clock is None:
        return None
    flag = body.clock.flag
    if flag != LOSE:
        flag = policy_named(book.ruleset, flag, at=("clock", "flag"))
        if flag == ASK:
            raise Problem("unknown-policy", at=("clock", "flag"), reason="flag-asks")
    return {"seconds": body.clock.seconds, "increment": body.clock.increment, "flag": flag}


def shares_entropy(body: Any, players: Sequence[RequestedSeat]) -> bool:
    """Whether the seats contribute to the dice.

    Raises Problem: seats-unclear (422) where there is no seat, illegal-dice (422) where people throw.
    """
    if body.entropy is None:
        return False
    if not players:
        raise Problem("seats-unclear", at=("entropy",), reason="entropy-needs-seats")
    if body.dice.source is DiceSource.PHYSICAL:
        raise Problem("illegal-dice", at=("entropy",), reason="entropy-needs-service")
    return True


def with_sides(book: Rulebook, setup: Any, players: tuple[RequestedSeat, ...]) -> tuple[RequestedSeat, ...]:
    """The seats with the sides that the setup gives them. Raises Problem illegal-situation (422) for another side."""
    board, _ = board_of(book)
    try:
        sides = board.sides(setup, tuple(player.side for player in players))
    except IllegalSituation as illegal:
        raise illegal_situation(illegal, "setup") from illegal
    return tuple(replace(player, side=side) for player, side in zip(players, sides, strict=True))


def check_dice(book: Rulebook, body: Any, sent: SetupSent) -> None:
    """Raise Problem illegal-dice (422) where people throw in a game that needs the dice of the service."""
    if body.dice.source is DiceSource.PHYSICAL and board_of(book)[0].needs_service_dice(sent.whole):
        raise Problem("illegal-dice", at=("dice", "source"), reason="service-shuffles")


async def opening_key(context: Context, caller: Caller) -> str | None:
    """The id of the API key that opens a session; None without one.

    Raises Problem token-missing or token-invalid (401) where a key is required and not sent, or where it is unknown.
    """
    required = context.settings.require_api_key
    if not required and caller.token is None:
        return None
    return await context.read(lambda connection: api_key_of(connection, caller, required=required, opens=True))


async def seated_player(context: Context, body: Any, caller: Caller) -> Player | None:
    """The caller as a player, where a seat is for `me`; else None.

    Raises Problem seats-unclear (422) where several seats are; token-missing or token-invalid (401) where the caller
    is no player.
    """
    places = [n for n, seat in enumerate(body.seats) if seat.player]
    if not places:
        return None
    if len(places) > 1:
        raise Problem("seats-unclear", at=("seats", places[1], "player"), reason="one-seat-each")
    return await context.read(partial(player_of, caller=caller))
