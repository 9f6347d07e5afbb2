"""The message templates of several sources in one language, each parsed once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from babel import Locale
from babel.numbers import get_group_symbol

from app.services.rulebooks.messages import MessagesByLanguage, first_language
from app.services.rulebooks.templates import Hole, Part, Path, template_of

WORD = "word."
"""How the keys of words begin, which name single values in texts."""

EACH = ".each"
"""How the keys of messages for each item of a list end, which are told with an "and"."""

LISTED = ".listed"
"""How the keys of messages for each item of a list end, which are told with commas alone."""

COUNT = "count"
"""The parameter that holds the number by which a message chooses its plural form."""

EXACT = {0: "zero", 2: "two"}
"""The numbers for which a message may have a form of its own in any language: none, and both."""

_PLURAL = re.compile(r"_(?:zero|one|two|few|many|other)$")
_DOT = re.compile(r"\.")


@dataclass(frozen=True, slots=True)
class NestedMessage:
    """A message inside a message: `outcome.retreated` for the value `retreated` of `outcome`."""

    key: str
    is_counted: bool
    """Whether the message has plural forms; the size of the value chooses one."""
    leaves_out_nothing: bool
    """Whether it says nothing for a value that is not there: there is no form `zero`."""
    each: str | None
    """The key of the message for each item of a list."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a message shows."""

    name: str
    """The parameter that holds it."""
    inner: Path
    """The names that lead to it in that parameter."""
    part: Part
    own: NestedMessage | None
    is_plain: bool
    """Whether it is shown just as it is: it is a parameter itself, without a form and without a message of its own."""


@dataclass(frozen=True, slots=True)
class Values:
    """Several values that one hole shows, with commas."""

    values: tuple[Value, ...]
    nothing: str | None
    """The words for none of them; without them, what leads to the hole is left out, too."""
    joints: tuple[str, ...]
    """The names of those that are what two lists share, such as `flips+retreats`."""


@dataclass(frozen=True, slots=True)
class Message:
    """A parsed message."""

    start: str
    """The words before the first hole."""
    holes: tuple[tuple[Value | Values, str], ...]
    """Each hole with the words after it."""
    first: Value | None
    """The value with which the message begins; None where it begins with words."""
    needs_count: bool
    """Whether it shows a number of its own, or what does."""


class ParsedMessages:
    """The messages of several sources in one language.

    Later sources have priority over earlier ones. Where a source has no message in the language, the message of its
    first language is used. `name_of` names values for which there is no word.
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
        self._texts = messages
        self._outer = {key[: dot.start()] for key in messages for dot in _DOT.finditer(key)}
        self._ready: dict[tuple[str, str], Message] = {}
        self.locale = _locale(language)
        self.between_thousands = get_group_symbol(self.locale)
        self._plural_form = lru_cache(maxsize=1024)(self.locale.plural_form)
        self.message = lru_cache(maxsize=4096)(self._message)
        """The message of a key; None where there is none. A text selects a variant of it, a number a plural form."""
        self.words = {key.removeprefix(WORD): word for key, word in messages.items() if key.startswith(WORD)}
        self.counted = {_PLURAL.sub("", key) for key in messages if _PLURAL.search(key)}
        """The keys of the messages that have plural forms."""
        self.numbers: dict[int, str] = {}
        """A cache of small numbers as texts."""
        self.name_of = name_of

    def _message(self, key: str, varied: str | None = None, count: int | None = None) -> Message | None:
        found = self._choose(key, varied, count)
        return self.ready(key, found) if found is not None else None

    def ready(self, key: str, found: str) -> Message:
        """The message `found`, which was chosen for `key`: the messages of its values begin with that key."""
        return self._ready.get((key, found)) or self._make_ready(key, found)

    def under(self, start: str) -> dict[str, str]:
        """The messages without holes whose keys begin with `start`, by the rest of their keys."""
        found = ((key, template_of(text)[0]) for key, text in self._texts.items() if key.startswith(start))
        return dict(sorted((key.removeprefix(start), words) for key, words in found))

    def outline(self, key: str) -> str | None:
        """The message `key` with an ellipsis for each value; None where there is none."""
        if key not in self._texts:
            return None
        start, rest = template_of(self._texts[key])
        return start + "".join("…" + words for _, words in rest)

    def _choose(self, key: str, varied: str | None, count: int | None) -> str | None:
        if varied is not None and (found := self._choose(f"{key}_{varied}", None, count)) is not None:
            return found
        if count is not None and key in self.counted:
            plural = self._plural_form(count)
            for form in (EXACT.get(count, plural), plural, "other"):
                if (found := f"{key}_{form}") in self._texts:
                    return found
        return key if key in self._texts else None

    def _make_ready(self, key: str, found: str) -> Message:
        start, rest = template_of(self._texts[found])
        holes = tuple((self._hole(key, hole), words) for hole, words in rest)
        shown = [value for hole, _ in holes for value in (hole.values if isinstance(hole, Values) else (hole,))]
        message = Message(
            start,
            holes,
            first=shown[0] if shown and not start else None,
            needs_count=any(value.own or COUNT in (value.name, value.part.count) for value in shown),
        )
        self._ready[key, found] = message
        return message

    def _hole(self, key: str, hole: Hole) -> Value | Values:
        values = tuple(self._value(key, part) for part in hole)
        if len(values) == 1:
            return values[0]
        nothing = self._texts.get(f"{key}.nothing")
        joints = tuple(value.name for value in values if "+" in value.name)
        return Values(values, nothing and template_of(nothing)[0], joints)

    def _value(self, key: str, part: Part) -> Value:
        own = self._own(key, f"{key}.{part.name}") if key in self._outer else None
        name, *inner = part.path
        return Value(name, tuple(inner), part, own, is_plain=not inner and own is None and part.form is None)

    def _own(self, outer: str, key: str) -> NestedMessage | None:
        is_counted, has_message = key in self.counted, key in self._texts
        keys = (one + end for one in (key, outer) for end in (EACH, LISTED))
        each = next((one for one in keys if one in self._texts), None)
        if not is_counted and not has_message and each is None:
            return None
        always_there = has_message or f"{key}_other" in self._texts
        return NestedMessage(key, is_counted, always_there and f"{key}_zero" not in self._texts, each)


def plain(value: object) -> str:
    """A value as it stands in JSON, without quotation marks."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=32)
def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")
