"""What an attack notes, step by step."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.rulesets.x_wing.effects import CostKind
from app.rulesets.x_wing.model import DamageCard
from app.rulesets.x_wing.terms import Face, Pool, Token


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """XW-3, XW-9: who attacks whom with what, at which attack range."""

    attacker: str
    defender: str
    weapon: str
    attack_value: int
    attack_range: int


@dataclass(frozen=True, slots=True)
class CostPaid:
    """XW-7, XW-63: a cost is paid; by somebody else where the ability is a friend's."""

    varied_by: ClassVar = "elsewhere"
    unit: str
    ability: str
    cost: CostKind
    amount: int
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """XW-72: an ability is resolved."""

    unit: str
    ability: str


@dataclass(frozen=True, slots=True)
class AbilityDropped:
    """XW-63: an ability of the aftermath whose condition or cost is no longer met."""

    unit: str
    ability: str


@dataclass(frozen=True, slots=True)
class DiceCountChanged:
    """XW-18, XW-35: something makes for more or fewer dice."""

    varied_by: ClassVar = "pool"
    pool: Pool
    because: str
    amount: int


@dataclass(frozen=True, slots=True)
class DiceCountKept:
    """XW-22, XW-44: something that would change the number of dice does not at range 0."""

    varied_by: ClassVar = "pool"
    pool: Pool
    because: str
    amount: int


@dataclass(frozen=True, slots=True)
class DiceCounted:
    """XW-18 … XW-20, XW-35 … XW-37: how many dice are rolled; `sum` is before limits."""

    varied_by: ClassVar = "pool"
    pool: Pool
    value: int
    sum: int
    count: int


@dataclass(frozen=True, slots=True)
class TokensChanged:
    """Tokens that a ship gains or loses, and how many it then has."""

    varied_by: ClassVar = "gained"
    unit: str
    token: Token
    amount: int
    left: int
    gained: bool


@dataclass(frozen=True, slots=True)
class ShipIonized:
    """XW-12: a ship has as many ion tokens as its size takes."""

    unit: str
    ion: int


@dataclass(frozen=True, slots=True)
class ForceChanged:
    """Force charges that a ship recovers or loses."""

    varied_by: ClassVar = "gained"
    unit: str
    amount: int
    left: int
    gained: bool


@dataclass(frozen=True, slots=True)
class ChargeChanged:
    """Charges of a card that are recovered or lost."""

    varied_by: ClassVar = "gained"
    unit: str
    card: str
    amount: int
    gained: bool


@dataclass(frozen=True, slots=True)
class LockChanged:
    """A lock that is acquired, spent or broken."""

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
    """Dice, by place, with what they showed and what they show now."""

    varied_by: ClassVar = "how"
    pool: Pool
    how: How
    by: str
    """The token or the ability."""
    dice: tuple[int, ...]
    before: tuple[Face, ...]
    after: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class NumberGuessed:
    """A number that an ability has named before the roll."""

    unit: str
    ability: str
    number: int


@dataclass(frozen=True, slots=True)
class DiceSkipped:
    """The dice steps are skipped and the attack counts as a hit."""

    ability: str


@dataclass(frozen=True, slots=True)
class ResultsNeutralized:
    """XW-48, XW-49: evades against hits and crits, and what remains."""

    varied_by: ClassVar = "crit_first"
    evades: int
    canceled_hits: int
    canceled_crits: int
    hits: int
    crits: int
    crit_first: bool


@dataclass(frozen=True, slots=True)
class ReinforceApplied:
    """XW-50: a reinforce token cancels one more result."""

    token: Token
    canceled: Face
    left: int


@dataclass(frozen=True, slots=True)
class AttackJudged:
    """XW-51: whether the attack hits."""

    varied_by: ClassVar = "hits"
    hits: bool
    hit: int
    crit: int


@dataclass(frozen=True, slots=True)
class ResultsConverted:
    """XW-53: results that become tokens instead of damage."""

    damage: int
    token: Token
    tokens: int


@dataclass(frozen=True, slots=True)
class ShieldLost:
    """XW-56: a shield takes a damage, or is lost without one."""

    unit: str
    left: int


@dataclass(frozen=True, slots=True)
class CardDealt:
    """XW-56, XW-57: a damage card is dealt; of a facedown one nobody knows which it is."""

    varied_by: ClassVar = "faceup"
    unit: str
    card: DamageCard | None
    faceup: bool
    cards: int
    hull: int


@dataclass(frozen=True, slots=True)
class CardExposed:
    """XW-60: a facedown card is turned up."""

    unit: str
    card: DamageCard


@dataclass(frozen=True, slots=True)
class CardRepaired:
    """XW-60: a faceup card is turned down, or a facedown one discarded."""

    varied_by: ClassVar = "discarded"
    unit: str
    card: DamageCard | None
    discarded: bool


@dataclass(frozen=True, slots=True)
class CardTextResolved:
    """XW-56: what a faceup damage card does at once."""

    varied_by: ClassVar = "card"
    unit: str
    card: DamageCard


@dataclass(frozen=True, slots=True)
class DamagePrevented:
    """XW-61: a damage that is not suffered."""

    unit: str
    ability: str


@dataclass(frozen=True, slots=True)
class BonusAttackDeclared:
    """XW-64: a bonus attack, which is a complete attack."""

    unit: str
    target: str
    ability: str
