"""Texts: messages in the i18next v4 format, which are filled with names and values when a document is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from babel import Locale
from babel.lists import format_list

from app.services.rulebooks.messages import SERVICE_MESSAGES, MessagesByLanguage, first_language
from app.services.rulebooks.own_names import NO_NAMES, AsSaid, OwnNames
from app.services.rulebooks.templates import Part, Path, Template, template_of

WORD = "word."
"""How the keys of words begin, which name single values in texts."""

REASON = "reason."
"""How the keys of the texts of refusals begin."""

PLAYER = "player"
"""The form of a hole that shows the player at a seat, and the key of the text for a player without a name."""

SIGNED = "signed"
"""The form of a hole that shows a number with its sign, such as `−1`."""

ADDED = "added"
"""The form of a hole that shows a number as it is added in a sum, such as `− 1`."""

SUBTRACTED = "subtracted"
"""The form of a hole that shows a number as it is taken away in a sum: `− 1` for 1, `+ 1` for −1."""

LENGTH = "length"
"""The form of a hole that shows a length; the text `length.<unit>` tells it with the unit of the table."""

EACH = ".each"
"""How the keys of messages for each item of a list end."""

LAST = "last"
"""The part of a path that means the last of a list."""

FEW = 1000
"""How large the numbers are at most whose texts are kept."""

_PLURAL = re.compile(r"_(?:zero|one|two|few|many|other)$")
_DOT = re.compile(r"\.")


@lru_cache(maxsize=32)
def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


class Texts:
    """The messages of several sources in one language.

    Later sources have priority over earlier ones. Where a source has no message in the language, the message of its
    first language is used. `name_of` names values for which there is no word, `names` what is never translated.
    """

    def __init__(
        self,
        sources: Sequence[MessagesByLanguage],
        language: str,
        name_of: Callable[[str], str | None] = lambda _word: None,
    ) -> None:
        messages: dict[str, str] = {}
        for source in sources:
            messages |= source.get(first_language(source), {})
        for source in sources:
            messages |= source.get(language, {})
        self._templates = {key: template_of(message) for key, message in messages.items()}
        self._words = {key.removeprefix(WORD): word for key, word in messages.items() if key.startswith(WORD)}
        self._counted = {_PLURAL.sub("", key) for key in messages if _PLURAL.search(key)}
        self._outer = {key[: dot.start()] for key in messages for dot in _DOT.finditer(key)}
        each = {key: template for key, template in self._templates.items() if key.endswith(EACH)}
        self._each = {key.removesuffix(EACH): template for key, template in each.items()}
        self._numbers: dict[int, str] = {}
        self._name_of = name_of
        self._locale = _locale(language)
        self._plural_form = lru_cache(maxsize=1024)(self._locale.plural_form)
        self.names = NO_NAMES

    def naming(self, names: OwnNames) -> Texts:
        """The same texts, which tell these names."""
        same = copy(self)
        same.names = names
        return same

    def find(
        self,
        key: str,
        params: Mapping[str, Any],
        *,
        varied: object = None,
        count: int | None = None,
        words: Container[str] = (),
    ) -> str | None:
        """The message `key`, filled with `params`; None where there is none.

        `varied` selects a variant of the message, `count` a plural form. `words` are the parameters that hold words of
        the rulebook, and so never a name. A message that begins with a word begins with a capital letter.
        """
        template = self._template(key, varied, count)
        if template is None:
            return None
        filling = _Filling(key, {**params, "count": count} if count is not None else params, words)
        text = self._filled(template, filling)
        start, rest = template
        begins_with_word = not start and rest and self._is_word(_reach(params, rest[0][0][0].path), rest[0][0][0].form)
        return text[:1].upper() + text[1:] if begins_with_word else text

    def under(self, start: str) -> dict[str, str]:
        """The messages without holes whose keys begin with `start`, by the rest of their keys."""
        found = (
            (key.removeprefix(start), words) for key, (words, _) in self._templates.items() if key.startswith(start)
        )
        return dict(sorted(found))

    def template(self, key: str) -> str | None:
        """The message `key` with an ellipsis for each value; None where there is none."""
        found = self._templates.get(key)
        return found and found[0] + "".join("…" + words for _, words in found[1])

    def _template(self, key: str, varied: object = None, count: int | None = None) -> Template | None:
        if varied is not None and (found := self._template(f"{key}_{_plain(varied)}", count=count)) is not None:
            return found
        if count is not None and key in self._counted:
            for form in ["zero"] * (count == 0) + [self._plural_form(count), "other"]:
                if (found := self._templates.get(f"{key}_{form}")) is not None:
                    return found
        return self._templates.get(key)

    def _filled(self, template: Template, filling: _Filling) -> str:
        text, rest = template
        for hole, words in rest:
            if len(hole) == 1:
                text += self._told(hole[0], filling) + words
                continue
            told = [one for one in (self._told(part, filling) for part in hole) if one]
            nothing = None if told else self._templates.get(f"{filling.key}.nothing")
            told = [nothing[0]] if nothing else told
            text = (text + ", ".join(told) if told else text.rstrip(" \u00a0:;,–—")) + words
        return text

    def _told(self, part: Part, filling: _Filling) -> str:
        """A value, in its own message where the message with the hole has one: `outcome.retreated` for `retreated`.

        Such a message says nothing for a value that is not there, or that a word of the same message tells already.
        """
        key, params, words = filling
        value = _reach(params, part.path)
        if key in self._outer and (own := self._in_own_message(part, value, filling)) is not None:
            return own
        count = params.get(part.count) if part.count else None
        return self._shown(value, part.path[-1], part.form, count, part.path[0] in words)

    def _in_own_message(self, part: Part, value: object, filling: _Filling) -> str | None:
        """A value in its own message, or each of its items in one; None where there is no such message."""
        own = f"{filling.key}.{part.name}"
        template = self._template(own, count=_size(value)) if own in self._counted else self._templates.get(own)
        if template is not None:
            is_told = isinstance(value, str) and value in [
                word for name, word in filling.params.items() if name in filling.words and name != part.path[0]
            ]
            if is_told or (not value and f"{own}_zero" not in self._templates):
                return ""
            return self._filled(template, _Filling(own, {**filling.params, "count": _size(value)}, filling.words))
        each = self._each.get(own) or self._each.get(filling.key)
        if each is None:
            return None
        if isinstance(value, list):
            return self._joined([self._filled(each, _Filling(own, {**filling.params, **one}, ())) for one in value])
        if isinstance(value, dict):
            items = [{"key": key, "value": one} for key, one in value.items()]
            return ", ".join([self._filled(each, _Filling(own, {**filling.params, **item}, ())) for item in items])
        return None

    def _shown(
        self, value: object, about: str, form: str | None = None, count: int | None = None, is_word: bool = False
    ) -> str:
        """A value in words. `about`: the field that holds it; `is_word`: it is a word of the rulebook."""
        if form is None and type(value) is int:
            return self._digits(value)
        if form in (PLAYER, SIGNED, ADDED, SUBTRACTED, LENGTH) and str(value).lstrip("-").isdecimal():
            value = self._number(int(str(value)), form)
        if isinstance(value, str):
            if isinstance(value, AsSaid):
                return value
            named = None if is_word else self.names.of(value, form or about)
            if named == value and form and self._template(f"{WORD}{value}.{form}", count=count):
                named = None
            return named or self._player(value) or self._word(value, form, count) or value
        if isinstance(value, (list, tuple)):
            return self._listed(value, about, form, is_word)
        if isinstance(value, dict):
            return ", ".join([f"{self._shown(key, about, form)} {self._shown(one, key)}" for key, one in value.items()])
        plain = _plain(value)
        return self._word(plain, form, count) or plain

    def _digits(self, value: int) -> str:
        """A number, or the word for it."""
        if (told := self._numbers.get(value)) is None:
            plain = str(value)
            told = self._word(plain, None, None) or plain.replace("-", "−")
            if abs(value) < FEW:
                self._numbers[value] = told
        return told

    def _number(self, value: int, form: str) -> str:
        """A number as the seat of a player, with its sign, or as a length with the unit of the table."""
        if form == PLAYER:
            return f"seat-{value}"
        if form == SUBTRACTED:
            return self._number(-value, ADDED)
        if form in (SIGNED, ADDED):
            sign = "−" if value < 0 else "+"
            return AsSaid(f"{sign} {abs(value)}" if form == ADDED else f"{sign}{abs(value)}")
        template = self._templates.get(f"{LENGTH}.{self.names.unit}")
        return AsSaid(self._filled(template, _Filling("", {LENGTH: value}, ())) if template else str(value))

    def _listed(self, values: Sequence[object], about: str, form: str | None, is_word: bool) -> str:
        """Several values: numbers in a row, words that can be counted with their numbers, others with an "and"."""
        if form is not None and all(f"{WORD}{value}.{form}" in self._counted for value in values):
            told = [self._shown(value, about, form, count, is_word) for value, count in Counter(values).items()]
            return ", ".join(told)
        shown = [self._shown(value, about, form, is_word=is_word) for value in values]
        are_named = form == PLAYER or all(isinstance(value, str) for value in values)
        return self._joined(shown) if are_named else ", ".join(shown)

    def _joined(self, told: list[str]) -> str:
        return format_list(told, locale=self._locale)

    def _word(self, value: str, form: str | None, count: int | None) -> str | None:
        template = self._template(f"{WORD}{value}.{form}", count=count) if form else None
        if template is not None:
            return self._filled(template, _Filling("", {"count": count}, ()))
        return self._words.get(value) or self._name_of(value)

    def _player(self, seat: str) -> str | None:
        """The name of the player at a seat, or the player's number; None where this is no seat."""
        if not seat.startswith("seat-") or not (number := seat.removeprefix("seat-")).isdecimal():
            return None
        template = self._templates.get(PLAYER)
        return self.names.players.get(seat) or (template and self._filled(template, _Filling("", {"seat": number}, ())))

    def _is_word(self, value: object, form: str | None = None) -> bool:
        """Whether a value is told by a word of the catalogue."""
        if form == PLAYER and isinstance(value, list):
            value = value[0] if value else None
        if form == PLAYER and isinstance(value, int):
            value = f"seat-{value}"
        if not isinstance(value, str) or isinstance(value, AsSaid):
            return False
        if self._player(value) is not None:
            return value not in self.names.players
        return value in self._words and self.names.of(value, "") is None


class _Filling(NamedTuple):
    """What fills a message: its key without variant and plural form, the values, and those that are words."""

    key: str
    params: Mapping[str, Any]
    words: Container[str]


def _plain(value: object) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _size(value: object) -> int | None:
    """The number by which a value chooses a plural form: its own, or how many items it has; 0 for nothing."""
    if value in (None, ""):
        return 0
    return len(value) if isinstance(value, (list, dict)) else value if isinstance(value, int) else None


def _reach(params: Mapping[str, Any], path: Path) -> object:
    value = params.get(path[0])
    for part in path[1:]:
        if part == LAST and isinstance(value, list):
            value = value[-1] if value else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


@lru_cache(maxsize=32)
def service_texts(language: str) -> Texts:
    """The messages of the service alone, in a language."""
    return Texts([SERVICE_MESSAGES], language)
