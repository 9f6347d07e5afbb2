"""The situation, options, outcome and choices of an Open Forces attack."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen

from app.domain.casualties import UnitId

MOST_UNITS = 100

Stat = Annotated[int, Ge(-20), Le(20)]
Length = Annotated[int, Ge(0), Le(100_000)]
Count = Annotated[int, Ge(0), Le(MOST_UNITS)]
UnitIds = Annotated[tuple[UnitId, ...], MaxLen(MOST_UNITS)]
Row = tuple[int, ...]
"""Faces of d6, ascending."""


@dataclass(frozen=True, slots=True)
class OpenForcesAttackMode:
    """The mode of the attacking group, from its data card. "ATK 2 / 1" is `atk` 1 with `atk_base` 2."""

    atk: Stat | None
    """Attack value; with `atk_base`, the second one, for each unit. Null: this mode cannot attack."""
    atk_base: Stat | None = None
    """The first of two attack values."""
    spl: Count = 0
    """Splash: how many units a splash attack hits; 0 is a conventional attack."""
    rng: Length | None = None
    """Range. Null: the players agree on the distance themselves."""


@dataclass(frozen=True, slots=True)
class OpenForcesDefenseMode:
    """The current mode of the group that is attacked, from its data card."""

    def_: Stat
    """Defense value."""


@dataclass(frozen=True, slots=True)
class OpenForcesAttackers:
    """The attacking group."""

    units: Count
    """How many units attack."""
    mode: OpenForcesAttackMode
    """The mode in which the group attacks."""
    unit_ids: UnitIds = ()
    """The client's ids of the units; without them the units are "1" … "n"."""


@dataclass(frozen=True, slots=True)
class OpenForcesDefenders:
    """The group that is attacked; the whole group in a splash attack too."""

    units: Count
    """How many units the group has."""
    mode: OpenForcesDefenseMode
    """The mode in which the group is attacked."""
    unit_ids: UnitIds = ()
    """The client's ids of the units; without them the units are "1" … "n". The last are killed first."""


@dataclass(frozen=True, slots=True)
class OpenForcesCover:
    """Something in the surroundings that protects a group which touches it."""

    def_: Stat
    """What it adds to the defense value."""
    touching: Count
    """How many units of the group touch it; with `splash_cover_basis: subgroup`, how many of those attacked."""


@dataclass(frozen=True, slots=True)
class OpenForcesAttack:
    """One group attacks another."""

    attacker: OpenForcesAttackers
    """The group that attacks."""
    defender: OpenForcesDefenders
    """The group that is attacked."""
    distance: Length | None = None
    """The shortest distance between the two groups, in the unit of `rng`, rounded up; in a splash attack, to the units
    that are attacked."""
    distances: Annotated[tuple[Length, ...], MaxLen(MOST_UNITS)] = ()
    """In place of `distance`: for each target unit, in order, its shortest distance to the attackers, rounded up."""
    line_of_sight: bool = True
    """Whether every attacking unit sees every unit that is attacked."""
    visible: UnitIds | None = None
    """The target units that every attacking unit sees. Null: all of them."""
    cover: Annotated[tuple[OpenForcesCover, ...], MaxLen(32)] = ()
    """What stands beside the target group and may protect it."""


class SurplusDice(StrEnum):
    """Who takes the surplus dice out of the longer row."""

    AUTO_OPTIMAL = "auto-optimal"
    OWNER_CHOICE = "owner-choice"


class CoverStacking(StrEnum):
    """Whether several covers add up."""

    SUM = "sum"
    BEST = "best"


class CoverBasis(StrEnum):
    """Which units have to touch the cover in a splash attack, by half."""

    TARGET_GROUP = "target-group"
    SUBGROUP = "subgroup"


class PartialVisibility(StrEnum):
    """Whether a splash attack that sees too few units is refused or shrinks."""

    REFUSE = "refuse"
    SHRINK = "shrink"


class TwoValueAtk(StrEnum):
    """What two attack values mean in a conventional attack."""

    REFUSE = "refuse"
    FIRST_ONLY = "first-only"
    SCALE = "scale"


class CasualtyChoice(StrEnum):
    """Who chooses the units that are killed."""

    AUTO = "auto"
    DEFENDER = "defender"
    ATTACKER = "attacker"


