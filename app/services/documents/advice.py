"""The documents of odds: from the beginning or from any point of an attack, with what each choice there is worth."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NotRequired

from app.domain.advice import Priced
from app.domain.table import ChoiceWanted
from app.services.documents.question import PricedChoice, QuestionOdds, QuestionShown, legal_choice, wanted_document
from app.services.odds.advice import Worth
from app.services.odds.odds import shown_distributions, shown_means
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.typed import document


@document
class OddsDocument(QuestionOdds):
    """The exact odds from a point of an attack, and what each choice there is worth."""

    question: NotRequired[QuestionShown | None]
    """The roll or the question at which the odds stand; absent or null where nobody is asked."""


NOBODY: Mapping[str, str] = MappingProxyType({})


def odds_document(
    book: Rulebook,
    worth: Worth,
    texts: Texts,
    seat: int | None = None,
    names: Mapping[str, str] = NOBODY,
    *,
    asks: bool = True,
) -> OddsDocument:
    """The odds from a point of an attack. `seat`: the one that is asked; `names`: of players, by seat.

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
        shown["question"] = wanted_document(book, worth.wanted, worth.seen, seat, texts, names)
    if isinstance(worth.wanted, ChoiceWanted):
        shown["choices"] = [priced_choice(book, worth.wanted, one, texts) for one in worth.priced]
        shown["best_by"] = worth.best_by
        shown["chosen"] = priced_choice(book, worth.wanted, worth.chosen, texts) if worth.chosen else None
    return shown


def priced_choice(book: Rulebook, wanted: ChoiceWanted[object], priced: Priced, texts: Texts) -> PricedChoice:
    """A choice with its text and its odds."""
    dumped = book.codec.choices[wanted.question.name].dump(priced.choice)
    return {
        **legal_choice(wanted.question, priced.choice, dumped, texts),
        "distributions": shown_distributions(priced.distributions),
        "means": shown_means(priced.distributions),
    }
