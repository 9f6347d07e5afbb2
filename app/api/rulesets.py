"""The routes of rulesets: the list of all, what each of them offers, and the routes that each of them has."""

from fastapi import APIRouter, Request, Response

from app.api.attacks import add_attacks
from app.api.catalogue import add_catalogue, add_list
from app.api.context import Context, caller_of, json_response
from app.api.moves import add_moves
from app.api.openings import add_openings
from app.api.parameters import Slug
from app.api.problems import REFUSALS
from app.api.requests import requests_of
from app.api.responses import Responses
from app.api.strict import StrictRoute
from app.errors import Problem
from app.services.documents.ruleset import RulesetDetails, RulesetList, ruleset_details, ruleset_document
from app.services.rulebooks.registry import Rulebook, rulebook


def rulesets_routes(context: Context) -> APIRouter:
    """The routes that describe rulesets."""
    router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"], route_class=StrictRoute, responses=REFUSALS)

    @router.get("", response_model=RulesetList, operation_id="list_rulesets")
    async def list_rulesets(request: Request) -> Response:
        """The installed rulesets."""
        await context.require_known(caller_of(request))
        return json_response({"items": [ruleset_document(book) for book in context.books.values()]}, request, context)

    @router.get("/{slug}", response_model=RulesetDetails, operation_id="get_ruleset")
    async def get_ruleset(slug: Slug, request: Request) -> Response:
        """A ruleset with its options, policies, dice, questions, facts, examples and rules."""
        await context.require_known(caller_of(request))
        return json_response(ruleset_details(rulebook(context.books, slug)), request, context)

    @router.get("/{slug}/catalogue", include_in_schema=False)
    async def no_catalogue(slug: str) -> Response:
        rulebook(context.books, slug)
        raise Problem("not-found", params={"path": "catalogue"})

    @router.post("/{slug}/{rest:path}", include_in_schema=False)
    async def unknown_ruleset(slug: str, rest: str) -> Response:
        rulebook(context.books, slug)
        raise Problem("not-found", params={"path": rest})

    return router


def ruleset_routes(context: Context, book: Rulebook, responses: Responses) -> APIRouter:
    """The routes of one ruleset: attacks, odds, sessions; moves, a catalogue and lists where it has them."""
    prefix, requests = f"/v1/rulesets/{book.slug}", requests_of(book)
    router = APIRouter(prefix=prefix, tags=[book.slug], route_class=StrictRoute, responses=REFUSALS)
    add_attacks(router, context, book, requests, responses)
    add_openings(router, context, book, requests)
    if book.ruleset.board is not None:
        add_moves(router, context, book, requests, responses)
    if book.ruleset.catalogue is not None:
        add_catalogue(router, context, book, responses)
    for reader in book.ruleset.lists:
        add_list(router, context, book, reader, requests)
    return router
