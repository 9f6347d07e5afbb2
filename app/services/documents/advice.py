"""The documents of odds: from the beginning or from any point of an attack, with what each choice there is worth."""

from typing import NotRequired, cast

from app.domain.advice import Priced
from app.domain.table import ChoiceWanted
from app.services.documents.notes import NoteShown
from app.services.documents.question import (
    Asked,
    PricedChoice,
    QuestionOdds,
    QuestionShown,
    asked_document,
    legal_choice,
)
from app.services.odds.advice import Worth
from app.services.odds.odds import shown_distributions, shown_means
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.sight import WHOLE, Sight
from app.services.typed import document


@document
class OddsDocument(QuestionOdds):
    """The exact odds from a point of an attack, and what each choice there is worth."""

    question: NotRequired[QuestionShown | None]
    """The roll or the question at which the odds stand; absent or null where nobody is asked."""
    notes: NotRequired[list[NoteShown]]
    """What differs in the situation from what the rulebook knows of it. Present where a situation was sent."""


def odds_document(
    book: Rulebook,
    worth: Worth,
    texts: Texts,
    seat: int | None = None,
    *,
    asks: bool = True,
    sight: Sight = WHOLE,
) -> OddsDocument:
    """The odds from a point of an attack. `seat`: the one that is asked.

    Without `asks`, where they stand beside the question, the question is left out.
    """
    shown: OddsDocument = {
        "ruleset": book.slug,
        "policies": dict(worth.policies),
        "distributions": shown_distributions(worth.distributions),
        "means": shown_means(worth.distributions),
    }
    if worth.wanted is None:
        return shown
    if asks:
        asked: Asked = {"seen": worth.seen, "by": worth.wanted.by, "seat": seat, "rule": worth.wanted.rule}
        shown["question"] = asked_document(book, worth.wanted, asked, texts, sight)
    if isinstance(worth.wanted, ChoiceWanted):
        shown["choices"] = [priced_choice(book, worth.wanted, one, texts) for one in worth.priced]
        shown["best_by"] = worth.best_by
        shown["chosen"] = priced_choice(book, worth.wanted, worth.chosen, texts) if worth.chosen else None
    return cast(OddsDocument, sight.of(shown))


def priced_choice(book: Rulebook, wanted: ChoiceWanted[object], priced: Priced, texts: Texts) -> PricedChoice:
    """A choice with its text and its odds."""
    return {
        **legal_choice(wanted.question, priced.choice, book.codec.choices[wanted.question.name], texts),
        "distributions": shown_distributions(priced.distributions),
        "means": shown_means(priced.distributions),
    }
