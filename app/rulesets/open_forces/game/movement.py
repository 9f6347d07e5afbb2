"""The question for the movement of a group that is commanded."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from app.domain.choices import apart
from app.domain.errors import IllegalChoice, raise_all
from app.domain.table import Question
from app.rulesets.open_forces.game.battlefield import in_the_way, length_of, off_the_field, place_of
from app.rulesets.open_forces.game.end_position import EndPosition
from app.rulesets.open_forces.game.formation import is_formation
from app.rulesets.open_forces.game.model import Movement, OpenForcesGroup, OpenForcesState
from app.rulesets.open_forces.game.offers import offered
from app.rulesets.open_forces.game.options import MovementPath, OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import HUNDREDTHS, Points
from app.rulesets.open_forces.game.state import card_of, group_at, keeps_positions, mode_of, moved
from app.rulesets.open_forces.game.vectors import Direction, between, direction_of, middle_of


@dataclass(frozen=True, slots=True)
class MovementContext:
    """The group, how far it may move, and the positions of its units; none in a game without positions."""

    group: str
    """The id of the group."""
    spd: int
    """How far it may move, in the unit of SPD."""
    positions: Points
    """Where its units stand, in the order of the group; empty in a game without positions."""


class Ends(StrEnum):
    """What a movement is good for: where the group ends."""

    STAYS = "stays"
    MOVES = "moves"
    IN_THE_OPEN = "in-the-open"
    COVERED = "covered"
    HIDDEN = "hidden"
    IN_RANGE = "in-range"
    IN_RANGE_COVERED = "in-range-covered"


@dataclass(frozen=True, slots=True)
class MovementEnds:
    """What follows from a movement."""

    varied_by: ClassVar = "ends"
    ends: Ends
    """What it is good for; `moves` in a game without positions."""
    distance: int
    """How far the group moves, rounded up, in the unit of SPD."""
    direction: Direction | None
    """Where its middle goes, y growing to the north; null where it stays, and in a game without positions."""
    targets: tuple[str, ...]
    """The ids of the enemy groups that it could attack then, in a game with positions."""
    cover: int
    """What its covers would add to its DEF."""
    seen_by: tuple[str, ...]
    """The ids of the enemy groups that would see it."""
    nearest: str | None
    """The id of the enemy group that would be nearest; null in a game without positions."""
    nearest_distance: int | None
    """How far that group would be, rounded up."""


@dataclass(frozen=True, slots=True)
class Move(Question[Movement]):
    """OF-17 … OF-19: a movement in straight lines, or none."""

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str

    @property
    def mover(self) -> OpenForcesGroup:
        """The group that moves."""
        return group_at(self.state, self.group)

    @property
    def spd(self) -> int:
        """OF-17: the speed in the current mode."""
        return mode_of(self.state, self.mover).spd

    @property
    def start(self) -> Points:
        """Where the units stand."""
        return tuple(place_of(unit) for unit in self.mover.units)

    def options(self) -> Iterator[Movement]:
        """No movement first, then what a player may want; any other legal movement is accepted too.

        Of movements from which the same follows, the first is listed.
        """
        yield Movement()
        if self.spd == 0:
            return
        if not keeps_positions(self.state):
            yield Movement(self.spd)
            return
        if self.breaks_formation(self.start):
            return
        movements = (Movement(path=(places,)) for places in offered(self.state, self.rules, self.group))
        yield from apart(self, movements)

    def forced(self) -> Movement | None:
        """OF-17: a group that cannot move stays; any other may move in more ways than are offered."""
        return Movement() if self.spd == 0 else None

    def check(self, choice: Movement) -> None:
        raise_all(self.refusals(choice))

    def refusals(self, choice: Movement) -> Iterator[IllegalChoice]:
        """OF-17 … OF-19: everything for which a movement is illegal."""
        if keeps_positions(self.state):
            yield from self.path_refused(choice)
            return
        if choice.path:
            yield IllegalChoice("positions-not-kept", "OF-17")
        if choice.distance > self.spd:
            yield IllegalChoice("too-far", "OF-17", distance=choice.distance, spd=self.spd)

    def path_refused(self, choice: Movement) -> Iterator[IllegalChoice]:
        """OF-3, OF-17 … OF-19: everything for which a path is illegal, in a game that stores positions."""
        if choice.distance:
            yield IllegalChoice("positions-kept", "OF-17")
        if len(choice.path) > 1 and self.rules.movement_path is MovementPath.SINGLE_SEGMENT:
            yield IllegalChoice("not-straight", "OF-18", legs=len(choice.path))
        wrong = [len(leg) for leg in choice.path if len(leg) != len(self.start)]
        for sent in wrong:
            yield IllegalChoice("wrong-count", "OF-17", expected=len(self.start), sent=sent)
        if wrong or not choice.path:
            return
        if self.longest(choice) > self.spd * HUNDREDTHS:
            yield IllegalChoice("too-far", "OF-17", distance=self.rounded(choice), spd=self.spd)
        if unit := off_the_field(self.state, self.mover, choice.path):
            yield IllegalChoice("off-the-battlefield", "OF-17", unit=unit)
        if met := in_the_way(self.state, self.mover, choice.path, self.rules):
            yield IllegalChoice("way-blocked", "OF-19", met=met)
        if self.breaks_formation(choice.path[-1]):
            yield IllegalChoice("not-in-formation", "OF-3", group=self.group)

    def breaks_formation(self, places: Points) -> bool:
        """OF-3: whether the group would stand in no formation, where the option asks for one."""
        return self.rules.enforce_formation and not is_formation(places, card_of(self.state, self.mover).base)

    def longest(self, choice: Movement) -> int:
        """The longest way of a unit, in hundredths, rounded up."""
        return max(length_of(choice.path, self.start, unit) for unit in range(len(self.start)))

    def rounded(self, choice: Movement) -> int:
        """How far the group moves, in units of length, rounded up."""
        return -(-self.longest(choice) // HUNDREDTHS) if choice.path else choice.distance

    def context(self) -> MovementContext:
        kept = keeps_positions(self.state)
        return MovementContext(self.group, self.spd, self.start if kept else ())

    def leads_to(self, choice: Movement) -> MovementEnds:
        return ends_after(self, choice)

    def ended(self, choice: Movement) -> MovementEnds:
        """What follows from a movement."""
        distance, stays = self.rounded(choice), choice == Movement()
        if not keeps_positions(self.state):
            return MovementEnds(Ends.STAYS if stays else Ends.MOVES, distance, None, (), 0, (), None, None)
        places = choice.path[-1] if choice.path else self.start
        ended = EndPosition(moved(self.state, self.mover, places), self.rules, self.group)
        targets, cover, seen_by = ended.targets(), ended.cover(), ended.seen_by()
        nearest, nearest_distance = next(iter(ended.distances.items()), (None, None))
        ends = Ends.STAYS if stays else ends_of(targets, cover, seen_by)
        direction = direction_of(between(middle_of(self.start), middle_of(places)))
        return MovementEnds(ends, distance, direction, targets, cover, seen_by, nearest, nearest_distance)


@lru_cache(maxsize=256)
def ends_after(question: Move, choice: Movement) -> MovementEnds:
    """What follows from a movement; kept for a while, as it is asked for to list movements and to tell them."""
    return question.ended(choice)


def ends_of(targets: tuple[str, ...], cover: int, seen_by: tuple[str, ...]) -> Ends:
    """What a movement is good for: attack, then hiding, then cover."""
    if targets:
        return Ends.IN_RANGE_COVERED if cover > 0 else Ends.IN_RANGE
    if not seen_by:
        return Ends.HIDDEN
    return Ends.COVERED if cover > 0 else Ends.IN_THE_OPEN
