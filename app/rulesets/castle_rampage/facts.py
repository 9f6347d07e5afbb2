"""The facts that a Castle Rampage attack notes."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.castle_rampage.model import AttackCard, EffectKind, StepResult, Structure


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """CR-12 … CR-14: the attack begins, with its card and value, at a structure."""

    varied_by: ClassVar = "structure"
    card: str
    value: int
    structure: Structure
    bypasses_gate: bool


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """CR-15: the top card is revealed; it defends with its value for the structure in which it lies."""

    varied_by: ClassVar = "structure"
    structure: Structure
    card: str
    defense: int


@dataclass(frozen=True, slots=True)
class ValuesCompared:
    """CR-16 … CR-18: the attack is compared with the defense of a card; its strength before and after."""

    varied_by: ClassVar = "result"
    before: int
    defense: int
    after: int
    result: StepResult


@dataclass(frozen=True, slots=True)
class GateCleared:
    """CR-19: the gate has no card left, and the attack continues at the castle with the remaining strength."""

    remaining: int


@dataclass(frozen=True, slots=True)
class PurpleDestroyed:
    """CR-20, CR-21: the attack destroyed a purple card with this effect."""

    varied_by: ClassVar = "effect"
    card: str
    effect: EffectKind
    amount: int | None
    structure: Structure | None


@dataclass(frozen=True, slots=True)
class EffectIgnored:
    """CR-17, CR-23: an effect is ignored because the attack is already over."""

    card: str
    effect: EffectKind


@dataclass(frozen=True, slots=True)
class EffectLeftToTable:
    """CR-20: an effect is about the players' hands; the players carry it out themselves."""

    effect: EffectKind
    amount: int | None


@dataclass(frozen=True, slots=True)
class CastleFell:
    """CR-23: the castle has no card left; the remaining strength of the attack has no further use."""

    remaining: int


@dataclass(frozen=True, slots=True)
class AttackCardPlaced:
    """CR-16, CR-24: where the attack card is placed."""

    varied_by: ClassVar = "place"
    card: str
    place: AttackCard
