"""What is wrong with the texts of a rulebook: missing ones, holes that nothing fills, languages that differ."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import get_args

from babel import Locale

from app.domain.casualties import Fate
from app.services.rulebooks.check.needs import Need, fills, hints_of, needs_of
from app.services.rulebooks.check.sources import Sources, constants
from app.services.rulebooks.messages import Messages, MessagesByLanguage, first_language
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.templates import Path, holes_in

_FATE = re.compile(r"Fate\.(\w+)")
_COUNTED = re.compile(r"_(?:one|two|few|many|other)$")
_PLURAL = re.compile(r"_(?:zero|one|two|few|many|other)$")


def text_faults(book: Rulebook, sources: Sources) -> Iterator[str]:
    """Everything that is wrong with the texts of a rulebook."""
    folder = f"{book.package.replace('.', '/')}/locales"
    try:
        messages = book.messages
    except ValueError as error:
        yield f"a file in {folder} is no JSON with each key once: {error}. Correct it."
        return
    needs = needs_in(book, sources)
    yield from field_faults(dict.fromkeys(kind for need in needs for kind in need.filled_by))
    first = first_language(messages)
    texts, file = messages.get(first, {}), f"{folder}/{first}.json"
    yield from missing_texts(needs, texts, file)
    yield from missing_reasons(sources, texts, file)
    yield from hole_faults(needs, texts, file)
    yield from language_faults(messages, folder)
    yield from plural_faults(messages, folder)


def needs_in(book: Rulebook, sources: Sources) -> tuple[Need, ...]:
    """The texts that a rulebook needs, as its classes and its sources show."""
    named = {name for name, _ in sources.words(_FATE)}
    fates = tuple(fate.value for fate in Fate if fate.name in named)
    seats_roles = any(".seated(" in source.text for source in sources.modules)
    return tuple(needs_of(book.ruleset, fates, seats_roles=seats_roles))


def missing_texts(needs: Iterable[Need], messages: Messages, file: str) -> Iterator[str]:
    """The texts that are needed and not there; a plural needs the form `other`."""
    there = {key for key in messages if not _PLURAL.search(key)}
    there |= {_PLURAL.sub("", key) for key in messages if key.endswith("_other")}
    for need in needs:
        if need.key in there:
            continue
        missing = [f"{need.key}_{variant}" for variant in need.variants if f"{need.key}_{variant}" not in there]
        if None in need.variants:
            yield f"the text `{need.key}` is missing. Add it to {file}."
        elif missing:
            yield f"no text `{need.key}`, nor {', '.join(missing)}. Add it, or all of these, to {file}."


def missing_reasons(sources: Sources, messages: Messages, file: str) -> Iterator[str]:
    """The texts of refusals, of notes and about setups that are not there."""
    refusals = [(f"reason.{one}", call) for call in sources.refusals for one in constants(call.argument(0, "reason"))]
    notes = [(f"note.{one}", call) for call in sources.notes for one in constants(call.argument(0, "code"))]
    said = [(f"setup.{one}", call) for call in sources.said for one in constants(call.argument(0, "name"))]
    there = {*messages, *(_PLURAL.sub("", key) for key in messages)}
    for what, named in (("refusal", refusals), ("note", notes), ("setup", said)):
        for key, call in dict(reversed(named)).items():
            if key not in there:
                yield f"the text `{key}` of a {what} ({call.place}) is missing. Add it to {file}."


def field_faults(kinds: Iterable[type]) -> Iterator[str]:
    """`varied_by` and `counted_by` name fields of their dataclass; what is counted is a number."""
    for kind in kinds:
        for name in ("varied_by", "counted_by"):
            field = getattr(kind, name, None)
            if field is not None and field not in hints_of(kind):
                yield f"{kind.__name__}.{name} names `{field}`, which is no field of {kind.__name__}. Name one."
        counted = hints_of(kind).get(getattr(kind, "counted_by", None) or "", int)
        if counted is not int and int not in get_args(counted):
            yield f"{kind.__name__}.counted_by names a field that is no number. Count by an `int`."


def hole_faults(needs: Iterable[Need], messages: Messages, file: str) -> Iterator[str]:
    """Texts with a hole that nothing fills; `null` would be shown there."""
    known: dict[str, list[Need]] = {}
    for need in needs:
        for variant in dict.fromkeys((None, *need.variants)):
            known.setdefault(need.key if variant is None else f"{need.key}_{variant}", []).append(need)
    for key, message in messages.items():
        asked = known.get(_PLURAL.sub("", key), known.get(key, []))
        for path in holes_of(message) if asked else ():
            if not any(_is_filled(need, path) for need in asked):
                hole = ".".join(path)
                yield f"the text `{key}` in {file} has the hole {{{{{hole}}}}}, which nothing fills. Correct it."


def _is_filled(need: Need, path: Path) -> bool:
    """Whether something fills a hole; what two lists share needs both."""
    first, *inner = path
    return all(name in need.also or fills(need.filled_by, (name, *inner)) for name in first.split("+"))


def holes_of(message: str) -> list[Path]:
    """The paths of the holes of a message."""
    return [part.path for hole in holes_in(message) for part in hole]


def language_faults(by_language: MessagesByLanguage, folder: str) -> Iterator[str]:
    """Every language has the same texts with the same holes as the first one; plural forms are its own."""
    first = first_language(by_language)
    expected = _by_key(by_language.get(first, {}))
    for language, messages in by_language.items():
        own, file = _by_key(messages), f"{folder}/{language}.json"
        for key in expected:
            if key not in own:
                yield f"the text `{key}` is missing in {file}. Translate it there."
        for key, holes in own.items():
            if key not in expected:
                yield f"the text `{key}` of {file} is not in {first}.json. Add it there, or remove it."
            elif holes != expected[key]:
                yield f"the text `{key}` of {file} has other holes than in {first}.json. Use the same."


def plural_faults(by_language: MessagesByLanguage, folder: str) -> Iterator[str]:
    """A text with plural forms has in each language all those that its numbers up to a thousand need."""
    counted = {
        _PLURAL.sub("", key): None for messages in by_language.values() for key in messages if _COUNTED.search(key)
    }
    for language, messages in by_language.items():
        for form in plural_forms(language):
            for key in counted:
                if f"{key}_{form}" not in messages:
                    yield f"the text `{key}_{form}`, a plural form, is missing in {folder}/{language}.json. Add it."


@cache
def plural_forms(language: str) -> tuple[str, ...]:
    """The plural forms of the numbers up to a thousand in a language; no language has more than up to two hundred."""
    form_of = Locale.parse(language, sep="-").plural_form
    return tuple(dict.fromkeys(form_of(number) for number in range(200)))


def _by_key(messages: Messages) -> dict[str, set[tuple[str, ...]]]:
    """The holes of each text, those of its plural forms together."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for key, message in messages.items():
        found.setdefault(_PLURAL.sub("", key), set()).update(holes_of(message))
    return found
