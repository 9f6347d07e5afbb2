"""Facts: everything that an attack notes in its record."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.rulesets.x_wing.effects import CostKind
from app.rulesets.x_wing.terms import DamageCard, Face, Pool, Token


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


class How(StrEnum):
    """What was done to dice."""

    REROLLED = "rerolled"
    CHANGED = "changed"
    ADDED = "added"
    CANCELED = "canceled"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class DiceModified:
    """Dice were modified or canceled: their places, and their faces before and after."""

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
    """Their faces before, in the order of `dice`; empty for dice that were added."""
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


@dataclass(frozen=True, slots=True)
class CardLeftToPlayers:
    """XW-72: a card of a ship says something about attacks that the players apply themselves."""

    unit: str
    """The id of the ship."""
    card: str
    """The card, such as `upgrade:juke`."""


@dataclass(frozen=True, slots=True)
class CardNotKnown:
    """XW-72: a card of a ship is not known, and an option lets the attack go on without it."""

    unit: str
    """The id of the ship."""
    card: str
    """The card as it was sent, with its kind, such as `upgrade:nosuchcard`."""


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
    """XW-60: a faceup card was turned facedown, or a facedown card was discarded."""

    varied_by: ClassVar = "discarded"
    unit: str
    """The id of the ship."""
    card: DamageCard | None
    """The card that was turned facedown; null where a facedown card was discarded."""
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


@dataclass(frozen=True, slots=True)
class BonusAttackDeclared:
    """XW-64: a bonus attack was declared; it is a complete attack."""

    unit: str
    """The id of the ship that makes the bonus attack."""
    target: str
    """The id of the ship that it attacks."""
    ability: str
    """The id of the ability that grants it."""
