"""What clients call their units, groups, cards, areas and ships, and what players are called: never translated."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from unicodedata import bidirectional

Things = Mapping[str, Mapping[str, str]]
"""What texts call each thing: by its kind, which is the field that holds it, such as `units`, then by id."""


class AsSaid(str):
    """A text of a client, which is told as it stands."""

    __slots__ = ()


RIGHT_TO_LEFT = ("R", "AL", "AN")
"""The classes of characters that are written from right to left (Unicode Standard Annex 9)."""
ISOLATE, END = "\u2068", "\u2069"


def apart(name: str) -> str:
    """A name as a sentence shows it: one that is written from right to left does not reorder what stands around it."""
    if name.isascii() or not any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return name
    return f"{ISOLATE}{name}{END}"


Thing = tuple[str, object, str, str]
"""The kind of a thing; its sort, which are its fields; its id and its name."""


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
        return None


NO_NAMES = OwnNames()
"""Nothing has a name."""


def things_in(sent: Mapping[str, object]) -> Things:
    """Everything in a situation or a setup that has an id or a name; a card has its id as `card`, and no side up.

    Things of one sort that have one name are told with their ids.
    """
    found: dict[str, dict[str, str]] = {}
    called: dict[tuple[object, str], dict[str, None]] = {}
    things: list[Thing] = []
    _collect(sent, "", things)
    for kind, sort, id, name in things:
        known = found.setdefault(kind, {})
        known.setdefault(id, name)
        known.setdefault(name, name)
        called.setdefault((sort, name), {})[id] = None
    for (_, name), ids in called.items():
        if len(ids) > 1:
            for known in found.values():
                known |= {id: f"{name} ({id})" for id in ids if known.get(id) == name != id}
    return found


def _collect(thing: Mapping[str, object], kind: str, things: list[Thing]) -> None:
    """Add a thing and those in it to the others."""
    id, name = thing.get("id", None if "faceup" in thing else thing.get("card")), thing.get("name")
    own = [one for one in (id, name) if type(one) is str and one]
    if own:
        things.append((kind, tuple(thing), own[0], own[-1]))
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
                    things.append((inner, None, item, item))
