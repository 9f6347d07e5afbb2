"""The bonus attacks that cards grant: with which weapon, from which arc, at which ship and when (XW-64)."""

from dataclasses import dataclass
from enum import StrEnum

from app.rulesets.x_wing.terms import Arc


class Target(StrEnum):
    """The ship that a bonus attack may be made at."""

    ANY = "any"
    """Any enemy ship."""
    SAME = "same"
    """The other ship of this attack."""
    OTHER = "other"
    """A ship outside of this attack."""
    OTHER_UNLESS_MISSED = "other-unless-missed"
    """A ship outside of this attack; the other ship of it too, where the attack has missed."""


@dataclass(frozen=True, slots=True)
class XWingBonus:
    """How a bonus attack is bound that a card grants (XW-64)."""

    kind: str | None = None
    """The kind of its weapon: `primary`, or the slot of an upgrade such as `cannon`; null: any."""
    arcs: tuple[Arc, ...] = ()
    """The arcs of which its weapon has one; empty: any."""
    target: Target = Target.ANY
    """The ship that it may be made at."""
    other_weapon: bool = False
    """Whether its weapon has to be another one than that of this attack."""
    itself: bool = False
    """Whether its weapon is the card."""
    marked: bool = False
    """Whether its target has to have a red or orange token; a lock on it is one."""


@dataclass(frozen=True, slots=True)
class AfterFriend:
    """A bonus attack against the ship that has attacked a friend, in a game (XW-64)."""

    kind: str | None = None
    """The kind of its weapon: `primary`, or a slot; None: any."""
    if_dealt: bool = False
    """Whether the friend has to have been dealt a damage card."""
    depletes: bool = False
    """Whether a depleted ship cannot make it, and the ship is depleted by it."""


@dataclass(frozen=True, slots=True)
class OwnBonus:
    """A bonus attack in a game at a moment of its own, which the players see (XW-64)."""

    kind: str | None = None
    """The kind of its weapon: `primary`, or a slot; None: any."""
    arc: Arc | None = None
    """The arc in which its target has to be; None: any."""
    at_enemies: bool = False
    """Whether its target has to be an enemy, also where a card lets the ship attack friends."""
    disarms: bool = False
    """Whether the ship gains a disarm token at the start of the next Planning Phase."""


@dataclass(frozen=True, slots=True)
class EarlyAttack:
    """A bonus attack in a game at an initiative of its own, after which its ship attacks no more from that arc in the
    round (XW-64)."""

    initiative: int
    """The initiative at which it is made."""
    arc: Arc
    """The arc from which it is made."""
