"""Facts: everything that an attack notes in its record."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.rulesets.x_wing.effects import CostKind
from app.rulesets.x_wing.model import DamageCard
from app.rulesets.x_wing.terms import Face, Pool, Token


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """XW-3, XW-9: who attacks whom, with which weapon, at which attack range."""

    attacker: str
    defender: str
    weapon: str
    attack_value: int
    attack_range: int


@dataclass(frozen=True, slots=True)
class CostPaid:
    """XW-7, XW-63: a cost was paid; `elsewhere` if another ship paid it, because the ability is a friend's."""

    varied_by: ClassVar = "elsewhere"
    unit: str
    ability: str
    cost: CostKind
    amount: int
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """XW-72: an ability was resolved."""

    unit: str
    ability: str


@dataclass(frozen=True, slots=True)
class AbilityDropped:
    """XW-63: an ability of the aftermath was dropped, because its condition or cost is no longer met."""

    unit: str
    ability: str


@dataclass(frozen=True, slots=True)
class DiceCountChanged:
    """XW-18, XW-35: the number of dice was changed."""

    varied_by: ClassVar = "pool"
    pool: Pool
    because: str
    amount: int


@dataclass(frozen=True, slots=True)
class DiceCountKept:
    """XW-22, XW-44: a change of the number of dice did not count, because of range 0."""

    varied_by: ClassVar = "pool"
    pool: Pool
    because: str
    amount: int


@dataclass(frozen=True, slots=True)
class DiceCounted:
    """XW-18 … XW-20, XW-35 … XW-37: how many dice are rolled; `sum` is the number before limits."""

    varied_by: ClassVar = "pool"
    pool: Pool
    value: int
    sum: int
    count: int


@dataclass(frozen=True, slots=True)
class TokensChanged:
    """A ship gained or lost tokens; `left` is how many of the kind it has now."""

    varied_by: ClassVar = "gained"
    unit: str
    token: Token
    amount: int
    left: int
    gained: bool


@dataclass(frozen=True, slots=True)
class ShipIonized:
    """XW-12: a ship has at least as many ion tokens as its size requires and is ionized."""

    unit: str
    ion: int


@dataclass(frozen=True, slots=True)
class ForceChanged:
    """A ship recovered or lost Force charges; `left` is how many it has now."""

    varied_by: ClassVar = "gained"
    unit: str
    amount: int
    left: int
    gained: bool


@dataclass(frozen=True, slots=True)
class ChargeChanged:
    """Charges of a card were recovered or lost."""

    varied_by: ClassVar = "gained"
    unit: str
    card: str
    amount: int
    gained: bool


@dataclass(frozen=True, slots=True)
class LockChanged:
    """A lock was acquired, spent or broken."""

    varied_by: ClassVar = "gained"
    unit: str
    on: str
    gained: bool


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
    how: How
    by: str
    """The token or the ability that was used."""
    dice: tuple[int, ...]
    before: tuple[Face, ...]
    after: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class NumberGuessed:
    """An ability guessed a number before the roll."""

    unit: str
    ability: str
    number: int


@dataclass(frozen=True, slots=True)
class DiceSkipped:
    """The dice steps were skipped and the attack counts as a hit."""

    ability: str


@dataclass(frozen=True, slots=True)
class ResultsNeutralized:
    """XW-48, XW-49: evades canceled hits and crits; `hits` and `crits` remain."""

    varied_by: ClassVar = "crit_first"
    evades: int
    canceled_hits: int
    canceled_crits: int
    hits: int
    crits: int
    crit_first: bool


@dataclass(frozen=True, slots=True)
class ReinforceApplied:
    """XW-50: a reinforce token canceled one more result."""

    token: Token
    canceled: Face
    left: int


@dataclass(frozen=True, slots=True)
class AttackJudged:
    """XW-51: the attack hits or misses."""

    varied_by: ClassVar = "hits"
    hits: bool
    hit: int
    crit: int


@dataclass(frozen=True, slots=True)
class ResultsConverted:
    """XW-53: results became tokens instead of damage."""

    damage: int
    token: Token
    tokens: int


@dataclass(frozen=True, slots=True)
class UncanceledChanged:
    """XW-53: an ability changed, canceled or added uncanceled results; `hits` and `crits` now become damage."""

    ability: str
    hits: int
    crits: int


@dataclass(frozen=True, slots=True)
class CardLeftToPlayers:
    """XW-72: a card of a ship says something about attacks that the players apply themselves."""

    unit: str
    card: str


@dataclass(frozen=True, slots=True)
class CardNotKnown:
    """XW-72: a card of a ship is not known, and an option lets the attack go on without it."""

    unit: str
    card: str


@dataclass(frozen=True, slots=True)
class ShieldLost:
    """XW-56: a ship lost a shield, to damage or to an effect."""

    unit: str
    left: int


@dataclass(frozen=True, slots=True)
class CardDealt:
    """XW-56, XW-57: a damage card was dealt; the name of a facedown card is not known."""

    varied_by: ClassVar = "faceup"
    unit: str
    card: DamageCard | None
    faceup: bool
    cards: int
    hull: int


@dataclass(frozen=True, slots=True)
class CardExposed:
    """XW-60: a facedown card was turned faceup."""

    unit: str
    card: DamageCard


@dataclass(frozen=True, slots=True)
class CardRepaired:
    """XW-60: a faceup card was turned facedown, or a facedown card was discarded."""

    varied_by: ClassVar = "discarded"
    unit: str
    card: DamageCard | None
    discarded: bool


@dataclass(frozen=True, slots=True)
class CardTextResolved:
    """XW-56: the immediate effect of a faceup damage card was resolved."""

    varied_by: ClassVar = "card"
    unit: str
    card: DamageCard


@dataclass(frozen=True, slots=True)
class DamagePrevented:
    """XW-61: a damage was prevented and is not suffered."""

    unit: str
    ability: str


@dataclass(frozen=True, slots=True)
class BonusAttackDeclared:
    """XW-64: a bonus attack was declared; it is a complete attack."""

    unit: str
    target: str
    ability: str
