"""What clients call their units, groups, cards, areas and ships, and what players are called: never translated."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple
from unicodedata import bidirectional

Things = Mapping[str, Mapping[str, str]]
"""What texts call each thing: by its kind, which is the field that holds it, such as `units`, then by id."""


class AsSaid(str):
    """A text of a client, which is told as it stands."""

    __slots__ = ()


RIGHT_TO_LEFT = ("R", "AL", "AN")
"""The classes of characters that are written from right to left (Unicode Standard Annex 9)."""
FIRST_RIGHT_TO_LEFT = "\u0590"
"""Before it no character is written from right to left."""
ISOLATE, END = "\u2068", "\u2069"


def is_right_to_left(letter: str) -> bool:
    """Whether a character is written from right to left."""
    return bidirectional(letter) in RIGHT_TO_LEFT


def isolated(name: str) -> str:
    """A name as a sentence shows it: one that is written from right to left does not reorder what stands around it."""
    if name.isascii() or max(name) < FIRST_RIGHT_TO_LEFT or not any(map(is_right_to_left, name)):
        return name
    return f"{ISOLATE}{name}{END}"


_PARTS = re.compile(r"([^0-9]*)([0-9]{0,18})")
_CODED = re.compile(r"[^\W_]+(?:[-_][^\W_]+)+")


def in_words(id: str) -> str:
    """An id that joins words or numbers, such as `area-2`, as players read it: `Area 2`; another id as it is."""
    if not _CODED.fullmatch(id):
        return id
    words = id.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


CARDS = "cards"
"""The field of data cards. A thing without a name is called as its card."""


class Thing(NamedTuple):
    """A thing of a situation or a setup."""

    kind: str
    """The field that holds it, such as `units`."""
    sort: object
    """Its own fields; things of one sort have the same."""
    id: str
    name: str | None
    card: str | None
    """The id of its data card; None where it has none."""


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The names of a situation, or of a game, and of its players."""

    things: Things = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    """The names of players, by seat, such as `seat-1`."""
    unit: str | None = None
    """The unit in which the players measure lengths, as the option `unit_of_length` says; None where there is none."""
    with_ids: bool = False
    """Whether cards of the catalogue are told with their ids, because several have one name."""

    def of(self, said: str, about: str) -> str | None:
        """What texts call the thing with the id `said`; None where there is no such thing.

        `about` is the field, or the kind, that says it: where things of two kinds have the same id, `firing_area` means
        the one among `areas`.
        """
        if not self.things:
            return None
        kind = about.rpartition("_")[2]
        for named in (self.things.get(kind + "s"), self.things.get(kind), *self.things.values()):
            if named and said in named:
                return named[said]
        return self._of_group(said)

    def _of_group(self, said: str) -> str | None:
        """What a unit is called that has left its group, whose id is that of the group with a number."""
        group, _, number = said.rpartition("-")
        if not number.isdecimal():
            return None
        return next((of_group(named[group], number) for named in self.things.values() if group in named), None)


NO_NAMES = OwnNames()
"""Nothing has a name."""


def things_in(*sent: Mapping[str, object]) -> Things:
    """Everything in situations and setups that has an id or a name; a card has its id as `card`, and no side up.

    A thing without a name is called as its card, else by its id in words. Things of one sort that have one name are
    numbered, in the order of their ids, and units whose ids are that of their group with a number are called as the
    group.
    """
    things: list[Thing] = []
    for one in sent:
        _collect(one, "", things)
    cards = {thing.id: thing.name for thing in things if thing.kind == CARDS}
    found: dict[str, dict[str, str]] = {}
    called: dict[tuple[object, str], dict[str, None]] = {}
    for thing in things:
        name = thing.name or cards.get(thing.card or "") or thing.id
        named = found.setdefault(thing.kind, {})
        named.setdefault(thing.id, name)
        if thing.name:
            named.setdefault(name, name)
        called.setdefault((thing.sort, name), {})[thing.id] = None
    taken = dict.fromkeys(name for _, name in called)
    for (_, name), ids in called.items():
        if len(ids) > 1:
            numbered = (f"{name} {n}" for n in count(1))
            free = (one for one in numbered if one not in taken)
            own = {id: one for id, one in zip(sorted(ids, key=_as_counted), free, strict=False) if id != name}
            for named in found.values():
                named |= {id: one for id, one in own.items() if named.get(id) == name}
    _put_in_words(found, frozenset(thing.name for thing in things if thing.name))
    groups = {thing.id: found[thing.kind][thing.id] for thing in things if thing.card}
    for named in found.values() if groups else ():
        named |= dict(_units_of(groups, named))
    return found


def _put_in_words(found: Mapping[str, dict[str, str]], names: frozenset[str]) -> None:
    """Call things by their ids in words that are called by their ids, and are no `names` that clients gave."""
    ids = {id for named in found.values() for id, name in named.items() if id == name and _CODED.fullmatch(id)} - names
    if not ids:
        return
    taken = {name for named in found.values() for name in named.values()}
    for id in sorted(ids):
        words = free = in_words(id)
        n = 1
        while free in taken:
            n += 1
            free = f"{words} ({n})"
        taken.add(free)
        for named in found.values():
            if named.get(id) == id:
                named[id] = free


def _units_of(groups: Mapping[str, str], named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The units that have no other name than the id of their group with a number, and what they are called."""
    for id, name in named.items():
        group, _, number = id.rpartition("-")
        if id not in groups and in_words(id) == name and number.isdecimal() and group in groups:
            yield id, of_group(groups[group], number)


def of_group(group: str, number: str) -> str:
    """A unit by the name of its group and its number there."""
    return f"{group} ({number})"


def _collect(thing: Mapping[str, object], kind: str, things: list[Thing]) -> None:
    """Add a thing and those in it to the others."""
    id, name, card = thing.get("id"), thing.get("name"), thing.get("card")
    id, name = id if type(id) is str else "", name if type(name) is str else ""
    card = card if type(card) is str and "faceup" not in thing else ""
    if own := id or card or name:
        things.append(Thing(kind, tuple(thing), own, name or None, (card or None) if id else None))
    for inner, value in thing.items():
        if type(value) is dict:
            _collect(value, inner, things)
        elif type(value) is list or (type(value) is str and inner.endswith("_ids")):
            for item in value if type(value) is list else [value]:
                if type(item) is dict:
                    _collect(item, inner, things)
                elif type(item) is list:
                    _collect({inner: item}, kind, things)
                elif type(item) is str and inner.endswith("_ids"):
                    things.append(Thing(inner, None, item, None, None))


def _as_counted(id: str) -> tuple[tuple[str, int], ...]:
    """Where an id stands among others: `a-10` behind `a-2`."""
    return tuple((letters, int(digits or -1)) for letters, digits in _PARTS.findall(id))
