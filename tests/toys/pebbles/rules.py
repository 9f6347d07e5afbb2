"""The rules of a grab, in the order of the book."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pebbles.model import HeapCovered, PebblesAttack, PebblesGrabbed, PebblesOptions, PebblesOutcome
from umpire.rulebook.v1 import D6, By, IllegalSituation, Question, Role, Table, first_option


@dataclass(frozen=True, slots=True)
class Cover:
    """Whether the defender covers the heap."""

    varied_by: ClassVar = "cover"
    cover: bool
    """True: it covers the heap."""


@dataclass(frozen=True, slots=True)
class Threat:
    """How many pebbles would be grabbed from a heap that lies open, and from a covered one."""

    counted_by: ClassVar = "uncovered"
    uncovered: int
    """How many from a heap that lies open."""
    covered: int
    """How many from a covered heap."""


@dataclass(frozen=True, slots=True)
class CoverHeap(Question[Cover]):
    """PB-2: the defender may cover the heap."""

    threat: Threat

    def options(self) -> Iterator[Cover]:
        yield Cover(False)
        yield Cover(True)

    def check(self, choice: Cover) -> None:
        """Both answers are legal."""

    def context(self) -> Threat:
        return self.threat


def prepare(situation: PebblesAttack, _options: PebblesOptions) -> None:
    """Raise IllegalSituation where more dice are thrown than pebbles lie there (PB-1)."""
    if situation.dice > situation.pebbles:
        raise IllegalSituation("too-many-dice", "PB-1", "dice", pebbles=situation.pebbles)


def grab(situation: PebblesAttack, options: PebblesOptions, table: Table) -> PebblesOutcome:
    """PB-1, PB-2: each die that is high enough grabs a pebble; from a covered heap only a 6 does."""
    faces = table.roll(D6, situation.dice, by=Role.ATTACKER, rule="PB-1")
    threat = Threat(sum(face >= options.needed for face in faces), faces.count(6))
    table.checkpoint(threat)
    covered = situation.covers > 0 and table.ask(CoverHeap(threat), by=Role.DEFENDER, rule="PB-2").cover
    if covered:
        table.note(HeapCovered(), rule="PB-2")
    grabbed = threat.covered if covered else threat.uncovered
    table.note(PebblesGrabbed(grabbed, covered), rule="PB-1")
    return PebblesOutcome(grabbed, situation.pebbles - grabbed)


def cover_where_it_helps(question: Question[object], by: By) -> object:
    """A player who covers the heap where it saves a pebble, and else takes what is listed first."""
    if isinstance(question, CoverHeap):
        return Cover(question.threat.covered < question.threat.uncovered)
    return first_option(question, by)
