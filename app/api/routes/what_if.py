"""Reads the variants of a request for odds: the same request, with changes of its situation as it was sent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, cast

from fastapi import Request
from pydantic import ValidationError
from pydantic_core import from_json, to_json

from app.api.context import Context
from app.api.refusals.problems import of_faults, problem_document
from app.api.routes.parsed_bodies import odds_asked
from app.api.schemas.requests import Requests
from app.errors import Problem
from app.faults.found import faults_in
from app.faults.lenient import validate_leniently
from app.persistence.stored.codec import Json
from app.services.documents.advice import CellOdds, OddsDocument, VariantOdds, chances_of
from app.services.odds.advice import OddsInput
from app.services.odds.odds import rounded
from app.services.odds.variants import Compared, PricedVariant, Variant, change_of, merged, placed, steps_of
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts

MOST_VARIANTS = 16


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a request for odds asks of other situations than its own."""

    variants: list[Variant] | None = None
    """None where it asks for none."""
    grid: list[list[Variant]] | None = None
    """A row for each value of the first path; None without one."""


def what_if_asked(book: Rulebook, requests: Requests, spelled: bytes, asked: OddsInput, sent: Any) -> WhatIf:
    """The variants and the grid of a request; `spelled` is its body. Raises Problem invalid-request (422)."""
    reader = Reader(book, requests, spelled, asked)
    return WhatIf(reader.variants(sent.variants), reader.grid(sent.grid))


class Reader:
    """Makes the variants of one request."""

    def __init__(self, book: Rulebook, requests: Requests, spelled: bytes, asked: OddsInput) -> None:
        self._book, self._asked = book, asked
        self._sent: Json = from_json(spelled)
        self._reader = requests.odds_reader

    def variants(self, wanted: Any) -> list[Variant] | None:
        """The variants that a request names, or those that the rulebook offers; None where it asks for none."""
        if wanted is None:
            return None
        if wanted != "offered":
            return [
                Variant(self._with(merged(self._sent["situation"], one.patch)), one.name, one.patch) for one in wanted
            ]
        return list(islice(self._offered(), MOST_VARIANTS))

    def _offered(self) -> Iterable[Variant]:
        offer = self._book.ruleset.what_if
        for change in offer(self._asked.situation) if offer else ():
            patch: Json = from_json(to_json(change.patch))
            asked = self._with(merged(self._sent["situation"], patch))
            if not isinstance(asked, Problem):
                yield Variant(asked, change.name, patch, change.params)

    def grid(self, axes: Sequence[Any] | None) -> list[list[Variant]] | None:
        """A row for each value of the first path, and in it a variant for each of the second; None without axes.

        Raises Problem invalid-request (422) where a path leads nowhere.
        """
        if axes is None:
            return None
        paths = [steps_of(axis.path, ("grid", n, "path")) for n, axis in enumerate(axes)]
        for n, path in enumerate(paths):
            try:
                placed(self._sent["situation"], path, None)
            except LookupError as nowhere:
                raise Problem("invalid-request", at=("grid", n, "path"), reason="no-pointer") from nowhere
        rows: list[list[Variant]] = []
        for first in axes[0].values:
            rows.append([])
            for values in product([first], *(axis.values for axis in axes[1:])):
                situation = self._sent["situation"]
                for path, value in zip(paths, values, strict=True):
                    situation = placed(situation, path, value)
                rows[-1].append(Variant(self._with(situation)))
        return rows

    def _with(self, situation: Any) -> OddsInput | Problem:
        """The request with another situation, or why that does not fit."""
        body = {name: value for name, value in self._sent.items() if name not in ("variants", "grid")}
        body["situation"] = situation
        try:
            return odds_asked(self._book, validate_leniently(self._reader.validate, to_json(body)))
        except ValidationError as invalid:
            return of_faults(faults_in(invalid.errors(include_url=False), body, None))
        except Problem as refused:
            return refused


def add_compared(
    document: OddsDocument,
    book: Rulebook,
    compared: Compared,
    texts: Texts,
    context: Context,
    request: Request,
    language: str,
) -> None:
    """Add the variants and the grid of a request to its odds."""

    def cell(one: PricedVariant) -> CellOdds:
        if isinstance(one.found, Problem):
            return {"problem": problem_document(context, request, one.found, language)}
        return cast(CellOdds, chances_of(book, one.found))

    def told(one: PricedVariant) -> VariantOdds:
        shown: VariantOdds = {"name": one.variant.name, "patch": one.variant.patch, **cell(one)}  # type: ignore[typeddict-item]
        if one.variant.offered is not None:
            shown["text"] = texts.find(f"what-if.{one.variant.name}", one.variant.offered) or one.variant.name
        if not isinstance(one.found, Problem):
            change = change_of(compared.worth.distributions, one.found)
            shown["change"] = {name: rounded(by) for name, by in change.items()}
        return shown

    if compared.variants is not None:
        document["variants"] = [told(one) for one in compared.variants]
    if compared.grid is not None:
        document["grid"] = [[cell(one) for one in row] for row in compared.grid]
