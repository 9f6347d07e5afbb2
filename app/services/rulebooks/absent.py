"""A rulebook that is not installed: what was stored under it is still read, and all but its rules is still checked."""

from dataclasses import dataclass
from functools import lru_cache

from app.domain.dice import D6
from app.domain.ruleset import Ruleset
from app.domain.table import Table
from app.errors import Problem
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.rulebooks.texts import MessagesByLanguage


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Stands for the types of a rulebook that is not here: nothing stored can be read as it."""


def unknown_script(_situation: Unreadable, _options: Unreadable, _table: Table) -> Unreadable:
    """Nobody knows these rules."""
    raise NotImplementedError


class AbsentRulebook(Rulebook):
    """Stands for a rulebook that is not installed; its steps are shown by their stored names."""

    is_installed = False

    @property
    def messages(self) -> MessagesByLanguage:
        """No messages."""
        return {}


@lru_cache(maxsize=64)
def absent(slug: str) -> AbsentRulebook:
    """What stands for the rulebook called `slug`."""
    ruleset: Ruleset[Unreadable, Unreadable, Unreadable] = Ruleset(
        slug=slug,
        version=0,
        title=slug,
        language="en",
        script=unknown_script,
        prepare=lambda _situation, _options: None,
        situation=Unreadable,
        options=Unreadable,
        outcome=Unreadable,
        measures={},
        dice=(D6,),
        facts=(),
        examples=(),
    )
    return AbsentRulebook(ruleset, __name__)


def rulebook_or_absent(books: Rulebooks, slug: str) -> Rulebook:
    """The rulebook called `slug`, or what stands for it where it is not installed."""
    return books.get(slug) or absent(slug)


def require_installed(book: Rulebook) -> None:
    """Raise 404 unknown-ruleset where a rulebook is not installed, but its rules are needed."""
    if not book.is_installed:
        raise Problem("unknown-ruleset", params={"ruleset": book.slug})
