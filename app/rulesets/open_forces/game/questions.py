"""The questions during a command: mode, movement, attack."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.table import Question
from app.rulesets.open_forces.game.battlefield import (
    covers_of,
    distance_between,
    in_the_way,
    length_of,
    place_of,
    seen_by_all,
)
from app.rulesets.open_forces.game.model import ChosenMode, Movement, OpenForcesGroup, OpenForcesState, Target
from app.rulesets.open_forces.game.options import MovementPath, OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesPoint, Points
from app.rulesets.open_forces.game.state import are_friends, card_of, find_group, group_at, keeps_positions, mode_of
from app.rulesets.open_forces.model import (
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
)
from app.rulesets.open_forces.refusals import refusals

DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class ModeContext:
    """The group and its modes."""

    group: str
    """The id of the group."""
    current: int
    """The digit that its mode die shows now."""
    modes: tuple[int, ...]
    """The digits of the modes that its data card has."""


@dataclass(frozen=True, slots=True)
class ChooseMode(Question[ChosenMode]):
    """OF-15: the mode that a group takes, one of those on its data card."""

    asked: ModeContext

    def options(self) -> Iterator[ChosenMode]:
        """The current mode first."""
        yield ChosenMode(self.asked.current)
        yield from (ChosenMode(mode) for mode in self.asked.modes if mode != self.asked.current)

    def check(self, choice: ChosenMode) -> None:
        if choice.mode not in self.asked.modes:
            raise IllegalChoice("mode-not-on-card", "OF-15", mode=choice.mode)

    def context(self) -> ModeContext:
        return self.asked


@dataclass(frozen=True, slots=True)
class MovementContext:
    """The group, how far it may move, and the positions of its units; none in a game without positions."""

    group: str
    """The id of the group."""
    spd: int
    """How far it may move, in the unit of SPD."""
    positions: Points
    """Where its units stand, in the order of the group; empty in a game without positions."""


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
        """No movement first, then the longest straight ones; any other legal movement is accepted too."""
        yield Movement()
        if self.spd == 0:
            return
        if not keeps_positions(self.state):
            yield Movement(self.spd)
            return
        for x, y in DIRECTIONS:
            step = self.spd * HUNDREDTHS
            path = (tuple(OpenForcesPoint(at.x + x * step, at.y + y * step) for at in self.start),)
            if in_the_way(self.state, self.mover, path, self.rules) is None:
                yield Movement(path=path)

    def check(self, choice: Movement) -> None:
        if keeps_positions(self.state):
            self.check_path(choice)
        elif choice.path:
            raise IllegalChoice("positions-not-kept", "OF-17")
        elif choice.distance > self.spd:
            raise IllegalChoice("too-far", "OF-17", distance=choice.distance, spd=self.spd)

    def check_path(self, choice: Movement) -> None:
        """OF-17 … OF-19: raise IllegalChoice unless the path is legal, in a game that stores positions."""
        if choice.distance:
            raise IllegalChoice("positions-kept", "OF-17")
        if len(choice.path) > 1 and self.rules.movement_path is MovementPath.SINGLE_SEGMENT:
            raise IllegalChoice("not-straight", "OF-18", legs=len(choice.path))
        for leg in choice.path:
            if len(leg) != len(self.start):
                raise IllegalChoice("wrong-count", "OF-17", expected=len(self.start), sent=len(leg))
        if self.longest(choice) > self.spd * HUNDREDTHS:
            raise IllegalChoice("too-far", "OF-17", distance=self.rounded(choice), spd=self.spd)
        if choice.path and (met := in_the_way(self.state, self.mover, choice.path, self.rules)):
            raise IllegalChoice("way-blocked", "OF-19", met=met)

    def longest(self, choice: Movement) -> int:
        """The longest way of a unit, in hundredths, rounded up."""
        return max(length_of(choice.path, self.start, unit) for unit in range(len(self.start)))

    def rounded(self, choice: Movement) -> int:
        """How far the group moves, in units of length, rounded up."""
        return -(-self.longest(choice) // HUNDREDTHS) if choice.path else choice.distance

    def context(self) -> MovementContext:
        kept = keeps_positions(self.state)
        return MovementContext(self.group, self.spd, self.start if kept else ())


@dataclass(frozen=True, slots=True)
class TargetContext:
    """The group that may attack, and whether the player has to declare what is seen on the table."""

    group: str
    """The id of the group."""
    declared: bool
    """Whether the player declares distance, sight and cover, in a game without positions."""


@dataclass(frozen=True, slots=True)
class DeclareAttack(Question[Target]):
    """OF-20: a group to attack, or none."""

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str

    def options(self) -> Iterator[Target]:
        """No attack first, then each group that may be attacked without a declaration by the players."""
        yield Target()
        for group in self.state.groups:
            choice = Target(group.id)
            if self.refusal(choice) is None:
                yield choice

    def check(self, choice: Target) -> None:
        if refusal := self.refusal(choice):
            raise refusal

    def refusal(self, choice: Target) -> IllegalChoice | IllegalSituation | None:
        """Why a target may not be attacked (OF-22 … OF-25, OF-29); None: it may."""
        if choice.target is None:
            return None if choice == Target() else IllegalChoice("no-target", "OF-20")
        attacker, target = group_at(self.state, self.group), find_group(self.state, choice.target)
        if target is None:
            return IllegalChoice("unknown-group", "OF-20", group=choice.target)
        if target.id == attacker.id:
            return IllegalChoice("own-group", "OF-22", group=target.id)
        if are_friends(self.state, attacker.seat, target.seat) and not self.rules.friendly_fire:
            return IllegalChoice("friendly-target", "OF-22", group=target.id)
        if keeps_positions(self.state) and choice != Target(choice.target):
            return IllegalChoice("positions-kept", "OF-23")
        return next(refusals(self.situation(choice), self.rules), None)

    def situation(self, choice: Target) -> OpenForcesAttack:
        """The attack on a target as the rules of an attack take it (OF-16, OF-23 … OF-25, OF-35)."""
        attacker, target = group_at(self.state, self.group), group_at(self.state, choice.target or "")
        mode, defense = mode_of(self.state, attacker), mode_of(self.state, target)
        ids = tuple(unit.id for unit in attacker.units), tuple(unit.id for unit in target.units)
        seen = self.as_seen(choice, attacker, target)
        needed = mode.needs_line_of_sight
        return OpenForcesAttack(
            attacker=OpenForcesAttackers(
                len(ids[0]), OpenForcesAttackMode(mode.atk, mode.atk_base, mode.spl, mode.rng), ids[0]
            ),
            defender=OpenForcesDefenders(len(ids[1]), OpenForcesDefenseMode(defense.def_), ids[1]),
            distance=seen.distance,
            line_of_sight=seen.line_of_sight or not needed,
            visible=seen.visible if needed else None,
            cover=seen.cover,
        )

    def as_seen(self, choice: Target, attacker: OpenForcesGroup, target: OpenForcesGroup) -> Target:
        """Distance, sight and cover: as the player declares them, or as they follow from the positions."""
        if not keeps_positions(self.state):
            return choice
        seen = seen_by_all(self.state, attacker, target, self.rules)
        distance = distance_between(self.state, attacker, target)
        return Target(target.id, distance, bool(seen), seen, covers_of(self.state, target))

    def context(self) -> TargetContext:
        return TargetContext(self.group, not keeps_positions(self.state))


def can_attack(state: OpenForcesState, group: OpenForcesGroup) -> bool:
    """OF-20, OF-29: whether the group's mode has an attack value."""
    return mode_of(state, group).atk is not None


def any_can_attack(state: OpenForcesState) -> bool:
    """OF-38: whether any group on the field has a mode that can attack."""
    return any(mode.atk is not None for group in state.groups for mode in card_of(state, group).modes)
