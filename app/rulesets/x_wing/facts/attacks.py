"""What an attack is, which abilities it takes, and which are left to the players."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.x_wing.effects import CostKind


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """XW-3, XW-9: who attacks whom, with which weapon, at which attack range."""

    attacker: str
    """The id of the ship that attacks."""
    defender: str
    """The id of the ship that is attacked."""
    weapon: str
    """The XWS id of the weapon's upgrade; `primary` or `special` for a weapon with its own numbers."""
    attack_value: int
    """The attack value of the weapon, in dice."""
    attack_range: int
    """The attack range, from 0 to 3."""


@dataclass(frozen=True, slots=True)
class CostPaid:
    """XW-7, XW-63: a cost was paid; `elsewhere` if another ship paid it, because the ability is a friend's."""

    varied_by: ClassVar = "elsewhere"
    unit: str
    """The id of the ship whose ability or weapon it is for."""
    ability: str
    """The id of the ability, or the name of the weapon, that is paid for."""
    cost: CostKind
    """What was paid."""
    amount: int
    """How many charges, tokens or damage."""
    elsewhere: bool
    """Whether a ship outside this attack paid it."""


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """XW-72: an ability was resolved."""

    unit: str
    """The id of the ship that used it."""
    ability: str
    """The id of the ability, such as `upgrade:juke`."""


@dataclass(frozen=True, slots=True)
class AbilityDropped:
    """XW-63: an ability of the aftermath was dropped, because its condition or cost is no longer met."""

    unit: str
    """The id of the ship that has it."""
    ability: str
    """The id of the ability, such as `upgrade:juke`."""


@dataclass(frozen=True, slots=True)
class CardLeftToPlayers:
    """XW-72: a card of a ship says something about attacks that the players apply themselves."""

    unit: str
    """The id of the ship."""
    card: str
    """The card, such as `upgrade:juke`."""


@dataclass(frozen=True, slots=True)
class ArcsNotSent:
    """XW-8, XW-72: the attack names no arc of the defender in which the attacker is: a card counts it as outside."""

    unit: str
    """The id of the ship with the card."""
    card: str
    """The card, such as `upgrade:outmaneuver`."""


@dataclass(frozen=True, slots=True)
class ConditionAssigned:
    """XW-72: a card assigns a condition to a ship."""

    unit: str
    """The id of the ship."""
    card: str
    """The condition, such as `condition:suppressivefire`."""


@dataclass(frozen=True, slots=True)
class CardNotKnown:
    """XW-72: a card of a ship is not known, and an option lets the attack go on without it."""

    unit: str
    """The id of the ship."""
    card: str
    """The card as it was sent, with its kind, such as `upgrade:nosuchcard`."""


@dataclass(frozen=True, slots=True)
class BonusAttackDeclared:
    """XW-64: a bonus attack was declared; it is a complete attack."""

    unit: str
    """The id of the ship that makes the bonus attack."""
    target: str
    """The id of the ship that it attacks."""
    ability: str
    """The id of the ability that grants it."""


@dataclass(frozen=True, slots=True)
class ConditionSettled:
    """XW-72: it is settled for an attack in a game whether the condition of a card holds that only the table knows."""

    varied_by: ClassVar = "applies"
    unit: str
    """The id of the ship that has the card."""
    card: str
    """The card, such as `pilot:ndrusuhlak`."""
    applies: bool
    """Whether its condition holds."""
