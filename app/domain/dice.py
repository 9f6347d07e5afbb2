"""Dice: their faces, and who throws them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

Face = int | str
Faces = tuple[Face, ...]
F = TypeVar("F", bound=Face)
F_co = TypeVar("F_co", bound=Face, covariant=True)


@dataclass(frozen=True, slots=True)
class Die(Generic[F_co]):
    """A die by name, with its faces in order: numbers, words or the members of a StrEnum.

    A face that appears twice is twice as likely.
    """

    name: str
    """The stored name, at most 32 characters."""
    faces: tuple[F_co, ...]


D6 = Die("d6", (1, 2, 3, 4, 5, 6))


class DiceSource(StrEnum):
    """Who throws: the service (provable), or people at a real table."""

    SERVICE = "service"
    PHYSICAL = "physical"


class Dice(Protocol):
    """Throws dice. A throw may depend on its place in the record, but not on how often it is asked for."""

    source: DiceSource

    def throw(self, die: Die[Face], count: int, *, index: int) -> Faces | None:
        """The faces of `count` dice for roll `index` (from 0) of the record; None where it is not thrown yet."""


@runtime_checkable
class Shuffler(Protocol):
    """Dice that can shuffle too, as people at a table cannot do so that nobody sees it."""

    def shuffle(self, size: int, *, index: int) -> tuple[int, ...] | None:
        """A random order of the places 0 … size − 1 as roll `index` of the record; None where it is not there yet."""


class IllegalDice(Exception):
    """Faces that do not fit the roll that was asked for.

    `index` is the roll (from 0), `by` whose it is, `faces` are those that were thrown.
    """

    def __init__(self, die: Die[Face], count: int, index: int, by: str, faces: Faces) -> None:
        super().__init__(f"roll {index} takes {count} dice of {die.name}")
        self.die, self.count, self.index, self.by, self.faces = die, count, index, by, faces

    @property
    def wrong_face(self) -> int | None:
        """The place (from 0) of the first face that the die does not have; None where only their number is wrong."""
        return next((place for place, face in enumerate(self.faces) if face not in self.die.faces), None)


def own_faces(faces: Faces, die: Die[F], count: int) -> tuple[F, ...] | None:
    """`faces` as the die has them: for the recorded word `hit` its member `Face.HIT`.

    None where they are not `count` faces of the die.
    """
    known = die.faces
    own = tuple([known[known.index(face)] for face in faces if face in known])
    return own if len(own) == len(faces) == count else None


class ThrownDice:
    """Rolls that people threw, in the order in which the rules ask for them."""

    source = DiceSource.PHYSICAL

    def __init__(self, rolls: Sequence[Faces] = ()) -> None:
        self._rolls = list(rolls)

    def throw(self, die: Die[Face], count: int, *, index: int) -> Faces | None:  # noqa: ARG002
        """The next roll, whether it fits or not: the table checks that. None once there is no more."""
        return self._rolls.pop(0) if self._rolls else None

    @property
    def left_over(self) -> int:
        """How many rolls the rules have not asked for."""
        return len(self._rolls)
