"""The routes of a ruleset's catalogue, and of the lists that it reads, where it has them."""

from typing import Annotated, Any

from annotated_types import MaxLen
from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.lists import list_sent
from app.api.requests.strict import LARGE, strict
from app.api.responses.cached_document import cached_json
from app.api.responses.conditional import UNCHANGED
from app.api.responses.json_response import json_response
from app.api.schemas.parameters import Cursor, Limit
from app.api.schemas.requests import Requests
from app.domain.catalogue import Catalogue, ListReader
from app.domain.errors import IllegalSituation
from app.errors import Problem
from app.faults.hints import hints
from app.services.document_types import lazy_schema
from app.services.documents.catalogue import CatalogueDocument, catalogue_document
from app.services.illegal import illegal_situation
from app.services.rulebooks.registry import Rulebook

Sought = Annotated[
    str | None, MaxLen(100), Query(description="A part of an id or a name, in capital or small letters.")
]


def add_catalogue(router: APIRouter, context: Context, book: Rulebook) -> None:
    """Add the route that lists what situations can name."""
    catalogue: Catalogue[Any] = book.ruleset.catalogue

    @router.get(
        "/catalogue",
        response_model=lazy_schema(lambda: CatalogueDocument),
        operation_id=f"catalogue_{book.slug.replace('-', '_')}",
        responses=UNCHANGED,
        summary=f"List what situations of {book.ruleset.title} can name",
        response_description="A page of the requested entries.",
    )
    async def read_catalogue(
        request: Request,
        kind: Annotated[str | None, MaxLen(100), Query(description=f"One of {', '.join(catalogue.kinds)}.")] = None,
        q: Sought = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> Response:
        """Use this to let somebody choose a card for a situation: each with its effect on an attack, if it has one."""
        await context.require_known(caller_of(request))
        if kind is not None and kind not in catalogue.kinds:
            known = hints(kind, catalogue.kinds)
            raise Problem("invalid-request", at=("query", "kind"), reason="unknown-kind", params=known)
        language = language_of(request, context)
        found = await context.make(
            lambda: cached_json(catalogue_document(book, language, kind, q or "", cursor, limit))
        )
        return found.response(request, context)


def add_list(
    router: APIRouter,
    context: Context,
    book: Rulebook,
    reader: ListReader[Any],
    requests: Requests,
) -> None:
    """Add a route that reads a list of another program."""
    body_kind = strict(lambda: requests.list_of(reader), LARGE)

    @router.post(
        f"/{reader.path}",
        response_model=lazy_schema(lambda: reader.result),
        operation_id=f"{reader.path.replace('-', '_')}_{book.slug.replace('-', '_')}",
        summary=f"Read {reader.path} for {book.ruleset.title}",
        response_description="The contents of the list, in the form of situations.",
    )
    async def read_list(body: body_kind, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this to read a list that another program has exported. Nothing is stored.

        Fields of the list that are not needed are ignored.
        """
        caller = caller_of(request)
        await retry_of(request, caller)  # nothing is stored, but a key must have the right form everywhere
        await context.require_known(caller)
        sent = list_sent(body, reader)
        reads: Any = reader.read_text if isinstance(sent, str) else reader.read
        try:
            found = await context.make(reads, sent)
        except IllegalSituation as illegal:
            raise illegal_situation(illegal, reader.member) from illegal
        return json_response(book.codec.lists[reader.path].dump(found), request, context)
