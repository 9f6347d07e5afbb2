"""What a rulebook knows by name beside its rules: a catalogue, and lists that other programs write."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

D = TypeVar("D")
L = TypeVar("L")


class Does(StrEnum):
    """What the rulebook does with an entry when an attack names it."""

    EFFECTS = "effects"
    """The rules apply what it says."""
    NOTHING = "nothing"
    """It says nothing about attacks."""
    BY_HAND = "by-hand"
    """It says something about attacks that the players apply themselves."""
    NOT_PLAYED = "not-played"
    """It belongs to a part of the game that the rulebook does not play."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[D]):
    """Something that a situation can name."""

    kind: str
    """The kind, in kebab-case, such as `upgrade`."""
    id: str
    """The name that situations use; no other entry of the kind has it."""
    name: str
    """The name that people read."""
    does: Does
    details: D
    by_hand: str | None = None
    """Why the players apply it, or a part of it, themselves: a word with the text `by-hand.<word>`."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What it is called on cards of other languages, by the code of the language, where that differs."""


@dataclass(frozen=True, slots=True)
class Catalogue(Generic[D]):
    """All that situations of a rulebook can name.

    The texts `catalogue.effects`, `catalogue.nothing`, `catalogue.by-hand` and `catalogue.not-played` say what an entry
    does.
    """

    kinds: tuple[str, ...]
    """The kinds of entries."""
    details: type[D]
    """The frozen dataclass of what an entry tells beside its name."""
    entries: Callable[[], Iterator[Entry[D]]]
    """Every entry, in the order in which it is shown; raises nothing."""
    name_of: Callable[[str], str | None] = lambda _word: None
    """The name of what a value in a text means, where `locales` has no word for it; None for anything else."""


@dataclass(frozen=True, slots=True)
class ListReader(Generic[L]):
    """A function that reads lists of other programs, such as the squads of squad builders."""

    path: str
    """The last part of its route, in kebab-case, such as `squads`."""
    member: str
    """The member of the request that holds the list, such as `xws`."""
    result: type[L]
    """The frozen dataclass of what was read."""
    read: Callable[[Mapping[str, object]], L]
    """Reads any JSON object. Raises IllegalSituation, with the path in the list, where it is no such list."""
    examples: tuple[Mapping[str, object], ...]
    """Lists that can be read, at least one."""
    read_text: Callable[[str], L] | None = None
    """Reads a text in which there is no JSON object, as programs print lists for people. Raises as `read` does."""
