"""Messages by key and language, as the folders `locales` have them, and the language that a reader wants."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from json import loads
from typing import Any

from babel.core import negotiate_locale

from app import services

Messages = Mapping[str, str]
"""Messages by key."""

MessagesByLanguage = Mapping[str, Messages]
"""The messages of each language, by language."""

LOCALES = "locales"
"""The folder of a package in which its messages are."""

FALLBACK = "en"
"""The language that is used where a message is missing in another."""


def load_messages(package: str) -> MessagesByLanguage:
    """The messages in the folder `locales` of a package. Raises what messages_in() raises."""
    return messages_in(files(package) / LOCALES)


def messages_in(folder: Traversable) -> MessagesByLanguage:
    """The messages in a folder that has a JSON file for each language; none where there is no such folder.

    Raises ValueError for a file that is no JSON, or that has a key twice.
    """
    if not folder.is_dir():
        return {}
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".json"))
    return {
        name.removesuffix(".json"): loads((folder / name).read_bytes(), object_pairs_hook=_each_once) for name in names
    }


def _each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values; of a key that stands there twice, JSON would keep the last text alone."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise ValueError(f"the key `{key}` stands there twice")
    return dict(pairs)


def first_language(messages: MessagesByLanguage) -> str:
    """The language that stands in for the others: English, or the first by name where there is no English."""
    return FALLBACK if FALLBACK in messages or not messages else min(messages)


@lru_cache(maxsize=512)
def preferred(accept: str, available: tuple[str, ...]) -> str:
    """The language of `available` that fits an Accept-Language header best; English where none fits.

    Languages are told apart without regard to capitals, and `_` is taken for `-`.
    """
    weighted = sorted(_weighted(accept.replace("_", "-")), key=lambda pair: -pair[1])
    tags = [tag for tag, weight in weighted if weight > 0]
    found = negotiate_locale(tags, available, sep="-") or FALLBACK
    return next((language for language in available if language.lower() == found.lower()), FALLBACK)


def _weighted(accept: str) -> Iterable[tuple[str, float]]:
    for part in accept[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            yield tag, float(weight or 1)
        except ValueError:
            continue


SERVICE_MESSAGES = load_messages(services.__name__)
"""The messages of the service itself, by language."""
