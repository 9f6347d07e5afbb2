"""The routes of rulesets: the list of all, what each of them offers, and the routes that each of them has."""

from functools import cache

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.context import Context, language_of
from app.api.refusals.unknown_path import methods_at
from app.api.requests.callers import caller_of
from app.api.responses.cached_document import CachedDocument, cached_json
from app.api.responses.conditional import UNCHANGED
from app.api.routes.attacks import add_attacks
from app.api.routes.catalogue import add_catalogue, add_list
from app.api.routes.many_attacks import add_many_attacks
from app.api.routes.moves import add_moves
from app.api.routes.odds_matrix import add_matrix
from app.api.routes.openings import add_openings
from app.api.routes.routing import Routes
from app.api.routes.setups import add_setups
from app.api.schemas.parameters import Cursor, Limit, Slug
from app.api.schemas.requests import requests_of
from app.api.schemas.responses import AllResponses
from app.services.documents.ruleset import (
    RulesetDetails,
    RulesetList,
    RulesetSchemas,
    ruleset_details,
    ruleset_document,
    ruleset_schemas,
)
from app.services.pages import cut
from app.services.rulebooks.registry import Rulebook, rulebook


@cache
def cached_details(book: Rulebook, language: str) -> CachedDocument:
    """The document of a ruleset in a language, made once."""
    return cached_json(ruleset_details(book, language))


@cache
def cached_schemas(book: Rulebook) -> CachedDocument:
    """The schemas of what records and questions of a ruleset hold, made once."""
    return cached_json(ruleset_schemas(book))


def rulesets_routes(context: Context) -> APIRouter:
    """The routes that describe rulesets."""
    router = Routes("/v1/rulesets", tags=["rulesets"])

    @router.get(
        "",
        response_model=RulesetList,
        operation_id="list_rulesets",
        responses=UNCHANGED,
        summary="List the rulesets",
        response_description="The rulesets, each in short.",
    )
    async def list_rulesets(request: Request, limit: Limit = 50, cursor: Cursor = None) -> Response:
        """Use this to let somebody choose a game: every ruleset that is installed, with its slug and its languages."""
        await context.require_known(caller_of(request))
        part, following = cut("rulesets", list(context.books), cursor, limit)
        items = [ruleset_document(book) for book in list(context.books.values())[part]]
        return cached_json({"items": items, "next": following}).response(request, context)

    @router.get(
        "/{slug}",
        response_model=RulesetDetails,
        operation_id="get_ruleset",
        responses=UNCHANGED,
        summary="Read what a ruleset offers",
        response_description="The ruleset with all details.",
    )
    async def get_ruleset(slug: Slug, request: Request) -> Response:
        """Use this to build the forms of a client: options, policies, dice, questions, examples and all rules in words.

        `examples` are situations that can be sent as they are.
        """
        await context.require_known(caller_of(request))
        book = rulebook(context.books, slug)
        kept = await run_in_threadpool(cached_details, book, language_of(request, context))
        return kept.response(request, context)

    @router.get(
        "/{slug}/schemas",
        response_model=RulesetSchemas,
        operation_id="get_schemas",
        responses=UNCHANGED,
        summary="Read the forms of a ruleset's facts and questions",
        response_description="The JSON Schemas, by name.",
    )
    async def get_schemas(slug: Slug, request: Request) -> Response:
        """Use this to draw your own forms, or to generate types: the data of records and questions, without texts."""
        await context.require_known(caller_of(request))
        return (await run_in_threadpool(cached_schemas, rulebook(context.books, slug))).response(request, context)

    @router.api_route("/{slug}/{rest:path}", include_in_schema=False, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
    async def unknown_ruleset(slug: str, request: Request) -> Response:
        rulebook(context.books, slug)
        raise HTTPException(405 if methods_at(request) else 404)

    return router


def ruleset_routes(context: Context, book: Rulebook, responses: AllResponses) -> APIRouter:
    """The routes of one ruleset: attacks, odds, sessions, and moves where it has a board."""
    prefix, requests = f"/v1/rulesets/{book.slug}", requests_of(book)
    router = Routes(prefix, tags=[book.slug])
    add_attacks(router, context, book, requests, responses[book.slug])
    add_many_attacks(router, context, book, requests, responses)
    if book.ruleset.matrix is not None:
        add_matrix(router, context, book, requests, book.ruleset.matrix)
    add_openings(router, context, book, requests)
    if book.ruleset.board is not None:
        add_moves(router, context, book, requests, responses[book.slug])
        add_setups(router, context, book, requests, responses[book.slug])
    if book.ruleset.catalogue is not None:
        add_catalogue(router, context, book)
    for reader in book.ruleset.lists:
        add_list(router, context, book, reader, requests)
    return router