class UnitOfLength(StrEnum):
    """The unit in which the players measure."""

    CENTIMETERS = "cm"
    INCHES = "in"


@dataclass(frozen=True, slots=True)
class OpenForcesOptions:
    """Options for what the rulebook leaves open, and house rules."""

    surplus_dice: SurplusDice = SurplusDice.AUTO_OPTIMAL
    """Who takes the surplus dice out: the rules, in the owner's interest, or the owner (OF-27)."""
    cover_stacking: CoverStacking = CoverStacking.SUM
    """Whether several covers add up, or only the best counts (OF-36)."""
    splash_cover_basis: CoverBasis = CoverBasis.TARGET_GROUP
    """Half of which units must touch a cover in a splash attack (OF-35)."""
    splash_partial_visibility: PartialVisibility = PartialVisibility.REFUSE
    """Whether a splash attack that sees too few units is refused or shrinks (OF-33)."""
    two_value_atk_conventional: TwoValueAtk = TwoValueAtk.REFUSE
    """What two attack values mean without splash (OF-32)."""
    casualty_choice: CasualtyChoice = CasualtyChoice.AUTO
    """Who chooses the units that are killed; the rules take the last (OF-30)."""
    cover_percent: Annotated[int, Ge(1), Le(100)] = 50
    """How many percent of the units must touch a cover for it to count; another part than half is agreed on (OF-35)."""
    base_threshold: Annotated[int, Ge(-20), Le(40)] = 7
    """The base value of the threshold; another one than 7 is a house rule (OF-29)."""
    threshold_min: Annotated[int, Ge(2), Le(13)] = 4
    """The least threshold; another one than 4 is a house rule (OF-31)."""
    threshold_max: Annotated[int, Ge(2), Le(13)] = 12
    """The greatest threshold; another one than 12 is a house rule (OF-31)."""
    unit_of_length: UnitOfLength = UnitOfLength.CENTIMETERS
    """The unit in which the players measure, for texts: centimeters, or inches for larger figures (OF-17)."""


class AttackKind(StrEnum):
    """The two kinds of attack."""

    CONVENTIONAL = "conventional"
    SPLASH = "splash"


@dataclass(frozen=True, slots=True)
class Rows:
    """Dice of both sides, ascending."""

    defender: Row
    """Faces of the defender's dice, ascending."""
    attacker: Row
    """Faces of the attacker's dice, ascending."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two dice that lie side by side."""

    defender: int
    """The face of the defender's die, from 1 to 6."""
    attacker: int
    """The face of the attacker's die, from 1 to 6."""
    sum: int
    """The sum of both faces."""
    kills: bool
    """Whether the sum reaches the threshold and kills a unit."""


@dataclass(frozen=True, slots=True)
class After:
    """The part of the situation that the attack changed."""

    defender: OpenForcesDefenders
    """The target group without the units killed, ready to be sent again."""
    distances: Annotated[tuple[Length, ...], MaxLen(MOST_UNITS)] = ()
    """The distances of the units that are left."""
    visible: UnitIds | None = None
    """The units that are left of those in sight; null: all."""
    cover: Annotated[tuple[OpenForcesCover, ...], MaxLen(32)] = ()
    """What protects the group, no more units touching it than are left."""


@dataclass(frozen=True, slots=True)
class OpenForcesOutcome:
    """The outcome of an attack."""

    counted_by: ClassVar = "kills"
    kind: AttackKind
    """Whether it was a conventional attack or a splash attack."""
    threshold: int
    """The pair sum that kills."""
    raw_threshold: int
    """The threshold before its limits."""
    rows: Rows
    """The dice that were compared."""
    removed: Rows
    """The surplus dice."""
    pairs: tuple[Pair, ...]
    """Lowest beside lowest, ascending."""
    kills: int
    """Units killed."""
    after: After
    """What the attack changed, ready to be sent again."""


@dataclass(frozen=True, slots=True)
class Units:
    """Units by id."""

    units: UnitIds
    """The ids of the units."""


@dataclass(frozen=True, slots=True)
class SurplusFaces:
    """Faces of dice to take out, in any order."""

    faces: Annotated[Row, MaxLen(100)]
    """The faces, such as `[6, 6]`."""
