"""The route of the matrix of odds: attackers and defenders that are sent apart, each against each."""

from collections.abc import AsyncIterator, Generator, Sequence
from functools import partial
from itertools import product
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import from_json, to_json

from app.api.context import Context, language_of
from app.api.refusals.problems import of_faults, problem_document
from app.api.requests.addresses import address_of
from app.api.requests.callers import caller_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response
from app.api.responses.long_answer import LongAnswer
from app.api.routes.parsed_bodies import odds_asked
from app.api.routes.typed_bodies import TypedBody
from app.api.schemas.requests import Requests
from app.api.work.disconnect import cancel_on_disconnect
from app.domain.errors import MOST_TOLD
from app.domain.ruleset import Matrix
from app.errors import Path, Problem, with_paths
from app.persistence.stored.codec import Json
from app.services.document_types import lazy_schema
from app.services.documents.advice import MatrixCell, MatrixOdds, chances_of
from app.services.odds.matrix import MOST_CELLS, Cell, MatrixComputation
from app.services.rulebooks.registry import Rulebook

NDJSON = "application/x-ndjson"
LINES: dict[int | str, dict[str, object]] = {200: {"content": {NDJSON: {"schema": {"type": "string"}}}}}
FORMAT = "`ndjson`: a line for each attack as soon as it is computed; `json`: one document with all of them."


def add_matrix(router: APIRouter, context: Context, book: Rulebook, requests: Requests, matrix: Matrix[Any]) -> None:
    """Add the route that computes the odds of each attacker against each defender."""
    matrix_body, reader = strict(lambda: requests.matrix), MatrixReader(book, requests, matrix)

    @router.post(
        "/odds/matrix",
        operation_id=f"odds_matrix_{book.slug.replace('-', '_')}",
        response_model=lazy_schema(lambda: MatrixOdds),
        responses=LINES,
        summary=f"Compute the odds of each attacker against each defender of {book.ruleset.title}",
        response_description="The attacks, as lines of JSON or as one document.",
    )
    async def odds_matrix(
        body: matrix_body,  # type: ignore[valid-type]  # noqa: ARG001
        request: Request,
        format: Annotated[Literal["ndjson", "json"], Query(description=FORMAT)] = "ndjson",
    ) -> Response:
        """Use this to compare two squads or armies, each of one against each of the other: up to 256 attacks.

        Each attack has the places of the `attacker` and the `defender` in the request, from 0, and the `range`, with
        the `chances` and `means` that its odds alone have, or with their `problem`. Lines come in the order of
        attackers, then defenders, then ranges; the last line is `{"end": true, "cells": n}`. An address takes one
        matrix at a time (429). A client that leaves ends it.
        """
        await context.require_known(caller_of(request))
        sent, language = from_json(await request.body()), language_of(request, context)
        computation = MatrixComputation(book, matrix)

        def computed(cell: Cell) -> Generator[None, None, MatrixCell]:
            found = yield from computation.of(cell)
            place = {"attacker": cell.attacker, "defender": cell.defender, "range": distances_of(sent)[cell.distance]}
            if isinstance(found, Problem):
                odds: Any = {"problem": problem_document(context, request, reader.placed(found, cell), language)}
            else:
                odds = chances_of(book, found)
            return cast(MatrixCell, place | odds)

        if format == "json":
            with context.matrices.long_answer(address_of(request.scope)):
                async with cancel_on_disconnect():
                    cells = await context.build_document(reader.cells, sent)
                    items = [item async for item in await context.compute_each(map(computed, cells))]
            return json_response({"items": items}, request, context)

        async def begin() -> AsyncIterator[bytes]:
            cells = await context.build_document(reader.cells, sent)
            return lines(await context.compute_each(map(computed, cells)), len(cells))

        headers = {"Cache-Control": "no-store", "Content-Language": language, "Vary": "Accept-Language"}
        return LongAnswer(context.matrices, begin, headers, NDJSON)


async def lines(items: AsyncIterator[MatrixCell], count: int) -> AsyncIterator[bytes]:
    """A line of JSON for each attack, and one for the end."""
    async for item in items:
        yield to_json(item) + b"\n"
    yield to_json({"end": True, "cells": count}) + b"\n"


def distances_of(sent: Json) -> Sequence[Any]:
    """The distances of a request, as they were sent; one that is not said, where it has none."""
    return sent.get("ranges") or [None]


class MatrixReader:
    """Makes the attacks of a request."""

    def __init__(self, book: Rulebook, requests: Requests, matrix: Matrix[Any]) -> None:
        self._book, self._matrix = book, matrix
        self._body = TypedBody(lambda: requests.odds)

    def cells(self, sent: Json) -> list[Cell]:
        """Every attack, in order; one that the rulebook refuses says why.

        Raises Problem limit-exceeded (422) for too many, and with all faults in the form of what was sent.
        """
        attackers, defenders, distances = sent["attackers"], sent["defenders"], distances_of(sent)
        if (count := len(attackers) * len(defenders) * len(distances)) > MOST_CELLS:
            params = {"what": "odds", "is": count, "at_most": MOST_CELLS}
            raise Problem("limit-exceeded", reason="too-many-odds", params=params, extra=params)
        places = product(range(len(attackers)), range(len(defenders)), range(len(distances)))
        cells = [self._cell(sent, *place) for place in places]
        wrong = [self.placed(cell.asked, cell).faults for cell in cells if isinstance(cell.asked, Problem)]
        faults = {(fault.at, fault.text): fault for each in wrong for fault in each}
        if faults:
            raise of_faults(list(faults.values())[:MOST_TOLD])
        return cells

    def _cell(self, sent: Json, attacker: int, defender: int, distance: int) -> Cell:
        own, other = self._matrix.paired(sent["attackers"][attacker], sent["defenders"][defender])
        situation = {"attacker": own, "defender": other}
        if "ranges" in sent:
            situation[self._matrix.distance] = distances_of(sent)[distance]
        body = {"situation": situation, **({"options": sent["options"]} if "options" in sent else {})}
        try:
            return Cell(attacker, defender, distance, odds_asked(self._book, self._body.read(body, to_json(body))))
        except Problem as refused:
            return Cell(attacker, defender, distance, refused)

    def placed(self, problem: Problem, cell: Cell) -> Problem:
        """A Problem of an attack, with the places of what was sent for it."""
        return with_paths(problem, partial(self._place, cell))

    def _place(self, cell: Cell, at: Path) -> Path:
        match at:
            case ("situation", "defender", *rest):
                return ("defenders", cell.defender, *rest)
            case ("situation", "attacker", *rest):
                return ("attackers", cell.attacker, *rest)
            case ("situation", self._matrix.distance, *rest):
                return ("ranges", cell.distance, *rest)
            case ("situation", str(field), *_):
                said_by = self._matrix.said_by.get(field)
                return ("attackers", cell.attacker, said_by) if said_by else ("attackers", cell.attacker)
        return at
