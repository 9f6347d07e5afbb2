"""The catalogue of a whole game: every kind of card, what it costs, and what it does; the sources tell no list."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.casualties import UnitId
from app.domain.visible import Name, OneLine, Visible
from app.rulesets.castle_rampage.model import (
    MOST_CARDS,
    NO_EFFECT,
    Card,
    Defense,
    Effect,
    Strength,
    Structure,
)

Copies = Annotated[int, Ge(1), Le(MOST_CARDS)]
Cost = Annotated[int, Ge(0), Le(9)]
Symbol = Annotated[OneLine, MinLen(1), MaxLen(100), Visible()]
"""The players' word for a symbol of units, in any script."""
Symbols = Annotated[tuple[Symbol, ...], MaxLen(4)]


class PlayedEffectKind(StrEnum):
    """What a card may do when it is played, in our own words, not those of the cards."""

    DRAW = "draw"
    LOOK_AT_HAND = "look-at-hand"
    DESTROY_TOP_OF = "destroy-top-of"
    DISCARD_PERMANENT = "discard-permanent"


@dataclass(frozen=True, slots=True)
class PlayedEffect:
    """What happens when a card is played; to the other player, except drawing cards."""

    effect: PlayedEffectKind
    """What happens."""
    amount: Annotated[int, Ge(1), Le(9)] | None = None
    """How many cards are drawn; for `draw` only."""
    structure: Structure | None = None
    """The structure of the other player that loses its top card; for `destroy-top-of` only."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """Units are discarded from the hand for an attack; one more may raise it (CR-11)."""

    attack: Strength
    """The attack value."""
    units: Annotated[Symbols, MinLen(1)]
    """The symbols of the units that are discarded, one for each unit."""
    bonus: Symbol | None = None
    """The symbol of the one unit that may be discarded to raise the attack; null: none."""
    bonus_attack: Annotated[int, Ge(0), Le(99)] = 0
    """What that unit adds to the attack value; 0 without one."""


@dataclass(frozen=True, slots=True)
class CatalogueCard:
    """A kind of card: how often it is in the game, its values, what it costs and what it does."""

    card: UnitId
    """The client's id of the card; its copies are alike."""
    copies: Copies
    """How many of it are in the game."""
    gate_defense: Defense
    """Its defense value while it lies in the gate, from 0 to 99."""
    castle_defense: Defense
    """Its defense value while it lies in the castle, from 0 to 99."""
    attack: Strength | None = None
    """Its attack value; null for a card that does not attack, or attacks by its scheme."""
    scheme: Scheme | None = None
    """The units that it needs for its attack; null: it needs none."""
    cost: Cost = 0
    """How many cards are discarded from the hand when it is played."""
    units: Symbols = ()
    """The symbols that it has as a unit; of several it counts as one."""
    bypasses_gate: bool = False
    """The digger attacks the castle while the gate stands."""
    survives_repel: bool = False
    """The veteran is not discarded when repelled."""
    permanent: bool = False
    """It stays in front of the player who plays it."""
    purple: bool = False
    """Whether it is purple; it is then replaced in the deal, and may have an effect when an attack destroys it."""
    when_played: Annotated[tuple[PlayedEffect, ...], MaxLen(4)] = ()
    """What happens when it is played, in order; before its attack."""
    when_destroyed: Effect = NO_EFFECT
    """What happens when an attack destroys it at gate or castle."""
    at_random: bool = False
    """Whether cards that `when_destroyed` discards from the hand of the attacker are random; else chosen."""
    name: Name | None = None
    """What the players call the card, in any script, for texts; null: its id."""

    @property
    def attacks(self) -> bool:
        """CR-12: whether an attack begins when it is played."""
        return self.attack is not None or self.scheme is not None

    @property
    def is_playable(self) -> bool:
        """CR-7: whether it does anything when it is played."""
        return self.attacks or self.permanent or bool(self.when_played)

    def as_defense(self) -> Card:
        """CR-15: the card as it lies in a structure."""
        values = self.gate_defense, self.castle_defense
        return Card(self.card, *values, self.purple, self.when_destroyed, name=self.name)


class EmptyDrawPile(StrEnum):
    """What happens when cards are to be drawn and the draw pile is empty."""

    RESHUFFLE = "reshuffle"
    DRAW_NOTHING = "draw-nothing"


@dataclass(frozen=True, slots=True)
class WholeGame:
    """The cards of a whole game, which the service deals, and what the sources do not say."""

    cards: Annotated[tuple[CatalogueCard, ...], MinLen(1), MaxLen(MOST_CARDS)]
    """Every kind of card. Neither the service nor its sources have the list of the published game."""
    draw_pile_empty: EmptyDrawPile
    """Whether the discard pile is then shuffled into a new one; the sources do not say it."""
    hand_limit: Annotated[int, Ge(0), Le(MOST_CARDS)] | None
    """With how many cards in hand a turn may end; null: any number. The sources do not say it."""

    def find(self, card: str) -> CatalogueCard | None:
        """The kind of card with this id; None: there is none."""
        return next((kind for kind in self.cards if kind.card == card), None)

    def kind(self, card: str) -> CatalogueCard:
        """The kind of a card that is in the game."""
        found = self.find(card)
        if found is None:
            raise AssertionError("only cards of the catalogue come into the game")
        return found

    def deck(self) -> tuple[str, ...]:
        """The id of every card, in the order of the catalogue."""
        return tuple(kind.card for kind in self.cards for _ in range(kind.copies))

    def defenses(self) -> tuple[Card, ...]:
        """Every card as it would lie in a structure."""
        return tuple(kind.as_defense() for kind in self.cards for _ in range(kind.copies))
