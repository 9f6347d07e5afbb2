"""The outcome of an attack: the dice, the damage, and both ships as the attack left them."""

from dataclasses import dataclass
from typing import ClassVar

from app.domain.casualties import UnitId
from app.rulesets.x_wing.model import DamageCard, XWingShip
from app.rulesets.x_wing.terms import Face


@dataclass(frozen=True, slots=True)
class XWingDie:
    """A die: its face, the face first rolled, whether it was rerolled, and whether it was canceled or spent."""

    face: Face
    rolled: Face
    rerolled: bool = False
    canceled: bool = False


Dice = tuple[XWingDie, ...]


@dataclass(frozen=True, slots=True)
class Uncanceled:
    """The results that were not canceled."""

    hit: int = 0
    crit: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """The damage that a ship suffered."""

    shields: int = 0
    facedown: int = 0
    faceup: tuple[DamageCard, ...] = ()
    """The damage cards dealt faceup, in order."""
    hit: int = 0
    """Hit damage from the attack's results."""
    crit: int = 0
    """Crit damage from the attack's results."""
    from_cards: int = 0
    """Hit damage that faceup damage cards added."""
    prevented: int = 0
    overkill: int = 0
    """Damage cards beyond the hull."""


@dataclass(frozen=True, slots=True)
class XWingAfter:
    """Both ships after the attack, in the form of a situation, and the deck if the situation had one."""

    attacker: XWingShip
    defender: XWingShip
    damage_deck: tuple[DamageCard, ...] | None = None


@dataclass(frozen=True, slots=True)
class XWingBonusOutcome:
    """The outcome of a bonus attack."""

    by: UnitId
    target: UnitId
    granted_by: str
    attack_hits: bool
    attack_dice: Dice
    defense_dice: Dice
    uncanceled: Uncanceled
    damage: Dealt
    destroyed: bool
    target_after: XWingShip


@dataclass(frozen=True, slots=True)
class XWingOutcome:
    """The outcome of the attack."""

    varied_by: ClassVar = "result"
    result: str
    """`missed`, `hit` or `destroyed`."""
    attack_hits: bool
    attack_dice: Dice
    defense_dice: Dice
    uncanceled: Uncanceled
    damage: Dealt
    destroyed: bool
    after: XWingAfter
    bonus_attacks: tuple[XWingBonusOutcome, ...] = ()
