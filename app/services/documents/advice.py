"""The documents of odds: from the beginning or from any point of an attack, with what each choice there is worth."""

from collections.abc import Sequence
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from app.domain.advice import Priced
from app.domain.odds import Distributions, at_least
from app.domain.table import ChoiceWanted
from app.persistence.stored.codec import Json
from app.services.document_types import document
from app.services.documents.notes import NoteShown
from app.services.documents.question import (
    PricedChoice,
    Question,
    QuestionOdds,
    asked_document,
    asked_of,
    legal_choices,
)
from app.services.documents.wording import entry_text
from app.services.odds.advice import RankedOdds
from app.services.odds.odds import Mean, shown_chances, shown_distributions, shown_means
from app.services.odds.through import Point
from app.services.rulebooks.own_names import AsSaid
from app.services.rulebooks.percent import percent_text
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.view_rights import FULL_VIEW, ViewRights


class ChancesAndMeans(TypedDict):
    """The odds of all measures, in short."""

    means: dict[str, Mean]
    chances: dict[str, Mean]


@document
class CellOdds(TypedDict):
    """The odds of a situation with other values, or why there are none."""

    chances: NotRequired[dict[str, Mean]]
    """The chance of each measure that is yes-or-no. Absent if there is a problem."""
    means: NotRequired[dict[str, Mean]]
    """The expected value of each measure. Absent if there is a problem."""
    problem: NotRequired[dict[str, Any]]
    """The reason why there are no odds: the problem document that a request with only this situation would get."""


@document
class MatrixCell(CellOdds):
    """The odds of an attack of a matrix, or why there are none."""

    attacker: int
    """The place of the attacker in the request, from 0."""
    defender: int
    """The place of the defender in the request, from 0."""
    range: int | None
    """The range, as in the request; null where it has none."""


@document
class MatrixOdds(TypedDict):
    """The odds of each attacker against each defender."""

    items: list[MatrixCell]
    """The attacks, in the order of attackers, then defenders, then ranges."""


@document
class VariantOdds(CellOdds):
    """The odds of a situation with a change."""

    name: str
    """The name of the change, as it was sent or as the rulebook calls it."""
    text: NotRequired[str]
    """A change that the rulebook offers, in words."""
    patch: dict[str, Any]
    """The merge patch (RFC 7396) that makes the change."""
    change: NotRequired[dict[str, float]]
    """How much higher the expected value of each measure is. Absent if there is a problem."""


@document
class BestChoice(TypedDict):
    """The best choice that could have been made."""

    choice: dict[str, Any]
    """The choice, in the form in which it is sent as an answer."""
    chances: dict[str, Mean]
    """The chance of each measure that is yes-or-no, had it been made."""
    means: dict[str, Mean]
    """The expected value of each measure, had it been made."""


@document
class PointOdds(TypedDict):
    """The odds at a point of an action."""

    at: int
    """How many entries of the record come before it; `?at=` shows the same odds in full."""
    rule: str | None
    """The rule of the roll or the choice that led to it; null at the beginning."""
    text: str | None
    """The roll or the choice that led to it, in words; null at the beginning."""
    chances: dict[str, Mean]
    """The chance of each measure that is yes-or-no, from there on."""
    means: dict[str, Mean]
    """The expected value of each measure, from there on."""
    best: NotRequired[BestChoice]
    """After a choice: the best choice that could have been made instead."""


@document
class OddsDocument(QuestionOdds):
    """The exact odds from a point of an attack, and the odds of each choice there."""

    question: NotRequired[Question | None]
    """The roll or the question at which the odds stop; absent or null if there is none."""
    notes: NotRequired[list[NoteShown]]
    """Differences between the situation and what the rulebook knows of it. Present if a situation was sent."""
    variants: NotRequired[list[VariantOdds]]
    """The odds with each change, in the requested order; those that the rulebook offers, the best for the attacker
    first. Present if `variants` was sent."""
    grid: NotRequired[list[list[CellOdds]]]
    """The odds of each pair of values: one row for each value of the first path, and in it one cell for each value of
    the second. Present if `grid` was sent."""
    through: NotRequired[list[PointOdds]]
    """How the odds changed during the action: before the first roll, and after each roll and choice. Present with
    `through=true`."""


def odds_document(
    book: Rulebook,
    worth: RankedOdds,
    texts: Texts,
    seat: int | None = None,
    path: str | None = None,
    *,
    asks: bool = True,
    sight: ViewRights = FULL_VIEW,
) -> OddsDocument:
    """The odds from a point of an attack. `seat`: the one that is asked, `path`: where it answers.

    Without `asks`, where they stand beside the question, the question is left out.
    """
    shown: OddsDocument = {
        "ruleset": book.slug,
        "policies": dict(worth.policies),
        "distributions": shown_distributions(worth.distributions),
        "means": shown_means(worth.distributions),
        "chances": shown_chances(book, worth.distributions),
    }
    if worth.matters:
        shown["text"] = sentence_of(worth.matters, worth.distributions, texts)
    if worth.wanted is None:
        return shown
    if asks:
        asked = asked_of(worth.wanted, seat, worth.seen, path)
        shown["question"] = asked_document(book, worth.wanted, asked, texts, sight)
    if isinstance(worth.wanted, ChoiceWanted):
        shown["choices"] = priced_choices(book, worth.wanted, worth.priced, texts)
        shown["best_by"] = worth.best_by
        shown["chosen"] = priced_choices(book, worth.wanted, [worth.chosen], texts)[0] if worth.chosen else None
    return cast(OddsDocument, sight.of(shown))


def points_shown(book: Rulebook, points: Sequence[Point], entries: Sequence[Json], texts: Texts) -> list[PointOdds]:
    """The points of an action, with the texts of `entries`, its record as the caller sees it."""
    shown: list[PointOdds] = []
    for point in points:
        entry = entries[point.at - 1] if point.at else None
        told: PointOdds = {
            "at": point.at,
            "rule": entry["rule"] if entry else None,
            "text": entry_text(book, entry, texts) if entry else None,
            "chances": shown_chances(book, point.worth.distributions),
            "means": shown_means(point.worth.distributions),
        }
        if point.best is not None and entry is not None:
            told["best"] = {
                "choice": book.codec.choices[entry["question"]].dump(point.best.choice),
                **chances_of(book, point.best.distributions),
            }
        shown.append(told)
    return shown


def chances_of(book: Rulebook, distributions: Distributions) -> ChancesAndMeans:
    """The means of odds, and the chance of what is yes-or-no."""
    return {"means": shown_means(distributions), "chances": shown_chances(book, distributions)}


def sentence_of(matters: Sequence[tuple[str, int]], distributions: Distributions, texts: Texts) -> str:
    """What matters most in odds, in a sentence: chances, each with what comes true."""
    told = []
    for name, value in matters:
        chance = AsSaid(percent_text(at_least(distributions[name], value), texts.messages.locale))
        told.append(texts.find(f"odds.{name}", {"chance": chance}) or f"{name.replace('_', ' ')} ≥ {value}: {chance}")
    text = ", ".join(told)
    return text[:1].upper() + text[1:] + "."


def priced_choices(
    book: Rulebook, wanted: ChoiceWanted[object], priced: Sequence[Priced], texts: Texts
) -> list[PricedChoice]:
    """Choices with their texts and their odds."""
    shape = book.codec.choices[wanted.question.name]
    told = legal_choices(wanted.question, [one.choice for one in priced], shape, texts)
    return [
        {
            **choice,
            "distributions": shown_distributions(one.distributions),
            **chances_of(book, one.distributions),
        }
        for choice, one in zip(told, priced, strict=True)
    ]
