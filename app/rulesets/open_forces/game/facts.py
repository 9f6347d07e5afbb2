"""The facts that a game of Open Forces notes; the state follows from them."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.domain.board import GameResult
from app.rulesets.open_forces.game.model import InitiativeRoll, OpenForcesPoint


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """OF-7: all groups are ready."""

    round: int


@dataclass(frozen=True, slots=True)
class InitiativeCompared:
    """OF-8, OF-9: the highest die gives the first command; several highest roll off."""

    varied_by: ClassVar = "tied"
    rolls: tuple[InitiativeRoll, ...]
    highest: tuple[int, ...]
    tied: bool


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """OF-11, OF-12: the next player with a ready group is in turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class CommandBegan:
    """OF-10: a player begins to command a group."""

    seat: int
    group: str


@dataclass(frozen=True, slots=True)
class CommandPassed:
    """OF-10: a player gives no more commands in this round."""

    seat: int


@dataclass(frozen=True, slots=True)
class ModeSet:
    """OF-15: the mode die was set."""

    group: str
    mode: int
    before: int


@dataclass(frozen=True, slots=True)
class GroupMoved:
    """OF-17: the group moved, over this distance or less, rounded up."""

    group: str
    distance: int
    to: tuple[OpenForcesPoint, ...]


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """OF-20: a group attacks another. `declared_by`: the seat that declares distance, sight and cover, if any."""

    varied_by: ClassVar = "declared"
    group: str
    target: str
    declared: bool
    declared_by: int | None


@dataclass(frozen=True, slots=True)
class GroupDestroyed:
    """OF-37: a group has no unit left."""

    group: str
    seat: int


@dataclass(frozen=True, slots=True)
class GroupMarked:
    """OF-21: the group cannot be commanded again in this round."""

    group: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """OF-13: no group on the field is ready any more."""

    counted_by: ClassVar = "deaths"
    round: int
    deaths: int
    quiet_rounds: int


@dataclass(frozen=True, slots=True)
class StalemateOffered:
    """OF-38: a player agrees to end the game as a stalemate."""

    seat: int


@dataclass(frozen=True, slots=True)
class ObjectiveAnswered:
    """OF-6: a player claims the objective, or confirms or denies the claim."""

    varied_by: ClassVar = "word"
    seat: int
    word: Literal["claimed", "confirmed", "denied"]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """OF-6, OF-38 … OF-40: the game is over."""

    varied_by: ClassVar = "reason"
    reason: str
    result: GameResult
