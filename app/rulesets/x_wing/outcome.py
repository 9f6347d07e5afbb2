"""The outcome of an attack: the dice, the damage, and both ships as the attack left them."""

from dataclasses import dataclass
from typing import ClassVar

from app.domain.casualties import UnitId
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import DamageCard, Face


@dataclass(frozen=True, slots=True)
class XWingDie:
    """A die: its face, the face first rolled, whether it was rerolled, and whether it was canceled or spent."""

    face: Face
    """The face that it shows now."""
    rolled: Face
    """The face that it showed first."""
    rerolled: bool = False
    """Whether it was rerolled."""
    canceled: bool = False
    """Whether its result was canceled or spent, so that it does not count."""


Dice = tuple[XWingDie, ...]


@dataclass(frozen=True, slots=True)
class Uncanceled:
    """The results that were not canceled."""

    hit: int = 0
    """How many hits."""
    crit: int = 0
    """How many crits."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The damage that a ship suffered."""

    shields: int = 0
    """How many shields were lost."""
    facedown: int = 0
    """How many damage cards were dealt facedown."""
    faceup: tuple[DamageCard, ...] = ()
    """The damage cards dealt faceup, in order."""
    hit: int = 0
    """Hit damage from the attack's results."""
    crit: int = 0
    """Crit damage from the attack's results."""
    from_cards: int = 0
    """Hit damage that faceup damage cards added."""
    prevented: int = 0
    """How much damage an ability prevented."""
    overkill: int = 0
    """Damage cards beyond the hull."""


@dataclass(frozen=True, slots=True)
class XWingAfter:
    """Both ships after the attack, in the form of a situation, and the deck if the situation had one."""

    attacker: XWingShip
    """The ship that attacked, as it is now."""
    defender: XWingShip
    """The ship that was attacked, as it is now."""
    damage_deck: tuple[DamageCard, ...] | None = None
    """The cards that may still be in the deck; null where the situation has none."""


@dataclass(frozen=True, slots=True)
class XWingBonusOutcome:
    """The outcome of a bonus attack."""

    by: UnitId
    """The id of the ship that made the bonus attack."""
    target: UnitId
    """The id of the ship that was attacked."""
    granted_by: str
    """The id of the ability that granted it."""
    attack_hits: bool
    """Whether the bonus attack hit."""
    attack_dice: Dice
    """The attack dice, in the order rolled."""
    defense_dice: Dice
    """The defense dice, in the order rolled."""
    uncanceled: Uncanceled
    """The results that were left."""
    damage: Dealt
    """The damage that the target suffered."""
    destroyed: bool
    """Whether the target was destroyed."""
    target_after: XWingShip
    """The target as it is now."""


@dataclass(frozen=True, slots=True)
class XWingOutcome:
    """The outcome of the attack."""

    varied_by: ClassVar = "result"
    result: str
    """`missed`, `hit` or `destroyed`."""
    attack_hits: bool
    """Whether the attack hit."""
    attack_dice: Dice
    """The attack dice, in the order rolled; a die is named by its place, from 0."""
    defense_dice: Dice
    """The defense dice, in the order rolled; a die is named by its place, from 0."""
    uncanceled: Uncanceled
    """The results that were left."""
    damage: Dealt
    """The damage that the defending ship suffered."""
    destroyed: bool
    """Whether the defending ship was destroyed."""
    after: XWingAfter
    """What the attack changed, ready to be sent again."""
    bonus_attacks: tuple[XWingBonusOutcome, ...] = ()
    """The bonus attacks that followed, in order."""
