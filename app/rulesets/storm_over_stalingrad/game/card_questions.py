"""The questions about cards: which one is played in a fire, and which units move and fire by one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from annotated_types import MaxLen

from app.domain.casualties import UnitId
from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.hidden import Private
from app.domain.table import Question
from app.rulesets.storm_over_stalingrad.game.activation import able_to_fire, fire_of, fire_refused, room_in, teams
from app.rulesets.storm_over_stalingrad.game.card_effects import with_card
from app.rulesets.storm_over_stalingrad.game.card_traits import CardTold, Trait, does, traits_of
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing, once_each
from app.rulesets.storm_over_stalingrad.game.model import GameOptions, State
from app.rulesets.storm_over_stalingrad.game.state import advanced, ground_of
from app.rulesets.storm_over_stalingrad.model import Fire, Side


@dataclass(frozen=True, slots=True)
class FireCard:
    """SS-54: a card that is played in a fire, or none."""

    card: UnitId | None = None
    """The id of the card; null: none."""


@dataclass(frozen=True, slots=True)
class FireCardContext:
    """The fire in which a card may be played."""

    varied_by: ClassVar = "timing"
    timing: Timing
    """Whether the own side fires or the enemy."""
    firers: tuple[str, ...]
    """The ids of the units that fire; empty where a card does."""
    target: str
    """The id of the area at which they fire."""


@dataclass(frozen=True, slots=True)
class CardName:
    """The card that would be played."""

    varied_by: ClassVar = "is_played"
    is_played: bool
    """Whether a card is played."""
    name: str
    """Its name; empty where none is played."""
    traits: tuple[Trait, ...]
    """What it does."""


@dataclass(frozen=True, slots=True)
class ChooseFireCard(Question[FireCard]):
    """SS-54: whether a side plays a card before the roll; whoever holds cards is asked, so that nothing shows which."""

    public: ClassVar[bool] = False
    hand: tuple[Private[TacticalCard], ...]
    timing: Timing
    fire: Fire

    @property
    def playable(self) -> tuple[TacticalCard, ...]:
        """The cards in hand that may be played in this fire."""
        held = (part.value for part in self.hand if part.is_known)
        return tuple(card for card in held if card.timing is self.timing)

    def options(self) -> Iterator[FireCard]:
        """No card first, then each that may be played, of copies one."""
        yield FireCard()
        for card in once_each(self.playable):
            yield FireCard(card.id)

    def check(self, choice: FireCard) -> None:
        if choice.card is not None and self.found(choice) is None:
            raise IllegalChoice("card-not-playable", "SS-54", card=choice.card)

    def found(self, choice: FireCard) -> TacticalCard | None:
        """The card of a choice; None: there is none that may be played."""
        return next((card for card in self.playable if card.id == choice.card), None)

    def context(self) -> FireCardContext:
        return FireCardContext(self.timing, self.fire.firers, self.fire.target_area)

    def leads_to(self, choice: FireCard) -> CardName:
        card = self.found(choice)
        if card is None:
            return CardName(False, "", ())
        return CardName(True, card.name or card.id, tuple(does(card)))


@dataclass(frozen=True, slots=True)
class Discards:
    """SS-67: the cards that a side discards."""

    cards: Annotated[tuple[UnitId, ...], MaxLen(110)] = ()
    """The ids of the cards; empty: none."""


@dataclass(frozen=True, slots=True)
class ChooseDiscards(Question[Discards]):
    """SS-67: which cards a side discards when a turn ends; whoever holds cards is asked."""

    public: ClassVar[bool] = False
    hand: tuple[Private[TacticalCard], ...]

    @property
    def held(self) -> tuple[TacticalCard, ...]:
        """The cards in hand."""
        return tuple(part.value for part in self.hand if part.is_known)

    def options(self) -> Iterator[Discards]:
        """None first, then each card alone, of copies one, then all; other sets are legal too."""
        yield Discards()
        for card in once_each(self.held):
            yield Discards((card.id,))
        if len(self.held) > 1:
            yield Discards(tuple(card.id for card in self.held))

    def check(self, choice: Discards) -> None:
        held = [card.id for card in self.held]
        for place, card in enumerate(choice.cards):
            if card not in held:
                raise IllegalChoice("card-not-in-hand", "SS-67", card=card)
            if card in choice.cards[:place]:
                raise IllegalChoice("duplicate-card", "SS-67", card=card)

    def leads_to(self, choice: Discards) -> CardTold | None:
        """When the card is played and what it does, where it is one."""
        found = [card for card in self.held if card.id in choice.cards]
        return CardTold(traits_of(found[0])) if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Advance:
    """SS-56: the units that move and fire by a card."""

    units: Annotated[tuple[UnitId, ...], MaxLen(100)]
    """The ids of the units, at least one."""


@dataclass(frozen=True, slots=True)
class AdvanceContext:
    """Where units move by a card, and at what they fire."""

    area: str
    """The id of the area that they leave."""
    to: str
    """The id of the area that they enter."""
    target: str
    """The id of the area at which they fire."""


@dataclass(frozen=True, slots=True)
class ChooseAdvance(Question[Advance]):
    """SS-8, SS-56: which units of the area move to the other one and fire from there."""

    state: State
    rules: GameOptions
    side: Side
    area: str
    to: str
    target: str
    card: TacticalCard

    def options(self) -> Iterator[Advance]:
        """As many as the area holds, then each unit alone; other sets are legal too."""
        able = able_to_fire(self.state, self.rules, self.side, self.area)
        room = room_in(ground_of(self.state)[self.to], self.side, self.rules)
        listed = [team[:room] for team in teams(able, self.side, self.rules)] + [(unit,) for unit in able]
        for units in dict.fromkeys(tuple(unit.id for unit in team) for team in listed if team):
            yield Advance(units)

    def check(self, choice: Advance) -> None:
        if (refused := self.refusal(choice)) is not None:
            raise IllegalChoice(refused.reason, refused.rule, **refused.params)

    def refusal(self, choice: Advance) -> IllegalSituation | None:
        """SS-2 … SS-10, SS-39: why these units may not move there and fire; None: they may."""
        room = room_in(ground_of(self.state)[self.to], self.side, self.rules)
        if len(choice.units) > room:
            return IllegalSituation("no-room", "SS-39", area=self.to, room=room)
        able = [unit.id for unit in able_to_fire(self.state, self.rules, self.side, self.area)]
        if other := next((unit for unit in choice.units if unit not in able), None):
            return IllegalSituation("unit-not-able", "SS-60", unit=other)
        return fire_refused(self.rules, self.fire(choice))

    def fire(self, choice: Advance) -> Fire:
        """The fire of the units once they have moved."""
        there = advanced(self.state, choice.units, self.area, self.to)
        return advance_fire(there, self.side, self.to, self.target, choice.units, self.card)

    def context(self) -> AdvanceContext:
        return AdvanceContext(self.area, self.to, self.target)


def advance_fire(state: State, side: Side, area: str, target: str, units: tuple[str, ...], card: TacticalCard) -> Fire:
    """SS-56: the fire of units that have just moved to an area."""
    fire = replace(fire_of(state, side, area, target, units), moved=units, move_then_fire=True)
    return with_card(fire, card)
