"""The route that looks at a setup before it is played."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import of_all
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import LARGE, loose
from app.api.responses.json_response import json_response
from app.api.routes.brought import check_limits, limits_sent, setup_sent, stored_setup, with_reserves
from app.api.routes.openings import with_sides
from app.api.routes.parsed_bodies import check_sides, game_options_of, seats_of_setup
from app.api.schemas.requests import Requests
from app.api.schemas.responses import Responses
from app.errors import Problem
from app.faults.lenient import validate_leniently
from app.faults.onward import Read, read_on
from app.persistence.stored.codec import Json
from app.services.document_types import lazy_schema
from app.services.documents.setup import setup_document
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import RequestedSeat


def add_setups(router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: Responses) -> None:
    """Add the route that looks at a setup."""
    setup_body = loose(lambda: requests.setup, LARGE)

    @router.post(
        "/setups",
        response_model=lazy_schema(lambda: responses.setup),
        operation_id=f"look_at_setup_{book.slug.replace('-', '_')}",
        summary=f"Look at a setup of {book.ruleset.title} before it is played",
        response_description="The setup with all that follows from it, and the board with which its game begins.",
    )
    async def look_at_setup(body: setup_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this while somebody prepares a setup. Send the same as for opening a game; nothing is stored.

        If opening a game would refuse the setup, it is refused here with all its faults, those of form and those of
        rules, up to fifty. `state` is the board at the start, before any roll or shuffle.
        """
        caller = caller_of(request)
        await retry_of(request, caller)  # nothing is stored, but a key must have the right form everywhere
        await context.require_known(caller)
        document = await context.make(looked_at, book, requests, body, language_of(request, context))
        return json_response(document, request, context)


def looked_at(book: Rulebook, requests: Requests, body: Json, language: str) -> Json:
    """The document of a setup. Raises Problem (422) with everything that is wrong."""
    read = read_on(partial(validate_leniently, requests.setup_reader.validate), body, requests.setup_schema)
    document = None if read.value is None else document_of(book, read, read.value, language)
    if (wrong := of_all(read.faults, read.refusals)) is not None:
        raise wrong
    if document is None:
        raise Problem("invalid-request", at=("setup",))
    return document


def document_of(book: Rulebook, read: Read[Any], body: Any, language: str) -> Json | None:
    """The document of a setup as it was read; None where anything is wrong, which is noted."""
    options = game_options_of(book, body.options)
    if (sent := try_all(read, partial(setup_sent, book, body))) is None:
        return None
    seats = body.seats or seats_of_setup(book, sent.whole)
    players = tuple(RequestedSeat(seat.name, seat.side, seat.reference) for seat in seats)
    numbers = tuple(range(1, len(seats) + 1))
    try_all(read, partial(check_sides, book, seats), partial(stored_setup, book, sent, options, numbers))
    try_all(read, *(partial(check_limits, book, sent, options, n, body.bring[str(n)]) for n in sent.left))
    sided = try_all(read, partial(with_sides, book, sent.whole, players)) if read.is_faultless else None
    if sided is None:
        return None
    limits, filled = limits_sent(book, body, sent), with_reserves(book, body, sent)
    return setup_document(book, sent.whole, options, sided, limits, language, filled)


def try_all(read: Read[Any], *checks: Callable[[], Any]) -> Any:
    """What the last of these checks gives, where none refuses; what they refuse is noted."""
    given = None
    for check in checks:
        try:
            given = check()
        except Problem as refused:
            read.refuse(refused)
    return given
