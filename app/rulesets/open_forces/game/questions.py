"""The question for the mode of a group that is commanded."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.domain.errors import IllegalChoice
from app.domain.table import Question
from app.rulesets.open_forces.game.model import ChosenMode, Command, OpenForcesMove, OpenForcesState
from app.rulesets.open_forces.game.setup import OpenForcesMode
from app.rulesets.open_forces.game.state import card_of, group_at
from app.rulesets.open_forces.model import Length


@dataclass(frozen=True, slots=True)
class ModeContext:
    """The group and its modes."""

    group: str
    """The id of the group."""
    current: int
    """The digit that its mode die shows now."""
    modes: tuple[int, ...]
    """The digits of the modes that its data card has."""


class Reach(StrEnum):
    """Whether a mode attacks, and how far."""

    NO_ATTACK = "no-attack"
    IN_RANGE = "in-range"
    AS_AGREED = "as-agreed"


@dataclass(frozen=True, slots=True)
class ModeShown:
    """What a group can do in a mode."""

    varied_by: ClassVar = "reach"
    reach: Reach
    """Whether it attacks, and how far: within `rng`, or as the players agree."""
    spd: Length
    """How far the group may move."""
    defense: int
    """Defense value, DEF."""
    atk: int | None
    """Attack value; null: no attack."""
    atk_base: int | None
    """The first of two attack values; null where there is one."""
    spl: int
    """Splash; 0 is a conventional attack."""
    rng: Length | None
    """Range; null: as the players agree."""
    name: str | None
    """What the data card calls the mode; null where it has a digit only."""


@dataclass(frozen=True, slots=True)
class ChooseMode(Question[ChosenMode]):
    """OF-15: the mode that a group takes, one of those on its data card."""

    asked: ModeContext
    modes: tuple[OpenForcesMode, ...]
    """The modes of its data card."""

    def options(self) -> Iterator[ChosenMode]:
        """The current mode first."""
        yield ChosenMode(self.asked.current)
        yield from (ChosenMode(mode) for mode in self.asked.modes if mode != self.asked.current)

    def check(self, choice: ChosenMode) -> None:
        if choice.mode not in self.asked.modes:
            raise IllegalChoice("mode-not-on-card", "OF-15", mode=choice.mode)

    def context(self) -> ModeContext:
        return self.asked

    def leads_to(self, choice: ChosenMode) -> ModeShown | None:
        mode = next((mode for mode in self.modes if mode.mode == choice.mode), None)
        return shown(mode) if mode is not None else None


def shown(mode: OpenForcesMode) -> ModeShown:
    """What a group can do in a mode."""
    attacks = Reach.AS_AGREED if mode.rng is None else Reach.IN_RANGE
    reach = Reach.NO_ATTACK if mode.atk is None else attacks
    return ModeShown(reach, mode.spd, mode.def_, mode.atk, mode.atk_base, mode.spl, mode.rng, mode.name)


@dataclass(frozen=True, slots=True)
class ModeOffered:
    """A mode that a group may take."""

    mode: int
    """The digit of the mode."""
    leads_to: ModeShown
    """What the group can do in it."""


@dataclass(frozen=True, slots=True)
class CommandShown:
    """What a group that gets a command may do."""

    modes: tuple[ModeOffered, ...]
    """Its modes in the order of their digits. One of them may be sent with the command, as an answer in advance."""


def leads_to(state: OpenForcesState, move: OpenForcesMove) -> CommandShown | None:
    """OF-15: the modes of the group that a command is for; None for other moves."""
    if not isinstance(move, Command):
        return None
    modes = sorted(card_of(state, group_at(state, move.group)).modes, key=lambda mode: mode.mode)
    return CommandShown(tuple(ModeOffered(mode.mode, shown(mode)) for mode in modes))
