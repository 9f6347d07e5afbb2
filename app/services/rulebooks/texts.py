"""Texts: messages in the i18next v4 format, which are filled with names and values when a document is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from babel.lists import format_list

from app.services.rulebooks.messages import SERVICE_MESSAGES
from app.services.rulebooks.own_names import NO_NAMES, AsSaid, OwnNames, isolated
from app.services.rulebooks.parsed_messages import (
    LISTED,
    WORD,
    Message,
    NestedMessage,
    ParsedMessages,
    Value,
    Values,
    plain,
)
from app.services.rulebooks.templates import Path

REASON = "reason."
"""How the keys of the texts of refusals begin."""

PLAYER = "player"
"""The form of a hole that shows the player at a seat, and the key of the text for a player without a name."""

SIGNED = "signed"
"""The form of a hole that shows a number with its sign, such as `−1`."""

ADDED = "added"
"""The form of a hole that shows a number as it is added in a sum, such as `− 1`."""

SUBTRACTED = "subtracted"
"""The form of a hole that shows a number as it is taken away in a sum: `− 1` for 1, `− (−1)` for −1."""

LENGTH = "length"
"""The form of a hole that shows a length; the text `length.<unit>` tells it with the unit of the table."""

NUMBERS = frozenset({PLAYER, SIGNED, ADDED, SUBTRACTED, LENGTH})
"""The forms that tell a number in a way of their own."""

PLACES = frozenset({"action", "last", "line", "column", "event", "entry", "seen"})
"""The parameters whose numbers are no amounts, but say which of many something is."""

LAST = "last"
"""The part of a path that means the last of a list."""

FEW = 1000
"""How large the numbers are at most whose texts are kept."""

Params = Mapping[str, Any]
"""The values that fill a message, by name."""

WORDS = frozenset({"by", "die", "faces"})
"""The parameters that hold words of the rulebook in every message: who rolls or chooses, and with what."""


class Texts:
    """The messages of a language, filled with values, and with the names of what is never translated."""

    __slots__ = ("messages", "names")

    def __init__(self, messages: ParsedMessages, names: OwnNames = NO_NAMES) -> None:
        self.messages = messages
        self.names = names

    def naming(self, names: OwnNames) -> Texts:
        """The same texts, which tell these names."""
        return Texts(self.messages, names)

    def with_ids(self) -> Texts:
        """The same texts, which tell cards of the catalogue with their ids."""
        return self.naming(replace(self.names, with_ids=True))

    def find(
        self,
        key: str,
        params: Params,
        *,
        varied: object = None,
        count: int | None = None,
        words: Container[str] = WORDS,
    ) -> str | None:
        """The message `key`, filled with `params`; None where there is none.

        `varied` selects a variant of the message, `count` a plural form. `words` are the parameters that hold words of
        the rulebook, and so never a name, with those of `WORDS`. A message that begins with a word begins with a
        capital letter.
        """
        message = self.messages.message(key, None if varied is None else plain(varied), count)
        if message is None:
            return None
        text = self._filled(message, params if count is None else {**params, "count": count}, words)
        if message.first is not None and self._opens_with_word(message, message.first, params, words):
            return text[:1].upper() + text[1:]
        return text

    def _opens_with_word(self, message: Message, first: Value, params: Params, words: Container[str]) -> bool:
        """Whether a message that begins with the value `first` begins with a word, and not with a name."""
        if isinstance(hole := message.holes[0][0], Values):
            first = next((value for value in hole.values if params.get(value.name)), first)
            if first.own is not None:
                count = _size(params.get(first.name)) if first.own.is_counted else None
                own = self.messages.message(first.own.key, count=count)
                return own is not None and own.start != ""
        value = params.get(first.name)
        value = _reach(value, first.inner) if first.inner else value
        return self._is_word(value, first.part.form, never_named=first.name in words)

    def _filled(self, message: Message, params: Params, words: Container[str] = WORDS) -> str:
        text, numbers = message.start, self.messages.numbers
        for hole, after in message.holes:
            if isinstance(hole, Values):
                text = self._with_several(text, hole, params, words) + after
                continue
            value = params.get(hole.name)
            if not hole.is_plain:
                text += self._told(hole, value, params, words) + after
            elif type(value) is int:
                text += (numbers.get(value) or self._digits(value, hole.name)) + after
            else:
                text += self._shown(value, hole.name, is_word=hole.name in words) + after
        return text

    def _with_several(self, text: str, hole: Values, params: Params, words: Container[str]) -> str:
        for joint in hole.joints:
            params = _shared(joint, params)
        told = [self._told(value, params.get(value.name), params, words) for value in hole.values]
        listed = ", ".join([one for one in told if one]) or hole.nothing
        return text + listed if listed else text.rstrip(" \u00a0\u202f:;,–—")

    def _told(self, hole: Value, value: object, params: Params, words: Container[str]) -> str:
        """A value, in its own message where the message with the hole has one."""
        if hole.inner:
            value = _reach(value, hole.inner)
        own, part = hole.own, hole.part
        if own is not None and (told := self._in_own_message(hole, own, value, params, words)) is not None:
            return told
        count = _size(params.get(part.count)) if part.count else None
        return self._shown(value, part.path[-1], part.form, count, hole.name in words)

    def _in_own_message(
        self, hole: Value, own: NestedMessage, value: object, params: Params, words: Container[str]
    ) -> str | None:
        """A value in its own message, or each of its items in one; None where there is no such message.

        The message says nothing for a value that is not there, or that a word of the same message tells already.
        """
        if not value and own.leaves_out_nothing:
            return ""
        size = _size(value)
        message = self.messages.message(own.key, count=size if own.is_counted else None)
        if message is not None:
            if isinstance(value, str) and any(
                value == word for name, word in params.items() if name != hole.name and name in words
            ):
                return ""
            return self._filled(message, {**params, "count": size} if message.needs_count else params, words)
        if own.each is None:
            return None
        each = self.messages.ready(own.key, own.each)
        if isinstance(value, list):
            told = [self._filled(each, {**params, **one}) for one in value]
            return ", ".join(told) if own.each.endswith(LISTED) else self._joined(told)
        if isinstance(value, dict):
            items = [{"key": key, "value": one} for key, one in value.items()]
            return ", ".join([self._filled(each, {**params, **item}) for item in items])
        return None

    def _shown(
        self, value: object, about: str, form: str | None = None, count: int | None = None, is_word: bool = False
    ) -> str:
        """A value in words. `about`: the field that holds it; `is_word`: it is a word of the rulebook."""
        if form is None and type(value) is int:
            return self.messages.numbers.get(value) or self._digits(value, about)
        if form in NUMBERS and (number := _number_of(value)) is not None:
            value = self._number(number, form)
        if isinstance(value, str):
            if isinstance(value, AsSaid):
                return isolated(value)
            named = None if is_word else self.names.of(value, form or about)
            if named == value and form and self.messages.message(f"{WORD}{value}.{form}", count=count):
                named = None
            if said := named or self._player(value, form):
                return isolated(said)
            told = self._word(value, form, count) or self._listed_name(value) or self._listed_name(f"{about}:{value}")
            return told or isolated(value)
        if isinstance(value, (list, tuple)):
            return self._listed(value, about, form, is_word)
        if isinstance(value, dict):
            return ", ".join([f"{self._shown(key, about, form)} {self._shown(one, key)}" for key, one in value.items()])
        told = plain(value)
        return self._word(told, form, count) or told

    def _digits(self, value: int, about: str) -> str:
        """A number, or the word for it; the thousands of an amount stand apart."""
        digits = str(value) if about in PLACES else f"{value:,}"
        told = self._word(str(value)) or digits.replace("-", "−").replace(",", self.messages.between_thousands)
        if abs(value) < FEW:
            self.messages.numbers[value] = told
        return told

    def _number(self, value: int, form: str) -> str:
        """A number as the seat of a player, with its sign, or as a length with the unit of the table."""
        if form == PLAYER:
            return f"seat-{value}"
        if form == SUBTRACTED:
            return AsSaid(f"− {value}" if value >= 0 else f"− (−{-value})")
        if form in (SIGNED, ADDED):
            sign = "−" if value < 0 else "+"
            return AsSaid(f"{sign} {abs(value)}" if form == ADDED else f"{sign}{abs(value)}")
        message = self.messages.message(f"{LENGTH}.{self.names.unit}")
        return AsSaid(self._filled(message, {LENGTH: value}) if message else str(value))

    def _listed(self, values: Sequence[Any], about: str, form: str | None, is_word: bool) -> str:
        """Several values: numbers in a row, words that can be counted with their numbers, others with an "and"."""
        if form is not None and all(f"{WORD}{value}.{form}" in self.messages.counted for value in values):
            told = [self._shown(value, about, form, count, is_word) for value, count in Counter(values).items()]
            return ", ".join(told)
        kinds = set(map(type, values))
        if form is None and kinds == {int}:
            return ", ".join([self.messages.numbers.get(value) or self._digits(value, about) for value in values])
        shown = [self._shown(value, about, form, None, is_word) for value in values]
        return self._joined(shown) if form == PLAYER or kinds <= {str, AsSaid} else ", ".join(shown)

    def _joined(self, told: list[str]) -> str:
        return format_list(told, locale=self.messages.locale)

    def _word(self, value: str, form: str | None = None, count: int | None = None) -> str | None:
        message = self.messages.message(f"{WORD}{value}.{form}", count=count) if form else None
        if message is not None:
            return self._filled(message, {"count": count})
        return self.messages.words.get(value)

    def _listed_name(self, key: str) -> str | None:
        """The name of an entry of the catalogue, by the key that means it; None where there is none.

        What follows a `/` in the key is one of the choices that the entry gives: a word.
        """
        key, _, choice = key.partition("/")
        name = self.messages.name_of(key)
        name = f"{name} ({key.partition(':')[2]})" if name and self.names.with_ids else name
        return f"{name} ({self._word(choice) or choice})" if name and choice else name

    def _player(self, seat: str, form: str | None = None) -> str | None:
        """The name of the player at a seat, or the player's number in a form; None where this is no seat."""
        if not seat.startswith("seat-") or not (number := seat.removeprefix("seat-")).isdecimal():
            return None
        if (name := self.names.players.get(seat)) is not None:
            return name
        message = self.messages.message(f"{PLAYER}.{form}") or self.messages.message(PLAYER)
        return self._filled(message, {"seat": int(number)}) if message else None

    def _is_word(self, value: object, form: str | None, *, never_named: bool) -> bool:
        """Whether a value is told by a word of the catalogue. `never_named`: it is one of the rulebook's words."""
        if form == PLAYER and isinstance(value, list):
            value = value[0] if value else None
        if form == PLAYER and isinstance(value, int):
            value = f"seat-{value}"
        if not isinstance(value, str) or isinstance(value, AsSaid):
            return False
        if self._player(value) is not None:
            return value not in self.names.players
        return value in self.messages.words and (never_named or self.names.of(value, "") is None)


def _number_of(value: object) -> int | None:
    """The number that a value is, or that a text spells."""
    if type(value) is int:
        return value
    digits = str(value)
    return int(digits) if digits.lstrip("-").isdecimal() else None


def _size(value: object) -> int | None:
    """The number by which a value chooses a plural form: its own, or how many items it has; 0 for nothing."""
    if value in (None, ""):
        return 0
    return len(value) if isinstance(value, (list, dict)) else value if isinstance(value, int) else None


def _shared(joint: str, params: Params) -> Params:
    """The parameters with what two lists share taken out of both, under the joint name of the two."""
    lists = {name: params.get(name) or [] for name in joint.split("+")}
    first, second = lists.values()
    both = [one for one in first if one in second]
    return {**params, joint: both, **{name: [one for one in own if one not in both] for name, own in lists.items()}}


def _reach(value: object, path: Path) -> object:
    for part in path:
        if part == LAST and isinstance(value, list):
            value = value[-1] if value else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


@lru_cache(maxsize=32)
def service_texts(language: str) -> Texts:
    """The messages of the service alone, in a language."""
    return Texts(ParsedMessages([SERVICE_MESSAGES], language))
