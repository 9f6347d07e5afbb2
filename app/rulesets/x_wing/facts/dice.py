"""What happens to dice and their results."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.rulesets.x_wing.terms import Face, Pool, Token


@dataclass(frozen=True, slots=True)
class DiceCountChanged:
    """XW-18, XW-35: the number of dice was changed."""

    varied_by: ClassVar = "pool"
    pool: Pool
    """The dice whose number changes."""
    because: str
    """Why: the id of an ability, or a word for a rule."""
    amount: int
    """How many dice more; negative: fewer."""


@dataclass(frozen=True, slots=True)
class DiceCountKept:
    """XW-22, XW-44: a change of the number of dice did not count, because of range 0."""

    varied_by: ClassVar = "pool"
    pool: Pool
    """The dice whose number stays."""
    because: str
    """What would have changed it: the id of an ability, or a word for a rule."""
    amount: int
    """How many dice it would have been more; negative: fewer."""


@dataclass(frozen=True, slots=True)
class DiceCounted:
    """XW-18 … XW-20, XW-35 … XW-37: how many dice are rolled; `sum` is the number before limits."""

    varied_by: ClassVar = "pool"
    pool: Pool
    """The dice that are counted."""
    value: int
    """The attack value of the weapon, or the agility of the defending ship."""
    sum: int
    """The number with all changes, before the limits."""
    count: int
    """How many dice are rolled."""


class How(StrEnum):
    """What was done to dice."""

    REROLLED = "rerolled"
    CHANGED = "changed"
    ADDED = "added"
    ROLLED = "rolled"
    """More dice were rolled beside those of the roll."""
    CANCELED = "canceled"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class DiceModified:
    """Dice were modified, canceled or rolled beside others: their places, and their faces before and after."""

    varied_by: ClassVar = "how"
    pool: Pool
    """Whose dice they are."""
    how: How
    """What was done to them."""
    by: str
    """The token or the ability that was used."""
    dice: tuple[int, ...]
    """The places of the dice, from 0 in the order rolled."""
    before: tuple[Face, ...]
    """Their faces before, in the order of `dice`; empty for dice that were added or rolled."""
    after: tuple[Face, ...]
    """Their faces after, in the order of `dice`."""


@dataclass(frozen=True, slots=True)
class NumberGuessed:
    """An ability guessed a number before the roll."""

    unit: str
    """The id of the ship whose ability it is."""
    ability: str
    """The id of the ability."""
    number: int
    """The number that was guessed."""


@dataclass(frozen=True, slots=True)
class DiceSkipped:
    """The dice steps were skipped and the attack counts as a hit."""

    ability: str
    """The id of the ability that skips them."""


@dataclass(frozen=True, slots=True)
class ResultsNeutralized:
    """XW-48, XW-49: evades canceled hits and crits; `hits` and `crits` remain."""

    varied_by: ClassVar = "crit_first"
    evades: int
    """How many uncanceled evade results there are."""
    canceled_hits: int
    """How many hits they cancel."""
    canceled_crits: int
    """How many crits they cancel."""
    hits: int
    """How many hits are left."""
    crits: int
    """How many crits are left."""
    crit_first: bool
    """Whether crits are canceled before hits."""


@dataclass(frozen=True, slots=True)
class ReinforceWithoutArc:
    """XW-50: a reinforce token cancels nothing, since the attack names no arc in which the attacker is."""

    unit: str
    """The id of the ship that has the token."""
    token: Token
    """The kind of reinforce token."""


@dataclass(frozen=True, slots=True)
class ReinforceApplied:
    """XW-50: a reinforce token canceled one more result."""

    token: Token
    """The kind of reinforce token: fore or aft."""
    canceled: Face
    """The result that it cancels."""
    left: int
    """How many hits and crits are left."""


@dataclass(frozen=True, slots=True)
class AttackJudged:
    """XW-51: the attack hits or misses."""

    varied_by: ClassVar = "hits"
    hits: bool
    """Whether the attack hits: at least one hit or crit is left."""
    hit: int
    """How many hits are left."""
    crit: int
    """How many crits are left."""


@dataclass(frozen=True, slots=True)
class ResultsConverted:
    """XW-53: results became tokens instead of damage."""

    damage: int
    """How much damage is still dealt."""
    token: Token
    """The kind of token that the defending ship gains instead."""
    tokens: int
    """How many tokens it gains."""


@dataclass(frozen=True, slots=True)
class UncanceledChanged:
    """XW-53: an ability changed, canceled or added uncanceled results; `hits` and `crits` now become damage."""

    ability: str
    """The ability, such as `upgrade:ioncannon`."""
    hits: int
    """How many uncanceled hits there are now."""
    crits: int
    """How many uncanceled crits there are now."""
