"""The documents of odds: from the beginning or from any point of an attack, with what each choice there is worth."""

from collections.abc import Sequence
from typing import NotRequired, cast

from app.domain.advice import Priced
from app.domain.odds import Distributions, at_least
from app.domain.table import ChoiceWanted
from app.services.documents.notes import NoteShown
from app.services.documents.question import (
    Asked,
    PricedChoice,
    QuestionOdds,
    QuestionShown,
    asked_document,
    legal_choices,
)
from app.services.odds.advice import Worth
from app.services.odds.odds import shown_chances, shown_distributions, shown_means
from app.services.rulebooks.own_names import AsSaid
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.shares import share_told
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
        "chances": shown_chances(book, worth.distributions),
    }
    if worth.matters:
        shown["text"] = sentence_of(worth.matters, worth.distributions, texts)
    if worth.wanted is None:
        return shown
    if asks:
        asked: Asked = {"seen": worth.seen, "by": worth.wanted.by, "seat": seat, "rule": worth.wanted.rule}
        shown["question"] = asked_document(book, worth.wanted, asked, texts, sight)
    if isinstance(worth.wanted, ChoiceWanted):
        shown["choices"] = priced_choices(book, worth.wanted, worth.priced, texts)
        shown["best_by"] = worth.best_by
        shown["chosen"] = priced_choices(book, worth.wanted, [worth.chosen], texts)[0] if worth.chosen else None
    return cast(OddsDocument, sight.of(shown))


def sentence_of(matters: Sequence[tuple[str, int]], distributions: Distributions, texts: Texts) -> str:
    """What matters most in odds, in a sentence: chances, each with what comes true."""
    told = []
    for name, value in matters:
        chance = AsSaid(share_told(at_least(distributions[name], value), texts.messages.locale))
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
            "means": shown_means(one.distributions),
            "chances": shown_chances(book, one.distributions),
        }
        for choice, one in zip(told, priced, strict=True)
    ]
