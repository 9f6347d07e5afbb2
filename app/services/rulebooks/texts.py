"""Texts: messages in the i18next v4 format, which are filled with names and values when a document is read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel import Locale
from babel.core import negotiate_locale
from pydantic_core import from_json

import app.services

Messages = Mapping[str, str]
"""Messages by key."""

MessagesByLanguage = Mapping[str, Messages]
"""The messages of each language, by language."""

FALLBACK = "en"
"""The language that is used where a message is missing in another."""

WORD = "word."
"""How the keys of words begin, which name single values in texts."""

REASON = "reason."
"""How the keys of the texts of refusals begin."""

_HOLE = re.compile(r"{{(\w+(?:\.\w+)*)}}")


def load_messages(package: str) -> MessagesByLanguage:
    """The messages in the folder `locales` of a package, which has a JSON file for each language."""
    folder = files(package) / "locales"
    if not folder.is_dir():
        return {}
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".json"))
    return {name.removesuffix(".json"): from_json((folder / name).read_bytes()) for name in names}


def first_language(messages: MessagesByLanguage) -> str:
    """The language that stands in for the others: English, or the first by name where there is no English."""
    return FALLBACK if FALLBACK in messages or not messages else min(messages)


@lru_cache(maxsize=512)
def preferred(accept: str, available: tuple[str, ...]) -> str:
    """The language of `available` that fits an Accept-Language header best; English where none fits."""
    weighted = sorted(_weighted(accept), key=lambda pair: -pair[1])
    tags = [tag for tag, weight in weighted if weight > 0]
    return negotiate_locale(tags, available, sep="-") or FALLBACK


def _weighted(accept: str) -> Iterable[tuple[str, float]]:
    for part in accept[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            yield tag, float(weight or 1)
        except ValueError:
            continue


@lru_cache(maxsize=32)
def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


Path = tuple[str, ...]
"""The names that lead to a value in nested parameters, the outermost first."""

Template = tuple[str, list[tuple[Path, str]]]
"""The text before the first value, then the path of each value with the text after it."""


class Texts:
    """The messages of several sources in one language.

    Later sources have priority over earlier ones. Where a source has no message in the language, the message of its
    first language is used.
    """

    def __init__(self, sources: Sequence[MessagesByLanguage], language: str) -> None:
        messages: dict[str, str] = {}
        for source in sources:
            messages |= source.get(first_language(source), {})
        for source in sources:
            messages |= source.get(language, {})
        self._templates = {key: template_of(message) for key, message in messages.items()}
        self._words = {key.removeprefix(WORD): word for key, word in messages.items() if key.startswith(WORD)}
        self._plural_form = lru_cache(maxsize=1024)(_locale(language).plural_form)

    def find(
        self, key: str, params: Mapping[str, Any], *, varied: object = None, count: int | None = None
    ) -> str | None:
        """The message `key`, filled with `params`; None where there is none.

        `varied` selects a variant of the message, `count` a plural form.
        """
        keys = [key] if varied is None else [f"{key}_{_plain(varied)}", key]
        if count is not None:
            form = self._plural_form(count)
            keys = [variant for key in keys for variant in (f"{key}_{form}", f"{key}_other", key)]
            params = {**params, "count": count}
        template = next((self._templates[key] for key in keys if key in self._templates), None)
        if template is None:
            return None
        start, rest = template
        return start + "".join([self._shown(_reach(params, path)) + words for path, words in rest])

    def template(self, key: str) -> str | None:
        """The message `key` with an ellipsis for each value; None where there is none."""
        found = self._templates.get(key)
        return found and found[0] + "".join("…" + words for _, words in found[1])

    def _shown(self, value: object) -> str:
        if isinstance(value, str):
            return self._words.get(value, value)
        if isinstance(value, (list, tuple)):
            return ", ".join([self._shown(part) for part in value]) or "–"
        if isinstance(value, dict):
            return ", ".join([f"{key} {self._shown(part)}" for key, part in value.items()]) or "–"
        plain = _plain(value)
        return self._words.get(plain, plain)


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def template_of(message: str) -> Template:
    """A message, split into its texts and the paths of its values."""
    first, *rest = _HOLE.split(message)
    return first, [(tuple(path.split(".")), words) for path, words in zip(rest[::2], rest[1::2], strict=True)]


def _reach(params: Mapping[str, Any], path: Path) -> object:
    value = params.get(path[0])
    for part in path[1:]:
        value = value.get(part) if isinstance(value, dict) else None
    return value


SERVICE_MESSAGES = load_messages(app.services.__name__)
"""The messages of the service itself, by language."""


@lru_cache(maxsize=32)
def service_texts(language: str) -> Texts:
    """The messages of the service alone, in a language."""
    return Texts([SERVICE_MESSAGES], language)
