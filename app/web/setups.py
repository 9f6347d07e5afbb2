"""The board of a setup before anybody plays it, as the page shows it on which it is made."""

from types import SimpleNamespace
from typing import Annotated, Any

from annotated_types import MaxLen
from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from app.api.context import Context
from app.api.requests.strict import LARGE, Body, strict
from app.api.routes.brought import setup_sent, stored_setup
from app.api.routes.routing import Routes
from app.api.schemas.bodies import AnyObject, SeatKey
from app.domain.errors import IllegalOption
from app.errors import Problem
from app.services.documents.setup import first_board
from app.services.play.scripts import board_of
from app.web.pages import Pages


class SetupRequest(Body):
    """A setup, with the options that differ from the defaults, as an opening takes both."""

    setup: AnyObject
    """The setup."""
    options: AnyObject = {}
    """The options."""
    bring: Annotated[dict[SeatKey, Any], MaxLen(8)] = {}
    """What the list of each seat has to keep to that brings one; its place in the setup is left out."""


def setup_routes(pages: Pages, context: Context) -> APIRouter:
    """The route that draws the board of a setup."""
    router = Routes("/pages")
    setup_body = strict(lambda: SetupRequest, LARGE)

    @router.post("/setups/{slug}", include_in_schema=False)
    async def board(request: Request, slug: str, body: setup_body) -> Response:  # type: ignore[valid-type]
        """The board as a part of a page; nothing is stored. What is wrong with a setup, `/v1` says."""
        return await context.make(drawn_setup, pages, request, slug, body)

    return router


def drawn_setup(pages: Pages, request: Request, slug: str, sent: SetupRequest) -> Response:
    """The board with which a game of a setup begins.

    Raises Problem unknown-ruleset (404), not-found (404) where the rulebook has no board, invalid-request or
    illegal-situation (422).
    """
    book = pages.book(slug)
    if book.ruleset.board is None:
        raise Problem("not-found")
    board, shapes = board_of(book)
    try:
        shape = shapes.bringing.setup if sent.bring and shapes.bringing else shapes.setup
        setup, options = shape.read(sent.setup), shapes.options.read(sent.options)
        opened = setup_sent(book, SimpleNamespace(setup=setup, bring=sent.bring, seats=()))
        seats = tuple(range(1, (board.seats(opened.whole) if board.seats else 2) + 1))
        stored_setup(book, opened, options, seats)
    except (ValidationError, IllegalOption):
        raise Problem("invalid-request") from None
    state = first_board(book, board.whole(opened.whole), options, is_whole=not opened.left)
    return pages.drawn_board(request, book, state, shapes.options.dump(options), dict.fromkeys(seats))
