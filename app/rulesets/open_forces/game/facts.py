"""The facts that a game of Open Forces notes; the state follows from them."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.domain.board import GameResult
from app.rulesets.open_forces.game.model import InitiativeRoll
from app.rulesets.open_forces.game.setup import OpenForcesPoint


@dataclass(frozen=True, slots=True)
class PlacementPassed:
    """OF-4: the next player who has yet to place a group is in turn."""

    seat: int
    """The number of the seat that is in turn now."""


@dataclass(frozen=True, slots=True)
class GroupPlaced:
    """OF-4: a player placed a group on the battlefield."""

    group: str
    """The id of the group."""
    seat: int
    """The number of the seat that plays it."""
    to: tuple[OpenForcesPoint, ...]
    """Where its units stand, in the order of the group."""


@dataclass(frozen=True, slots=True)
class PlacementEnded:
    """OF-4: all groups stand; whether one of them comes within range of an enemy group in the first round."""

    varied_by: ClassVar = "within_range"
    within_range: bool
    """Whether a group comes within range of an enemy group over open ground, by its SPD and its RNG."""


@dataclass(frozen=True, slots=True)
class WithinRange:
    """OF-4: the enemy groups that come within range of a group in the first round, over open ground."""

    group: str
    """The id of the group."""
    targets: tuple[str, ...]
    """The ids of the enemy groups."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """OF-7: all groups are ready."""

    round: int
    """The number of the round, from 1."""


@dataclass(frozen=True, slots=True)
class InitiativeCompared:
    """OF-8, OF-9: the highest die gives the first command; several highest roll off."""

    varied_by: ClassVar = "tied"
    rolls: tuple[InitiativeRoll, ...]
    """The die of each seat that rolled."""
    highest: tuple[int, ...]
    """The seats with the highest face, ascending."""
    tied: bool
    """Whether several seats have the highest face, so that they roll again."""


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """OF-11, OF-12: the next player with a ready group is in turn."""

    seat: int
    """The number of the seat that is in turn now."""


@dataclass(frozen=True, slots=True)
class CommandBegan:
    """OF-10: a player begins to command a group."""

    seat: int
    """The number of the seat that commands."""
    group: str
    """The id of the group that is commanded."""


@dataclass(frozen=True, slots=True)
class CommandPassed:
    """OF-10: a player gives no more commands in this round."""

    seat: int
    """The number of the seat that passes."""


@dataclass(frozen=True, slots=True)
class ModeSet:
    """OF-15: the mode die was set."""

    group: str
    """The id of the group."""
    mode: int
    """The digit of the mode that the die shows now, from 1 to 6."""
    before: int
    """The digit that it showed before, from 1 to 6."""
    name: str | None = None
    """What the data card calls the mode; null where it has a digit only."""


@dataclass(frozen=True, slots=True)
class GroupMoved:
    """OF-17: the group moved, over this distance or less, rounded up."""

    group: str
    """The id of the group."""
    distance: int
    """How far it moved, rounded up, in the unit of SPD; in a game without positions as the player says."""
    to: tuple[OpenForcesPoint, ...]
    """Where its units stand now, in the order of the group; empty in a game without positions."""


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """OF-20: a group attacks another. `declared_by`: the seat that declares distance, sight and cover, if any."""

    varied_by: ClassVar = "declared"
    group: str
    """The id of the group that attacks."""
    target: str
    """The id of the group that is attacked."""
    declared: bool
    """Whether the players declare distance, sight and cover, in a game without positions."""
    declared_by: int | None
    """The number of the seat that declares them; null in a game with positions."""


@dataclass(frozen=True, slots=True)
class DeclarationAnswered:
    """OF-24: the defender accepts what the attacker declares, or objects; then the group is not attacked."""

    varied_by: ClassVar = "accepted"
    seat: int
    """The number of the seat that defends."""
    group: str
    """The id of its group."""
    accepted: bool
    """Whether it accepts the declaration."""


@dataclass(frozen=True, slots=True)
class GroupClosedUp:
    """OF-3: the units that are left of a group close up, because casualties broke its formation."""

    group: str
    """The id of the group."""
    to: tuple[OpenForcesPoint, ...]
    """Where its units stand now, in the order of the group."""


@dataclass(frozen=True, slots=True)
class GroupDestroyed:
    """OF-37: a group has no unit left."""

    group: str
    """The id of the group."""
    seat: int
    """The number of the seat that played it."""


@dataclass(frozen=True, slots=True)
class GroupMarked:
    """OF-21: the group cannot be commanded again in this round."""

    group: str
    """The id of the group."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """OF-13: no group on the field is ready any more."""

    counted_by: ClassVar = "deaths"
    round: int
    """The number of the round that ends."""
    deaths: int
    """How many units were killed in it."""
    quiet_rounds: int
    """How many rounds in a row had no death, with this one."""


@dataclass(frozen=True, slots=True)
class StalemateOffered:
    """OF-38: a player agrees to end the game as a stalemate."""

    seat: int
    """The number of the seat that agrees."""


@dataclass(frozen=True, slots=True)
class StalemateDeclined:
    """OF-38: a player declines a stalemate, and the offer ends."""

    seat: int
    """The number of the seat that declines, or that takes its own offer back."""


@dataclass(frozen=True, slots=True)
class ObjectiveAnswered:
    """OF-6: a player claims the objective, or confirms or denies the claim."""

    varied_by: ClassVar = "word"
    seat: int
    """The number of the seat that speaks."""
    word: Literal["claimed", "confirmed", "denied"]
    """Whether it claims the objective, confirms the claim or denies it."""


@dataclass(frozen=True, slots=True)
class SideValued:
    """OF-39: the army values that a team or a player has left at the end."""

    varied_by: ClassVar = "allied"
    team: str | None
    """The name of the team; null for a player without one."""
    seats: tuple[int, ...]
    """The seats of the side, ascending."""
    army_value: int
    """The sum of the army values of all its units."""
    allied: bool
    """Whether it is a team."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """OF-6, OF-38 … OF-40: the game is over."""

    varied_by: ClassVar = "reason"
    reason: str
    """Why the game ended, as a word that does not change."""
    result: GameResult
    """The winners and the scores."""
