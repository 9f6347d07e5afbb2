"""The record of an action: what was rolled, chosen and noted, in order."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.dice import Faces


class Role(StrEnum):
    """A player's role in an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


By = str
"""Who rolls or chooses: a Role inside an attack, elsewhere a seat by its name, `seat-1` …"""


def seat_name(seat: int) -> By:
    """How seat `seat` (from 1) is named in a record."""
    return f"seat-{seat}"


Audience = tuple[str, ...] | None
"""Who may see an entry: the names of those who may, or None for everybody."""

EVERYBODY: Audience = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """Chance answered: the faces of the dice as thrown."""

    rule: str
    by: By
    die: str
    faces: Faces
    to: Audience = EVERYBODY


@dataclass(frozen=True, slots=True)
class Chose:
    """A player, or a named policy, answered a question."""

    rule: str
    by: By
    question: str
    choice: object
    to: Audience = EVERYBODY


@dataclass(frozen=True, slots=True)
class Noted:
    """The rules concluded a fact."""

    rule: str
    fact: object
    to: Audience = EVERYBODY


@dataclass(frozen=True, slots=True)
class Seated:
    """Which seats play the roles of the attack that follows in a game; a fact that all rulebooks share."""

    attacker: int
    defender: int

    def seat(self, by: By) -> int | None:
        """The seat that plays the role `by`."""
        return {Role.ATTACKER.value: self.attacker, Role.DEFENDER.value: self.defender}.get(by)


def seat_of(by: By, seated: Seated | None) -> int | None:
    """The seat behind `by`, if there is one."""
    if by.startswith("seat-"):
        return int(by.removeprefix("seat-"))
    return seated.seat(by) if seated else None


Answer = Rolled | Chose
Entry = Rolled | Chose | Noted


class Origin(StrEnum):
    """Who or what answered."""

    SERVICE = "service"
    PHYSICAL = "physical"
    SEAT = "seat"
    HOST = "host"
    REQUEST = "request"
    POLICY = "policy"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Source:
    """Where an answer came from; kept beside its entry and never compared."""

    origin: Origin
    policy: str | None = None


Sources = tuple[Source | None, ...]
"""One for each entry of a record; None for what was noted."""


@dataclass(frozen=True, slots=True)
class Record:
    """Entries and, beside them, their sources."""

    entries: tuple[Entry, ...] = ()
    sources: Sources = ()
