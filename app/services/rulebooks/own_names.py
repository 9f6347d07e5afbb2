"""What clients call their units, groups, cards, areas and ships, and what players are called: never translated."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Things = Mapping[str, Mapping[str, str]]
"""What texts call each thing: by its kind, which is the field that holds it, such as `units`, then by id."""


class AsSaid(str):
    """A text of a client, which is told as it stands."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The names of a situation, or of a game, and of its players."""

    things: Things = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    """The names of players, by seat, such as `seat-1`."""
    unit: str | None = None
    """The unit in which the players measure lengths, as the option `unit_of_length` says; None where there is none."""

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
    """Everything in a situation or a setup that has an id or a name; a card has its id as `card`, and no side up."""
    found: dict[str, dict[str, str]] = {}
    _collect(sent, "", found)
    return found


def _collect(thing: Mapping[str, object], kind: str, found: dict[str, dict[str, str]]) -> None:
    id, name = thing.get("id", None if "faceup" in thing else thing.get("card")), thing.get("name")
    if id or name:
        own = [one for one in (id, name) if type(one) is str and one]
        for one in own:
            found.setdefault(kind, {}).setdefault(one, own[-1])
    for inner, value in thing.items():
        if type(value) is dict:
            _collect(value, inner, found)
        elif type(value) is list or (type(value) is str and inner.endswith("_ids")):
            for item in value if type(value) is list else [value]:
                if type(item) is dict:
                    _collect(item, inner, found)
                elif type(item) is list:
                    _collect({inner: item}, kind, found)
                elif type(item) is str and inner.endswith("_ids"):
                    found.setdefault(inner, {}).setdefault(item, item)
