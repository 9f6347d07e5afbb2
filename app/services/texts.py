"""Texts: message catalogues in the i18next v4 form, filled from names and values when something is read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel import Locale
from babel.core import negotiate_locale
from pydantic_core import from_json

Messages = Mapping[str, str]
Catalogue = Mapping[str, Messages]
"""Messages by key, by language."""

FALLBACK = "en"
_HOLE = re.compile(r"{{(\w+(?:\.\w+)*)}}")


def load_catalogue(package: str) -> Catalogue:
    """The messages in the folder `locales` of a package: a file a language."""
    folder = files(package) / "locales"
    if not folder.is_dir():
        return {}
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".json"))
    return {name.removesuffix(".json"): from_json((folder / name).read_bytes()) for name in names}


@lru_cache(maxsize=512)
def preferred(accept: str, available: tuple[str, ...]) -> str:
    """The best of the `available` languages for an Accept-Language header; English where none fits."""
    wanted = sorted(_weighted(accept), key=lambda pair: -pair[1])
    tags = [tag for tag, weight in wanted if weight > 0]
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


class Texts:
    """The messages of some catalogues in one language, the later over the earlier, and English behind them."""

    def __init__(self, catalogues: Sequence[Catalogue], language: str) -> None:
        self._messages: dict[str, str] = {}
        for tongue in (FALLBACK, language):
            for catalogue in catalogues:
                self._messages |= catalogue.get(tongue, {})
        self._locale = _locale(language)

    def find(
        self, key: str, params: Mapping[str, Any], *, varied: object = None, count: int | None = None
    ) -> str | None:
        """The message of `key`, filled with `params`, or None. `varied` picks a variant, `count` a plural form."""
        keys = [key] if varied is None else [f"{key}_{_plain(varied)}", key]
        if count is not None:
            form = self._locale.plural_form(count)
            keys = [variant for key in keys for variant in (f"{key}_{form}", f"{key}_other", key)]
            params = {**params, "count": count}
        message = next((self._messages[key] for key in keys if key in self._messages), None)
        if message is None:
            return None
        start, *rest = _pieces(message)
        return start[0] + "".join([self._shown(_reach(params, path)) + words for words, path in rest])

    def _shown(self, value: object) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(map(self._shown, value)) or "–"
        if isinstance(value, dict):
            return ", ".join(f"{key} {self._shown(part)}" for key, part in value.items()) or "–"
        plain = _plain(value)
        return self._messages.get(f"word.{plain}", plain)


def _plain(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    return str(value)


@lru_cache(maxsize=4096)
def _pieces(message: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The words of a message, each with the path of the value that goes before them; before the first there is none."""
    first, *rest = _HOLE.split(message)
    return ((first, ()), *((words, tuple(path.split("."))) for path, words in zip(rest[::2], rest[1::2], strict=True)))


def _reach(params: Mapping[str, Any], path: tuple[str, ...]) -> object:
    value: Any = params
    for part in path:
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
