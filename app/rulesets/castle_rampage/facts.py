"""What a Castle Rampage attack notes, step by step."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.castle_rampage.model import AttackCard, EffectKind, StepResult, Structure


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """CR-12 … CR-14: which structure is attacked, and with what."""

    varied_by: ClassVar = "structure"
    card: str
    value: int
    structure: Structure
    bypasses_gate: bool


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """CR-15: the top card, with the value of the structure it lies in."""

    varied_by: ClassVar = "structure"
    structure: Structure
    card: str
    defense: int


@dataclass(frozen=True, slots=True)
class ValuesCompared:
    """CR-16 … CR-18: the attack against the defense."""

    varied_by: ClassVar = "result"
    before: int
    defense: int
    after: int
    result: StepResult


@dataclass(frozen=True, slots=True)
class GateCleared:
    """CR-19: the gate is gone, and the rest of the attack goes on to the castle."""

    remaining: int


@dataclass(frozen=True, slots=True)
class PurpleDestroyed:
    """CR-20, CR-21: a purple card was destroyed in an attack."""

    varied_by: ClassVar = "effect"
    card: str
    effect: EffectKind
    amount: int | None
    structure: Structure | None


@dataclass(frozen=True, slots=True)
class EffectIgnored:
    """CR-17, CR-23: the effect comes too late."""

    card: str
    effect: EffectKind


@dataclass(frozen=True, slots=True)
class EffectLeftToTable:
    """CR-20: the effect is about hands, which the players see to."""

    effect: EffectKind
    amount: int | None


@dataclass(frozen=True, slots=True)
class CastleFell:
    """CR-23: the last castle card is gone; what is left of the attack is lost."""

    remaining: int


@dataclass(frozen=True, slots=True)
class AttackCardPlaced:
    """CR-16, CR-24: what became of the attack card."""

    varied_by: ClassVar = "place"
    card: str
    place: AttackCard
