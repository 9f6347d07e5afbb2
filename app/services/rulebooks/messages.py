"""Messages by key and language, as the folders `locales` have them, and the language that a reader wants."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from babel.core import negotiate_locale
from pydantic_core import from_json

import app.services

Messages = Mapping[str, str]
"""Messages by key."""

MessagesByLanguage = Mapping[str, Messages]
"""The messages of each language, by language."""

FALLBACK = "en"
"""The language that is used where a message is missing in another."""


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


SERVICE_MESSAGES = load_messages(app.services.__name__)
"""The messages of the service itself, by language."""
