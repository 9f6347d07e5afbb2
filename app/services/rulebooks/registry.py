"""A rulebook as the service has it: the ruleset, its codec, its messages, and its rules in words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from itertools import chain
from typing import Any, ClassVar

from app.errors import Problem
from app.faults.hints import hints
from app.persistence.stored.codec import Codec
from app.services.rulebooks.messages import (
    FALLBACK,
    SERVICE_MESSAGES,
    MessagesByLanguage,
    first_language,
    load_messages,
)
from app.services.rulebooks.parsed_messages import ParsedMessages
from app.services.rulebooks.texts import REASON, Texts

_HEADING = re.compile(r"^## (\S+)\n+", re.MULTILINE)
_RULE = re.compile(rf"{_HEADING.pattern}(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_TRANSLATION = re.compile(r"RULES\.([\w-]+)\.md")
_BLANKS = re.compile(r"[ \n]+")  # a space that does not break a line stays
_WHERE = re.compile(r"\s*Where: (.+?)\.(?=\s|$)")
_READING = re.compile(r"^(?=\*[^*\n]+\*)", re.MULTILINE)
"""Where a paragraph begins in italics, as *Interpretation* does."""


@dataclass(frozen=True)
class Rule:
    """A rule as RULES.md describes it."""

    id: str
    parts: tuple[str, ...]
    """What the rule says, then how it is read here and with which option, without Markdown."""
    source: str | None
    """Where the rule stands in the rulebook; None where RULES.md does not say."""

    @property
    def text(self) -> str:
        """The whole rule as one text."""
        return " ".join(self.parts)


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A ruleset with what the service adds to it: its codec, its messages, and the texts of its rules."""

    ruleset: Any
    package: str
    """The Python package that contains the ruleset, RULES.md and the folder `locales`."""
    is_installed: ClassVar[bool] = True

    @cached_property
    def slug(self) -> str:
        """The name of the ruleset in paths."""
        slug: str = self.ruleset.slug
        return slug

    @cached_property
    def codec(self) -> Codec:
        """Converts the values of the ruleset to JSON and back."""
        return Codec(self.ruleset)

    @cached_property
    def messages(self) -> MessagesByLanguage:
        """The messages of the rulebook, by language and key."""
        return load_messages(self.package)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The reasons of refusals that have a text, in the order of the file of the first language."""
        messages = self.messages.get(first_language(self.messages), {})
        return tuple(key.removeprefix(REASON) for key in messages if key.startswith(REASON) and key.count(".") == 1)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, in the order of RULES.md; empty where there is no such file."""
        rules_file = files(self.package) / "RULES.md"
        return tuple(_rules(rules_file.read_text("utf-8"))) if rules_file.is_file() else ()

    def rules_in(self, language: str) -> tuple[Rule, ...]:
        """The rules with their texts in a language, from a file such as RULES.de.md; those of RULES.md without one."""
        told = {rule.id: rule.parts for rule in self._translated_rules.get(language, ())}
        return tuple(replace(rule, parts=told.get(rule.id, rule.parts)) for rule in self.rules)

    @cached_property
    def _translated_rules(self) -> Mapping[str, tuple[Rule, ...]]:
        return {language: tuple(_rules(markdown)) for language, markdown in self._translations()}

    @property
    def translated_headings(self) -> Mapping[str, Sequence[str]]:
        """The ids of the rules of each file that translates RULES.md, by its language."""
        return {language: _HEADING.findall(markdown) for language, markdown in self._translations()}

    def _translations(self) -> Iterator[tuple[str, str]]:
        for file in sorted(files(self.package).iterdir(), key=lambda file: file.name):
            if match := _TRANSLATION.fullmatch(file.name):
                yield match[1], file.read_text("utf-8")

    def texts(self, language: str) -> Texts:
        """The messages of the rulebook in a language, and where it has none, those of the service."""
        if language not in self._texts:
            catalogue = self.ruleset.catalogue
            names = [catalogue.name_of] if catalogue else []
            self._texts[language] = Texts(ParsedMessages([SERVICE_MESSAGES, self.messages], language, *names))
        return self._texts[language]

    @cached_property
    def _texts(self) -> dict[str, Texts]:
        return {}


def _rules(markdown: str) -> Iterator[Rule]:
    for id, text in _RULE.findall(markdown):
        where = _WHERE.search(text)
        yield Rule(id, tuple(_plain(part) for part in _READING.split(_WHERE.sub("", text))), where and where[1])


def _plain(markdown: str) -> str:
    return _BLANKS.sub(" ", markdown).strip().replace("*", "").replace("`", "")


Rulebooks = Mapping[str, Rulebook]


def languages(books: Rulebooks) -> tuple[str, ...]:
    """Every language that the service or a rulebook has texts in, English first: the one list of languages."""
    return (
        FALLBACK,
        *sorted({*SERVICE_MESSAGES, *chain.from_iterable(book.messages for book in books.values())} - {FALLBACK}),
    )


def rulebook(books: Rulebooks, slug: str) -> Rulebook:
    """The rulebook `slug`. Raises Problem unknown-ruleset (404) where it is not installed."""
    if slug not in books:
        raise Problem("unknown-ruleset", params=hints(slug, books))
    return books[slug]
