"""What takes the place of a rulebook that is not installed, so that its sessions can be read and partly verified."""

from dataclasses import dataclass
from functools import lru_cache

from app.domain.dice import D6
from app.domain.ruleset import Ruleset
from app.domain.table import Table
from app.errors import Problem
from app.services.rulebooks.messages import MessagesByLanguage
from app.services.rulebooks.registry import Rulebook, Rulebooks


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The type of all values of a rulebook that is not installed: nothing that is stored can be loaded as it."""


def unknown_script(_situation: Unreadable, _options: Unreadable, _table: Table) -> Unreadable:
    """The script of a rulebook that is not installed; it is never called. Raises NotImplementedError."""
    raise NotImplementedError


class AbsentRulebook(Rulebook):
    """Takes the place of a rulebook that is not installed. Steps are shown by their stored names."""

    is_installed = False

    @property
    def messages(self) -> MessagesByLanguage:
        """An absent rulebook has no messages."""
        return {}


@lru_cache(maxsize=64)
def absent(slug: str) -> AbsentRulebook:
    """The object that takes the place of the rulebook `slug`."""
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
    """The rulebook `slug`, or the object that takes its place where it is not installed."""
    return books.get(slug) or absent(slug)


def require_installed(book: Rulebook) -> None:
    """Raise Problem unknown-ruleset (404) where the rulebook is not installed, because its rules are needed."""
    if not book.is_installed:
        raise Problem("unknown-ruleset", reason="not-installed", params={"ruleset": book.slug})
