"""The table with which a page begins: the example about which there is most to ask, with its odds in the page."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.api.work.computing import run_slice
from app.errors import Problem
from app.services.documents.advice import odds_document
from app.services.documents.ruleset import ruleset_details
from app.services.odds.advice import OddsInput, RankedOdds, odds_of_request
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.odds import shown_chances
from app.services.play.players import named_policies
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook

SHOWN = ("examples", "labels", "options", "questions", "dice")
"""What a page needs of a rulebook before anything has happened; the rest it asks for then."""


@cache
def first_table(book: Rulebook, language: str) -> Mapping[str, Any]:
    """What a page needs to begin, with the number of the example and its odds, which are null where it has none."""
    details: Mapping[str, Any] = {**ruleset_details(book, language)}
    number, worth = first_example(book)
    texts = book.texts(language).naming(OwnNames(things_in(details["examples"][number])))
    odds = odds_document(book, worth, texts) if worth else None
    return {"details": {name: details[name] for name in SHOWN}, "number": number, "odds": odds}


@cache
def first_example(book: Rulebook) -> tuple[int, RankedOdds | None]:
    """The example whose first chance is the least certain, with its odds; the first one where all are certain."""
    priced = [odds_of(book, example) for example in book.ruleset.examples]
    best = max(range(len(priced)), key=lambda n: (doubt(book, priced[n]), -n))
    return best, priced[best]


def odds_of(book: Rulebook, example: object) -> RankedOdds | None:
    """The odds of an example under the usual options and policies; None where it has none."""
    asked = OddsInput(example, book.ruleset.options(), named_policies(book.ruleset, {}))
    job = odds_of_request(book, asked, ComputeBudget())
    try:
        while (done := run_slice(job)) is None:
            pass
    except Problem:
        return None
    return done.value


def doubt(book: Rulebook, worth: RankedOdds | None) -> float:
    """How far the likelier answer to the first yes-or-no question about an attack is from certain, 0 where it is."""
    chances = [*shown_chances(book, worth.distributions).values()] if worth else []
    return min(chances[0]["decimal"], 1 - chances[0]["decimal"]) if chances else 0
