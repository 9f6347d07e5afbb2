"""The record of an action: what was rolled, chosen and noted, in order."""

from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.dice import Faces


class Role(StrEnum):
    """A player's role in an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


ROLES = tuple([role.value for role in Role])
"""The names of the roles, in order."""

By = str
"""Who rolls or chooses: in an attack a Role, elsewhere in a game a seat by its name, such as `seat-1`."""


def seat_name(seat: int) -> By:
    """How seat `seat` (from 1) is named in a record."""
    return f"seat-{seat}"


Audience = tuple[str, ...] | None
"""Who may see an entry, by the names of roles or seats; None for everybody."""

EVERYBODY: Audience = None
NOBODY: Audience = ()

HIDDEN_FACES = None
"""The faces of a roll, in the record of those who may not see them: a roll has at least one face."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were thrown: their faces in the order of the throw.

    Comparisons leave aside who may see an entry, which an exported log does not tell.
    """

    rule: str
    by: By
    die: str
    faces: Faces | None
    to: Audience = field(default=EVERYBODY, compare=False)


@dataclass(frozen=True, slots=True)
class Chose:
    """A player, or a policy in the place of one, answered a question."""

    rule: str
    by: By
    question: str
    choice: object
    to: Audience = field(default=EVERYBODY, compare=False)


@dataclass(frozen=True, slots=True)
class Noted:
    """The rules came to a conclusion, the fact."""

    rule: str
    fact: object
    to: Audience = field(default=EVERYBODY, compare=False)


@dataclass(frozen=True, slots=True)
class Seated:
    """Which seats play the roles of the attack that follows in a game; a fact that all boards share."""

    attacker: int
    """The number of the seat that attacks."""
    defender: int
    """The number of the seat that defends."""

    def seat(self, by: By) -> int | None:
        """The seat that plays the role `by`; None where `by` is no role."""
        return {Role.ATTACKER.value: self.attacker, Role.DEFENDER.value: self.defender}.get(by)

    def role(self, by: By) -> Role:
        """The role of a seat: the defender's where another seat attacks it, else the attacker's."""
        return Role.DEFENDER if by == seat_name(self.defender) != seat_name(self.attacker) else Role.ATTACKER


def seat_of(by: By, seated: Seated | None) -> int | None:
    """The seat that `by` is, or that plays the role `by`; None where no seat does."""
    if by.startswith("seat-"):
        return int(by.removeprefix("seat-"))
    return seated.seat(by) if seated else None


Answer = Rolled | Chose
Entry = Rolled | Chose | Noted


class Origin(StrEnum):
    """Who or what gave an answer."""

    SERVICE = "service"
    PHYSICAL = "physical"
    SEAT = "seat"
    HOST = "host"
    REQUEST = "request"
    POLICY = "policy"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Source:
    """Where an answer came from. It stands beside its entry, and a replay does not compare it."""

    origin: Origin
    policy: str | None = None


Sources = tuple[Source | None, ...]
"""One for each entry of a record, in order; None for a fact."""


@dataclass(frozen=True, slots=True)
class Record:
    """The entries of an action and, as many and in the same order, their sources."""

    entries: tuple[Entry, ...] = ()
    sources: Sources = ()
