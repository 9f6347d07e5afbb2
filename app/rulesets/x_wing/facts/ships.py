"""What ships gain and lose in an attack: tokens, charges, locks, shields and damage cards."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.x_wing.terms import DamageCard, Token


@dataclass(frozen=True, slots=True)
class TokensChanged:
    """A ship gained or lost tokens; `left` is how many of the kind it has now."""

    varied_by: ClassVar = "gained"
    unit: str
    """The id of the ship."""
    token: Token
    """The kind of token."""
    amount: int
    """How many tokens it gained or lost."""
    left: int
    """How many tokens of the kind it has now, from 0 to 10."""
    gained: bool
    """Whether it gained them; false: it lost them."""


@dataclass(frozen=True, slots=True)
class ShipIonized:
    """XW-12: a ship has at least as many ion tokens as its size requires and is ionized."""

    unit: str
    """The id of the ship."""
    ion: int
    """How many ion tokens it has."""


@dataclass(frozen=True, slots=True)
class ForceChanged:
    """A ship recovered or lost Force charges; `left` is how many it has now."""

    varied_by: ClassVar = "gained"
    unit: str
    """The id of the ship."""
    amount: int
    """How many Force charges it recovered or lost."""
    left: int
    """How many active Force charges it has now."""
    gained: bool
    """Whether it recovered them; false: it lost them."""


@dataclass(frozen=True, slots=True)
class ChargeChanged:
    """Charges of a card were recovered or lost."""

    varied_by: ClassVar = "gained"
    unit: str
    """The id of the ship."""
    card: str
    """The key of the charges: `pilot`, or the XWS id of the upgrade."""
    amount: int
    """How many charges were recovered or lost."""
    gained: bool
    """Whether they were recovered; false: they were lost."""


@dataclass(frozen=True, slots=True)
class LockChanged:
    """A lock was acquired, spent or broken."""

    varied_by: ClassVar = "gained"
    unit: str
    """The id of the ship that has, or had, the lock."""
    on: str
    """The id of what the lock is on."""
    gained: bool
    """Whether it was acquired; false: it was spent or broken."""


@dataclass(frozen=True, slots=True)
class ShieldLost:
    """XW-56: a ship lost a shield, to damage or to an effect."""

    unit: str
    """The id of the ship."""
    left: int
    """How many active shields it has left."""


@dataclass(frozen=True, slots=True)
class ShieldRecovered:
    """XW-72: a ship recovered shields."""

    unit: str
    """The id of the ship."""
    active: int
    """How many active shields it has now."""


@dataclass(frozen=True, slots=True)
class CardDealt:
    """XW-56, XW-57: a damage card was dealt; the name of a facedown card is not known."""

    varied_by: ClassVar = "faceup"
    unit: str
    """The id of the ship."""
    card: DamageCard | None
    """The card; null where it is facedown."""
    faceup: bool
    """Whether it was dealt faceup, for crit damage."""
    cards: int
    """How many damage cards the ship has now."""
    hull: int
    """The hull value of the ship; with as many cards it is destroyed."""


@dataclass(frozen=True, slots=True)
class CardExposed:
    """XW-60: a facedown card was turned faceup."""

    unit: str
    """The id of the ship."""
    card: DamageCard
    """The card that is faceup now."""


@dataclass(frozen=True, slots=True)
class CardRepaired:
    """XW-60: a faceup card was turned facedown, or a card was discarded."""

    varied_by: ClassVar = "discarded"
    unit: str
    """The id of the ship."""
    card: DamageCard | None
    """The card; null where a facedown card was discarded whose name is not known."""
    discarded: bool
    """Whether a card was discarded; false: one was turned facedown."""


@dataclass(frozen=True, slots=True)
class CardTextResolved:
    """XW-56: the immediate effect of a faceup damage card was resolved."""

    varied_by: ClassVar = "card"
    unit: str
    """The id of the ship."""
    card: DamageCard
    """The card whose effect was resolved."""


@dataclass(frozen=True, slots=True)
class DamagePrevented:
    """XW-61: a damage was prevented and is not suffered."""

    unit: str
    """The id of the ship that does not suffer it."""
    ability: str
    """The id of the ability that prevents it."""
