"""The rulebooks that are installed: those in the folder app/rulesets and those of installed packages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import entry_points
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any, ClassVar

import app.rulesets
import app.services
from app.errors import Problem
from app.persistence.codec import Codec
from app.services.rulebooks.check import check_rulebooks, load_ruleset
from app.services.rulebooks.texts import SERVICE_MESSAGES, MessagesByLanguage, Texts, load_messages

ENTRY_POINTS = "umpire.rulesets"
_RULE = re.compile(r"^## (\S+)\n+(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_WHERE = re.compile(r"\s*Where: (.+?)\.(?=\s|$)")


@dataclass(frozen=True)
class Rule:
    """A rule as RULES.md tells it: its id, its text with interpretation and option, and where the source has it."""

    id: str
    text: str
    source: str | None


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A ruleset with what surrounds it: its codec, its messages, its rules' texts."""

    ruleset: Any
    package: str
    is_installed: ClassVar[bool] = True

    @property
    def slug(self) -> str:
        """The name in paths."""
        slug: str = self.ruleset.slug
        return slug

    @cached_property
    def codec(self) -> Codec:
        """Between its values and JSON."""
        return Codec(self.ruleset)

    @cached_property
    def messages(self) -> MessagesByLanguage:
        """Its messages by language."""
        return load_messages(self.package)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Its rules, in the order of RULES.md."""
        told = files(self.package) / "RULES.md"
        return tuple(_rules(told.read_text("utf-8"))) if told.is_file() else ()

    def texts(self, language: str) -> Texts:
        """Its messages in a language, and the service's behind them."""
        if language not in self._texts:
            self._texts[language] = Texts([SERVICE_MESSAGES, self.messages], language)
        return self._texts[language]

    @cached_property
    def _texts(self) -> dict[str, Texts]:
        return {}


def _rules(markdown: str) -> Iterator[Rule]:
    for id, text in _RULE.findall(markdown):
        where = _WHERE.search(text)
        plain = " ".join(_WHERE.sub("", text).split())
        yield Rule(id, plain.replace("*", "").replace("`", ""), where and where[1])


Rulebooks = Mapping[str, Rulebook]


def rulebook_packages() -> list[str]:
    """The packages that are rulebooks, folders first."""
    packages = [f"{app.rulesets.__name__}.{module.name}" for module in iter_modules(app.rulesets.__path__)]
    return packages + [entry.value.partition(":")[0] for entry in entry_points(group=ENTRY_POINTS)]


@cache
def find_rulebooks() -> Rulebooks:
    """Every rulebook by slug, folders first, looked for and checked once; raises WrongRulebooks with every fault."""
    loaded = {package: load_ruleset(package) for package in rulebook_packages()}
    found = [Rulebook(ruleset, package) for package, ruleset in loaded.items() if not isinstance(ruleset, str)]
    check_rulebooks(found, [fault for fault in loaded.values() if isinstance(fault, str)])
    return {book.slug: book for book in found}


def rulebook(books: Rulebooks, slug: str) -> Rulebook:
    """The rulebook called `slug`; 404 unknown-ruleset."""
    if slug not in books:
        raise Problem("unknown-ruleset", params={"ruleset": slug})
    return books[slug]
