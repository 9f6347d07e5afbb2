"""The facts that a Castle Rampage attack notes."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.castle_rampage.model import AttackCard, EffectKind, StepResult, Structure


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """CR-12 … CR-14: the attack begins, with its card and value, at a structure."""

    varied_by: ClassVar = "structure"
    card: str
    """The client's id of the attack card."""
    value: int
    """The attack value before the first card is revealed, from 1 to 99."""
    structure: Structure
    """The structure that is attacked first."""
    bypasses_gate: bool
    """Whether the castle is attacked although the gate may still stand."""


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """CR-15: the top card is revealed; it defends with its value for the structure in which it lies."""

    varied_by: ClassVar = "structure"
    structure: Structure
    """The structure in which the card lay on top."""
    card: str
    """The client's id of the card; empty for a card without one."""
    defense: int
    """Its defense value in this structure, from 0 to 99."""


@dataclass(frozen=True, slots=True)
class ValuesCompared:
    """CR-16 … CR-18: the attack is compared with the defense of a card; its strength before and after."""

    varied_by: ClassVar = "result"
    before: int
    """The strength of the attack before the comparison."""
    defense: int
    """The defense value of the card."""
    after: int
    """The strength that is left: less the defense value, or the same where the attack is repelled."""
    result: StepResult
    """Whether the card is destroyed, ties with the attack, or repels it."""


@dataclass(frozen=True, slots=True)
class GateCleared:
    """CR-19: the gate has no card left, and the attack continues at the castle with the remaining strength."""

    remaining: int
    """The strength with which the attack continues at the castle."""


@dataclass(frozen=True, slots=True)
class PurpleDestroyed:
    """CR-20, CR-21: the attack destroyed a purple card with this effect."""

    varied_by: ClassVar = "effect"
    card: str
    """The client's id of the purple card."""
    effect: EffectKind
    """The effect that the card has when an attack destroys it."""
    amount: int | None
    """How much the remaining attack changes, or how many cards the effect is about; null where it has no number."""
    structure: Structure | None
    """The structure of the defender that the effect is about; null where it is about none."""


@dataclass(frozen=True, slots=True)
class EffectIgnored:
    """CR-17, CR-23: an effect is ignored because the attack is already over."""

    card: str
    """The client's id of the card whose effect is ignored."""
    effect: EffectKind
    """The effect that does not happen."""


@dataclass(frozen=True, slots=True)
class EffectLeftToTable:
    """CR-20: an effect is about the players' hands; the players carry it out themselves."""

    effect: EffectKind
    """The effect that the players carry out themselves."""
    amount: int | None
    """How many cards it is about; null where it has no number."""


@dataclass(frozen=True, slots=True)
class CastleFell:
    """CR-23: the castle has no card left; the remaining strength of the attack has no further use."""

    remaining: int
    """The strength of the attack that is left over."""


@dataclass(frozen=True, slots=True)
class AttackCardPlaced:
    """CR-16, CR-24: where the attack card is placed."""

    varied_by: ClassVar = "place"
    card: str
    """The client's id of the attack card."""
    place: AttackCard
    """Where the card goes."""
