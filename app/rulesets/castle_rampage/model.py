"""The situation, options and outcome of a Castle Rampage attack."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen

from app.domain.casualties import UnitId
from app.domain.visible import Name

MOST_CARDS = 118
"""All cards of the game (CR-1)."""

Strength = Annotated[int, Ge(1), Le(99)]
Defense = Annotated[int, Ge(0), Le(99)]
Change = Annotated[int, Ge(-99), Le(99)]


class Structure(StrEnum):
    """The two structures that a player defends."""

    GATE = "gate"
    CASTLE = "castle"


class EffectKind(StrEnum):
    """The effects of purple cards that an attack destroys, in our own words, not those of the cards."""

    NONE = "none"
    END_ATTACK = "end-attack"
    DESTROY_ATTACK_CARD = "destroy-attack-card"
    CHANGE_REMAINING_ATTACK = "change-remaining-attack"
    DESTROY_TOP_OF = "destroy-top-of"
    ATTACKER_DISCARDS_HAND = "attacker-discards-hand"
    DEFENDER_DRAWS = "defender-draws"
    DEFENDER_TAKES_CARD = "defender-takes-card"
    LOOK_AT_HAND = "look-at-hand"
    DRAW = "draw"
    DISCARD_PERMANENT = "discard-permanent"


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect with its amount, or with the structure of the defender that it is about."""

    effect: EffectKind = EffectKind.NONE
    """What happens when the card is destroyed in an attack."""
    amount: Change | None = None
    """How much the remaining attack changes, or how many cards it is about."""
    structure: Structure | None = None
    """The structure of the defender that loses its top card; for `destroy-top-of` only."""


NO_EFFECT = Effect()


@dataclass(frozen=True, slots=True)
class Card:
    """A card that defends: its name, and its value in each structure. For odds it may be unknown instead."""

    card: UnitId | None = None
    """The client's id of the card, which the record repeats."""
    gate_defense: Defense | None = None
    """Its defense value while it lies in the gate, from 0 to 99."""
    castle_defense: Defense | None = None
    """Its defense value while it lies in the castle, from 0 to 99."""
    purple: bool = False
    """Whether the card is purple; only purple cards have effects."""
    effect: Effect = NO_EFFECT
    """What happens when it is destroyed in an attack."""
    unknown: bool = False
    """Sent for odds: nobody has seen the card; it is one of `pool`. Read: only this is shown of a card face down."""
    name: Name | None = None
    """What the players call the card, in any script, for texts; null: its id."""


Stack = Annotated[tuple[Card, ...], MaxLen(MOST_CARDS)]
"""Cards of a structure, top first."""


@dataclass(frozen=True, slots=True)
class Attacker:
    """The card that attacks, with all that raises its value."""

    value: Strength
    """The attack value before the first card is revealed."""
    bypasses_gate: bool = False
    """The digger attacks the castle while the gate stands."""
    survives_repel: bool = False
    """The veteran is not discarded when repelled."""
    card: UnitId = "attack"
    """The client's id of the attack card."""
    name: Name | None = None
    """What the players call the attack card, for texts; null: its id."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack on a gate and the castle behind it."""

    attack: Attacker
    """The card that attacks, with its value."""
    gate: Stack
    """The cards of the gate, top first; empty where the gate has fallen."""
    castle: Stack
    """The cards of the castle, top first."""
    pool: Stack = ()
    """For odds: all cards that nobody has seen; the unknown cards are among them."""


class VeteranOnRepel(StrEnum):
    """Where a repelled veteran goes."""

    RETURN_TO_HAND = "return-to-hand"
    STAY_IN_PLAY = "stay-in-play"
    DISCARD = "discard"


class DiggerTarget(StrEnum):
    """Who decides what a digger attacks."""

    CASTLE = "castle"
    ATTACKER_CHOICE = "attacker-choice"


class PurpleOnLastCard(StrEnum):
    """Whether the effect of the last castle card happens."""

    IGNORED = "ignored"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class Options:
    """Options for what the rulebook leaves open."""

    veteran_on_repel: VeteranOnRepel = VeteranOnRepel.RETURN_TO_HAND
    """Where a repelled veteran goes (CR-16)."""
    digger_target: DiggerTarget = DiggerTarget.CASTLE
    """Whether a digger must attack the castle (CR-14)."""
    purple_on_last_castle_card: PurpleOnLastCard = PurpleOnLastCard.IGNORED
    """Whether the last castle card still has its effect (CR-23)."""
    castle_loss_any_cause: bool = True
    """Whether a castle that an effect empties has fallen too; if not, it falls to the next attack on it (CR-23)."""


class StepResult(StrEnum):
    """The result of comparing a card with the attack."""

    DESTROYED = "destroyed"
    TIED = "tied"
    REPELLED = "repelled"


@dataclass(frozen=True, slots=True)
class Step:
    """A card that was revealed and compared."""

    structure: Structure
    """The structure in which the card lay."""
    card: str
    """The client's id of the card; empty for a card without one."""
    defense: int
    """Its defense value in this structure."""
    before: int
    """The attack before the comparison."""
    after: int
    """The attack that is left."""
    result: StepResult
    """Whether the card was destroyed, tied with the attack, or repelled it."""


class Result(StrEnum):
    """How an attack ended."""

    REPELLED = "repelled"
    TIED = "tied"
    ENDED_BY_EFFECT = "ended-by-effect"
    CASTLE_FALLEN = "castle-fallen"


class AttackCard(StrEnum):
    """Where the attack card is placed."""

    DISCARDED = "discarded"
    RETURNED_TO_HAND = "returned-to-hand"
    STAYS_IN_PLAY = "stays-in-play"


@dataclass(frozen=True, slots=True)
class After:
    """The cards left in both structures, top first, in the form in which a client sends them."""

    gate: tuple[Card, ...]
    """The cards that are left in the gate, top first."""
    castle: tuple[Card, ...]
    """The cards that are left in the castle, top first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attack."""

    varied_by: ClassVar = "result"
    counted_by: ClassVar = "destroyed"
    result: Result
    """How the attack ended."""
    steps: tuple[Step, ...]
    """Every card that was revealed, in order."""
    destroyed: int
    """Cards that are gone from gate and castle."""
    remaining_attack: int
    """The strength of the attack that is left at its end."""
    attack_card: AttackCard
    """Where the attack card goes at the end."""
    after: After
    """Both structures after the attack, ready to be sent again."""


@dataclass(frozen=True, slots=True)
class ChosenStructure:
    """A structure to attack."""

    structure: Structure
    """The structure that the digger attacks."""
